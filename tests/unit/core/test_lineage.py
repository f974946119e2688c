# SPDX-License-Identifier: MIT
"""The rules of forks: points, titles, ancestors in sound and in damaged data, and which session a fork may begin from."""

from __future__ import annotations

from dataclasses import replace

import pytest

from onesist_desktop.core.answerer import Capabilities, ForkAbility
from onesist_desktop.core.errors import LineageError, LineageFault
from onesist_desktop.core.ids import MessageId, ThreadId
from onesist_desktop.core.lineage import (
    HARMLESS,
    ForkAt,
    Link,
    Reach,
    SourceSession,
    ancestors,
    base_title,
    check_fork_point,
    fork_place,
    fork_title,
    may_begin_from,
    next_fork_number,
)
from onesist_desktop.core.messages import Message, MessageKind, MessageStatus, Role, TextPart
from onesist_desktop.core.records import RetireReason, SessionState

HI = Message(MessageId("m"), ThreadId("t"), 3, Role.USER, (TextPart("hi"),))
ACTIVE = SourceSession(SessionState.ACTIVE, None, "/p", "m")
AT_MESSAGE = Capabilities(is_agent=True, fork=ForkAbility.AT_MESSAGE)
AT_END = Capabilities(is_agent=True, fork=ForkAbility.AT_END)


def lineage(**parents: tuple[str | None, int | None]) -> list[Reach]:
    """Return the ancestors of ``c`` among these threads, each with its parent and where it was forked."""
    links = {name: Link(ThreadId(name), ThreadId(of) if of else None, at) for name, (of, at) in parents.items()}
    return ancestors(links["c"], links.get)


@pytest.mark.parametrize(
    ("parents", "expected"),
    [
        ({"c": (None, None)}, []),
        ({"c": ("p", 4), "p": (None, None)}, [("p", 4)]),
        ({"c": ("p", 9), "p": ("g", 4), "g": (None, None)}, [("p", 9), ("g", 4)]),
        ({"c": ("p", 3), "p": ("g", 4), "g": (None, None)}, [("p", 3), ("g", 3)]),
        ({"c": ("p", 3), "p": ("g", 4), "g": ("h", 9), "h": (None, None)}, [("p", 3), ("g", 3), ("h", 3)]),
        # The list ends before a thread that isn't there.
        ({"c": ("gone", 4)}, []),
        ({"c": ("p", 4), "p": ("gone", 2)}, [("p", 4)]),
        # Nobody knows where it was forked.
        ({"c": ("p", None), "p": (None, None)}, [("p", 0)]),
        ({"c": ("p", 4), "p": ("g", None), "g": (None, None)}, [("p", 4), ("g", 0)]),
    ],
)
def test_ancestors(parents: dict[str, tuple[str | None, int | None]], expected: list[tuple[str, int]]) -> None:
    assert lineage(**parents) == [Reach(ThreadId(name), upto) for name, upto in expected]


@pytest.mark.parametrize(
    "parents",
    [
        {"c": ("c", 1)},
        {"c": ("p", 4), "p": ("p", 1)},
        {"c": ("p", 4), "p": ("c", 1)},
        {"c": ("p", 4), "p": ("g", 1), "g": ("p", 2)},
    ],
)
def test_a_lineage_that_leads_back_to_itself_is_told(parents: dict[str, tuple[str | None, int | None]]) -> None:
    with pytest.raises(LineageError) as caught:
        lineage(**parents)
    assert caught.value.fault is LineageFault.CYCLE


@pytest.mark.parametrize(
    "message",
    [
        None,
        replace(HI, role=Role.SYSTEM, kind=MessageKind.ERROR),
        replace(HI, rolled_back=True),
        replace(HI, status=MessageStatus.STREAMING),
        replace(HI, parts=()),
    ],
)
def test_only_settled_content_is_a_fork_point(message: Message | None) -> None:
    with pytest.raises(LineageError) as caught:
        check_fork_point(message, has_content=True)
    assert caught.value.fault is LineageFault.UNKNOWN_SEQ


def test_fork_points() -> None:
    assert check_fork_point(HI, has_content=True) is HI
    cut_off = replace(HI, status=MessageStatus.INTERRUPTED)
    assert check_fork_point(cut_off, has_content=True) is cut_off
    with pytest.raises(LineageError) as caught:
        check_fork_point(None, has_content=False)
    assert caught.value.fault is LineageFault.EMPTY


def test_titles_never_pile_up() -> None:
    assert base_title("Fix the login loop", None) == "Fix the login loop"
    assert base_title("Fix the login loop (2)", 2) == "Fix the login loop"
    # A number of the person's own stays.
    assert base_title("Plan (2024)", None) == "Plan (2024)"
    assert base_title("Plan (2024)", 2) == "Plan (2024)"
    assert fork_title("Fix the login loop", 12, 200) == "Fix the login loop (12)"
    assert fork_title("abcdefgh", 2, 9) == "abcde (2)"
    assert fork_title("", 2, 200) == "(2)"
    assert base_title("(2)", 2) == ""


def test_numbers_begin_with_two_and_go_up() -> None:
    assert next_fork_number([]) == 2
    assert next_fork_number([None]) == 2
    assert next_fork_number([None, 2, 5, 3]) == 6


def begins(session: SourceSession, capabilities: Capabilities = AT_MESSAGE, cwd: str = "/p", model: str | None = "m") -> bool:
    return may_begin_from(session, capabilities, cwd=cwd, model=model)


def test_which_session_a_fork_may_begin_from() -> None:
    assert begins(ACTIVE)
    assert begins(ACTIVE, AT_END)
    assert not begins(ACTIVE, Capabilities(is_agent=True))
    assert not begins(replace(ACTIVE, has_native_id=False))
    assert not begins(ACTIVE, cwd="/elsewhere")
    assert not begins(ACTIVE, model="other")
    assert begins(ACTIVE, replace(AT_MESSAGE, can_change_model=True), model="other")
    assert not begins(replace(ACTIVE, state=SessionState.OPENING))


@pytest.mark.parametrize("reason", RetireReason)
def test_a_retired_session_counts_only_where_the_reason_is_harmless(reason: RetireReason) -> None:
    retired = replace(ACTIVE, state=SessionState.RETIRED, reason=reason)
    assert begins(retired) is (reason in HARMLESS)
    # Its end is not where the person forked.
    assert not begins(retired, AT_END)


def test_where_in_a_session_a_fork_begins() -> None:
    at_message, at_end = ForkAbility.AT_MESSAGE, ForkAbility.AT_END
    assert fork_place(ACTIVE, at_message, "a", is_head=False, works=True) == ForkAt("a")
    # Without a name of the point only the end will do, and only while it stays where it is.
    assert fork_place(ACTIVE, at_message, None, is_head=True, works=False) == ForkAt(None)
    assert fork_place(ACTIVE, at_end, "a", is_head=True, works=False) == ForkAt(None)
    assert fork_place(ACTIVE, at_end, "a", is_head=False, works=False) is None
    assert fork_place(ACTIVE, at_end, "a", is_head=True, works=True) is None
    assert fork_place(replace(ACTIVE, is_cut_later=True), at_end, "a", is_head=True, works=False) is None
    retired = replace(ACTIVE, state=SessionState.RETIRED, reason=RetireReason.REPLACED)
    assert fork_place(retired, at_message, None, is_head=True, works=False) is None
    assert fork_place(ACTIVE, ForkAbility.NONE, "a", is_head=True, works=False) is None
