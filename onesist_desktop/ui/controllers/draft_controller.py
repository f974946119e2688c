# SPDX-License-Identifier: MIT
"""Keeps what is written and not sent, so that it is there again after a restart or a crash."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QObject, QTimer

from onesist_desktop.core.errors import OnesistError
from onesist_desktop.core.ids import ProjectId, ThreadId
from onesist_desktop.services.views import Draft
from onesist_desktop.ui.composer import Composer
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.language import fill

SAVE_DELAY_MS = 400

_Key = tuple[ProjectId, ThreadId | None]


class DraftController(QObject):
    """Joins the composer to ``services.drafts``."""

    def __init__(self, desk: Desk, composer: Composer) -> None:
        super().__init__(desk)
        self._desk = desk
        self._composer = composer
        self._unsaved: dict[_Key, Draft] = {}
        self._being_saved: set[_Key] = set()
        self._project_id: ProjectId | None = None
        self._has_failed = False
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(SAVE_DELAY_MS)
        self._delay.timeout.connect(self.save)
        composer.draft_changed.connect(self._on_changed)
        composer.thread_shown.connect(self._on_thread_shown)
        desk.window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep everything before the window closes: afterwards nothing new begins."""
        if event.type() is QEvent.Type.Close:
            self.save(is_last=True)
        return False

    def save(self, *, is_last: bool = False) -> None:
        """Keep everything that isn't kept yet. ``is_last``: the window closes, so nothing can be tried again."""
        self._delay.stop()
        for key, draft in list(self._unsaved.items()):
            # One at a time, so that an older draft never comes after a newer one.
            if key in self._being_saved and not is_last:
                continue
            del self._unsaved[key]
            self._being_saved.add(key)
            self._desk.spawn(
                partial(self._desk.services.drafts.save, *key, draft),
                "save draft",
                partial(self._on_saved, key),
                on_error=partial(self._on_not_saved, key, draft),
            )

    def _on_changed(self, thread_id: ThreadId | None, at_once: bool) -> None:
        project = self._desk.project
        if project is None:
            return
        self._unsaved[project.id, thread_id] = self._composer.draft(thread_id)
        if at_once:
            self.save()
        else:
            self._delay.start()

    def _on_thread_shown(self, thread_id: ThreadId | None) -> None:
        self.save()
        project = self._desk.project
        if thread_id is not None or project is None or project.id == self._project_id:
            return
        # What was written without a thread belongs to its project, and was kept with that just now.
        self._project_id = project.id
        self._composer.forget_draft(None)
        self._desk.spawn(
            partial(self._desk.services.drafts.of_project, project.id), "read draft", partial(self._on_read, project.id)
        )

    def _on_read(self, project_id: ProjectId, draft: Draft) -> None:
        if self._project_id == project_id:
            self._composer.take_draft(None, draft)

    def _on_saved(self, key: _Key, _: None) -> None:
        self._being_saved.discard(key)
        self._has_failed = False
        if key in self._unsaved:
            self._delay.start()

    def _on_not_saved(self, key: _Key, draft: Draft, error: OnesistError) -> None:
        self._being_saved.discard(key)
        # It is tried again with the next change; until then the composer has it.
        self._unsaved.setdefault(key, draft)
        if not self._has_failed:
            self._has_failed = True
            text = self.tr("What you are writing can't be kept at the moment: %1. It stays here while Onesist is open.")
            self._desk.said.emit(fill(text, str(error).rstrip(".")))
