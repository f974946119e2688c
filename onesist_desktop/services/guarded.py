# SPDX-License-Identifier: MIT
"""Calls to other people's programs that must neither hold up nor break what comes after them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable

log = logging.getLogger(__name__)


async def quietly(what: str, call: Awaitable[object], limit_s: float) -> bool:
    """Await ``call`` for at most ``limit_s`` seconds; a failure is logged. Returns whether it went well."""
    try:
        async with asyncio.timeout(limit_s):
            await call
    except TimeoutError:
        log.warning("%s took longer than %g s", what, limit_s)
        return False
    except Exception:
        log.exception("%s failed", what)
        return False
    return True
