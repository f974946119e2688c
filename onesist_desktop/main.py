# SPDX-License-Identifier: MIT
"""The entry of every process of ours. Only the window needs Qt, and only the branch that is taken is imported."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from onesist_desktop.window import Driver

USAGE = """usage: onesist-desktop [PROJECT FOLDER]
       onesist-desktop mcp              history server for agents (stdio)
       onesist-desktop practice-agent   the practice agent (stdio)
       onesist-desktop --version
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the process that ``argv`` names and return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    match arguments:
        case ["mcp"]:
            from onesist_desktop.mcp.server import main as serve

            return serve()
        case ["practice-agent"]:
            from onesist_desktop.agents.practice.program import main as practise

            return practise()
        case ["--version"]:
            from onesist_desktop import __version__

            sys.stdout.write(f"onesist-desktop {__version__}\n")
            return 0
        case []:
            return open_window(None)
        case [folder] if not folder.startswith("-"):
            return open_window(folder)
        case _:
            sys.stderr.write(USAGE)
            return 2


def open_window(folder: str | None, driver: Driver | None = None) -> int:
    """Run the app with its window and return the exit code. See ``window.run_window``."""
    # Loading is quicker without collecting garbage meanwhile. What is loaded then stays for good and need not be looked
    # through again: that would hold up the window for longer than a frame. While it runs, the window collects by itself.
    gc.disable()
    from onesist_desktop.window import run_window

    gc.freeze()
    return run_window(folder, driver=driver)
