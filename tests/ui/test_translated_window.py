# SPDX-License-Identifier: MIT
"""The whole window in its languages, and in one that nobody speaks: there every word that is not translated stands out."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import translate
from PySide6.QtCore import QEvent, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QDialog, QLabel, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.core.answerer import Readiness
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.ids import ProviderId, QueuedId, ThreadId
from onesist_desktop.core.messages import CallState, CommandPart, FileChangePart, PlanEntry, PlanPart, Role, TextPart, ThinkingPart
from onesist_desktop.core.turn_events import STOPPED
from onesist_desktop.services.events import ApprovalsChanged, NoticeLevel, NoticeRaised, QueueChanged, RunChanged
from onesist_desktop.services.views import QueuedView, QueueView, RunStatus, ThreadState
from onesist_desktop.ui.commands import command_table
from onesist_desktop.ui.dialogs.base import FramedDialog
from onesist_desktop.ui.dialogs.change_key_dialog import ChangeKeyDialog
from onesist_desktop.ui.language import speaking
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fakes import CLAUDE, CODEX, FakeServices, error_notice, message, preview_of, provider, receipt, run_view, thread
from tests.ui.helpers import opened, turns, until
from tests.ui.test_transcript import approval

T1 = ThreadId("t1")
WORD = re.compile(r"[^\W\d_]{2,}")
# Names and what a person or an agent wrote. Everything else is said by the window.
DATA = re.compile(
    r"Onesist|Toko Kita|Claude Code|Codex|Ollama|Practice agent|LM Studio|OpenRouter|OpenAI|Anthropic|Own service"
    r"|Sonnet 4\.5|sonnet|opus|my_\w+|npm install(?: -g [\w@/-]+)?|claude\b|Run a command|/home/sari/Projects/toko-kita|~/[\w/-]+"
    r"|https?://\S+|HTTP 401|python|v?2\.1|Ctrl|Shift|Enter|Alt|PgUp|PgDown|\bF\d\b|\d+ (?:s|min|kB|MB)|\d\d:\d\d"
)


def fill_up(services: FakeServices) -> None:
    """A thread in which everything has happened, and providers in every state."""
    reasons = (None, *FailureReason)
    services.providers_list += [
        provider(
            ProviderId(f"own-{reason}-{is_agent}"),
            "Own service",
            "openai",
            is_agent=is_agent,
            readiness=Readiness(is_ready=False, reason=reason.value) if reason else Readiness(is_ready=True, version="2.1"),
            is_custom=not is_agent,
            has_key=reason is None,
        )
        for reason in reasons
        for is_agent in (True, False)
    ]
    services.put_thread(
        thread("t1", "my_title", provider_id=CLAUDE, updated_at=9),
        message("t1", 1, Role.USER, "my_question"),
        receipt("t1", 2),
        message(
            "t1",
            3,
            Role.ASSISTANT,
            ThinkingPart("my_thought"),
            PlanPart((PlanEntry("my_step"),)),
            CommandPart("c", "my_command", output="my_line\n" * 300, exit_code=3, state=CallState.FAILED),
            FileChangePart("my_file"),
            TextPart("my_answer"),
            provider_id=CLAUDE,
            model="Sonnet 4.5",
        ),
        *(error_notice("t1", 4 + number, reason=reason.value, detail="HTTP 401") for number, reason in enumerate(FailureReason)),
        *(
            receipt("t1", 40 + number, receipt=kind)
            for number, kind in enumerate(("back", "afresh", "nothing_fitted", "sliced", "?"))
        ),
        message("t1", 50, Role.USER, "my_last"),
    )
    services.put_thread(thread("t2", "my_fork", state=ThreadState.ASKS))
    services.put_thread(thread("t3", "my_other", state=ThreadState.WORKING))
    services.put_thread(thread("t4", "my_failed", state=ThreadState.FAILED))
    services.previews[CODEX] = preview_of(CODEX, 3, 2, 1, text="my_text")


def happen(window: MainWindow, services: FakeServices) -> None:
    bus = services.bus
    bus.publish(RunChanged(run_view("t1", RunStatus.STREAMING, started_at=1.0)))
    bus.publish(ApprovalsChanged(T1, (approval("q1", "allow", "allow_session", "deny", "deny_always"),)))
    item = QueuedView(QueuedId("w1"), T1, "my_wish", CODEX)
    bus.publish(QueueChanged(QueueView(T1, (item,), is_held=True)))
    bus.publish(NoticeRaised(NoticeLevel.WARNING, "keyring_locked"))
    window.composer.choose_provider(CODEX)


def texts_of(root: QWidget) -> Iterator[str]:
    """Yield what is written on a widget and in it, or said of it, but not what an answer is made of."""
    for widget in (root, *root.findChildren(QWidget)):
        yield from (widget.windowTitle(), widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
        if isinstance(widget, QLabel | QAbstractButton):
            yield widget.text()
        elif isinstance(widget, QLineEdit | QPlainTextEdit):
            yield widget.placeholderText()
        elif isinstance(widget, QComboBox):
            yield from (widget.itemText(index) for index in range(widget.count()))
    for action in root.findChildren(QAction):
        yield from (action.text(), action.toolTip(), action.statusTip())


async def everything_said(services: FakeServices, theme: Theme) -> tuple[set[str], set[type]]:
    """Open the window and all that it can open; return what is said, and the classes of the dialogs."""
    fill_up(services)
    said: set[str] = set()
    dialogs: set[type] = set()

    def note(window: MainWindow) -> None:
        for dialog in window.findChildren(QDialog):
            dialogs.add(type(dialog))
            said.update(texts_of(dialog))
            dialog.reject()
            dialog.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        said.update(texts_of(window))

    async with opened(services, theme) as window:
        said.update(texts_of(window))
        happen(window, services)
        await until(lambda: not window.services.supervisor.running)
        for picker in (window.composer.provider_picker, window.composer.model_picker, window.composer.mode_picker):
            picker.open_menu()
            said.update(texts_of(picker))
            said.update(texts_of(picker.menu_of_choices))
            picker.menu_of_choices.close()
        for command in command_table():
            action = window.commands.action(command.id)
            if action.isEnabled() and command.id not in {
                "quit",
                "open_menu",
                "open_project",
                "stop",
                "new_thread",
                "next_thread",
                "previous_thread",
            }:
                action.trigger()
                await turns()
                await until(lambda: not window.services.supervisor.running)
                note(window)
        window.close()
        note(window)
        for has_key in (True, False):
            dialog = ChangeKeyDialog(theme, "Own service", window, has_key=has_key)
            dialog.open()
            note(window)
        services.bus.publish(RunChanged(run_view("t1", RunStatus.FINISHED, outcome=STOPPED)))
        window.show_start_page()
        await until(lambda: not window.services.supervisor.running)
        note(window)
    return {text.replace("&", "") for text in said if text}, dialogs


def all_dialogs(base: type = FramedDialog) -> set[type]:
    below = set(base.__subclasses__())
    return below.union(*map(all_dialogs, below)) if below else {base}


@contextmanager
def speaking_nonsense(qapp: QApplication, folder: Path) -> Iterator[None]:
    """Speak a language in which every text of ours is between brackets."""
    tree = ElementTree.parse(translate.FOLDER / translate.INDONESIAN)
    for one in tree.getroot().iter("message"):
        (translation,) = one.findall("translation")
        form = translation.find("numerusform")
        (translation if form is None else form).text = f"⟦{one.findtext('source')}⟧"
    tree.write(folder / "nonsense.ts", encoding="utf-8", xml_declaration=True)
    translate.run("lrelease", "-silent", str(folder / "nonsense.ts"), "-qm", str(folder / "nonsense.qm"))
    translator = QTranslator()
    assert translator.load(str(folder / "nonsense.qm"))
    qapp.installTranslator(translator)
    try:
        yield
    finally:
        qapp.removeTranslator(translator)


async def test_every_word_of_the_window_can_be_translated(
    qapp: QApplication, qtbot: QtBot, services: FakeServices, theme: Theme, tmp_path: Path
) -> None:
    with speaking(qapp, "id"), speaking_nonsense(qapp, tmp_path):
        said, dialogs = await everything_said(services, theme)
    assert {one.__name__ for one in all_dialogs() if not one.__subclasses__()} <= {one.__name__ for one in dialogs}
    outside = {text: re.sub(r"⟦[^⟦⟧]*(?:⟦[^⟦⟧]*⟧[^⟦⟧]*)*⟧", "", text) for text in said}
    assert len([text for text, rest in outside.items() if rest != text]) > 150
    assert sorted(text for text, rest in outside.items() if WORD.search(DATA.sub("", rest))) == []


@pytest.mark.parametrize("locale", ["en", "id"])
async def test_the_window_and_its_dialogs_speak_a_language(
    qapp: QApplication, qtbot: QtBot, services: FakeServices, theme: Theme, locale: str
) -> None:
    with speaking(qapp, locale):
        said, _ = await everything_said(services, theme)
    assert len(said) > 150
    assert [text for text in said if re.search(r"%[1-9n]|\(s\)", text)] == []
    joined = "\n".join(said)
    english = ("handed over", "Rename thread", "Allow once", "answers still being written", "Send now", "keyring")
    indonesian = (
        "diserahkan",
        "Ganti nama percakapan",
        "Izinkan sekali",
        "jawaban masih ditulis",
        "Kirim sekarang",
        "penyimpan kunci",
    )
    spoken, silent = (english, indonesian) if locale == "en" else (indonesian, english)
    assert [word for word in spoken if word not in joined] == []
    assert [word for word in silent if word in joined] == []
