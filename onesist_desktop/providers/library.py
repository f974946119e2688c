# SPDX-License-Identifier: MIT
"""Loads the wire modules, and with them the model libraries, on first use and off the event loop."""

from __future__ import annotations

import asyncio
import importlib
from types import ModuleType


async def wire_module(name: str) -> ModuleType:
    """Return ``providers.wire.<name>``. The first call takes a second or two, in a thread."""
    return await asyncio.to_thread(importlib.import_module, f"onesist_desktop.providers.wire.{name}")
