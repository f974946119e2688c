# SPDX-License-Identifier: MIT
"""Names of those who answer: several of one kind need names that tell them apart."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QCoreApplication

from onesist_desktop.ui.language import fill


def free_title(title: str, taken: Collection[str]) -> str:
    """Return a name that nobody has: the title itself, else with the first number that makes it one."""
    numbered = (title if number == 1 else f"{title} {number}" for number in range(1, len(taken) + 2))
    return next(one for one in numbered if not is_taken(one, taken))


def is_taken(title: str, taken: Collection[str]) -> bool:
    """Tell whether somebody has that name, however it is written."""
    wanted = title.strip().casefold()
    return any(wanted == other.strip().casefold() for other in taken)


def taken_text(title: str) -> str:
    """Say that a name can't be used."""
    return fill(QCoreApplication.translate("Names", "Somebody is called “%1” already. Choose a name that tells them apart."), title)
