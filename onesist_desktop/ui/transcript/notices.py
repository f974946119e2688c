# SPDX-License-Identifier: MIT
"""Notices in words. The database holds kinds and counts only; the sentence is made here, in the language of the window."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.ids import HandoffId, ProviderId
from onesist_desktop.core.turn_events import Delivery, OutcomeKind
from onesist_desktop.services.views import HandoffDelivery, ReceiptKind
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.transcript.lineage_notices import afresh_words
from onesist_desktop.ui.words import mode_text, until_text

UNREADABLE = "unreadable"
"""Reason of a part that the storage could not read. It stands for what a newer version wrote, and is no failure."""

_SET_UP = frozenset({FailureReason.NOT_SIGNED_IN, FailureReason.KEY_MISSING, FailureReason.PROGRAM_MISSING})
_LIMITS = frozenset({FailureReason.LIMIT_REACHED, FailureReason.RATE_LIMITED})
# Nobody else could do better with these.
_OWN_FAULTS = frozenset({FailureReason.WORKSPACE_MISSING, FailureReason.STORAGE, FailureReason.APP_CLOSED, FailureReason.INTERNAL})

TitleOf = Callable[[ProviderId | None], str]
KeyOf = Callable[[ProviderId | None], bool | None]
"""Whether somebody has a key; None for who is asked without one and signs in, as agents do."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """A receipt in words. ``fact`` is shown bold, ``counts`` after it. ``handoff_id`` is None where no text was made."""

    fact: str
    counts: str
    provider_id: ProviderId | None
    previous_provider_id: ProviderId | None
    handoff_id: HandoffId | None

    @property
    def sentence(self) -> str:
        """The whole receipt as one line."""
        return f"{self.fact} · {self.counts}" if self.counts else self.fact


@dataclass(frozen=True, slots=True)
class ErrorWords:
    """A failure in words: what happened, what is safe, what to do. ``is_quiet`` notes are one line and nothing to act on.

    Attributes:
        needs_set_up: Whoever was asked has to be installed, signed in or given a key first.
        set_up: What the button for that says; empty for the usual words.
        set_up_glyph: What the button for that shows.
        needs_mode: It can't be held to what it may do; something else has to be chosen first.
        resets_at: When the limit that was reached ends, in seconds since the epoch; None where nobody told.
        is_limit: A limit was reached.
        can_go_on: Somebody else may be able to answer.
    """

    what: str
    safe: str = ""
    todo: str = ""
    detail: str = ""
    is_quiet: bool = False
    provider_id: ProviderId | None = None
    needs_set_up: bool = False
    set_up: str = ""
    set_up_glyph: str = "wrench"
    needs_mode: bool = False
    resets_at: float | None = None
    is_limit: bool = False
    can_go_on: bool = False


def receipt_words(data: Mapping[str, Any], title_of: TitleOf) -> Receipt:
    """Word a handoff notice. Data of an unknown kind, from a newer version, still gets a sentence."""
    provider_id = _provider(data.get("provider_id"))
    title = title_of(provider_id)
    included, omitted = _count(data.get("included")), _count(data.get("omitted"))
    withdrawn = bool(data.get("withdrawn"))
    counts = _counts_text(included, omitted)
    match data.get("receipt"):
        case ReceiptKind.JOINED:
            fact = fill(QCoreApplication.translate("Notices", "%1 joined"), title)
        case ReceiptKind.BACK:
            fact = fill(QCoreApplication.translate("Notices", "%1 is back"), title)
        case ReceiptKind.AFRESH:
            fact = fill(QCoreApplication.translate("Notices", "%1 started afresh"), title)
            counts = _with_reason(afresh_words(data.get("reason")), counts)
        case ReceiptKind.FORKED:
            fact = fill(QCoreApplication.translate("Notices", "%1 went on from its own memory"), title)
            counts = _counts_text(included, omitted) if included or omitted else ""
        case ReceiptKind.NOTHING_FITTED:
            fact = fill(QCoreApplication.translate("Notices", "Nothing fitted for %1"), title)
            counts = QCoreApplication.translate("Notices", "the history is still owed")
        case ReceiptKind.SLICED:
            fact = fill(QCoreApplication.translate("Notices", "%1 got a part of the history"), title)
        case _:
            fact = fill(QCoreApplication.translate("Notices", "%1 was told what happened before"), title)
    if withdrawn:
        counts = QCoreApplication.translate("Notices", "withdrawn, as the request failed; it will be told again")
    handoff_id = data.get("handoff_id")
    return Receipt(
        fact,
        counts,
        provider_id,
        _provider(data.get("previous_provider_id")),
        HandoffId(handoff_id) if isinstance(handoff_id, str) and handoff_id else None,
    )


def error_words(data: Mapping[str, Any], title_of: TitleOf, key_of: KeyOf = lambda _: None) -> ErrorWords:
    """Word an error notice."""
    provider_id = _provider(data.get("provider_id"))
    title = title_of(provider_id)
    detail = str(data.get("detail") or "")
    match data.get("outcome"):
        case OutcomeKind.STOPPED:
            return ErrorWords(fill(QCoreApplication.translate("Notices", "You stopped %1"), title), is_quiet=True)
        case OutcomeKind.CANCELLED:
            what = fill(QCoreApplication.translate("Notices", "%1 was interrupted because Onesist closed"), title)
            return ErrorWords(what, is_quiet=True)
    key = key_of(provider_id)
    reason = _reason(data.get("reason"), key)
    what, todo = _failure(reason, title, key)
    if reason is FailureReason.MODE_UNSUPPORTED:
        what, detail = _mode_words(what, detail, title)
    return ErrorWords(
        what,
        _safe_text(data.get("delivery"), title, reason),
        todo,
        detail,
        provider_id=provider_id,
        needs_set_up=provider_id is not None and reason in _SET_UP,
        set_up=fill(_set_up_text(reason, key), title) if provider_id is not None and reason in _SET_UP else "",
        set_up_glyph=_set_up_glyph(reason, key),
        needs_mode=reason is FailureReason.MODE_UNSUPPORTED,
        resets_at=_moment(data.get("resets_at")) if reason in _LIMITS else None,
        is_limit=reason in _LIMITS,
        can_go_on=reason not in _OWN_FAULTS,
    )


def limit_text(reset_s: float | None, now_s: float) -> str:
    """Word when a limit ends: the clock, the day, that it should be over, or that nobody told."""
    if reset_s is None:
        return QCoreApplication.translate("Notices", "When that ends isn't known.")
    if reset_s <= now_s:
        return QCoreApplication.translate("Notices", "That should be over now.")
    when, days = until_text(reset_s, now_s), int((reset_s - now_s) // 86_400)
    if days >= 1:
        text = QCoreApplication.translate("Notices", "It answers again in %n day(s): %1.", None, days)
        return fill(text, when)
    return fill(QCoreApplication.translate("Notices", "It answers again from %1 on."), when)


def failure_words(reason: str, title: str, detail: str = "", key: bool | None = None) -> ErrorWords:
    """Word a failure that has no notice of its own. ``key``: see ``KeyOf``."""
    if reason == UNREADABLE:
        what = QCoreApplication.translate("Notices", "This part was written by a newer Onesist and can't be shown. It is kept.")
        return ErrorWords(what, detail=detail, is_quiet=True)
    what, todo = _failure(_reason(reason, key), title, key)
    return ErrorWords(what, "", todo, detail)


def not_ready_text(reason: str) -> str:
    """Word in two or three words why a provider is not ready."""
    match _reason(reason):
        case FailureReason.PROGRAM_MISSING:
            return QCoreApplication.translate("Notices", "Not installed")
        case FailureReason.NOT_SIGNED_IN:
            return QCoreApplication.translate("Notices", "Signed out")
        case FailureReason.KEY_MISSING:
            return QCoreApplication.translate("Notices", "No key")
        case FailureReason.CONNECTION_LOST:
            return QCoreApplication.translate("Notices", "Not running")
        case _:
            return QCoreApplication.translate("Notices", "Not ready")


def delivery_text(delivery: HandoffDelivery) -> str:
    """Word where a handoff text is."""
    match delivery:
        case HandoffDelivery.PENDING:
            return QCoreApplication.translate("Notices", "Not sent yet")
        case HandoffDelivery.DELIVERED:
            return QCoreApplication.translate("Notices", "Handed over")
        case HandoffDelivery.REFUSED:
            return QCoreApplication.translate("Notices", "Not taken; nothing was handed over")
        case HandoffDelivery.UNCERTAIN:
            return QCoreApplication.translate("Notices", "Not known whether it arrived")
        case HandoffDelivery.SUPERSEDED:
            return QCoreApplication.translate("Notices", "Replaced by a later one")


def app_notice_text(code: str, detail: str) -> str:
    """Word a notice of the app itself."""
    match code:
        case "keyring_unavailable":
            return QCoreApplication.translate(
                "Notices", "The keyring of this computer can't be used, so keys are kept for this session only."
            )
        case "keyring_locked":
            return QCoreApplication.translate("Notices", "The keyring of this computer is locked, so saved keys can't be read.")
        case "disk_full":
            return QCoreApplication.translate(
                "Notices", "The disk is full. What was stored before is safe; new messages can't be stored."
            )
        case "storage":
            text = QCoreApplication.translate("Notices", "The database can't be written: %1. What was stored before is safe.")
            return fill(text, detail)
        case "settings_broken":
            text = QCoreApplication.translate(
                "Notices", "The settings could not be read and were set aside as %1. Default settings are used."
            )
            return fill(text, detail)
        case "settings_unreadable":
            return QCoreApplication.translate(
                "Notices", "The settings can't be read, so default settings are used and none are saved."
            )
        case "settings_value_ignored":
            return fill(QCoreApplication.translate("Notices", "A setting was not understood and left at its default: %1."), detail)
        case "settings_newer_file":
            return QCoreApplication.translate(
                "Notices", "The settings were written by a newer Onesist. What this one knows is used."
            )
        case "database_backup":
            text = QCoreApplication.translate("Notices", "The database was brought up to date. A copy of the old one is at %1.")
            return fill(text, detail)
        case "interrupted_runs":
            return QCoreApplication.translate(
                "Notices", "Answers were interrupted when Onesist closed. They offer to be sent again."
            )
        case "log_not_written":
            text = QCoreApplication.translate("Notices", "The log can't be written: %1. Everything else works.")
            return fill(text, detail)
        case "project_not_opened":
            text = QCoreApplication.translate(
                "Notices", "The project can't be opened: %1. Nothing was changed. Choose another folder."
            )
            return fill(text, detail)
        case "waiting_merge_dropped":
            text = QCoreApplication.translate(
                "Notices", "%1 could not be merged back when its turn came. Nothing was changed. Merge it by hand to see why."
            )
            return fill(text, detail)
        case "watch_polling":
            return QCoreApplication.translate(
                "Notices",
                "There are too many folders to watch at once, so changes in the project show a few seconds late.",
            )
        case "internal_error":
            text = QCoreApplication.translate("Notices", "Something in Onesist went wrong: %1. Your messages are stored.")
            return fill(text, detail)
        case "stricter_mode_ask":
            return fill(QCoreApplication.translate("Notices", "%1 can't keep to what was chosen, so it asks first."), detail)
        case "stricter_mode_plan":
            return fill(QCoreApplication.translate("Notices", "%1 can't keep to what was chosen, so it only plans."), detail)
        case "stricter_mode_accept_edits":
            text = QCoreApplication.translate("Notices", "%1 can't keep to what was chosen, so it may only edit without asking.")
            return fill(text, detail)
        case _:
            return fill(QCoreApplication.translate("Notices", "Onesist reports: %1"), detail or code)


def workspace_words(data: Mapping[str, Any], title_of: TitleOf) -> str:
    """Word what is to be known of the folder that an agent works in; empty for a code of another version."""
    provider_id = _provider(data.get("provider_id"))
    if data.get("code") != "project_settings_withheld" or provider_id is None:
        return ""
    text = QCoreApplication.translate(
        "Notices",
        "This project brings settings of its own for %1. They don't count, because nobody trusted this folder yet."
        " To use them, start %1 once in a terminal here and trust the folder.",
    )
    return fill(text, title_of(provider_id))


def _with_reason(reason: str, counts: str) -> str:
    return fill(QCoreApplication.translate("Notices", "%1 · %2", "a reason and counts"), reason, counts) if reason else counts


def _counts_text(included: int, omitted: int) -> str:
    if omitted:
        text = QCoreApplication.translate("Notices", "%n message(s) handed over, %1 left out", None, included)
        return fill(text, omitted)
    if included:
        return QCoreApplication.translate("Notices", "%n message(s) handed over", None, included)
    return QCoreApplication.translate("Notices", "nothing to hand over")


def _safe_text(delivery: object, title: str, reason: FailureReason) -> str:
    match delivery:
        case Delivery.REFUSED if reason is FailureReason.MODE_UNSUPPORTED:
            return QCoreApplication.translate("Notices", "Your message is kept. Nothing was sent.")
        case Delivery.REFUSED:
            return QCoreApplication.translate("Notices", "Your message is kept. Nothing was handed over.")
        case Delivery.UNCERTAIN:
            text = QCoreApplication.translate("Notices", "Your message is kept. Nobody can tell whether %1 read it.")
            return fill(text, title)
        case _:
            return QCoreApplication.translate("Notices", "Your message is kept, and so is what was answered so far.")


def _failure(reason: FailureReason, title: str, key: bool | None) -> tuple[str, str]:
    """Return what happened and what to do."""
    if reason is FailureReason.NOT_SIGNED_IN and key:
        what = QCoreApplication.translate("Notices", "%1 refused the key")
        todo = QCoreApplication.translate("Notices", "Replace the key of %1, then send again.")
    else:
        what, todo = _FAILURES[reason]()
    return fill(what, title), fill(todo, title)


def _mode_words(what: str, detail: str, title: str) -> tuple[str, str]:
    """Name the mode that can't be kept to, which stands before the first colon of the details, and return what else they say."""
    name, _, rest = detail.partition(":")
    if name not in set(PermissionMode):
        return what, detail
    text = QCoreApplication.translate("Notices", "%1 can't be held to “%2”")
    return fill(text, title, mode_text(PermissionMode(name))), rest.strip()


