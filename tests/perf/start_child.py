# SPDX-License-Identifier: MIT
"""The app as ``bench_start`` starts it: says when its window can be used and which modules are loaded then, and ends."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import TYPE_CHECKING

from onesist_desktop.main import open_window

if TYPE_CHECKING:
    from onesist_desktop.ui.composer import Composer
    from onesist_desktop.window import Opened

_POLL_S = 0.001
_LIMIT_S = 60.0


async def _tell(opened: Opened) -> None:
    window = opened.window
    shown = time.monotonic()
    async with asyncio.timeout(_LIMIT_S):
        while not (
            window.isVisible() and window.transcript.messages and window.composer.edit.isEnabled() and window.composer.options
        ):
            await asyncio.sleep(_POLL_S)
    # Now, not at the next frame: usable means that it has been painted.
    window.repaint()
    ready = time.monotonic()
    loaded = sorted({name.partition(".")[0] for name in sys.modules})
    sys.stdout.write(json.dumps({"shown": shown, "ready": ready, "loaded": loaded}) + "\n")
    sys.stdout.flush()


def _can_send(composer: Composer) -> bool:
    return composer.edit.isEnabled() and composer.options is not None


if __name__ == "__main__":
    sys.exit(open_window(None, driver=_tell))
