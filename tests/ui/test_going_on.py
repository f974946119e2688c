# SPDX-License-Identifier: MIT
"""When somebody can't answer: what is said, when a limit ends, and how another one goes on with the handover shown first."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from onesist_desktop.core.answerer import PermissionMode, Readiness, RunOptions
from onesist_desktop.core.errors import BusyError, FailureReason, StorageError
from onesist_desktop.core.ids import MessageId, ProviderId, ThreadId
from onesist_desktop.core.messages import Message, Role
from onesist_desktop.ui.composer.continue_dialog import ContinueDialog
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.blocks import Block, BlockKind, ErrorBody
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.error_block import ErrorBlock
from onesist_desktop.ui.transcript.notices import error_words, limit_text
from onesist_desktop.ui.widgets.picker_button import PickerButton
from tests.ui.block_samples import Wanted
from tests.ui.fakes import (
    CLAUDE,
    CODEX,
    OLLAMA,
    FakeServices,
    default_providers,
    error_notice,
    message,
    preview_of,
    provider,
    thread,
)
from tests.ui.helpers import find, label, opened, shown, turns, until

T1 = ThreadId("t1")
NOON = 1_764_331_200.0
"""Friday, 28 November 2025, 12:00 UTC."""
HOUR, DAY = 3_600, 86_400


# -- words ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("resets_at", "says"),
    [
        (None, "When that ends isn't known."),
        (NOON - 5, "That should be over now."),
        (NOON + 6 * HOUR + 46 * 60, "It answers again from 18:46 on."),
        (NOON + 20 * HOUR, "It answers again from tomorrow 08:00 on."),
        (NOON + 3 * DAY - 3 * HOUR, "It answers again in 2 days: Monday 09:00."),
        (NOON + 30 * DAY, "It answers again in 30 days: 28 Dec 12:00."),
    ],
)
def test_when_a_limit_ends_is_said_by_clock_or_day(resets_at: float | None, says: str) -> None:
    assert limit_text(resets_at, NOON).replace("(s)", "s") == says


@pytest.mark.parametrize("reason", FailureReason)
def test_every_failure_says_what_is_safe_and_what_to_do(reason: FailureReason) -> None:
    words = error_words(error_notice("t1", 1, reason=reason.value).data, lambda _: "Codex")
    assert words.what and words.safe and words.todo
    assert words.is_limit is (reason in {FailureReason.LIMIT_REACHED, FailureReason.RATE_LIMITED})
    own = {FailureReason.STORAGE, FailureReason.WORKSPACE_MISSING, FailureReason.APP_CLOSED, FailureReason.INTERNAL}
    assert words.can_go_on is (reason not in own)


@pytest.mark.parametrize(
    ("reason", "button"),
    [("not_signed_in", "Sign in to Codex…"), ("key_missing", "Add a key for Codex…"), ("program_missing", "Set up Codex…")],
)
def test_what_is_missing_names_its_button(reason: str, button: str) -> None:
    words = error_words(error_notice("t1", 1, reason=reason).data, lambda _: "Codex")
    assert words.needs_set_up
    assert words.set_up == button


def test_a_model_speaks_of_its_key(theme: Theme) -> None:
    book = ProviderBook(
        theme, [provider(OLLAMA, "OpenAI", "openai", is_agent=False, has_key=True), provider(CLAUDE, "Claude", "x")]
    )
    data = error_notice("t1", 1, reason="not_signed_in", provider_id=OLLAMA).data
    words = error_words(data, book.title, book.key_of)
    assert words.what == "OpenAI refused the key"
    assert words.todo == "Replace the key of OpenAI, then send again."
    assert words.set_up == "Replace the key of OpenAI…"
    keyless = ProviderBook(theme, [provider(OLLAMA, "Ollama", "local", is_agent=False)])
    words = error_words(data, keyless.title, keyless.key_of)
    assert words.what == "Ollama did not answer: it has no key"
    assert words.set_up == "Add a key for Ollama…"
    agent = error_words(error_notice("t1", 1, reason="not_signed_in", provider_id=CLAUDE).data, book.title, book.key_of)
    assert agent.set_up == "Sign in to Claude…"


@pytest.mark.parametrize(
    ("detail", "what", "rest"),
    [
        ("ask", "Codex can't be held to “Ask”", ""),
        ("plan: build, chat", "Codex can't be held to “Plan only”", "build, chat"),
        ("HTTP 400: no", "Codex can't be held to what it may do here", "HTTP 400: no"),
    ],
)
def test_a_mode_that_nobody_can_be_held_to_is_named(detail: str, what: str, rest: str) -> None:
    notice = error_notice("t1", 1, reason="mode_unsupported", detail=detail, delivery="refused")
    words = error_words(notice.data, lambda _: "Codex")
    assert (words.what, words.detail, words.needs_mode) == (what, rest, True)
    assert words.safe == "Your message is kept. Nothing was sent."
    assert not words.needs_set_up


def test_whoever_stands_in_is_ready_and_of_the_same_kind(theme: Theme) -> None:
    gemini = ProviderId("gemini")
    views = [*default_providers(), provider(gemini, "Gemini", "google", is_agent=False)]
    book = ProviderBook(theme, views)
    # Codex isn't ready, and the practice agent is no answer to anything.
    assert book.stand_in(CLAUDE) == OLLAMA
    assert book.stand_in(OLLAMA) == gemini
    assert book.stand_in(None) == CLAUDE
    assert ProviderBook(theme, views[1:2]).stand_in(CLAUDE) is None


# -- the card ---------------------------------------------------------------------------------------------------------------


def card(theme: Theme, wanted: Wanted, qtbot: QtBot, now: list[float], **data: object) -> ErrorBlock:
    book = ProviderBook(theme, default_providers())
    widget = ErrorBlock(TranscriptContext(theme, book, wanted.actions(), lambda: now[0]))
    qtbot.addWidget(widget)
    words = error_words(error_notice("t1", 1, provider_id=CLAUDE, **data).data, book.title)
    widget.show_block(Block("e", BlockKind.ERROR, ErrorBody(words, can_send_again=True)))
    widget.resize(700, widget.height_for(700))
    widget.show()
    return widget


def test_a_limit_is_over_in_time(theme: Theme, qtbot: QtBot) -> None:
    now, wanted = [NOON], Wanted()
    widget = card(theme, wanted, qtbot, now, reason="limit_reached", resets_at=NOON + HOUR)
    assert "It answers again from 13:00 on." in widget.accessibleName()
    assert widget._clock.isActive()
    now[0] = NOON + 2 * HOUR
    widget._clock.timeout.emit()
    assert "That should be over now." in widget.accessibleName()
    widget.hide()
    assert not widget._clock.isActive()
    find(widget, "continue_with", QPushButton).click()
    assert wanted.calls == [("continue_with", OLLAMA)]


@pytest.mark.parametrize(("reason", "is_offered"), [("overloaded", True), ("storage", False)])
def test_going_on_is_offered_where_it_helps(theme: Theme, qtbot: QtBot, reason: str, is_offered: bool) -> None:
    widget = card(theme, Wanted(), qtbot, [NOON], reason=reason)
    assert find(widget, "continue_with").isHidden() is not is_offered
    assert not widget._clock.isActive()


def test_what_it_may_do_is_chosen_before_it_is_sent_again(theme: Theme, qtbot: QtBot) -> None:
    wanted = Wanted()
    widget = card(theme, wanted, qtbot, [NOON], reason="mode_unsupported", detail="ask")
    find(widget, "choose_mode", QPushButton).click()
    assert wanted.calls == [("choose_mode",)]
    assert find(card(theme, wanted, qtbot, [NOON], reason="overloaded"), "choose_mode").isHidden()


async def test_choosing_opens_the_picker_and_sends_nothing(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    full = replace(services.providers_list[0].capabilities, modes=frozenset({PermissionMode.FULL_ACCESS}))
    services.providers_list[0] = replace(services.providers_list[0], capabilities=full)
    notice = error_notice("t1", 2, reason="mode_unsupported", provider_id=CLAUDE, detail="ask")
    services.put_thread(
        thread("t1", "Fix it", provider_id=CLAUDE), message("t1", 1, Role.USER, "Fix it."), notice, resendable_id=MessageId("t1-1")
    )
    async with opened(services, theme) as window:
        await until(lambda: shown(window, "choose_mode"))
        button = shown(window, "choose_mode")[0]
        assert isinstance(button, QPushButton)
        button.click()
        picker = window.composer.mode_picker.picker
        assert picker is not None
        await until(picker.isVisible)
        assert [row.key for row in picker.rows if not row.is_dim] == [PermissionMode.FULL_ACCESS.value]
        picker.hide()
        await turns()
        assert services.called("send_again") == []
        assert services.called("set_mode") == []


# -- the dialog -------------------------------------------------------------------------------------------------------------


def failed_thread() -> tuple[Message, ...]:
    return (
        message("t1", 1, Role.USER, "Fix the login loop."),
        error_notice("t1", 2, reason="limit_reached", provider_id=CLAUDE, resets_at=NOON),
    )


@pytest.fixture
def limited() -> FakeServices:
    services = FakeServices()
    services.providers_list[1] = replace(services.providers_list[1], readiness=Readiness(is_ready=True))
    view = thread("t1", "Fix it", provider_id=CLAUDE, mode=PermissionMode.ACCEPT_EDITS)
    services.put_thread(view, *failed_thread(), resendable_id=MessageId("t1-1"))
    services.previews[CODEX] = preview_of(CODEX, 3, 2, 1, text="# What happened before")
    return services


async def open_dialog(window: MainWindow) -> ContinueDialog:
    await until(lambda: shown(window, "continue_with"))
    button = shown(window, "continue_with")[0]
    assert isinstance(button, QPushButton)
    assert button.text() == "Continue with Codex…"
    button.click()
    await until(lambda: window.findChildren(ContinueDialog))
    return window.findChildren(ContinueDialog)[-1]


async def test_first_it_is_shown_what_goes_over_then_it_is_sent(qtbot: QtBot, limited: FakeServices, theme: Theme) -> None:
    async with opened(limited, theme) as window:
        dialog = await open_dialog(window)
        send = find(dialog, "confirm", QPushButton)
        await until(send.isEnabled)
        options = RunOptions(CODEX, None, PermissionMode.ACCEPT_EDITS)
        assert (T1, options, "", MessageId("t1-1")) in limited.called("preview")
        assert find(dialog, "continue_text", QPlainTextEdit).toPlainText() == "# What happened before"
        assert "2 will be handed over, 1 left out" in label(dialog, "continue_facts")
        assert label(dialog, "continue_message") == "Your message: Fix the login loop."
        assert find(dialog, "cancel").hasFocus()
        QTest.keyClick(dialog, Qt.Key.Key_Return)
        await turns()
        assert limited.called("send_again") == []
        send.click()
        await until(lambda: not window.findChildren(ContinueDialog))
        assert limited.called("send_again") == [(T1, MessageId("t1-1"), options)]
        assert window.composer.options is not None
        assert window.composer.options.provider_id == CODEX


async def test_another_one_and_another_model_are_shown_anew(qtbot: QtBot, limited: FakeServices, theme: Theme) -> None:
    async with opened(limited, theme) as window:
        dialog = await open_dialog(window)
        send = find(dialog, "confirm", QPushButton)
        await until(send.isEnabled)
        find(dialog, "continue_provider", PickerButton).opening.emit()
        dialog.provider_picker.picker.opening.emit()
        keys = [row.key for row in dialog.provider_picker.picker.rows]
        assert CLAUDE not in keys
        assert OLLAMA in keys
        dialog.provider_picker.picker.chosen.emit(OLLAMA)
        assert not send.isEnabled()
        assert dialog.title_label.text() == "Continue with Ollama"
        await until(send.isEnabled)
        assert label(dialog, "continue_facts") == "Ollama has seen everything. Only your message goes over."
        dialog._on_model("opus")
        await until(send.isEnabled)
        # A model that asks first keeps to something stricter than what the agent was allowed.
        send.click()
        await until(lambda: limited.called("send_again"))
        assert limited.called("send_again")[0][2] == RunOptions(OLLAMA, "opus", PermissionMode.ASK)
        await until(lambda: not window.findChildren(ContinueDialog))


async def test_a_refused_send_stays_in_the_dialog(qtbot: QtBot, limited: FakeServices, theme: Theme) -> None:
    limited.failures["send_again"] = BusyError("the thread works on an answer")
    async with opened(limited, theme) as window:
        dialog = await open_dialog(window)
        send = find(dialog, "confirm", QPushButton)
        await until(send.isEnabled)
        send.click()
        await until(lambda: label(dialog, "footer_status") == "Not sent: the thread works on an answer.")
        assert dialog.isVisible()
        assert send.isEnabled()
        QTest.keyClick(dialog, Qt.Key.Key_Escape)


async def test_what_cannot_be_shown_is_not_sent(qtbot: QtBot, limited: FakeServices, theme: Theme) -> None:
    async with opened(limited, theme) as window:
        await until(lambda: shown(window, "continue_with"))
        limited.failures["preview"] = StorageError("the database is locked")
        dialog = await open_dialog(window)
        await until(lambda: "the database is locked" in label(dialog, "continue_facts"))
        assert not find(dialog, "confirm", QPushButton).isEnabled()
        dialog.reject()
