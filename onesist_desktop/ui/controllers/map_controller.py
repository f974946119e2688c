# SPDX-License-Identifier: MIT
"""Joins the map to ``services.lineage``: reads it while it is shown, and again when something in it changed."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog

from onesist_desktop.core.errors import OnesistError, StorageError
from onesist_desktop.core.ids import ProjectId, RunId, ThreadId
from onesist_desktop.core.messages import MessageKind
from onesist_desktop.runtime.bus import Subscription
from onesist_desktop.services.events import (
    MessageAdded,
    MessagesSetAside,
    ProvidersChanged,
    RunChanged,
    ThreadAdded,
    ThreadChanged,
    ThreadRemoved,
)
from onesist_desktop.services.lineage_views import LineageMap
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.map.map_export import map_image
from onesist_desktop.ui.map.map_page import MapPage
from onesist_desktop.ui.map.rows import rows_of
from onesist_desktop.ui.models.threads_model import ThreadsModel

REFRESH_MS = 250
_DIALOG = "export_map_dialog"


class MapController(QObject):
    """What happens within a quarter of a second leads to one reading; while the map isn't shown nothing is read.

    Signals:
        message_wanted(thread_id: str, seq: int): Show that message in the conversation.
        fork_wanted(thread_id: str, seq: int): Fork the thread there.
        merge_wanted(child_id: str): Merge that thread back.
        exported(path: str): The picture was saved there.
    """

    message_wanted = Signal(str, int)
    fork_wanted = Signal(str, int)
    merge_wanted = Signal(str)
    exported = Signal(str)

    def __init__(self, desk: Desk, page: MapPage, threads: ThreadsModel) -> None:
        super().__init__(desk)
        self._desk = desk
        self._page = page
        self._threads = threads
        self._is_shown = False
        self._is_stale = True
        self._is_reading = False
        self._project_id: ProjectId | None = None
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(REFRESH_MS)
        self._delay.timeout.connect(self._read)
        page.message_wanted.connect(self.message_wanted)
        page.fork_wanted.connect(self.fork_wanted)
        page.merge_wanted.connect(self.merge_wanted)
        page.details_wanted.connect(self._read_details)
        page.retry_wanted.connect(self._retry)
        page.export_wanted.connect(self.export)
        bus = desk.services.bus
        self._subscriptions: list[Subscription] = [
            bus.subscribe(RunChanged, lambda event: self._touch(event.run.thread_id)),
            bus.subscribe(ThreadAdded, lambda event: self._touch_project(event.thread.project_id)),
            bus.subscribe(ThreadChanged, lambda event: self._touch_project(event.thread.project_id)),
            bus.subscribe(ThreadRemoved, lambda event: self._touch_project(event.project_id)),
            bus.subscribe(MessagesSetAside, lambda event: self._touch(event.thread_id)),
            bus.subscribe(MessageAdded, self._on_message),
            bus.subscribe(ProvidersChanged, lambda _event: page.refresh_providers()),
        ]

    def close(self) -> None:
        """The window closes."""
        self._delay.stop()
        for subscription in self._subscriptions:
            subscription.cancel()
        self._subscriptions.clear()

    def set_shown(self, is_shown: bool) -> None:
        """The map is shown now, or no longer."""
        self._is_shown = is_shown
        if not is_shown:
            self._delay.stop()
            return
        self._page.select(self._desk.thread_id)
        self.show_project()
        if self._is_stale:
            self._read()

    def show_project(self) -> None:
        """Show another project, if another one is open now."""
        project_id = self._desk.project.id if self._desk.project is not None else None
        if project_id != self._project_id:
            self._project_id = project_id
            self._is_stale = True
            self._page.show_loading()
            if self._is_shown:
                self._read()

    def export(self) -> None:
        """Ask where the picture of the whole map goes, and save it there."""
        desk = self._desk
        if self._page.view.columns is None or desk.window.findChild(QFileDialog, _DIALOG) is not None:
            return
        name = fill(self.tr("Map of %1"), desk.project.title if desk.project is not None else "").replace("/", "-")
        dialog = QFileDialog(desk.window, self.tr("Save the picture of the map"), f"{name}.png")
        dialog.setObjectName(_DIALOG)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(self.tr("PNG pictures (*.png)"))
        dialog.setDefaultSuffix("png")
        dialog.fileSelected.connect(self.save)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def save(self, path: str) -> None:
        """Save the picture of the whole map. What goes wrong is said."""
        desk, columns = self._desk, self._page.view.columns
        if columns is None or not path:
            return
        rows = rows_of(self._threads)
        image = map_image(desk.theme, desk.book, columns, rows, self._page.view.zoom, desk.now())
        desk.spawn(partial(_save, image, path), "save map", lambda _none: self.exported.emit(path), on_error=self._on_not_saved)

    def _on_not_saved(self, error: OnesistError) -> None:
        self._desk.said.emit(fill(self.tr("The picture could not be saved: %1."), str(error).rstrip(".")))

    def _on_message(self, event: MessageAdded) -> None:
        if event.message.kind is MessageKind.MERGE:
            self._touch(event.message.thread_id)

    def _touch(self, thread_id: ThreadId) -> None:
        if self._threads.view_of(thread_id) is not None:
            self._note_change()

    def _touch_project(self, project_id: ProjectId) -> None:
        if project_id == self._project_id:
            self._note_change()

    def _note_change(self) -> None:
        self._is_stale = True
        if self._is_shown and not self._delay.isActive() and not self._desk.is_closed:
            self._delay.start()

    def _retry(self) -> None:
        self._page.show_loading()
        self._read()

    def _read(self) -> None:
        project_id = self._project_id
        if project_id is None:
            return
        if self._is_reading:
            # What is read now may be older than what happened: once more, after it.
            self._is_stale = True
            return
        self._is_reading, self._is_stale = True, False
        self._desk.spawn(
            partial(self._desk.services.lineage.map, project_id),
            "map",
            partial(self._on_read, project_id),
            on_error=partial(self._on_unreadable, project_id),
        )

    def _on_read(self, project_id: ProjectId, lineage: LineageMap) -> None:
        self._is_reading = False
        if project_id == self._project_id:
            self._page.show_lineage(lineage)
        self._go_on()

    def _on_unreadable(self, project_id: ProjectId, error: OnesistError) -> None:
        self._is_reading = False
        if project_id == self._project_id:
            self._is_stale = False
            self._page.show_error(fill(self.tr("%1. Your threads are safe; the conversation shows them."), str(error).rstrip(".")))
            return
        self._go_on()

    def _go_on(self) -> None:
        if self._is_stale and self._is_shown:
            self._note_change()

    def _read_details(self, run_id: str) -> None:
        self._desk.spawn(
            partial(self._desk.services.lineage.bead, RunId(run_id)),
            "map card",
            self._page.show_details,
            on_error=lambda error: self._page.show_no_details(
                run_id, fill(self.tr("What it says can't be read: %1."), str(error).rstrip("."))
            ),
        )


async def _save(image: QImage, path: str) -> None:
    """Save a picture without holding up the window. Raises StorageError."""
    if image.isNull():
        raise StorageError("there is not enough memory for it")
    if not await asyncio.to_thread(_write, image, path):
        raise StorageError(f"nothing can be written to {Path(path).parent}")


def _write(image: QImage, path: str) -> bool:
    return image.save(path, "PNG")  # type: ignore[call-overload, no-any-return]
