# SPDX-License-Identifier: MIT
"""What an edit that is asked for would change, as a unified diff without a file header.

It reads files and belongs into a thread.
"""

from __future__ import annotations

import difflib
import stat
from pathlib import Path

from onesist_desktop.agents.json_reading import Json, as_dict, as_list, as_text, text_at

MAX_FILE_BYTES = 512 * 1024
_MAX_LINES = 4000
_CONTEXT_LINES = 3


def asked_diff(tool: str, given: Json, cwd: str) -> str:
    """Return the change; empty where it can't be told: a file that is no ordinary text file, is too large, or isn't as expected.

    Args:
        tool: Name of the program's tool.
        given: What the tool would be called with.
        cwd: Folder that a relative path counts from.
    """
    path = text_at(given, "file_path")
    if not path or tool not in {"Edit", "MultiEdit", "Write"}:
        return ""
    before = _read(Path(cwd, path))
    if before is None:
        return ""
    after = as_text(given.get("content")) if tool == "Write" else _edited(before, given)
    if after is None or after == before:
        return ""
    old, new = before.splitlines(), after.splitlines()
    if len(old) > _MAX_LINES or len(new) > _MAX_LINES:
        return _edits_alone(given)
    lines = list(difflib.unified_diff(old, new, lineterm="", n=_CONTEXT_LINES))
    return "\n".join(lines[2:])


def _edits(given: Json) -> list[Json]:
    return [as_dict(edit) for edit in as_list(given.get("edits"))] or [given]


def _edited(before: str, given: Json) -> str | None:
    for edit in _edits(given):
        old, new = as_text(edit.get("old_string")), as_text(edit.get("new_string"))
        if old not in before or (not old and before):
            return None
        before = before.replace(old, new) if edit.get("replace_all") is True else before.replace(old, new, 1)
    return before


def _edits_alone(given: Json) -> str:
    """Show the replaced and the new lines; to compare the whole file would take too long. Empty for a file as a whole."""
    shown = [edit for edit in _edits(given) if "old_string" in edit]
    lines = []
    for edit in shown:
        lines += [f"-{line}" for line in as_text(edit.get("old_string")).splitlines()]
        lines += [f"+{line}" for line in as_text(edit.get("new_string")).splitlines()]
    return "\n".join(lines)


def _read(path: Path) -> str | None:
    """Return a file's text, empty for none, None for what can't be shown. Pipes and devices would be waited for."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > MAX_FILE_BYTES:
            return None
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, ValueError):
        return None
