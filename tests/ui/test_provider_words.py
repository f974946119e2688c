# SPDX-License-Identifier: MIT
"""How ready somebody is, what to do about it, and their models, in words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from onesist_desktop.core.answerer import AnswererInfo, ModelInfo, Readiness, SetupHelp
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.core.turn_events import failed
from onesist_desktop.services.views import ProviderView
from onesist_desktop.ui.model_words import (
    as_of_text,
    default_effort_of,
    effort_text,
    efforts_of,
    list_failure_text,
    room_text,
)
from onesist_desktop.ui.provider_words import about, advice, badge, is_off, setup_action, setup_of, sign_in_text
from tests.ui.fakes import provider

HELP = SetupHelp("npm install -g x", "x login", "https://example.com/x")


def view(
    reason: str, *, is_agent: bool = True, has_key: bool = False, setup: SetupHelp | None = None, **readiness: object
) -> ProviderView:
    found = Readiness(is_ready=not reason, reason=reason, **readiness)  # type: ignore[arg-type]
    made = provider(ProviderId("x"), "X", "other", is_agent=is_agent, readiness=found, has_key=has_key)
    return replace(made, info=AnswererInfo(made.info.id, "X", "other", setup or SetupHelp()))


@pytest.mark.parametrize(
    ("one", "state", "line", "todo", "action"),
    [
        (view("program_missing", setup=HELP), "Not installed", "Not found", "with the command below", "How to get it"),
        (view("program_missing"), "Not installed", "Not found", "as its maker describes", "How to get it"),
        (view("not_signed_in", setup=HELP), "Signed out", "Found, not signed in", "Run the command below", "Sign in…"),
        (view("not_signed_in"), "Signed out", "Found, not signed in", "Start it once in a terminal", "Sign in…"),
        (view("not_signed_in", is_agent=False), "Key refused", "Its key was refused", "Replace the key", "Replace key…"),
        (view("key_missing", is_agent=False), "No key", "Needs a key", "Add a key", "Add key…"),
        (view("connection_lost", is_agent=False), "Not running", "Can't be reached", "start its server", "How to start it"),
        (view("connection_lost"), "Not running", "said nothing", "Wait a little", "Set up…"),
        (view("protocol"), "Not ready", "doesn't understand this version", "Install its newest", "Set up…"),
        (view("crashed"), "Not ready", "ended by itself", "Start it once", "Set up…"),
        (view("overloaded"), "Busy", "too much to do", "Wait a little", "Set up…"),
        (view("rate_limited"), "Busy", "too many requests", "Wait a little", "Set up…"),
        (view("limit_reached"), "Limit reached", "used up", "somebody else answer", "Set up…"),
        (view("a reason of tomorrow"), "Not ready", "Can't be used", "Wait a little", "Set up…"),
        (view("", is_agent=False, has_key=True), "Ready", "with your own key", "", ""),
        (view("", is_agent=False), "Ready", "needs no key", "", ""),
        (view("", version="2.1"), "Ready", "Version 2.1, installed", "", ""),
        (view("", version="2.1", is_signed_in=True), "Ready", "Version 2.1, signed in", "", ""),
        (view("", is_signed_in=True), "Ready", "Installed, signed in", "", ""),
        (view("", version="2.1", is_signed_in=False, setup=HELP), "Signed out", "not signed in", "Run the command", "Sign in…"),
        (replace(view(""), readiness=None), "Looking…", "", "", ""),
    ],
)
def test_every_state_says_what_is_missing_and_what_to_do(
    qtbot: QtBot, one: ProviderView, state: str, line: str, todo: str, action: str
) -> None:
    assert badge(one).text == state
    assert line in about(one)
    assert bool(line) == bool(about(one))
    assert todo in advice(one)
    assert bool(todo) == bool(advice(one))
    assert setup_action(one) == action


@pytest.mark.parametrize("is_agent", [True, False])
@pytest.mark.parametrize("reason", list(FailureReason))
def test_every_reason_has_a_sentence(qtbot: QtBot, reason: FailureReason, is_agent: bool) -> None:
    one = view(reason.value, is_agent=is_agent)
    assert is_off(one)
    assert about(one)
    assert advice(one)
    assert setup_action(one)
    assert reason.value not in about(one) + advice(one)


def test_a_sign_in_that_can_not_be_told_is_said_to_be_so(qtbot: QtBot) -> None:
    assert sign_in_text(view("")) == "Can't be told before it answers"
    assert sign_in_text(view("", is_signed_in=True)) == "Signed in"
    assert sign_in_text(view("", is_signed_in=False)) == "Signed out"
    assert sign_in_text(view("not_signed_in")) == "Signed out"


def test_a_command_that_signs_in_to_another_account_is_left_out(qtbot: QtBot) -> None:
    account = replace(view("not_signed_in", setup=HELP), account_folder="/accounts/work")
    assert setup_of(account) == replace(HELP, sign_in="")
    assert "with the folder below" in advice(account)
    own = replace(HELP, sign_in="X_HOME=/accounts/work x login")
    account = replace(account, info=replace(account.info, setup=own))
    assert setup_of(account) == own
    assert "Run the command below" in advice(account)
    assert setup_of(view("", setup=HELP)) == HELP


@pytest.mark.parametrize("quoted", ["'/home/o'\"'\"'neil/x'", "'/home/o''neil/x'"])
def test_a_quoted_folder_is_found_in_the_command(qtbot: QtBot, quoted: str) -> None:
    own = replace(HELP, sign_in=f"X_HOME={quoted} x login")
    assert setup_of(replace(view("not_signed_in", setup=own), account_folder="/home/o'neil/x")) == own


def test_models_in_words(qtbot: QtBot) -> None:
    assert room_text(ModelInfo("a", "", 200_000)) == "room for 200,000 tokens"
    assert room_text(ModelInfo("a")) == "room not known"
    assert as_of_text(None) == ""
    assert as_of_text(1_764_511_500.0).startswith("as of 30 November, ")
    said = {word: effort_text(word) for word in ("none", "minimal", "low", "medium", "high", "xhigh", "max", "turbo")}
    assert said["turbo"] == "turbo"
    assert len(set(said.values())) == len(said)
    assert effort_text("High") == effort_text("high")


def test_a_list_that_can_not_be_had_says_why(qtbot: QtBot) -> None:
    assert "its key was refused" in list_failure_text(failed(FailureReason.NOT_SIGNED_IN), "Codex")
    assert list_failure_text(failed(FailureReason.NOT_SIGNED_IN), "OpenAI", key=True) == "OpenAI refused the key."
    for reason in FailureReason:
        assert list_failure_text(failed(reason), "OpenAI").endswith((".", "…"))


def test_only_what_each_model_can_is_offered_while_none_is_chosen(qtbot: QtBot) -> None:
    models = (
        ModelInfo("a", efforts=("low", "medium", "high"), default_effort="medium"),
        ModelInfo("b", efforts=("minimal", "low", "high"), default_effort="low"),
    )
    assert efforts_of(models, "a") == ("low", "medium", "high")
    assert efforts_of(models, None) == ("low", "high")
    assert efforts_of(models, "typed") == ()
    assert efforts_of((), None) == ()
    assert efforts_of((*models, ModelInfo("c")), None) == ()
    assert default_effort_of(models, "a") == "medium"
    assert default_effort_of(models, None) == ""
