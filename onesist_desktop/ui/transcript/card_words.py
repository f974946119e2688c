# SPDX-License-Identifier: MIT
"""An agent's request in words: who asks for what, where it would happen, what the buttons say, and how long it waits."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import QCoreApplication

from onesist_desktop.core.turn_events import ALLOW, ApprovalAsked, AskKind
from onesist_desktop.services.views import ApprovalView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.transcript.card_facts import CardFact
from onesist_desktop.ui.transcript.card_options import Ask, ask_of, is_refusal
from onesist_desktop.ui.transcript.plain_output import with_hidden_shown
from onesist_desktop.ui.transcript.step_words import option_text
from onesist_desktop.ui.words import short_path

_MAX_REASON = 600


def asks_text(request: ApprovalAsked, who: str) -> str:
    """Word who asks for what, as the head of a card and for a notification."""
    match ask_of(request):
        case Ask.COMMAND:
            return fill(QCoreApplication.translate("Cards", "%1 asks to run a command"), who)
        case Ask.FILES:
            return fill(QCoreApplication.translate("Cards", "%1 asks to change files"), who)
        case Ask.PLAN:
            return fill(QCoreApplication.translate("Cards", "%1 asks you to approve its plan"), who)
        case Ask.OTHER if request.tool and request.kind is AskKind.TOOL and ALLOW in request.options:
            return fill(QCoreApplication.translate("Cards", "%1 asks to use a tool"), who)
        case _:
            return fill(QCoreApplication.translate("Cards", "%1 asks you"), who)


def label_text(request: ApprovalAsked, option: str) -> str:
    """Word the button of an option: in the agent's own words where the option is its own."""
    own = dict(request.option_titles).get(option, "")
    ask = ask_of(request)
    if ask is Ask.QUESTION and is_refusal(option):
        return QCoreApplication.translate("Cards", "Don't answer")
    if ask is Ask.PLAN and option == ALLOW:
        return QCoreApplication.translate("Cards", "Approve the plan")
    if ask is Ask.PLAN and option == "deny":
        return QCoreApplication.translate("Cards", "Don't approve")
    return with_hidden_shown(own) if own else option_text(option)


def facts_of(approval: ApprovalView, root: str) -> tuple[CardFact, ...]:
    """Return where it would happen and why, as far as that is known. ``root`` is the project's folder."""
    request, facts = approval.request, []
    place = approval.cwd or request.cwd
    if place and ask_of(request) in {Ask.COMMAND, Ask.FILES, Ask.OTHER}:
        facts.append(CardFact(QCoreApplication.translate("Cards", "Where"), where_text(place, root), place))
    reason = with_hidden_shown(request.reason.strip())[:_MAX_REASON]
    if reason and reason not in {request.title.strip(), request.detail.strip()}:
        facts.append(CardFact(QCoreApplication.translate("Cards", "Why"), reason, is_foreign=True))
    return tuple(facts)


def where_text(place: str, root: str) -> str:
    """Return a folder in short: as part of the project where it is, else from the home folder on."""
    if root:
        try:
            inside = PurePath(place).relative_to(PurePath(root))
        except ValueError:
            return fill(QCoreApplication.translate("Cards", "%1, outside the project"), with_hidden_shown(short_path(place)))
        if not inside.parts:
            return QCoreApplication.translate("Cards", "Project folder")
        return fill(QCoreApplication.translate("Cards", "%1 in the project folder"), with_hidden_shown(str(inside)))
    return with_hidden_shown(short_path(place))


def waiting_text(asked_at: float, now_s: float) -> str:
    """Return how long a request waits, to the minute; empty where that isn't known."""
    if not asked_at:
        return ""
    minutes = int(max(0.0, now_s - asked_at)) // 60
    if minutes < 1:
        return QCoreApplication.translate("Cards", "asked just now")
    if minutes < 60:
        return QCoreApplication.translate("Cards", "waiting for %n minute(s)", None, minutes)
    return QCoreApplication.translate("Cards", "waiting for %n hour(s)", None, minutes // 60)
