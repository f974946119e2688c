# SPDX-License-Identifier: MIT
"""What the practice agent's program takes from its environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

HOME_VARIABLE = "ONESIST_PRACTICE_HOME"
LOCALE_VARIABLE = "ONESIST_PRACTICE_LOCALE"
DELAY_VARIABLE = "ONESIST_PRACTICE_DELAY_MS"
WINDOW_VARIABLE = "ONESIST_PRACTICE_WINDOW"

DEFAULT_DELAY_MS = 40
DEFAULT_WINDOW = 200_000


@dataclass(frozen=True, slots=True)
class PracticeSettings:
    """See :meth:`read`.

    Attributes:
        home: Where the sessions are kept.
        delay_s: Pause between the words of a slow answer.
        window: Size of the pretended context window, in tokens.
    """

    home: Path
    locale: str = "en"
    delay_s: float = DEFAULT_DELAY_MS / 1000
    window: int = DEFAULT_WINDOW

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> PracticeSettings:
        """Read the environment. Raises ValueError, with a text for people, when something in it can't be used."""
        home = Path(environment.get(HOME_VARIABLE, ""))
        if not home.is_absolute():
            raise ValueError(f"{HOME_VARIABLE} must name a folder with its whole path.")
        delay = environment.get(DELAY_VARIABLE, str(DEFAULT_DELAY_MS))
        window = environment.get(WINDOW_VARIABLE, str(DEFAULT_WINDOW))
        if not delay.isdecimal() or not window.isdecimal():
            raise ValueError(f"{DELAY_VARIABLE} and {WINDOW_VARIABLE} must be whole numbers.")
        return cls(home, environment.get(LOCALE_VARIABLE, "en"), int(delay) / 1000, int(window))
