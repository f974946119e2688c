# SPDX-License-Identifier: MIT
"""Models in words: how much they can keep in mind, how much they may think, and how old their list is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from onesist_desktop.core.answerer import ModelInfo
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.turn_events import Outcome
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.transcript.notices import failure_words
from onesist_desktop.ui.words import clock_text


def room_text(model: ModelInfo) -> str:
    """Word how much a model can keep in mind."""
    if not model.context_window:
        return QCoreApplication.translate("ModelWords", "room not known")
    return fill(QCoreApplication.translate("ModelWords", "room for %1 tokens"), QLocale().toString(model.context_window))


def as_of_text(fetched_at: float | None) -> str:
    """Word how old a list of models is; empty where there was never one."""
    if not fetched_at:
        return ""
    day = QLocale().toString(QDateTime.fromSecsSinceEpoch(int(fetched_at)).date(), "d MMMM")
    return fill(QCoreApplication.translate("ModelWords", "as of %1, %2"), day, clock_text(fetched_at))


def efforts_of(models: Sequence[ModelInfo], chosen: str | None) -> tuple[str, ...]:
    """Return how much can be thought, least first, in the provider's own words; empty where that can't be chosen.

    While the model is the provider's own choice, only what each of its models takes can be chosen.
    """
    if chosen is not None:
        return next((model.efforts for model in models if model.id == chosen), ())
    if not models:
        return ()
    return tuple(effort for effort in models[0].efforts if all(effort in model.efforts for model in models))


def default_effort_of(models: Sequence[ModelInfo], chosen: str | None) -> str:
    """Return how much is thought when nothing was chosen; empty where nobody tells."""
    defaults = {model.default_effort for model in models if chosen in {None, model.id}}
    return defaults.pop() if len(defaults) == 1 else ""


def effort_text(effort: str) -> str:
    """Word how much a model may think. A provider's word that isn't known is shown as it is."""
    match effort.lower():
        case "none":
            return QCoreApplication.translate("ModelWords", "No thinking")
        case "minimal":
            return QCoreApplication.translate("ModelWords", "Minimal thinking")
        case "low":
            return QCoreApplication.translate("ModelWords", "Little thinking")
        case "medium":
            return QCoreApplication.translate("ModelWords", "Medium thinking")
        case "high":
            return QCoreApplication.translate("ModelWords", "Much thinking")
        case "xhigh":
            return QCoreApplication.translate("ModelWords", "Very much thinking")
        case "max":
            return QCoreApplication.translate("ModelWords", "Most thinking")
    return effort


def list_failure_text(failure: Outcome, title: str, key: bool | None = None) -> str:
    """Word in a sentence why somebody's models can't be listed. ``key``: see ``transcript.notices.KeyOf``."""
    if failure.reason is FailureReason.NOT_SIGNED_IN and key is None:
        text = QCoreApplication.translate("ModelWords", "%1 did not tell: it isn't signed in, or its key was refused.")
        return fill(text, title)
    words = failure_words(failure.reason or "", title, failure.detail, key)
    return words.what if words.what.endswith((".", "…")) else f"{words.what}."
