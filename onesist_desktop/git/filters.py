# SPDX-License-Identifier: MIT
"""Which content filters a repository's own configuration would run, and how to switch them off for one command."""

from __future__ import annotations

_OWN_SCOPES = frozenset({b"local", b"worktree"})
_RUNS = ("clean", "smudge", "process")


def configured_filters(listed: bytes) -> tuple[str, ...]:
    """Return the settings (``name=value``) that take the repository's own filter programs out of a command.

    A driver that the repository configures itself gets back what the person's own configuration says of it, or nothing.

    Args:
        listed: Output of ``git config --list --show-scope -z``: scope, NUL, name, line break, value, NUL.
    """
    fields = listed.split(b"\0")
    persons: dict[str, str] = {}
    own: set[str] = set()
    for scope, entry in zip(fields[::2], fields[1::2], strict=False):
        raw_name, _, raw_value = entry.partition(b"\n")
        name = raw_name.decode("utf-8", "surrogateescape")
        driver, key = _driver_of(name)
        if driver is None:
            continue
        if scope in _OWN_SCOPES:
            own.add(driver)
        elif scope != b"command":
            persons[f"filter.{driver}.{key}"] = raw_value.decode("utf-8", "surrogateescape")
    return tuple(
        f"{name}={persons.get(name, 'false' if name.endswith('.required') else '')}"
        for driver in sorted(own)
        for name in (*(f"filter.{driver}.{key}" for key in _RUNS), f"filter.{driver}.required")
    )


def _driver_of(name: str) -> tuple[str | None, str]:
    """Split ``filter.<driver>.<key>``; the driver's name may hold dots, and upper case counts in it."""
    section, _, rest = name.partition(".")
    driver, dot, key = rest.rpartition(".")
    return (driver, key) if section.lower() == "filter" and dot else (None, "")
