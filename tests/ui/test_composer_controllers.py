# SPDX-License-Identifier: MIT
"""The composer and the run bar joined to services: drafts, attachments, sending now, the queue and its Undo."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.core.answerer import RunOptions
from onesist_desktop.core.errors import AttachmentError, AttachmentFault, DiskFullError, NotFoundError
from onesist_desktop.core.ids import ProjectId, QueuedId, ThreadId
from onesist_desktop.core.messages import AttachmentPart, CommandPart, Role
from onesist_desktop.services.events import AnswerGrew, QueueChanged
from onesist_desktop.services.views import Draft, Outlook, ProjectView, QueueView, RunStatus, ThreadView
from onesist_desktop.ui.composer import Composer
from onesist_desktop.ui.composer.sources import PictureSource, TextSource
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.controllers.handover_controller import HandoverController
from onesist_desktop.ui.controllers.run_controller import RunController
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.run_bar import RunBar
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.labels import ElidedLabel
from onesist_desktop.ui.widgets.toast import Toast
from tests.ui.fakes import CLAUDE, CODEX, PROJECT, FakeServices, message, queued, run_view, thread
from tests.ui.helpers import find, turns, until

T1, T2 = ThreadId("t1"), ThreadId("t2")


class _Transcript(QObject):
    send_again = Signal(str)
    decided = Signal(str, str)
    what_was_told = Signal(str)


@dataclass
class _Page:
    composer: Composer
    run_bar: RunBar
    toast: Toast
    transcript: _Transcript


class Bench:
    """The lower half of a window, with everything behind it."""

    def __init__(self, services: FakeServices, theme: Theme) -> None:
        self.services = services
        self.app = services.app_services()
        self.window = QWidget()
        book = ProviderBook(theme, services.providers_list)
        self.page = _Page(Composer(theme, book), RunBar(theme, book), Toast(theme, "Close"), _Transcript(self.window))
        column = QVBoxLayout(self.window)
        for widget in (self.page.run_bar, self.page.toast, self.page.composer):
            column.addWidget(widget)
        self.desk = Desk(self.window, self.app, theme, book)
        self.said: list[str] = []
        self.desk.said.connect(self.said.append)
        self.runs = RunController(self.desk, self.page, self._on_first_thread)  # type: ignore[arg-type]
        self.handovers = HandoverController(self.desk, self.page.composer, self.page.transcript)  # type: ignore[arg-type]
        services.bus.subscribe(QueueChanged, lambda event: self.page.run_bar.set_queue(event.queue))
        self.window.resize(800, 400)
        self.window.show()

    @property
    def composer(self) -> Composer:
        return self.page.composer

    def open_project(self, project: ProjectView = PROJECT) -> None:
        self.desk.project, self.desk.thread_id = project, None
        self.composer.show_thread(None)

    def show(self, view: ThreadView) -> None:
        self.desk.project, self.desk.thread_id = PROJECT, view.id
        self.composer.show_thread(view)

    def work(self) -> None:
        self.page.run_bar.set_run(run_view("t1"))
        self.composer.set_working(True, CLAUDE)

    def _on_first_thread(self, view: ThreadView) -> None:
        self.show(view)


@pytest.fixture
def bench_of(services: FakeServices, theme: Theme) -> Any:
    @asynccontextmanager
    async def opened() -> AsyncIterator[Bench]:
        bench = Bench(services, theme)
        try:
            yield bench
        finally:
            bench.window.close()
            await bench.app.supervisor.close()
            bench.window.deleteLater()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        assert services.faults == []

    return opened


def drafts(services: FakeServices) -> list[tuple[object, ...]]:
    return services.called("save_draft")


# -- drafts ---------------------------------------------------------------------------------------------------------------------


async def test_a_draft_is_kept_once_after_a_pause(qtbot: QtBot, services: FakeServices, bench_of: Any) -> None:
    async with bench_of() as bench:
        bench.show(thread("t1"))
        qtbot.keyClicks(bench.composer.edit, "hello")
        await turns()
        assert drafts(services) == []
        await until(lambda: drafts(services))
        assert drafts(services) == [(PROJECT.id, T1, Draft("hello"))]


async def test_a_draft_is_kept_at_once_when_another_thread_is_shown_or_the_window_closes(
    qtbot: QtBot, services: FakeServices, bench_of: Any
) -> None:
    async with bench_of() as bench:
        bench.show(thread("t1"))
        bench.composer.put_text("of the first")
        bench.show(thread("t2"))
        await until(lambda: drafts(services), limit_s=0.3)
        bench.composer.put_text("of the second")
        bench.window.close()
        await turns(1)
    assert drafts(services) == [(PROJECT.id, T1, Draft("of the first")), (PROJECT.id, T2, Draft("of the second"))]


async def test_what_is_sent_is_no_longer_a_draft(services: FakeServices, bench_of: Any) -> None:
    async with bench_of() as bench:
        bench.show(thread("t1"))
        bench.composer.put_text("hello")
        bench.composer.submit()
        await until(lambda: services.drafts.kept.get((PROJECT.id, T1)) == Draft())
        assert bench.composer.text == ""


async def test_a_projects_draft_goes_to_its_first_thread(services: FakeServices, bench_of: Any) -> None:
    services.drafts.kept[PROJECT.id, None] = Draft("from yesterday")
    async with bench_of() as bench:
        bench.open_project()
        await until(lambda: bench.composer.text)
        assert bench.composer.text == "from yesterday"
        bench.composer.submit()
        await until(lambda: services.called("send") and not bench.composer.text)
        await until(lambda: services.drafts.kept.get((PROJECT.id, None)) == Draft())
        await until(lambda: services.drafts.kept.get((PROJECT.id, ThreadId("new0"))) == Draft())


async def test_what_was_written_in_one_project_is_not_shown_in_another(services: FakeServices, bench_of: Any) -> None:
    other = replace(PROJECT, id=ProjectId("p2"))
    services.drafts.kept[other.id, None] = Draft("of the other")
    async with bench_of() as bench:
        bench.open_project()
        await until(lambda: services.called("draft_of_project"))
        bench.composer.put_text("of the first")
        bench.open_project(other)
        assert bench.composer.text == ""
        await until(lambda: bench.composer.text == "of the other")
        bench.open_project()
        await until(lambda: bench.composer.text == "of the first")


async def test_a_draft_that_can_not_be_kept_is_said_once_and_tried_again(services: FakeServices, bench_of: Any) -> None:
    services.failures["save_draft"] = DiskFullError("the disk is full.")
    async with bench_of() as bench:
        bench.show(thread("t1"))
        for text in ("one", "two"):
            bench.composer.put_text(text)
            bench.runs.drafts.save()
            await turns(10)
        assert len(drafts(services)) == 2
        assert len(bench.said) == 1
        assert "the disk is full. It stays here while Onesist is open." in bench.said[0]
        assert bench.composer.text == "one\ntwo"
        services.failures.clear()
        bench.show(thread("t2"))
        await until(lambda: services.drafts.kept.get((PROJECT.id, T1)) == Draft("one\ntwo"))


async def test_an_older_draft_never_comes_after_a_newer_one(services: FakeServices, bench_of: Any) -> None:
    async with bench_of() as bench:
        bench.show(thread("t1"))
        gate = services.gates["save_draft"] = asyncio.Event()
        bench.composer.put_text("one")
        bench.runs.drafts.save()
        await until(lambda: drafts(services))
        bench.composer.put_text("two")
        bench.runs.drafts.save()
        await turns()
        assert len(drafts(services)) == 1
        gate.set()
        await until(lambda: services.drafts.kept.get((PROJECT.id, T1)) == Draft("one\ntwo"))


# -- attachments ----------------------------------------------------------------------------------------------------------------


async def test_files_are_chosen_in_a_dialog_that_does_not_block(services: FakeServices, bench_of: Any) -> None:
    async with bench_of() as bench:
        bench.show(thread("t1"))
        find(bench.composer, "attach").click()  # type: ignore[attr-defined]
        dialog = find(bench.window, "attach_dialog", QFileDialog)
        assert dialog.isVisible()
        find(bench.composer, "attach").click()  # type: ignore[attr-defined]
        assert len(bench.window.findChildren(QFileDialog)) == 1
        dialog.filesSelected.emit(["/a/x.png", "/a/y.md"])
        dialog.reject()
        await until(lambda: len(bench.composer.draft(T1).attachments) == 2)
        assert [part.name for part in bench.composer.draft(T1).attachments] == ["x.png", "y.md"]


async def test_what_goes_along_is_sent_and_a_failed_send_keeps_it(services: FakeServices, bench_of: Any) -> None:
    services.failures["send"] = DiskFullError("the disk is full")
    async with bench_of() as bench:
        bench.show(thread("t1"))
        bench.composer.attachments.take_files(["/a/x.md"])
        bench.composer.put_text("look")
        bench.composer.submit()
        await until(lambda: bench.composer.error_text)
        part = AttachmentPart("x.md", "/a/x.md", "text/plain", 512)
        assert bench.composer.draft(T1) == Draft("look", (part,))
        services.failures.clear()
        bench.composer.submit()
        await until(lambda: bench.composer.draft(T1) == Draft())
        assert services.called("send")[-1] == (T1, "look", RunOptions(CLAUDE, attachments=(part,)))


@pytest.mark.parametrize(
    ("fault", "why"),
    [(AttachmentFault.FOLDER, "it is a folder; attach the files in it"), (AttachmentFault.TOO_LARGE, "it is too large")],
)
async def test_what_can_not_be_attached_says_why_in_words(
    services: FakeServices, bench_of: Any, fault: AttachmentFault, why: str
) -> None:
    services.failures["add_file"] = AttachmentError(fault, "src", "EISDIR")
    async with bench_of() as bench:
        bench.show(thread("t1"))
        bench.composer.attachments.take_files(["/a/src"])
        await until(lambda: bench.composer.error_text)
        assert bench.composer.error_text == f"“src” was not attached: {why}."


async def test_pictures_and_long_texts_are_kept_as_files(services: FakeServices, bench_of: Any) -> None:
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    image.fill(0)
    async with bench_of() as bench:
        bench.show(thread("t1"))
        bench.composer.attachments.take([PictureSource("image/png", image=image), TextSource("é" * 15_000)])
        await until(lambda: len(services.called("add_data")) == 2)
        kept = {name: (media_type, data) for name, media_type, data in services.called("add_data")}
        assert kept["Picture.png"][0] == "image/png"
        assert kept["Picture.png"][1].startswith(b"\x89PNG")  # type: ignore[attr-defined]
        assert kept["Pasted text.txt"] == ("text/plain", ("é" * 15_000).encode())


async def test_a_copy_that_was_taken_off_is_cancelled(services: FakeServices, bench_of: Any) -> None:
    services.gates["add_file"] = asyncio.Event()
    async with bench_of() as bench:
        bench.show(thread("t1"))
        bench.composer.attachments.take_files(["/a/x.md"])
        await until(lambda: services.called("add_file"))
        find(bench.composer, "remove_chip").click()  # type: ignore[attr-defined]
        await until(lambda: "attach" not in bench.app.supervisor.running)
        assert bench.composer.draft(T1) == Draft()
        assert bench.composer.error_text == ""


# -- sending now ----------------------------------------------------------------------------------------------------------------


async def test_send_now_queues_and_then_sends_just_that_message(
    services: FakeServices, bench_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bench_of() as bench:
        bench.show(thread("t1"))
        bench.work()
        waiting = queued("t1", "q1", "waits already")
        services.put_queue(T1, waiting)

        async def send(thread_id: ThreadId, text: str, options: RunOptions) -> None:
            await services.enter("send", thread_id, text, options)
            services.put_queue(T1, waiting, queued("t1", "q2", text))

        monkeypatch.setattr(services, "send", send)
        bench.composer.put_text("at once")
        bench.composer.submit_now()
        await until(lambda: services.called("send_queued"))
        assert services.called("send_queued") == [("q2",)]
        assert bench.composer.text == ""


async def test_send_now_is_a_send_where_nothing_works(services: FakeServices, bench_of: Any) -> None:
    async with bench_of() as bench:
        bench.show(thread("t1"))
        bench.composer.put_text("at once")
        bench.composer.submit_now()
        await until(lambda: not bench.composer.text)
        await turns()
        assert len(services.called("send")) == 1
        assert services.called("send_queued") == []


async def test_a_queue_that_went_on_by_itself_is_no_failure(
    services: FakeServices, bench_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.failures["send_queued"] = NotFoundError("sent meanwhile")
    async with bench_of() as bench:
        bench.show(thread("t1"))
        bench.work()

        async def send(thread_id: ThreadId, text: str, options: RunOptions) -> None:
            services.put_queue(T1, queued("t1", "q2", text))

        monkeypatch.setattr(services, "send", send)
        bench.composer.put_text("at once")
        bench.composer.submit_now()
        await until(lambda: services.called("send_queued"))
        await turns()
        assert bench.said == []


# -- the queue ------------------------------------------------------------------------------------------------------------------


async def test_a_waiting_message_is_moved(services: FakeServices, bench_of: Any) -> None:
    async with bench_of() as bench:
        bench.show(thread("t1"))
        bench.page.run_bar.move_wanted.emit("q2", QueuedId("q1"))
        await until(lambda: services.called("move_queued"))
        assert services.called("move_queued") == [("q2", "q1")]


async def test_a_deleted_message_is_queued_again_where_it_was(
    services: FakeServices, bench_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = (AttachmentPart("a.md", "/kept/a.md"),)
    one, two, three = queued("t1", "q1", "one"), queued("t1", "q2", "two", CODEX, attachments=files), queued("t1", "q3", "three")
    async with bench_of() as bench:
        bench.show(thread("t1"))
        bench.work()
        services.put_queue(T1, one, two, three)

        async def send(thread_id: ThreadId, text: str, options: RunOptions) -> None:
            await services.enter("send", thread_id, text, options)
            services.put_queue(T1, one, three, queued("t1", "q4", text))

        monkeypatch.setattr(services, "send", send)
        bench.page.run_bar.delete_wanted.emit("q2")
        await until(lambda: bench.page.toast.text)
        assert bench.page.toast.text == "Waiting message deleted."
        services.put_queue(T1, one, three)
        find(bench.window, "toast_undo").click()  # type: ignore[attr-defined]
        await until(lambda: services.called("move_queued"))
        assert services.called("send") == [(T1, "two", RunOptions(CODEX, attachments=files))]
        assert services.called("move_queued") == [("q4", "q3")]


async def test_a_deleted_message_is_never_sent_by_undo(services: FakeServices, bench_of: Any) -> None:
    async with bench_of() as bench:
        bench.show(thread("t1"))
        files = (AttachmentPart("a.md", "/kept/a.md"),)
        services.put_queue(T1, queued("t1", "q1", "of the queue", attachments=files), is_held=True)
        bench.composer.put_text("written here")
        bench.page.run_bar.delete_wanted.emit("q1")
        await until(lambda: bench.page.toast.text)
        find(bench.window, "toast_undo").click()  # type: ignore[attr-defined]
        assert bench.composer.draft(T1) == Draft("written here\nof the queue", files)
        await turns()
        assert services.called("send") == []


async def test_a_message_that_can_not_be_deleted_offers_no_undo(services: FakeServices, bench_of: Any) -> None:
    services.failures["delete_queued"] = NotFoundError("it was sent meanwhile")
    async with bench_of() as bench:
        bench.show(thread("t1"))
        services.put_queue(T1, queued("t1", "q1", "one"))
        bench.page.run_bar.delete_wanted.emit("q1")
        await until(lambda: bench.said)
        assert bench.page.toast.text == ""


# -- the rest -------------------------------------------------------------------------------------------------------------------


async def test_the_bar_says_what_the_shown_thread_works_on(services: FakeServices, bench_of: Any) -> None:
    async with bench_of() as bench:
        bench.show(thread("t1"))
        run = run_view("t1")
        bench.page.run_bar.set_run(run)
        answer = message("t1", 2, Role.ASSISTANT, CommandPart("c", "npm test"), run_id=run.id)
        services.bus.publish(AnswerGrew(answer))
        services.bus.publish(AnswerGrew(message("t2", 2, Role.ASSISTANT, CommandPart("c", "rm -r"), run_id=run.id)))
        assert find(bench.window, "now_text", ElidedLabel).text == "Claude Code is running npm test"  # type: ignore[type-var]
        bench.page.run_bar.set_run(replace(run, status=RunStatus.FINISHED))


async def test_what_enter_does_is_a_preference(services: FakeServices, bench_of: Any) -> None:
    services.preferences.view = replace(services.preferences.view, enter_sends=False)
    async with bench_of() as bench:
        assert not bench.composer.edit.enter_sends
        await services.preferences.save(replace(services.preferences.view, enter_sends=True))
        assert bench.composer.edit.enter_sends


async def test_what_everybody_has_seen_is_worked_out_when_the_picker_opens(services: FakeServices, bench_of: Any) -> None:
    services.outlook_list = [Outlook(CLAUDE, 2)]
    async with bench_of() as bench:
        bench.show(thread("t1"))
        bench.composer.provider_picker.open_menu()
        picker = bench.composer.provider_picker.picker
        await until(lambda: "2" in picker.rows[0].subtitle)
        services.failures["outlooks"] = NotFoundError("gone")
        picker.hide()
        bench.composer.provider_picker.open_menu()
        await until(lambda: picker.rows[0].subtitle == "ready")
        assert bench.said == []
        picker.hide()


async def test_a_queue_of_another_thread_is_left_alone(services: FakeServices, bench_of: Any) -> None:
    async with bench_of() as bench:
        bench.show(thread("t1"))
        bench.work()
        services.put_queue(T1, queued("t1", "q1", "one"))
        bench.page.run_bar.delete_wanted.emit("q1")
        await until(lambda: bench.page.toast.text)
        bench.show(thread("t2"))
        bench.page.run_bar.set_queue(QueueView(T2))
        find(bench.window, "toast_undo").click()  # type: ignore[attr-defined]
        await turns()
        assert services.called("send") == []
        assert bench.composer.draft(T1) == Draft("one")
        assert bench.composer.text == ""