def _provider(value: object) -> ProviderId | None:
    return ProviderId(value) if isinstance(value, str) and value else None


def _moment(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and value > 0 else None


def _set_up_text(reason: FailureReason, key: bool | None) -> str:
    match reason:
        case FailureReason.NOT_SIGNED_IN if key:
            return QCoreApplication.translate("Notices", "Replace the key of %1…")
        case FailureReason.NOT_SIGNED_IN:
            return QCoreApplication.translate("Notices", "Sign in to %1…")
        case FailureReason.KEY_MISSING:
            return QCoreApplication.translate("Notices", "Add a key for %1…")
        case _:
            return QCoreApplication.translate("Notices", "Set up %1…")


def _set_up_glyph(reason: FailureReason, key: bool | None) -> str:
    if reason is FailureReason.KEY_MISSING or key is not None:
        return "key"
    return "sign-in" if reason is FailureReason.NOT_SIGNED_IN else "wrench"


def _count(value: object) -> int:
    return value if isinstance(value, int) and value > 0 else 0


def _reason(value: object, key: bool | None = None) -> FailureReason:
    try:
        reason = FailureReason(str(value))
    except ValueError:
        return FailureReason.PROVIDER_ERROR
    # Whoever is asked with a key and has none can't have been refused one.
    return FailureReason.KEY_MISSING if reason is FailureReason.NOT_SIGNED_IN and key is False else reason


def _tr(what: str, todo: str) -> tuple[str, str]:
    return what, todo


_FAILURES: Mapping[FailureReason, Callable[[], tuple[str, str]]] = {
    FailureReason.PROVIDER_MISSING: lambda: _tr(
        QCoreApplication.translate("Notices", "%1 is no longer here, so nobody could answer"),
        QCoreApplication.translate("Notices", "Ask someone else, or add %1 again."),
    ),
    FailureReason.PROGRAM_MISSING: lambda: _tr(
        QCoreApplication.translate("Notices", "%1 did not answer: its program was not found"),
        QCoreApplication.translate("Notices", "Install %1, or ask someone else."),
    ),
    FailureReason.NOT_SIGNED_IN: lambda: _tr(
        QCoreApplication.translate("Notices", "%1 did not answer: its sign-in has run out"),
        QCoreApplication.translate("Notices", "Sign in to %1 in a terminal, then send again."),
    ),
    FailureReason.KEY_MISSING: lambda: _tr(
        QCoreApplication.translate("Notices", "%1 did not answer: it has no key"),
        QCoreApplication.translate("Notices", "Add a key for %1, then send again."),
    ),
    FailureReason.OVERLOADED: lambda: _tr(
        QCoreApplication.translate("Notices", "%1 is overloaded"),
        QCoreApplication.translate("Notices", "Wait a moment and send again, or continue with someone else."),
    ),
    FailureReason.RATE_LIMITED: lambda: _tr(
        QCoreApplication.translate("Notices", "%1 gets too many requests just now"),
        QCoreApplication.translate("Notices", "Wait a moment and send again, or continue with someone else."),
    ),
    FailureReason.LIMIT_REACHED: lambda: _tr(
        QCoreApplication.translate("Notices", "%1 has reached its usage limit"),
        QCoreApplication.translate("Notices", "Send again then, or continue with someone else now."),
    ),
    FailureReason.RUNAWAY: lambda: _tr(
        QCoreApplication.translate("Notices", "%1 asked its model again and again without getting anywhere, so it was stopped"),
        QCoreApplication.translate("Notices", "Send again, say it in other words, or continue with someone else."),
    ),
    FailureReason.BAD_REQUEST: lambda: _tr(
        QCoreApplication.translate("Notices", "%1 refused the request"),
        QCoreApplication.translate("Notices", "Read the details, choose another model, or ask someone else."),
    ),
    FailureReason.TOO_LONG: lambda: _tr(
        QCoreApplication.translate("Notices", "The message is too long for %1"),
        QCoreApplication.translate("Notices", "Shorten it, or ask someone with more room."),
    ),
    FailureReason.PROVIDER_ERROR: lambda: _tr(
        QCoreApplication.translate("Notices", "%1 reported a fault of its own"),
        QCoreApplication.translate("Notices", "Send again, or ask someone else."),
    ),
    FailureReason.CONNECTION_LOST: lambda: _tr(
        QCoreApplication.translate("Notices", "The connection to %1 was lost"),
        QCoreApplication.translate("Notices", "Check the connection, then send again."),
    ),
    FailureReason.SESSION_LOST: lambda: _tr(
        QCoreApplication.translate("Notices", "%1 no longer has its memory of this thread"),
        QCoreApplication.translate("Notices", "Send again: it starts afresh and gets the history."),
    ),
    FailureReason.PROTOCOL: lambda: _tr(
        QCoreApplication.translate("Notices", "%1 sent something that Onesist does not understand"),
        QCoreApplication.translate("Notices", "Send again. If it happens again, check the version of %1."),
    ),
    FailureReason.CRASHED: lambda: _tr(
        QCoreApplication.translate("Notices", "%1 ended unexpectedly"),
        QCoreApplication.translate("Notices", "Send again, or ask someone else."),
    ),
    FailureReason.MODEL_UNKNOWN: lambda: _tr(
        QCoreApplication.translate("Notices", "%1 does not know this model"),
        QCoreApplication.translate("Notices", "Choose another model, then send again."),
    ),
    FailureReason.WORKSPACE_MISSING: lambda: _tr(
        QCoreApplication.translate("Notices", "The folder that %1 works in is gone"),
        QCoreApplication.translate("Notices", "Put the folder back or open the project from its new place."),
    ),
    FailureReason.MODE_UNSUPPORTED: lambda: _tr(
        QCoreApplication.translate("Notices", "%1 can't be held to what it may do here"),
        QCoreApplication.translate(
            "Notices", "Choose something it can be held to, then send again, or continue with someone else."
        ),
    ),
    FailureReason.STORAGE: lambda: _tr(
        QCoreApplication.translate("Notices", "The answer of %1 could not be stored"),
        QCoreApplication.translate("Notices", "Make room on the disk, then send again."),
    ),
    FailureReason.APP_CLOSED: lambda: _tr(
        QCoreApplication.translate("Notices", "%1 was interrupted because Onesist closed"),
        QCoreApplication.translate("Notices", "Send again when you are ready."),
    ),
    FailureReason.INTERNAL: lambda: _tr(
        QCoreApplication.translate("Notices", "Something in Onesist went wrong while %1 answered"),
        QCoreApplication.translate("Notices", "Send again. If it happens again, copy the details for a report."),
    ),
}
