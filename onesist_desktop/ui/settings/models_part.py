# SPDX-License-Identifier: MIT
"""The models of somebody who answers: how much each keeps in mind, how old the list is, and a way to ask again."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from onesist_desktop.core.answerer import ModelInfo
from onesist_desktop.services.views import ModelList
from onesist_desktop.ui.model_words import as_of_text, list_failure_text, room_text
from onesist_desktop.ui.settings.part import Part
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.labels import ElidedLabel, StepLabel
from onesist_desktop.ui.widgets.spinner import Spinner

_FIRST = 8
_MOST = 400


class ModelsPart(Part):
    """Why a list can't be had stands beside the one from before.

    Signals:
        refresh_wanted(): Ask for the list again.
        cancel_wanted(): Ask no longer.
    """

    refresh_wanted = Signal()
    cancel_wanted = Signal()

    def __init__(self, theme: Theme, title: str) -> None:
        super().__init__(theme, QCoreApplication.translate("ModelsPart", "Models"), name="models_part")
        self._title = title
        self._models: tuple[ModelInfo, ...] = ()
        self._date = StepLabel(theme, tone="secondary", wraps=theme.is_large, name="models_date")
        self._spinner = Spinner(theme=theme)
        self._progress = StepLabel(theme, self.tr("Asking…"), tone="secondary", name="models_progress")
        self._cancel = FlatButton(
            self.tr("Cancel"), ButtonKind.GHOST, compact=True, name="cancel_models", on_click=self.cancel_wanted.emit
        )
        self._refresh = FlatButton(
            self.tr("Refresh"), glyph="arrows-clockwise", compact=True, name="refresh_models", on_click=self.refresh_wanted.emit
        )
        self._cancel.setAccessibleName(self.tr("Stop asking for the models"))
        self._refresh.setAccessibleName(self.tr("Refresh the list of models"))
        self.head.addWidget(self._date, 1)
        for one in (self._spinner, self._progress, self._cancel, self._refresh):
            self.head.addWidget(one)
        self._failure = StepLabel(theme, tone="danger", wraps=True, name="models_failure")
        self._note = StepLabel(theme, tone="secondary", wraps=True, name="models_note")
        rows = QWidget()
        self._rows = QVBoxLayout(rows)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(4)
        self._all = FlatButton("", ButtonKind.GHOST, compact=True, name="all_models", on_click=self._on_all)
        self.body.addWidget(self._failure)
        self.body.addWidget(self._note)
        self.body.addWidget(rows)
        self.body.addWidget(self._all, 0, Qt.AlignmentFlag.AlignLeft)
        for one in (self._failure, self._note, self._all):
            one.hide()
        self.show_asking(is_asking=False)

    def show_asking(self, *, is_asking: bool) -> None:
        """Say that the list was asked for, or no longer."""
        had_focus = self._cancel.hasFocus() or self._refresh.hasFocus()
        for one in (self._spinner, self._progress, self._cancel):
            one.setVisible(is_asking)
        self._refresh.setVisible(not is_asking)
        if had_focus:
            (self._cancel if is_asking else self._refresh).setFocus()

    def show_list(self, models: ModelList, key: bool | None) -> None:
        """Show a list, and why there is no newer one if so. ``key``: see ``transcript.notices.KeyOf``."""
        self.show_asking(is_asking=False)
        self._models = models.models
        self._date.setText(as_of_text(models.fetched_at))
        self._failure.setVisible(models.failure is not None)
        if models.failure is not None:
            self._failure.setText(list_failure_text(models.failure, self._title, key))
        is_silent = not models.models and models.failure is None
        self._note.setVisible(is_silent)
        self._note.setText(self.tr("It doesn't say which models it has. A model's name can be typed where you write, under Model."))
        self._fill(models.models[:_FIRST])
        self._all.setText(self.tr("Show all %n model(s)", None, len(models.models)))
        self._all.setVisible(len(models.models) > _FIRST)

    def _on_all(self) -> None:
        self._fill(self._models[:_MOST])
        self._all.hide()
        self._refresh.setFocus()

    def _fill(self, models: Sequence[ModelInfo]) -> None:
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for model in models:
            self._rows.addWidget(_row(self.theme, model))


def _row(theme: Theme, model: ModelInfo) -> QWidget:
    row = QWidget()
    row.setObjectName("model_row")
    line = QVBoxLayout(row) if theme.is_large else QHBoxLayout(row)
    line.setContentsMargins(0, 2, 0, 2)
    line.setSpacing(0 if theme.is_large else 12)
    title = ElidedLabel(model.title or model.id)
    room = StepLabel(theme, room_text(model), tone="secondary")
    line.addWidget(title, 1)
    line.addWidget(room)
    row.setAccessibleName(f"{title.text}: {room.text()}")
    row.setToolTip(model.id)
    return row
