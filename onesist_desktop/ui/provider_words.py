# SPDX-License-Identifier: MIT
"""How ready somebody is to answer, in words: a badge, a line that says what they are, and a sentence that says what to do."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication

from onesist_desktop.core.answerer import SetupHelp
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.services.views import ProviderView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.transcript.notices import not_ready_text

PRACTICE = "practice"
"""Family of those who show how everything works and are no AI."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A word or two. ``tone`` is a value of ``widgets.badge.BadgeTone``; ``glyph`` may be empty."""

    text: str
    tone: str = "neutral"
    glyph: str = ""


def badge(view: ProviderView) -> Badge:
    """Word how ready a provider is."""
    if view.readiness is None:
        return Badge(QCoreApplication.translate("ProviderWords", "Looking…"))
    if view.readiness.is_ready:
        if is_signed_out(view):
            return _signed_out()
        return Badge(QCoreApplication.translate("ProviderWords", "Ready"), "success", "check")
    reason = view.readiness.reason
    match reason:
        case FailureReason.NOT_SIGNED_IN if not view.capabilities.is_agent:
            return Badge(QCoreApplication.translate("ProviderWords", "Key refused"), "warning", "key")
        case FailureReason.NOT_SIGNED_IN:
            return _signed_out()
        case FailureReason.KEY_MISSING:
            return Badge(not_ready_text(reason), "warning", "key")
        case FailureReason.LIMIT_REACHED:
            return Badge(QCoreApplication.translate("ProviderWords", "Limit reached"), "warning", "clock")
        case FailureReason.RATE_LIMITED | FailureReason.OVERLOADED:
            return Badge(QCoreApplication.translate("ProviderWords", "Busy"), "warning", "clock")
    return Badge(not_ready_text(reason))


def is_off(view: ProviderView) -> bool:
    """Tell whether it was found that somebody can't answer yet. Advice: a message can be sent all the same."""
    return view.readiness is not None and not view.readiness.is_ready


def is_signed_out(view: ProviderView) -> bool:
    """Tell whether an agent that was found seems to be signed out. Advice as well: it may sign in by itself when it is asked."""
    return view.capabilities.is_agent and view.readiness is not None and view.readiness.is_signed_in is False


def about(view: ProviderView) -> str:
    """Word in one line what a provider is, or what is missing. Empty while nobody has looked."""
    if view.info.family == PRACTICE:
        return QCoreApplication.translate(
            "ProviderWords", "Not an AI: it shows how everything works. No account, no internet, no cost."
        )
    if view.readiness is None:
        return ""
    if not view.readiness.is_ready:
        return _missing(view)
    return _about_agent(view) if view.capabilities.is_agent else _about_model(view)


def setup_of(view: ProviderView) -> SetupHelp:
    """Return how to get a provider. A command that would sign in to another account than this is left out."""
    setup = view.info.setup
    # Shells write a quote within quotes in ways of their own.
    is_of_another = bool(view.account_folder) and _unquoted(view.account_folder) not in _unquoted(setup.sign_in)
    return replace(setup, sign_in="") if is_of_another else setup


def advice(view: ProviderView) -> str:
    """Word what can be done so that a provider gets ready. Empty where nothing has to be done."""
    readiness, setup, is_agent = view.readiness, setup_of(view), view.capabilities.is_agent
    if readiness is None:
        return ""
    is_signed_out = readiness.reason == FailureReason.NOT_SIGNED_IN or (readiness.is_ready and readiness.is_signed_in is False)
    if is_agent and is_signed_out:
        if setup.sign_in:
            return QCoreApplication.translate(
                "ProviderWords", "Run the command below in a terminal and sign in there. Then choose Check again."
            )
        if view.account_folder:
            return QCoreApplication.translate(
                "ProviderWords",
                "Sign in in a terminal, with the folder below as the place of its settings. Then choose Check again.",
            )
        return QCoreApplication.translate(
            "ProviderWords", "Start it once in a terminal and sign in there. Then choose Check again."
        )
    return "" if readiness.is_ready else _what_to_do(view)


def setup_action(view: ProviderView) -> str:
    """Word the button that leads to what is missing; empty where nothing is."""
    if view.readiness is None or badge(view).tone == "success":
        return ""
    match view.readiness.reason:
        case FailureReason.PROGRAM_MISSING:
            return QCoreApplication.translate("ProviderWords", "How to get it")
        case FailureReason.KEY_MISSING:
            return QCoreApplication.translate("ProviderWords", "Add key…")
        case FailureReason.NOT_SIGNED_IN if not view.capabilities.is_agent:
            return QCoreApplication.translate("ProviderWords", "Replace key…")
        case FailureReason.CONNECTION_LOST if not view.capabilities.is_agent:
            return QCoreApplication.translate("ProviderWords", "How to start it")
    if view.capabilities.is_agent and (view.readiness.is_ready or view.readiness.reason == FailureReason.NOT_SIGNED_IN):
        return QCoreApplication.translate("ProviderWords", "Sign in…")
    return QCoreApplication.translate("ProviderWords", "Set up…")


