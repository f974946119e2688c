# SPDX-License-Identifier: MIT
"""A virtual screen for machines without one."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
from collections.abc import Iterator

from devtools import system
from devtools.common import DevError

START_LIMIT_S = 30


def has_screen() -> bool:
    """Tell whether a window can be shown to somebody."""
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


@contextlib.contextmanager
def virtual_screen(size: str = "1920x1200x24") -> Iterator[dict[str, str]]:
    """Start Xvfb on a free display, give the variables that lead to it, and end it afterwards.

    Raises:
        DevError: Xvfb is missing or didn't start.
    """
    system.ensure_virtual_screen()
    reading, writing = os.pipe()
    # Xvfb chooses the number and tells it: any number of them can start at once.
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp", "-noreset"],
        pass_fds=[writing],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        number = _read_number(reading)
        yield {"DISPLAY": f":{number}", "WAYLAND_DISPLAY": "", "QT_QPA_PLATFORM": "xcb"}
    finally:
        os.close(reading)
        server.terminate()
        try:
            server.wait(5)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _read_number(descriptor: int) -> str:
    text = b""
    while not text.endswith(b"\n"):
        ready, _, _ = select.select([descriptor], [], [], START_LIMIT_S)
        piece = os.read(descriptor, 16) if ready else b""
        if not piece:
            raise DevError("The virtual screen Xvfb did not start.")
        text += piece
    return text.decode("ascii").strip()
