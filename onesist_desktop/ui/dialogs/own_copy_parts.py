# SPDX-License-Identifier: MIT
"""Parts of the dialog that makes an own copy: what keeps it from being made, and what the copy will be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from onesist_desktop.services.workspace_views import BranchView, CopyChoices, ElsewhereView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.flow import FlowRow
from onesist_desktop.ui.widgets.labels import BreakingLabel, PlainLabel, StepLabel
from onesist_desktop.ui.widgets.picker_list import PickerRow
from onesist_desktop.ui.widgets.sign import Sign
from onesist_desktop.ui.words import short_path


@dataclass(frozen=True, slots=True)
class ProblemWords:
    """What is the matter, in words, and what can be done: pairs of key and text."""

    text: str
    actions: tuple[tuple[str, str], ...] = ()


class ProblemCard(QFrame):
    """Says what keeps a copy from being made.

    Signals:
        action_wanted(key: str): Do that about it.
    """

    action_wanted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._problems: tuple[ProblemWords, ...] = ()
        self.setObjectName("copy_problems")
        self.setProperty("surface", "card")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(16, 12, 16, 12)
        self._column.setSpacing(12)
        self.hide()

    @property
    def text(self) -> str:
        """All that it says."""
        return "\n".join(problem.text for problem in self._problems)

    def show_problems(self, problems: Sequence[ProblemWords]) -> None:
        """Show these; nothing hides the card."""
        wanted = tuple(problems)
        if wanted != self._problems:
            self._fill(wanted)
        self.setVisible(bool(wanted))

    def _fill(self, wanted: tuple[ProblemWords, ...]) -> None:
        self._problems = wanted
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for problem in wanted:
            self._column.addWidget(self._row(problem))

    def _row(self, problem: ProblemWords) -> QWidget:
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(10)
        line.addWidget(Sign(self._theme, "warning", color="warning_text"), 0, Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.setSpacing(8)
        words.addWidget(PlainLabel(problem.text, wraps=True, name="copy_problem"))
        if problem.actions:
            buttons = FlowRow()
            buttons.add(*(self._button(key, text) for key, text in problem.actions))
            words.addWidget(buttons)
        line.addLayout(words, 1)
        return row

    def _button(self, key: str, text: str) -> FlatButton:
        return FlatButton(
            text, ButtonKind.SECONDARY, compact=True, name=f"remedy_{key}", on_click=partial(self.action_wanted.emit, key)
        )


class CopyFacts(QWidget):
    """Where the copy will be, what goes along and what it will lack."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(4)
        self._label = StepLabel(theme, self.tr("It will be in"), tone="secondary")
        self._folder = BreakingLabel(name="copy_folder")
        self._along = StepLabel(theme, tone="secondary", wraps=True, name="copy_along")
        self._lacks = QWidget()
        self._lacks_text = StepLabel(theme, wraps=True, name="copy_lacks")
        lacks = QHBoxLayout(self._lacks)
        lacks.setContentsMargins(0, 4, 0, 0)
        lacks.setSpacing(8)
        lacks.addWidget(Sign(theme, "info"), 0, Qt.AlignmentFlag.AlignTop)
        lacks.addWidget(self._lacks_text, 1)
        for widget in (self._label, self._folder, self._along, self._lacks):
            column.addWidget(widget)
        self._theme = theme
        theme.changed.connect(self._fit)
        self._fit()

    def show_choices(self, choices: CopyChoices, notes: Sequence[str]) -> None:
        """Show what is known of the copy to be made."""
        self._folder.setText(short_path(choices.folder))
        self._folder.setToolTip("")
        patterns = ", ".join(choices.copies_ignored)
        self._along.setText(
            fill(self.tr("Ignored files that go along, as .worktreeinclude says: %1"), patterns) if patterns else ""
        )
        self._along.setVisible(bool(patterns))
        self._lacks_text.setText("\n".join(notes))
        self._lacks.setVisible(bool(notes))

    def _fit(self) -> None:
        self._folder.setFont(self._theme.font("code"))


def branch_rows(branches: Sequence[BranchView], words: BranchWords) -> list[PickerRow]:
    """Return the rows of existing branches. Those that are in use elsewhere are dim and say where."""
    rows = []
    for branch in branches:
        is_used = bool(branch.checked_out_at) and not branch.is_made_again
        where = words.again if branch.is_made_again else words.remote if branch.is_remote else ""
        where = fill(words.in_use, short_path(branch.checked_out_at)) if is_used else where
        rows.append(PickerRow(branch.name, branch.name, where, is_dim=is_used, tip=branch.checked_out_at))
    return rows


def elsewhere_rows(places: Sequence[ElsewhereView], words: BranchWords) -> list[PickerRow]:
    """Return the rows of worktrees made elsewhere."""
    rows = []
    for place in places:
        second = (place.branch or words.no_branch) if place.is_usable else words.gone
        rows.append(PickerRow(place.path, short_path(place.path), second, is_dim=not place.is_usable, tip=place.path))
    return rows


@dataclass(frozen=True, slots=True)
class BranchWords:
    """The second lines of rows, in the language of the window."""

    in_use: str
    again: str
    remote: str
    no_branch: str
    gone: str
