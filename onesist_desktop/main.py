# SPDX-License-Identifier: MIT
"""The entry of every process of ours. Only the window needs Qt, and only the branch that is taken is imported."""

from __future__ import annotations

import sys
from collections.abc import Sequence

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
            from onesist_desktop.window import run_window

            return run_window(None)
        case [folder] if not folder.startswith("-"):
            from onesist_desktop.window import run_window

            return run_window(folder)
        case _:
            sys.stderr.write(USAGE)
            return 2
