# SPDX-License-Identifier: MIT
"""How ready somebody is to answer, in words: a badge, and a line that says what to do."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from onesist_desktop.core.errors import FailureReason
from onesist_desktop.services.views import ProviderView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.transcript.notices import not_ready_text

# Only words hang on these: what a person types to get a program, and to sign in to it.
_INSTALL = {"claude-code": "npm install -g @anthropic-ai/claude-code"}
_SIGN_IN = {"claude-code": "claude"}


@dataclass(frozen=True, slots=True)
class Badge:
    """A word or two. ``tone`` is a badge of the style sheet: neutral, success or warning."""

    text: str
    tone: str = "neutral"


def badge(view: ProviderView) -> Badge:
    """Word how ready a provider is."""
    if view.readiness is None:
        return Badge(QCoreApplication.translate("ProviderWords", "Looking…"))
    if view.readiness.is_ready:
        return Badge(QCoreApplication.translate("ProviderWords", "Ready"), "success")
    reason = view.readiness.reason
    if reason == FailureReason.NOT_SIGNED_IN and not view.capabilities.is_agent:
        return Badge(QCoreApplication.translate("ProviderWords", "Key refused"), "warning")
    is_small = reason in {FailureReason.NOT_SIGNED_IN, FailureReason.KEY_MISSING}
    return Badge(not_ready_text(reason), "warning" if is_small else "neutral")


def about(view: ProviderView) -> str:
    """Word what a provider is, or what is missing and what to do about it. Empty while nobody has looked."""
    if view.info.family == "practice":
        return QCoreApplication.translate(
            "ProviderWords", "Not an AI: it shows how everything works. No account, no internet, no cost."
        )
    if view.readiness is None:
        return ""
    return _about_ready(view) if view.readiness.is_ready else _what_to_do(view)


def _about_ready(view: ProviderView) -> str:
    if view.capabilities.is_agent:
        version = view.readiness.version if view.readiness else ""
        if version:
            return fill(QCoreApplication.translate("ProviderWords", "Version %1, installed and signed in"), version)
        return QCoreApplication.translate("ProviderWords", "Installed, signed in")
    if view.has_key:
        key = QCoreApplication.translate("ProviderWords", "Answers questions with your own key")
    else:
        key = QCoreApplication.translate("ProviderWords", "Answers questions, needs no key")
    return " · ".join(text for text in (view.default_model, key) if text)


def _what_to_do(view: ProviderView) -> str:
    readiness, is_agent = view.readiness, view.capabilities.is_agent
    install, sign_in = _INSTALL.get(view.info.id), _SIGN_IN.get(view.info.id)
    match readiness.reason if readiness else "":
        case FailureReason.PROGRAM_MISSING if install:
            text = QCoreApplication.translate(
                "ProviderWords", "Not found on this computer. Get it in a terminal with “%1”, then choose Look again."
            )
            return fill(text, install)
        case FailureReason.PROGRAM_MISSING:
            return QCoreApplication.translate(
                "ProviderWords", "Not found on this computer. Install it as its maker describes, then choose Look again."
            )
        case FailureReason.NOT_SIGNED_IN if sign_in:
            text = QCoreApplication.translate(
                "ProviderWords", "Found, not signed in. Start “%1” in a terminal and sign in there, then choose Look again."
            )
            return fill(text, sign_in)
        case FailureReason.NOT_SIGNED_IN if is_agent:
            return QCoreApplication.translate(
                "ProviderWords", "Found, not signed in. Start it once in a terminal and sign in there, then choose Look again."
            )
        case FailureReason.NOT_SIGNED_IN:
            return QCoreApplication.translate("ProviderWords", "Its key was refused. Change the key.")
        case FailureReason.KEY_MISSING:
            return QCoreApplication.translate("ProviderWords", "Needs a key before it can answer.")
        case FailureReason.CONNECTION_LOST if not is_agent:
            return QCoreApplication.translate(
                "ProviderWords", "Can't be reached. If it runs on this computer, start its server, then choose Look again."
            )
    return readiness.detail if readiness else ""
