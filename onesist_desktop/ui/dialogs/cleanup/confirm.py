# SPDX-License-Identifier: MIT
"""The step before own copies are removed: counted anew, what is lost by number and name, what stays."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from onesist_desktop.services.workspace_views import RemovalKind, RemovalRequest, WorktreeRow
from onesist_desktop.ui.dialogs.base import FramedDialog
from onesist_desktop.ui.dialogs.cleanup.loss_card import LossCard
from onesist_desktop.ui.dialogs.cleanup.names_panel import KEPT_FOLDER
from onesist_desktop.ui.dialogs.cleanup.rich import StrongLabel
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.models.worktree_filter import can_tick
from onesist_desktop.ui.models.worktree_numbers import Counts, Loss, counts_of, counts_of_all, is_changed, loss_of
from onesist_desktop.ui.models.worktree_words import all_threads_text, branch_text, copies_text, lost_list, repository_text
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.announcing import announce
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.choices import CheckBox
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.labels import PlainLabel, StepLabel
from onesist_desktop.ui.widgets.spinner import Spinner
from onesist_desktop.ui.words import clock_text

_SIZE = (640, 552)
_MOST_CARDS = 50


class RemovalConfirm(FramedDialog):
    """Opens while the chosen ones are counted again; nothing can be confirmed before that is done.

    Args:
        rows: The chosen ones as they were shown.
        has_list: There is a list behind it to go back to, which showed their numbers.

    Signals:
        confirmed(request: RemovalRequest): Remove them, with exactly the contents that are shown here.
        given_up(): The person wants none of it; closed with Cancel.
    """

    confirmed = Signal(object)
    given_up = Signal()

    def __init__(
        self,
        theme: Theme,
        kind: RemovalKind,
        rows: Sequence[WorktreeRow],
        parent: QWidget,
        *,
        keeps_ignored: bool,
        has_list: bool = True,
    ) -> None:
        super().__init__(
            theme, _title(kind, len(rows)), QCoreApplication.translate("Cleanup", "Being counted again…"), _SIZE, parent
        )
        self.setObjectName("removal_confirm")
        self.setProperty("surface", "raised")
        if (inside := self.body.parentWidget()) is not None:
            inside.setAutoFillBackground(False)
        self._kind = kind
        self._before = {row.id: row for row in rows} if has_list else {}
        self._keeps = keeps_ignored
        self._chosen: list[WorktreeRow] = []
        self._loss = Loss()
        self._wait = QWidget()
        line = QHBoxLayout(self._wait)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(Spinner(theme=theme))
        line.addWidget(PlainLabel(self.tr("What they hold is being counted again."), tone="secondary", wraps=True), 1)
        self.body.addWidget(self._wait)
        self.body.addStretch(1)
        self.back = FlatButton(self.tr("Back"), glyph="arrow-left", name="back", on_click=self.reject)
        self.cancel = FlatButton(self.tr("Cancel"), name="cancel", on_click=self._give_up)
        self.action = FlatButton(_action(kind, len(rows)), ButtonKind.DANGER_FILLED, name="confirm", on_click=self._confirm)
        self.action.set_available(False, self.tr("They are being counted."))
        if has_list:
            self.footer_bar.set_way_back(self.back)
        else:
            self.back.setParent(self)
            self.back.hide()
        self.footer_bar.set_buttons(self.cancel, self.action)
        self.seen: CheckBox | None = None
        (self.back if has_list else self.cancel).setFocus()

    def show_rows(self, rows: Sequence[WorktreeRow], counted_at: float) -> None:
        """Show what was counted. Those that can't be removed now are named and left out."""
        self._wait.hide()
        self._clear()
        self._chosen = [row for row in rows if can_tick(row)]
        left_out = [row for row in rows if not can_tick(row)]
        counts = counts_of_all(self._chosen)
        self._loss = loss_of(counts, keeps_ignored=self._keeps)
        self.title_label.setText(_title(self._kind, len(self._chosen) or len(rows)))
        self.setWindowTitle(self.title_label.text())
        self.sentence_label.setText(self._sentence(counted_at))
        if self._has_changed(rows):
            self._add(self._changed_note())
        for row in left_out:
            text = self.tr("%1 %2 can't be removed now and is left out.")
            self._add(PlainLabel(fill(text, repository_text(row), branch_text(row)), tone="warning", wraps=True, name="left_out"))
        if self._chosen:
            self._add_losses()
            self._add_what_stays(counts)
        if not self._loss.is_none:
            self._add_check()
        self.body.addStretch(1)
        self._show_action()
        announce(self, self.sentence_label.text())

    def show_failure(self, text: str) -> None:
        """Say that they could not be counted."""
        self._wait.hide()
        self._clear()
        self.sentence_label.setText(text)
        self.action.set_available(False, text)

    def _clear(self) -> None:
        while self.body.count() > 1:
            item = self.body.takeAt(1)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _add(self, widget: QWidget) -> None:
        self.body.addWidget(widget)

    def _losing(self) -> list[WorktreeRow]:
        return [row for row in self._chosen if not _loss(row, keeps_ignored=False).is_none]

    def _sentence(self, counted_at: float) -> str:
        safe = sum(_loss(row, keeps_ignored=self._keeps).is_none for row in self._chosen)
        if not self._chosen:
            return fill(self.tr("Counted again just now, at %1. None of them can be removed now."), clock_text(counted_at))
        if safe == len(self._chosen):
            return fill(self.tr("Counted again just now, at %1. Nothing would be lost."), clock_text(counted_at))
        if safe == 1:
            return fill(
                self.tr("Counted again just now, at %1. One of them holds nothing that would be lost."), clock_text(counted_at)
            )
        if safe:
            text = QCoreApplication.translate(
                "Cleanup", "Counted again just now, at %1. %n of them hold nothing that would be lost.", None, safe
            )
            return fill(text, clock_text(counted_at))
        return fill(self.tr("Counted again just now, at %1."), clock_text(counted_at))

    def _has_changed(self, rows: Sequence[WorktreeRow]) -> bool:
        return any(row.id in self._before and is_changed(self._before[row.id], row) for row in rows)

    def _changed_note(self) -> QWidget:
        text = self.tr("The numbers changed since the list was counted. These are the new ones.")
        return PlainLabel(text, tone="warning", wraps=True, name="numbers_changed")

    def _add_losses(self) -> None:
        losing = self._losing()
        if not losing:
            return
        self.body.addSpacing(4)
        self._add(StepLabel(self.theme, self._lost_heading(), step="body_strong", wraps=True, name="lost_heading"))
        for row in losing[:_MOST_CARDS]:
            self._add(LossCard(self.theme, row, keeps_ignored=self._keeps))
        if len(losing) > _MOST_CARDS:
            text = QCoreApplication.translate("Cleanup", "and %n more that lose something", None, len(losing) - _MOST_CARDS)
            self._add(PlainLabel(text, wraps=True, name="more_cards"))

    def _lost_heading(self) -> str:
        loss = self._loss
        if loss.is_none:
            return self.tr("Nothing is lost: what Git doesn't have is kept")
        if loss.files and Loss(loss.changed, loss.new, loss.ignored) == loss:
            return QCoreApplication.translate("Cleanup", "Lost for good: %n file(s) saved nowhere else", None, loss.files)
        return fill(self.tr("Lost for good, saved nowhere else: %1"), lost_list(loss))

    def _add_what_stays(self, counts: Counts) -> None:
        self.body.addSpacing(14)
        self._add(StepLabel(self.theme, self.tr("What stays"), step="body_strong", name="stays_heading"))
        for text in self._stays(counts):
            self._add(_tick(self.theme, text))

    def _stays(self, counts: Counts) -> list[str]:
        on_branch = sum(not (row.contents is not None and row.contents.is_detached) for row in self._chosen)
        texts = []
        if on_branch == 1:
            branch = next(row for row in self._chosen if not (row.contents is not None and row.contents.is_detached))
            texts.append(fill(self.tr("The branch %1, with every commit on it"), branch_text(branch)))
        elif on_branch:
            texts.append(QCoreApplication.translate("Cleanup", "All %n branches, with every commit on them", None, on_branch))
        if counts.detached:
            detached = counts_of_all(row for row in self._chosen if counts_of(row.contents).detached)
            if detached.commits is None:
                texts.append(self.tr("Commits on no branch: a branch is made for them first"))
            else:
                text = QCoreApplication.translate(
                    "Cleanup", "%n commit(s) on no branch: a branch is made first", None, detached.commits
                )
                texts.append(text)
        if counts.loose:
            texts.append(
                QCoreApplication.translate(
                    "Cleanup", "%n commit(s) that no branch has any more, below a hidden name", None, counts.loose
                )
            )
        threads = [all_threads_text(row) for row in self._chosen if row.threads]
        if threads:
            if self._kind is RemovalKind.RELEASE:
                texts.append(self.tr("All threads. They stay with it, and its folder can be made again from the branch."))
            else:
                texts.append(self.tr("All threads. They go back to the project folder, with a note."))
        if self._keeps and counts.ignored:
            text = QCoreApplication.translate("Cleanup", "%n ignored file(s), copied to “%1” in your project", None, counts.ignored)
            texts.append(fill(text, KEPT_FOLDER))
        stashes = sum(row.contents.stashes for row in self._chosen if row.contents is not None)
        if stashes:
            texts.append(self.tr("What was stashed: it belongs to the whole repository"))
        return texts

    def _add_check(self) -> None:
        self.body.addSpacing(14)
        box = QFrame()
        box.setProperty("surface", "seen")
        line = QHBoxLayout(box)
        line.setContentsMargins(10, 10, 12, 10)
        line.setSpacing(6)
        self.seen = CheckBox(self.theme, name="seen")
        label = StrongLabel(wraps=True, name="seen_text", button=self.seen)
        text = self.tr("I have seen that <b>%1</b> will be gone.")
        label.show_text(text, lost_list(self._loss))
        self.seen.setAccessibleName(label.accessibleName())
        self.seen.toggled.connect(lambda _: self._show_action())
        line.addWidget(self.seen)
        line.addWidget(label, 1)
        self._add(box)

    def _show_action(self) -> None:
        loss, count = self._loss, len(self._chosen)
        self.action.setText(_action(self._kind, count) if loss.is_none else self._losing_action())
        if not count:
            self.action.set_available(False, self.tr("None of them can be removed now."))
        else:
            is_seen = loss.is_none or (self.seen is not None and self.seen.isChecked())
            self.action.set_available(is_seen, self.tr("Tick first that you have seen what will be gone."))

    def _losing_action(self) -> str:
        files, is_release = self._loss.files, self._kind is RemovalKind.RELEASE
        if not files:
            return self.tr("Release and lose it") if is_release else self.tr("Remove and lose it")
        if is_release:
            return QCoreApplication.translate("Cleanup", "Release and lose %n file(s)", None, files)
        return QCoreApplication.translate("Cleanup", "Remove and lose %n file(s)", None, files)

    def _confirm(self) -> None:
        confirmed = tuple((row.id, row.contents.fingerprint) for row in self._chosen if row.contents is not None)
        self.accept()
        self.confirmed.emit(RemovalRequest(self._kind, confirmed, keeps_ignored=self._keeps))

    def _give_up(self) -> None:
        self.reject()
        self.given_up.emit()


def _loss(row: WorktreeRow, *, keeps_ignored: bool) -> Loss:
    return loss_of(counts_of(row.contents), keeps_ignored=keeps_ignored)


def _title(kind: RemovalKind, count: int) -> str:
    tr = QCoreApplication.translate
    if kind is RemovalKind.RELEASE:
        return tr("Cleanup", "Release this own copy?")
    return fill(tr("Cleanup", "Remove %1?"), copies_text(count)) if count != 1 else tr("Cleanup", "Remove this own copy?")


def _action(kind: RemovalKind, count: int) -> str:
    tr = QCoreApplication.translate
    if kind is RemovalKind.RELEASE:
        return tr("Cleanup", "Release this own copy")
    if count == 1:
        return tr("Cleanup", "Remove this own copy")
    return tr("Cleanup", "Remove %n own copies", None, count)


def _tick(theme: Theme, text: str) -> QWidget:
    made = QWidget()
    line = QHBoxLayout(made)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(8)
    sign = QLabel()
    sign.setPixmap(glyph_pixmap("check", theme.color("success_text"), theme.icon_size(16)))
    line.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
    line.addWidget(PlainLabel(text, wraps=True, name="stays"), 1)
    return made
