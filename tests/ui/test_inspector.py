# SPDX-License-Identifier: MIT
"""The inspector: which run it shows, what it says of it, and how often it reads."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.ids import HandoffId, MessageId, RunId, ThreadId
from onesist_desktop.core.messages import CallState, CommandPart, FileChangePart, Message, MessageStatus, Role, ThinkingPart
from onesist_desktop.core.turn_events import COMPLETED, STOPPED, Usage, failed
from onesist_desktop.services.events import AnswerGrew, MessageAdded, MessagesSetAside, RunChanged
from onesist_desktop.services.views import HandoffDelivery, HandoffView, ProviderUsage, RunDetails, RunStatus, RunView, WindowPlace
from onesist_desktop.ui.panels.run_panel import RunPanel
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import IconButton
from tests.ui.fakes import CLAUDE, CODEX, OLLAMA, PROJECT, FakeServices, message, thread
from tests.ui.helpers import find, label, opened, shown, turns, until

T1 = ThreadId("t1")
NOW = 1_000_042.0


def run(name: str = "r1", **more: object) -> RunView:
    values = {"provider_id": CODEX, "model": "GPT-5 Codex", "status": RunStatus.STREAMING, "started_at": NOW - 42, **more}
    return RunView(RunId(name), T1, 1, user_message_id=MessageId("t1-1"), **values)  # type: ignore[arg-type]


def answer(*parts: object, name: str = "r1", seq: int = 2, **more: object) -> Message:
    return message("t1", seq, Role.ASSISTANT, *parts, provider_id=CODEX, run_id=RunId(name), **more)  # type: ignore[arg-type]


def details(view: RunView | None = None, **more: object) -> RunDetails:
    return RunDetails(view or run(), PermissionMode.ASK, PROJECT.root_path, 1, **more)  # type: ignore[arg-type]


HANDOFF = HandoffView(HandoffId("h1"), T1, CODEX, "full_thread_summary", HandoffDelivery.DELIVERED, "x", 6900, 6, 2, NOW)


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme, book: ProviderBook) -> RunPanel:
    made = RunPanel(theme, book, lambda: NOW)
    qtbot.addWidget(made)
    made.resize(344, 700)
    made.show()
    return made


def fact(panel: QWidget, name: str) -> str:
    row = find(panel, f"fact_{name}")
    return "" if row.isHidden() else find(row, "value", QLabel).text()


def test_without_a_run_it_says_so(panel: RunPanel) -> None:
    assert find(panel, "no_run").isVisible()
    assert not find(panel, "copy_details").isVisible()


def test_what_the_thread_used_is_said_by_who_answered(panel: RunPanel, theme: Theme) -> None:
    panel.show_run(details(run(usage=None, status=RunStatus.FINISHED, outcome=COMPLETED)))
    assert fact(panel, "used") == "not told"
    assert find(panel, "usage_list").isHidden()
    used = (ProviderUsage(CODEX, 3, Usage(18_000, 1_210, 400)), ProviderUsage(OLLAMA, 1, Usage()))
    panel.show_usage(used)
    rows = [row.accessibleName().replace("(s)", "") for row in shown(panel, "usage_row")]
    assert [row.replace("answers", "answer") for row in rows] == [
        "Codex: 3 answer, tokens: 18,400 in, 1,210 out",
        "Ollama: 1 answer, tokens not told",
    ]
    assert find(panel, "usage_row").toolTip() == "" != shown(panel, "usage_row")[0].toolTip()
    panel.show_usage(())
    assert shown(panel, "usage_row") == []


async def test_the_usage_of_a_thread_is_read_with_its_run(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    services.put_thread(thread("t1"))
    services.run_list[RunId("r1")] = details()
    services.usage_list = [ProviderUsage(CODEX, 1, Usage(10, 5))]
    async with opened(services, theme) as window:
        await until(lambda: window.inspector.run.details)
        await until(lambda: window.inspector.run.findChildren(QWidget, "usage_row"))
        assert services.called("usage") == [(T1,)]


def test_facts_of_a_run_that_works(panel: RunPanel) -> None:
    usage = Usage(18_000, 1210, 400, 0, 38_000, 100_000)
    panel.show_run(details(run(usage=usage), native_session_id="7f3a", handoff=HANDOFF))
    assert label(panel, "told_counts").endswith("6.9 kB")
    assert fact(panel, "state") == "working for 42 s"
    assert fact(panel, "model") == "GPT-5 Codex"
    assert fact(panel, "may_do") == "Asks before it changes files or runs commands"
    assert fact(panel, "used") == "18,400 in, 1,210 out"
    assert fact(panel, "memory") == "38 % full"
    assert find(panel, "fact_memory").accessibleName() == "Its memory: 38 % full"
    assert find(find(panel, "fact_memory"), "small", QLabel).text() == "session 7f3a"
    assert find(panel, "run_answer_to").accessibleName() == "answer to message 1"


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (COMPLETED, "finished in 42 s"),
        (STOPPED, "stopped by you after 42 s"),
        (failed(FailureReason.NOT_SIGNED_IN, "401"), "Codex did not answer: its sign-in has run out"),
        (None, "interrupted when Onesist closed"),
    ],
)
def test_how_a_run_ended(panel: RunPanel, outcome: object, text: str) -> None:
    panel.show_run(details(run(status=RunStatus.FINISHED, finished_at=NOW, outcome=outcome)))
    assert fact(panel, "state") == text


def test_what_nobody_told_is_unknown_or_absent(panel: RunPanel) -> None:
    panel.show_run(details(run(model=None, provider_id=OLLAMA)))
    assert (fact(panel, "model"), fact(panel, "used"), fact(panel, "memory")) == ("its own choice", "", "unknown")
    assert fact(panel, "may_do") == "Answers only, changes nothing"
    assert label(panel, "told_nothing") == "Your message only. Nothing had to be handed over."
    assert not find(panel, "run_told").isVisible()


def test_a_session_that_is_not_used_any_more_says_why(panel: RunPanel) -> None:
    panel.show_run(details(native_session_id="7f3a", session_note="model_changed"))
    small = find(find(panel, "fact_memory"), "small", QLabel).text()
    assert small == "session 7f3a, not used any more: the model is another one"


def test_steps_are_listed_without_thinking_and_lead_to_their_place(panel: RunPanel, qtbot: QtBot) -> None:
    reply = answer(
        ThinkingPart("hm"), "text", CommandPart("c", "npm test", "x", 1, CallState.FAILED), FileChangePart("a.py"), seq=7
    )
    panel.show_run(details(reply=reply))
    assert [(each.part, each.step.what) for each in panel.steps.steps] == [(2, "npm test"), (3, "a.py")]
    texts = [panel.steps.model().index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(2)]
    assert texts == ["npm test, failed · exit code 1", "Changed a.py"]
    with qtbot.waitSignal(panel.step_wanted) as chosen:
        panel.steps.setFocus()
        panel.steps.setCurrentIndex(panel.steps.model().index(1, 0))
        QTest.keyClick(panel.steps, Qt.Key.Key_Return)
    assert chosen.args == [7, 3]


def test_a_growing_answer_changes_only_the_rows_that_changed(panel: RunPanel) -> None:
    panel.show_run(details(reply=answer(CommandPart("c", "one"), CommandPart("d", "two"))))
    model = panel.steps.model()
    changed, added, reset = [], [], []
    model.dataChanged.connect(lambda first, _last: changed.append(first.row()))
    model.rowsInserted.connect(lambda _parent, first, last: added.append((first, last)))
    model.modelReset.connect(lambda: reset.append(1))
    grown = answer(CommandPart("c", "one"), CommandPart("d", "two", "", 0, CallState.WORKED), CommandPart("e", "three"))
    panel.show_run(details(reply=grown))
    assert (changed, added, reset) == ([1], [(2, 2)], [])


def test_the_runs_around_it_are_reached(panel: RunPanel, qtbot: QtBot) -> None:
    panel.show_run(details(previous_run_id=RunId("r0")))
    assert not find(panel, "next_run").isEnabled()
    assert find(panel, "next_run").toolTip() == "This is the newest answer of the thread."
    with qtbot.waitSignal(panel.run_wanted) as wanted:
        find(panel, "previous_run").click()  # type: ignore[attr-defined]
    assert wanted.args == ["r0"]


def test_details_are_copied_as_plain_text(panel: RunPanel) -> None:
    panel.show_run(details(reply=answer(CommandPart("c", "npm test", "", 0, CallState.WORKED)), handoff=HANDOFF))
    find(panel, "copy_details", QPushButton).click()
    lines = QGuiApplication.clipboard().text().split("\n")
    QGuiApplication.clipboard().clear()
    assert lines[:2] == ["Who answered: Codex", "State: working for 42 s"]
    assert lines[-1] == "- npm test: worked"


# -- in the window ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def filled(services: FakeServices) -> FakeServices:
    services.put_thread(thread("t1", provider_id=CODEX, updated_at=9), message("t1", 1, Role.USER, "hello"), answer("hi"))
    services.put_thread(thread("t2", provider_id=CLAUDE, updated_at=5))
    services.run_list[RunId("r1")] = details(reply=answer("hi"))
    services.preferences.place = WindowPlace(is_inspector_shown=False)
    return services


async def test_it_reads_nothing_until_it_is_opened(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        assert not window.inspector.isVisible()
        assert filled.called("newest") == []
        window.commands.action("toggle_inspector").trigger()
        await until(lambda: window.inspector.run.details is not None)
        assert window.inspector.isVisible()
        assert filled.called("newest") == [(T1,)]
        window.resize(1300, 800)
        await turns()
        assert len(filled.called("newest")) == 1
        window.show_thread(ThreadId("t2"))
        await until(lambda: filled.called("newest") == [(T1,), (ThreadId("t2"),)])
        await until(lambda: window.inspector.run.details is None)


async def test_growth_is_shown_without_reading_and_a_moved_run_is_read(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        window.layout_controller.show_inspector()
        await until(lambda: window.inspector.run.details is not None)
        grown = answer("hi", CommandPart("c", "ls"), status=MessageStatus.STREAMING)
        for number in range(20):
            filled.bus.publish(AnswerGrew(replace(grown, data={"frame": number})))
        await until(lambda: window.inspector.run.steps.steps)
        assert len(filled.called("newest")) == 1
        filled.run_list[RunId("r1")] = details(run(status=RunStatus.FINISHED, finished_at=NOW, outcome=COMPLETED))
        for _ in range(5):
            filled.bus.publish(RunChanged(run(status=RunStatus.FINISHED, finished_at=NOW, outcome=COMPLETED)))
        await until(lambda: fact(window.inspector, "state") == "finished in 42 s")
        assert len(filled.called("newest")) == 2


async def test_an_older_run_stays_until_the_person_goes_on(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    filled.run_list[RunId("r0")] = details(run("r0"), next_run_id=RunId("r1"))
    async with opened(filled, theme) as window:
        window.transcript.about_wanted.emit("r0")
        await until(lambda: window.inspector.run.details is not None)
        shown = window.inspector.run.details
        assert shown is not None
        assert shown.run.id == "r0"
        filled.bus.publish(MessageAdded(answer("more", name="r1", seq=3)))
        filled.bus.publish(RunChanged(run("r1")))
        await turns(10)
        assert filled.called("newest") == []
        find(window, "next_run").click()  # type: ignore[attr-defined]
        await until(lambda: window.inspector.run.details is not None and window.inspector.run.details.run.id == "r1")
        filled.bus.publish(RunChanged(run("r1")))
        await until(lambda: filled.called("newest"))
        filled.bus.publish(RunChanged(run("r1", status=RunStatus.FINISHED, outcome=COMPLETED)))


def three_runs(services: FakeServices) -> None:
    """Let the thread have three runs, asked at 1, 3 and 5."""
    services.run_list.clear()
    ids = [None, RunId("r1"), RunId("r2"), RunId("r3"), None]
    for place in (1, 2, 3):
        made = replace(details(run(f"r{place}")), previous_run_id=ids[place - 1], next_run_id=ids[place + 1])
        services.run_list[made.run.id] = replace(made, question_seq=2 * place - 1)


def set_aside(services: FakeServices, *gone: str) -> None:
    """Let the services tell nothing of some runs, as after a rewind."""
    for name in gone:
        del services.run_list[RunId(name)]
    last = next(reversed(services.run_list), None)
    if last is not None:
        services.run_list[last] = replace(services.run_list[last], next_run_id=None)


def shown_run(window: QWidget) -> str:
    found = find(window, "run_panel", RunPanel).details
    return found.run.id if found is not None else ""


async def test_a_rewind_takes_runs_out_of_the_inspector_and_its_undo_brings_them_back(
    qtbot: QtBot, filled: FakeServices, theme: Theme
) -> None:
    three_runs(filled)
    async with opened(filled, theme) as window:
        window.layout_controller.show_inspector()
        window.inspector.show_page(window.inspector.run)
        await until(lambda: shown_run(window) == "r3")
        set_aside(filled, "r2", "r3")
        filled.bus.publish(MessagesSetAside(T1, 2, 6))
        await until(lambda: shown_run(window) == "r1")
        await until(lambda: not window.services.supervisor.running)
        assert not find(window, "next_run", IconButton).isEnabled()
        three_runs(filled)
        filled.bus.publish(MessagesSetAside(T1, 2, 6, is_undone=True))
        await until(lambda: shown_run(window) == "r3")
        assert find(window, "previous_run", IconButton).isEnabled()
        filled.run_list.clear()
        filled.bus.publish(MessagesSetAside(T1, 0, 6))
        await until(lambda: shown_run(window) == "")
        assert find(window, "no_run").isVisible()


async def test_a_run_that_was_asked_about_stays_only_while_its_question_is_there(
    qtbot: QtBot, filled: FakeServices, theme: Theme
) -> None:
    three_runs(filled)
    async with opened(filled, theme) as window:
        window.transcript.about_wanted.emit("r2")
        await until(lambda: shown_run(window) == "r2")
        set_aside(filled, "r3")
        filled.bus.publish(MessagesSetAside(T1, 4, 6))
        await until(lambda: not find(window, "next_run", IconButton).isEnabled())
        assert shown_run(window) == "r2"
        three_runs(filled)
        filled.bus.publish(MessagesSetAside(T1, 4, 6, is_undone=True))
        await until(lambda: shown_run(window) == "r3")
        window.transcript.about_wanted.emit("r2")
        await until(lambda: shown_run(window) == "r2")
        set_aside(filled, "r2", "r3")
        filled.bus.publish(MessagesSetAside(T1, 2, 6))
        await until(lambda: shown_run(window) == "r1")


async def test_a_rewind_leaves_a_hidden_inspector_unread(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    three_runs(filled)
    async with opened(filled, theme) as window:
        window.layout_controller.show_inspector()
        await until(lambda: shown_run(window) == "r3")
        window.layout_controller.show_inspector(False)
        before = len(filled.called("newest"))
        set_aside(filled, "r2", "r3")
        filled.bus.publish(MessagesSetAside(T1, 2, 6))
        await until(lambda: not window.services.supervisor.running)
        assert len(filled.called("newest")) == before
        window.layout_controller.show_inspector()
        await until(lambda: shown_run(window) == "r1")