def sign_in_text(view: ProviderView) -> str:
    """Word whether an agent is signed in, as far as that can be told."""
    signed_in = view.readiness.is_signed_in if view.readiness else None
    is_refused = view.readiness is not None and view.readiness.reason == FailureReason.NOT_SIGNED_IN
    if signed_in is False or is_refused:
        return QCoreApplication.translate("ProviderWords", "Signed out")
    if signed_in:
        return QCoreApplication.translate("ProviderWords", "Signed in")
    return QCoreApplication.translate("ProviderWords", "Can't be told before it answers")


def _unquoted(text: str) -> str:
    return text.replace("'", "").replace('"', "")


def _signed_out() -> Badge:
    return Badge(not_ready_text(FailureReason.NOT_SIGNED_IN), "warning", "sign-in")


def _about_agent(view: ProviderView) -> str:
    version = view.readiness.version if view.readiness else ""
    match (bool(version), view.readiness.is_signed_in if view.readiness else None):
        case (True, True):
            text = QCoreApplication.translate("ProviderWords", "Version %1, signed in")
        case (True, False):
            text = QCoreApplication.translate("ProviderWords", "Version %1, not signed in")
        case (True, None):
            text = QCoreApplication.translate("ProviderWords", "Version %1, installed")
        case (False, True):
            text = QCoreApplication.translate("ProviderWords", "Installed, signed in")
        case (False, False):
            text = QCoreApplication.translate("ProviderWords", "Installed, not signed in")
        case _:
            text = QCoreApplication.translate("ProviderWords", "Installed")
    return fill(text, version)


def _about_model(view: ProviderView) -> str:
    if view.has_key:
        key = QCoreApplication.translate("ProviderWords", "Answers questions with your own key")
    else:
        key = QCoreApplication.translate("ProviderWords", "Answers questions, needs no key")
    return " · ".join(text for text in (view.default_model, key) if text)


def _missing(view: ProviderView) -> str:
    readiness, is_agent = view.readiness, view.capabilities.is_agent
    match readiness.reason if readiness else "":
        case FailureReason.PROGRAM_MISSING:
            return QCoreApplication.translate("ProviderWords", "Not found on this computer")
        case FailureReason.NOT_SIGNED_IN if is_agent:
            return QCoreApplication.translate("ProviderWords", "Found, not signed in")
        case FailureReason.NOT_SIGNED_IN:
            return QCoreApplication.translate("ProviderWords", "Its key was refused")
        case FailureReason.KEY_MISSING:
            return QCoreApplication.translate("ProviderWords", "Needs a key before it can answer")
        case FailureReason.CONNECTION_LOST if is_agent:
            return QCoreApplication.translate("ProviderWords", "Found, but it said nothing when it was asked")
        case FailureReason.CONNECTION_LOST:
            return QCoreApplication.translate("ProviderWords", "Can't be reached")
        case FailureReason.PROTOCOL:
            return QCoreApplication.translate("ProviderWords", "Found, but Onesist doesn't understand this version")
        case FailureReason.CRASHED:
            return QCoreApplication.translate("ProviderWords", "Found, but it ended by itself when it was asked")
        case FailureReason.LIMIT_REACHED:
            return QCoreApplication.translate("ProviderWords", "What its account may use is used up for now")
        case FailureReason.RATE_LIMITED:
            return QCoreApplication.translate("ProviderWords", "Gets too many requests at the moment")
        case FailureReason.OVERLOADED:
            return QCoreApplication.translate("ProviderWords", "Its service has too much to do at the moment")
        case FailureReason.PROVIDER_ERROR:
            return QCoreApplication.translate("ProviderWords", "Its service failed when it was asked")
        case FailureReason.MODEL_UNKNOWN:
            return QCoreApplication.translate("ProviderWords", "Its model is not known there")
    return QCoreApplication.translate("ProviderWords", "Can't be used as it is")


def _what_to_do(view: ProviderView) -> str:
    readiness, setup, is_agent = view.readiness, view.info.setup, view.capabilities.is_agent
    match readiness.reason if readiness else "":
        case FailureReason.PROGRAM_MISSING if setup.install:
            return QCoreApplication.translate(
                "ProviderWords",
                "Install it with the command below, or say where its program is. Then choose Check again.",
            )
        case FailureReason.PROGRAM_MISSING:
            return QCoreApplication.translate(
                "ProviderWords", "Install it as its maker describes, or say where its program is. Then choose Check again."
            )
        case FailureReason.NOT_SIGNED_IN:
            return QCoreApplication.translate("ProviderWords", "Replace the key.")
        case FailureReason.KEY_MISSING:
            return QCoreApplication.translate("ProviderWords", "Add a key. It is kept in the keyring of this computer.")
        case FailureReason.CONNECTION_LOST if not is_agent:
            return QCoreApplication.translate(
                "ProviderWords", "If it runs on this computer, start its server. Then choose Check again."
            )
        case FailureReason.PROTOCOL:
            return QCoreApplication.translate(
                "ProviderWords", "Install its newest version, or another one. Then choose Check again."
            )
        case FailureReason.CRASHED:
            return QCoreApplication.translate(
                "ProviderWords", "Start it once in a terminal to see what it says. Then choose Check again."
            )
        case FailureReason.LIMIT_REACHED:
            return QCoreApplication.translate("ProviderWords", "Wait until the limit ends, or let somebody else answer meanwhile.")
    return QCoreApplication.translate("ProviderWords", "Wait a little, then choose Check again.")
