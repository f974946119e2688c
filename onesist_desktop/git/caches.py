# SPDX-License-Identifier: MIT
"""Folders that programs fill by themselves and make again: of what Git ignores, these don't count as work.

The rule: only folders whose name one tool has for its cache or for what it downloads. Not ``build``, ``dist``, ``out``, ``data``
and the like: people keep the only copy of things there. ``target`` is one only where Cargo's manifest lies beside it.
"""

# Paths of Git's are strings, with surrogates for what is no UTF-8.
# ruff: noqa: PTH113, PTH114, PTH118
from __future__ import annotations

import os

KNOWN = frozenset(
    [
        "node_modules",
        ".venv",
        "venv",
        "__pycache__",
        ".pytest_cache",
        ".mypy_cache",
        ".ruff_cache",
        ".tox",
        ".nox",
        ".gradle",
        ".next",
        ".nuxt",
        ".cache",
        ".turbo",
        "Pods",
        "DerivedData",
    ]
)
_BESIDE = {"target": "Cargo.toml"}


def is_cache(folder: str) -> bool:
    """Tell whether a folder (its whole path) is a known cache. May look for a file beside it."""
    parent, name = os.path.split(folder)
    return name in KNOWN or (name in _BESIDE and os.path.isfile(os.path.join(parent, _BESIDE[name])))


def cache_in(top: str, path: str) -> str:
    """Return the outermost folder of a relative path that is a known cache below ``top``, with ``/``; empty for none.

    The last part counts only if the path ends with ``/``, or is a link to a cache that is elsewhere.
    """
    parts = path.split("/")
    for count in range(1, len(parts)):
        if is_cache(os.path.join(top, *parts[:count])):
            return "/".join(parts[:count]) + "/"
    is_link = bool(parts[-1]) and os.path.islink(os.path.join(top, path)) and is_cache(os.path.join(top, path))
    return f"{path}/" if is_link else ""


def is_kept_in_cache(name: str) -> bool:
    """Tell whether a file counts although it lies in a known cache: people put their settings and keys into such files."""
    return name.startswith(".env")
