# SPDX-License-Identifier: MIT
"""What happens when Opencode asks whether it may do something.

The program is told to ask for everything that changes something (:mod:`.launch`); who answers depends on our permission mode.
Its own *always* would hold for every session of the folder, so what a person allows for a thread is kept on our side.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import PurePath

from onesist_desktop.agents.json_reading import Json, as_dict, as_list, as_text, text_at
from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.turn_events import (
    ALLOW,
    ALLOW_SESSION,
    ANSWER,
    DENY,
    ApprovalAsked,
    AskedChoice,
    AskedQuestion,
    AskKind,
)

DENIED = "The person did not allow this."
PLAN_ONLY = "The person works in plan-only mode: nothing may be changed or run. Describe it in your plan instead."

# Looks things up elsewhere and changes nothing: in plan mode the person decides.
_ASKED_IN_PLAN = frozenset({"webfetch", "websearch", "codesearch", "read"})
_KINDS = {"bash": AskKind.COMMAND, "edit": AskKind.EDIT}


class Ruling(StrEnum):
    """Who decides about a request."""

    ALLOW = "allow"
    DENY = "deny"
    ASK = "ask"


@dataclass(slots=True)
class Allowed:
    """What a person allowed for one thread: pairs of a permission and a pattern."""

    rules: set[tuple[str, str]] = field(default_factory=set)

    def add(self, request: Json) -> None:
        """Allow more of the same from now on."""
        permission = as_text(request.get("permission"))
        self.rules |= {(permission, as_text(pattern)) for pattern in as_list(request.get("always"))}

    def covers(self, request: Json) -> bool:
        """Tell whether everything that is asked for was allowed before."""
        permission = as_text(request.get("permission"))
        patterns = [as_text(pattern) for pattern in as_list(request.get("patterns"))]
        return bool(patterns) and all(
            any(known == permission and matches(pattern, rule) for known, rule in self.rules) for pattern in patterns
        )


def matches(text: str, pattern: str) -> bool:
    """Tell whether a text fits a pattern of ``*`` and ``?``. ``git *`` also fits ``git`` alone."""
    wanted = "".join(".*" if sign == "*" else "." if sign == "?" else re.escape(sign) for sign in pattern)
    if pattern.endswith(" *"):
        wanted = wanted.removesuffix(re.escape(" ") + ".*") + "(?: .*)?"
    return re.fullmatch(wanted, text, re.DOTALL) is not None


def rule(mode: PermissionMode, request: Json, allowed: Allowed) -> Ruling:
    """Decide by our mode, and by what was allowed before, who answers a request."""
    permission = as_text(request.get("permission"))
    if mode is PermissionMode.FULL_ACCESS:
        return Ruling.ALLOW
    if mode is PermissionMode.PLAN and permission not in _ASKED_IN_PLAN:
        return Ruling.DENY
    if mode is PermissionMode.ACCEPT_EDITS and permission == "edit":
        return Ruling.ALLOW
    return Ruling.ALLOW if allowed.covers(request) else Ruling.ASK


def asked(request: Json, cwd: str) -> ApprovalAsked:
    """Turn a permission request into what a person is asked."""
    permission, metadata = as_text(request.get("permission")), as_dict(request.get("metadata"))
    patterns = "\n".join(as_text(pattern) for pattern in as_list(request.get("patterns")))
    detail = text_at(metadata, "command", "filepath", "url", "query", "description") or patterns
    if permission == "edit" and PurePath(detail).is_absolute():
        path = PurePath(detail)
        detail = str(path.relative_to(cwd)) if path.is_relative_to(cwd) else detail
    can_last = bool(as_list(request.get("always")))
    return ApprovalAsked(
        as_text(request.get("id")),
        permission,
        detail,
        permission,
        as_text(as_dict(request.get("tool")).get("callID")),
        (ALLOW, ALLOW_SESSION, DENY) if can_last else (ALLOW, DENY),
        kind=_KINDS.get(permission, AskKind.TOOL),
        cwd=cwd,
        diff=as_text(metadata.get("diff")),
        takes_word=True,
    )


def asked_question(request: Json) -> ApprovalAsked:
    """Turn a question request into what a person is asked."""
    questions = tuple(_question(as_dict(one)) for one in as_list(request.get("questions")))
    return ApprovalAsked(
        as_text(request.get("id")),
        questions[0].text if questions else "",
        tool="question",
        call_id=as_text(as_dict(request.get("tool")).get("callID")),
        options=(ANSWER, DENY),
        kind=AskKind.QUESTION,
        questions=questions,
        takes_word=True,
    )


def _question(told: Json) -> AskedQuestion:
    options = [as_dict(option) for option in as_list(told.get("options"))]
    return AskedQuestion(
        as_text(told.get("question")),
        as_text(told.get("header")),
        tuple(AskedChoice(as_text(option.get("label")), as_text(option.get("description"))) for option in options),
        is_multiple=told.get("multiple") is True,
        takes_text=told.get("custom") is not False,
    )
