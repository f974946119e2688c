# SPDX-License-Identifier: MIT
"""What the person's own settings of Opencode forbid as a whole, so that what we set on top doesn't allow it again."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from onesist_desktop.agents.json_reading import as_dict

log = logging.getLogger(__name__)

DENY = "deny"
_NAMES = ("config.json", "opencode.json", "opencode.jsonc")
"""In the order in which the program reads them; later ones count more."""
_STRING_OR_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_STRING_OR_LAST_COMMA = re.compile(r'"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])')


def without_comments(text: str) -> str:
    """Return JSON of a text that may have comments and commas after the last entry, as the program allows."""
    plain = _STRING_OR_COMMENT.sub(lambda found: found[0] if found[0].startswith('"') else " ", text)
    return _STRING_OR_LAST_COMMA.sub(lambda found: found[0] if found[0].startswith('"') else "", plain)


def denied_in(settings: Mapping[str, object]) -> dict[str, bool]:
    """Return for each permission that such settings name whether they deny it as a whole; ``*`` stands for all."""
    permission = settings.get("permission")
    if isinstance(permission, str):
        return {"*": permission == DENY}
    rules = as_dict(permission)
    return {name: (as_dict(rule).get("*") if isinstance(rule, dict) else rule) == DENY for name, rule in rules.items()}


def denied_by(files: Iterable[Path]) -> frozenset[str]:
    """Return the permissions that these files deny as a whole, a later file deciding over an earlier one."""
    found: dict[str, bool] = {}
    for file in files:
        try:
            text = file.read_text(encoding="utf-8")
        except FileNotFoundError:
            continue
        except (OSError, ValueError) as error:
            log.warning("Opencode's settings can't be read: %s", error)
            continue
        try:
            found.update(denied_in(as_dict(json.loads(without_comments(text)))))
        except ValueError as error:
            # The program itself refuses such a file.
            log.warning("Opencode's settings are damaged: %s", error)
    return frozenset(name for name, is_denied in found.items() if is_denied)


def settings_files(folder: Path, more: str | None) -> list[Path]:
    """Return the files that hold settings: those in the configuration folder, and one that a variable names."""
    return [*(folder / name for name in _NAMES), *([Path(more)] if more else [])]
