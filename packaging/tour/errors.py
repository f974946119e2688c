# SPDX-License-Identifier: MIT
"""How the tour says that something is wrong."""

from __future__ import annotations


class TourError(Exception):
    """The app is not as it should be, in one line."""


def check(condition: object, what: str) -> None:
    """Go on only if something holds.

    Args:
        condition: Whether it does.
        what: Says what should hold.

    Raises:
        TourError: It doesn't.
    """
    if not condition:
        raise TourError(f"it does not hold that {what}")


def check_equal(found: object, wanted: object, what: str) -> None:
    """Go on only if two things are equal. Raises TourError, which names both."""
    if found != wanted:
        raise TourError(f"{what}: {found!r} instead of {wanted!r}")
