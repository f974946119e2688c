# SPDX-License-Identifier: MIT
"""Translations. English is in the code; its plurals are worked out here, as Qt leaves "%n message(s)" to a translation."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication, QTranslator

_PLACE = re.compile(r"%([1-9])")


class EnglishPlurals(QTranslator):
    """Drops or keeps the "(s)" of English texts that are translated with a count. Leaves every other text alone."""

    def isEmpty(self) -> bool:
        """Say that there is something to translate."""
        return False

    def translate(self, context: str, source_text: str, disambiguation: str | None = None, n: int = -1) -> str:
        """Return the text in its right number, or None for *not translated here*: an empty string would be a translation."""
        if n < 0 or "(s)" not in source_text:
            return None  # type: ignore[return-value]
        return source_text.replace("(s)", "" if n == 1 else "s")


def install_language(app: QCoreApplication) -> QTranslator:
    """Install the plurals of English. Keep the result as long as the app lives, and remove it with ``removeTranslator``."""
    plurals = EnglishPlurals(app)
    app.installTranslator(plurals)
    return plurals


def fill(text: str, *values: object) -> str:
    """Put values into ``%1``, ``%2``… of a translated text. A value that itself holds ``%2`` stays as it is."""

    def value(match: re.Match[str]) -> str:
        index = int(match.group(1)) - 1
        return str(values[index]) if index < len(values) else match.group(0)

    return _PLACE.sub(value, text)
