# SPDX-License-Identifier: MIT
"""Brings the inspector's *Lineage* the family of the shown thread: only while it is seen, and not more often than anybody reads."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QTimer

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.services.lineage_views import FamilyView
from onesist_desktop.services.views import ThreadView
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.controllers.layout_controller import LayoutController
from onesist_desktop.ui.lineage_words import lineage_text
from onesist_desktop.ui.panels.inspector_panel import InspectorPanel

REFRESH_MS = 250
"""Changes within this time are read together."""


class LineagePanelController(QObject):
    """Joins the tab to ``services.lineage.family``."""

    def __init__(self, desk: Desk, panel: InspectorPanel, layout: LayoutController) -> None:
        super().__init__(desk)
        self._desk = desk
        self._panel = panel
        self._layout = layout
        self._thread_id: ThreadId | None = None
        self._is_old = False
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(REFRESH_MS)
        self._delay.timeout.connect(self._read_if_old)
        layout.changed.connect(self._read_if_old)
        panel.page_changed.connect(self._read_if_old)

    def show_thread(self, thread_id: ThreadId | None) -> None:
        """Another thread is shown."""
        self._thread_id = thread_id
        self._delay.stop()
        if thread_id is None:
            self._panel.lineage.show_family(None)
        else:
            self._panel.lineage.show_reading()
        self._is_old = True
        self._read_if_old()

    def note(self) -> None:
        """Something in the shown thread changed."""
        self._is_old = True
        if self._is_shown and not self._delay.isActive():
            self._delay.start()

    def note_thread(self, view: ThreadView) -> None:
        """A thread came to be, or changed: of the family it matters."""
        family = self._panel.lineage.family
        known = {kin.thread.id for kin in family.kin} if family is not None else set()
        if view.id in known or view.parent_thread_id in known or view.id == self._thread_id:
            self.note()

    def stop(self) -> None:
        """The window closes."""
        self._delay.stop()

    @property
    def _is_shown(self) -> bool:
        return self._layout.is_inspector_shown and self._panel.is_lineage_shown

    def _read_if_old(self) -> None:
        thread_id = self._thread_id
        if not self._is_old or not self._is_shown or thread_id is None:
            return
        self._is_old = False
        self._desk.spawn(
            partial(self._desk.services.lineage.family, thread_id),
            "family",
            partial(self._on_read, thread_id),
            on_error=lambda error: self._desk.said.emit(lineage_text(error)),
        )

    def _on_read(self, thread_id: ThreadId, family: FamilyView) -> None:
        if thread_id == self._thread_id:
            self._panel.lineage.show_family(family)
