# SPDX-License-Identifier: MIT
"""Names of folders that programs make and fill by themselves: dependencies, build results and caches.

What is in such a folder is not watched, wherever in a project it is. Names under which people keep what they wrote as well
(``bin``, ``deps``, ``out``, ``vendor``) are not in it. Whether one may be lost is another question, with a shorter list:
``git/caches.py``.
"""

from __future__ import annotations

DEPENDENCY_FOLDERS = frozenset(
    {"node_modules", "bower_components", "jspm_packages", ".venv", "venv", "site-packages", "Pods", "Carthage", ".pnpm-store"}
    | {".stack-work", "elm-stuff", ".eggs", "__pypackages__"}
)
"""What a package manager fetched."""

BUILD_FOLDERS = frozenset(
    {"target", "build", "dist", "_build", "DerivedData", ".next", ".nuxt", ".output", ".svelte-kit", ".build"}
    | {"cmake-build-debug", "cmake-build-release", "dist-newstyle", "zig-out"}
)
"""What a build made."""

CACHE_FOLDERS = frozenset(
    {
        "__pycache__",
        ".mypy_cache",
        ".pytest_cache",
        ".ruff_cache",
        ".hypothesis",
        ".tox",
        ".nox",
        ".cache",
        ".parcel-cache",
        ".turbo",
    }
    | {".gradle", ".terraform", ".sass-cache", ".dart_tool", ".ipynb_checkpoints", ".zig-cache", ".angular", ".nyc_output", ".vs"}
)
"""What a program keeps to be quicker the next time."""

UNWATCHED_FOLDERS = DEPENDENCY_FOLDERS | BUILD_FOLDERS | CACHE_FOLDERS
"""Folders whose contents are not watched."""
