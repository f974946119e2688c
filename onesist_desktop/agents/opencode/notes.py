# SPDX-License-Identifier: MIT
"""A project's notes for agents. The program would read them together with settings that a stranger's project must not bring."""

from __future__ import annotations

from pathlib import Path

MAX_NOTES_BYTES = 64 * 1024
_NAMES = ("AGENTS.md", "CLAUDE.md")
_SETTINGS = ("opencode.json", "opencode.jsonc", ".opencode")


def read_notes(cwd: str) -> str:
    """Return the notes of a folder and of those above it up to the repository's root, outermost first. Reads files.

    A file that leads out of its folder by a link is left out.
    """
    found = [text for folder in _folders(Path(cwd)) if (text := _notes_in(folder))]
    return "\n\n".join(reversed(found))


def settings_withheld(cwd: str) -> tuple[str, ...]:
    """Return the names of what the project brings along that doesn't count. Looks at files."""
    names = {name for folder in _folders(Path(cwd)) for name in _SETTINGS if (folder / name).exists()}
    return tuple(name for name in _SETTINGS if name in names)


def _folders(cwd: Path) -> list[Path]:
    """List the folder and its parents up to the one that holds a repository; alone where there is none."""
    folders = [cwd, *cwd.parents]
    root = next((index for index, folder in enumerate(folders) if (folder / ".git").exists()), 0)
    return folders[: root + 1]


def _notes_in(folder: Path) -> str:
    for name in _NAMES:
        path = folder / name
        try:
            if not path.is_file() or not path.resolve().is_relative_to(folder.resolve()):
                continue
            with path.open("rb") as stream:
                text = stream.read(MAX_NOTES_BYTES).decode("utf-8", errors="replace").strip()
        except OSError:
            continue
        if text:
            return f"Instructions from: {path}\n{text}"
    return ""
