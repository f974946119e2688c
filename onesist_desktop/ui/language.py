# SPDX-License-Identifier: MIT
"""Translations. English is in the code, with its plurals in a translation of its own; see docs/translating.md."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import as_file, files

from PySide6.QtCore import QCoreApplication, QLocale, QTranslator

log = logging.getLogger(__name__)

ENGLISH = "en"
LANGUAGES = (ENGLISH, "id")
_PLACE = re.compile(r"%([1-9])")


def language_of(locale: str) -> str | None:
    """Return the language of ours that a locale such as ``id``, ``id_ID`` or ``id-ID`` means; None for any other."""
    language = re.split("[-_.]", locale.lower(), maxsplit=1)[0]
    # The code that Java, and what is built on it, still says for Indonesian.
    language = "id" if language == "in" else language
    return language if language in LANGUAGES else None


def system_language(preferred: Sequence[str] | None = None) -> str:
    """Return the first language of ours among those that the person prefers, best first; None asks the desktop."""
    locales = QLocale.system().uiLanguages() if preferred is None else preferred
    return next((language for language in map(language_of, locales) if language), ENGLISH)


def number_locale(language: str, system: QLocale | None = None) -> QLocale:
    """Return how numbers and dates are written in a language: as the desktop does it, if that speaks the language."""
    own = QLocale(language)
    system = QLocale.system() if system is None else system
    return system if system.language() == own.language() else own


@contextmanager
def speaking(app: QCoreApplication, locale: str) -> Iterator[None]:
    """Speak a language, and write numbers its way, until the end of the block.

    Widgets take their words when they are made, so this has to stand around them.

    Args:
        app: The application.
        locale: A locale such as ``id`` or ``en_GB``; one that we don't know speaks English.
    """
    language = language_of(locale) or ENGLISH
    translator = _load(app, language)
    before = QLocale()
    app.installTranslator(translator)
    QLocale.setDefault(number_locale(language))
    try:
        yield
    finally:
        QLocale.setDefault(before)
        app.removeTranslator(translator)
        translator.deleteLater()


def _load(app: QCoreApplication, language: str) -> QTranslator:
    translator = QTranslator(app)
    resource = files("onesist_desktop").joinpath("resources", "translations", f"onesist_{language}.qm")
    with as_file(resource) as path:
        if not translator.load(str(path)):
            log.warning("the translation %s can't be read, so the window speaks plain English", path.name)
    return translator


def fill(text: str, *values: object) -> str:
    """Put values into ``%1``, ``%2``… of a translated text. A value that itself holds ``%2`` stays as it is."""

    def value(match: re.Match[str]) -> str:
        index = int(match.group(1)) - 1
        return str(values[index]) if index < len(values) else match.group(0)

    return _PLACE.sub(value, text)
