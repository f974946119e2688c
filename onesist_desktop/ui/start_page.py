# SPDX-License-Identifier: MIT
"""The first page: choose a folder, see who can answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QBoxLayout, QFileDialog, QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from onesist_desktop.services.views import ProjectView, ProviderView
from onesist_desktop.ui import provider_words
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.panels.product_mark import ProductMark
from onesist_desktop.ui.panels.project_row import ProjectTile
from onesist_desktop.ui.provider_book import MarkWidget, ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.badge import Badge, BadgeTone
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.column import CentredColumn, ScrollingPage
from onesist_desktop.ui.widgets.flow import FlowRow
from onesist_desktop.ui.widgets.labels import ElidedLabel, PlainLabel, StepLabel
from onesist_desktop.ui.widgets.rows import Divider
from onesist_desktop.ui.widgets.tab_order import chain
from onesist_desktop.ui.words import short_path, when_text

_MAX_RECENT = 6


class StartPage(QWidget):
    """Shown while no project is open.

    Args:
        now: The time in seconds since the epoch.

    Signals:
        folder_chosen(path: str): Open that folder.
        add_model_wanted(), add_agent_wanted(): Add a model by key, or an agent.
        practice_wanted(): Try the practice assistant.
        look_again_wanted(): Check again who can answer.
        set_up_wanted(provider_id: ProviderId | None): Change keys and programs, of somebody or of all.
        back_wanted(): Go back to the project that is open.
    """

    folder_chosen = Signal(str)
    add_model_wanted = Signal()
    add_agent_wanted = Signal()
    practice_wanted = Signal()
    look_again_wanted = Signal()
    set_up_wanted = Signal(object)
    back_wanted = Signal()

    def __init__(
        self, theme: Theme, book: ProviderBook, parent: QWidget | None = None, *, now: Callable[[], float] = time.time
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._book = book
        self._now = now
        self.setObjectName("start_page")
        self.setAcceptDrops(True)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(24, 40, 24, 40)
        column.setSpacing(8)
        self.back = FlatButton("", ButtonKind.GHOST, compact=True, name="back_to_project", on_click=self.back_wanted.emit)
        self.back.hide()
        column.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(ProductMark(theme))
        column.addSpacing(8)
        column.addWidget(StepLabel(theme, self.tr("Choose a folder to begin"), step="display", wraps=True))
        text = self.tr("A project is a folder on this computer. Agents work in it, and its threads belong to it.")
        column.addWidget(StepLabel(theme, text, step="reading", tone="secondary", wraps=True))
        column.addSpacing(8)
        row: QBoxLayout = QVBoxLayout() if theme.is_large else QHBoxLayout()
        row.setSpacing(8)
        choose = FlatButton(
            self.tr("Choose a folder…"), ButtonKind.PRIMARY, glyph="folder-open", name="choose_folder", on_click=self.choose_folder
        )
        row.addWidget(choose, 0, Qt.AlignmentFlag.AlignLeft)
        self.path_field = QLineEdit()
        self.path_field.setObjectName("folder_path")
        self.path_field.setPlaceholderText(self.tr("or type its path and press Enter"))
        self.path_field.setAccessibleName(self.tr("Path of the folder"))
        self.path_field.returnPressed.connect(self._on_path)
        self.path_field.textEdited.connect(self._on_path_edited)
        row.addWidget(self.path_field, 1)
        column.addLayout(row)
        self._error = PlainLabel(tone="danger", wraps=True, name="folder_error")
        self._error.hide()
        column.addWidget(self._error)
        column.addWidget(
            StepLabel(theme, self.tr("You can also drop a folder anywhere in this window."), tone="tertiary", wraps=True)
        )
        self._recent = self._section(column, self.tr("Used before"), "recent_projects")
        column.addSpacing(8)
        column.addWidget(Divider())
        column.addSpacing(8)
        head = QHBoxLayout()
        head.addWidget(StepLabel(theme, self.tr("Who can answer"), step="heading", wraps=True), 1)
        head.addWidget(
            FlatButton(self.tr("Look again"), glyph="again", compact=True, name="look_again", on_click=self.look_again_wanted.emit)
        )
        column.addLayout(head)
        note = self.tr("One is enough. You can switch in the middle of a thread, and add others later.")
        column.addWidget(PlainLabel(note, tone="secondary", wraps=True))
        card = QFrame()
        card.setProperty("surface", "card")
        card.setObjectName("who_answers")
        self._answers = QVBoxLayout(card)
        self._answers.setContentsMargins(1, 1, 1, 1)
        self._answers.setSpacing(0)
        column.addWidget(card)
        more = FlowRow()
        self._practice = FlatButton(
            self.tr("Try the practice assistant"), glyph="student", name="try_practice", on_click=self.practice_wanted.emit
        )
        more.add(
            FlatButton(self.tr("Add a model…"), glyph="key", name="add_model", on_click=self.add_model_wanted.emit),
            FlatButton(self.tr("Add an agent…"), glyph="robot", name="add_agent", on_click=self.add_agent_wanted.emit),
            FlatButton(
                self.tr("Keys and programs…"), glyph="wrench", name="set_up", on_click=lambda: self.set_up_wanted.emit(None)
            ),
            self._practice,
        )
        column.addWidget(more)
        column.addStretch(1)
        scroll = ScrollingPage(CentredColumn(content, 768))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)
        self.show_recent(())
        self.refresh_providers()

    def choose_folder(self) -> None:
        """Open the desktop's folder dialog."""
        dialog = QFileDialog(self, self.tr("Choose a folder"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._choose)
        dialog.open()

    def show_project(self, project: ProjectView | None) -> None:
        """Offer the way back to the project that is open; None for none."""
        self.back.setVisible(project is not None)
        self.back.setText(fill(self.tr("Back to %1"), project.title.replace("&", "&&")) if project else "")

    def show_error(self, text: str) -> None:
        """Say why a folder can't be opened."""
        self._error.setText(text)
        self._error.show()

    def show_recent(self, projects: Sequence[ProjectView]) -> None:
        """List projects that were open before."""
        _clear(self._recent)
        last: QWidget = self.path_field
        self._recent_box.setVisible(bool(projects))
        for project in projects[:_MAX_RECENT]:
            button = FlatButton("", ButtonKind.GHOST, name=f"recent_{project.id}")
            button.setAccessibleName(f"{project.title}, {project.root_path}")
            button.setEnabled(project.folder_exists)
            button.setMinimumHeight(self._theme.row_height(self._theme.size("row")))
            line = QHBoxLayout(button)
            line.setContentsMargins(4, 0, 8, 0)
            line.setSpacing(8)
            tile = ProjectTile(self._theme, is_quiet=True)
            tile.set_title(project.title)
            line.addWidget(tile)
            path = ElidedLabel(short_path(project.root_path), mode=Qt.TextElideMode.ElideMiddle, is_quiet=True)
            path.setFont(self._theme.font("code"))
            line.addWidget(PlainLabel(project.title))
            line.addWidget(path, 1)
            when = when_text(project.opened_at, self._now()) if project.folder_exists else self.tr("folder is gone")
            line.addWidget(PlainLabel(when, tone="secondary", font=self._theme.font("caption")))
            for child in button.findChildren(QWidget):
                child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            button.clicked.connect(lambda _=False, chosen=project.root_path: self._choose(chosen))
            self._recent.addWidget(button)
            last = chain(last, [button])

    def refresh_providers(self) -> None:
        """List who can answer, with how ready they are."""
        _clear(self._answers)
        for index, view in enumerate(self._book.providers):
            if index:
                rule = QFrame()
                rule.setProperty("surface", "rule")
                self._answers.addWidget(rule)
            self._answers.addWidget(self._provider_row(view))
        if not self._book.providers:
            empty = PlainLabel(self.tr("Nobody yet."), tone="secondary")
            empty.setContentsMargins(16, 12, 16, 12)
            self._answers.addWidget(empty)
        self._practice.setVisible(any(view.info.family == "practice" for view in self._book.providers))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take a folder."""
        if self._dropped_folder(event) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open a dropped folder."""
        folder = self._dropped_folder(event)
        if folder is not None:
            event.acceptProposedAction()
            self._choose(folder)

    def _dropped_folder(self, event: QDropEvent) -> str | None:
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        return next((path for path in paths if Path(path).is_dir()), None)

    def _section(self, column: QVBoxLayout, title: str, name: str) -> QVBoxLayout:
        self._recent_box = QWidget()
        self._recent_box.setObjectName(name)
        box = QVBoxLayout(self._recent_box)
        box.setContentsMargins(0, 16, 0, 0)
        box.setSpacing(4)
        box.addWidget(StepLabel(self._theme, title, tone="secondary"))
        rows = QVBoxLayout()
        rows.setSpacing(0)
        box.addLayout(rows)
        column.addWidget(self._recent_box)
        return rows

    def _provider_row(self, view: ProviderView) -> QWidget:
        row = QWidget()
        row.setObjectName(f"answers_{view.info.id}")
        row.setMinimumHeight(56)
        line = QHBoxLayout(row)
        line.setContentsMargins(16, 8, 16, 8)
        line.setSpacing(12)
        line.addWidget(MarkWidget(self._book, view.info.id, self._theme.size("bead_large")))
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(PlainLabel(view.info.title, font=self._theme.font("body_strong")))
        words.addWidget(PlainLabel(provider_words.about(view), tone="secondary", wraps=True, font=self._theme.font("caption")))
        line.addLayout(words, 1)
        state, action = provider_words.badge(view), provider_words.setup_action(view)
        badge = Badge(self._theme, state.text, BadgeTone(state.tone), glyph=state.glyph, name="readiness")
        side: QBoxLayout = QVBoxLayout() if self._theme.is_large else QHBoxLayout()
        side.setSpacing(8)
        edge = Qt.AlignmentFlag.AlignLeft if self._theme.is_large else Qt.AlignmentFlag.AlignVCenter
        side.addWidget(badge, 0, edge)
        if action:
            button = FlatButton(action, compact=True, name=f"set_up_{view.info.id}")
            button.setAccessibleName(fill(self.tr("%1: %2"), view.info.title, action))
            button.clicked.connect(lambda _=False, one=view.info.id: self.set_up_wanted.emit(one))
            side.addWidget(button, 0, edge)
        (words if self._theme.is_large else line).addLayout(side)
        row.setAccessibleName(f"{view.info.title}: {state.text}")
        return row

    def _on_path_edited(self) -> None:
        self._error.hide()

    def _on_path(self) -> None:
        text = self.path_field.text().strip()
        if text:
            self._choose(str(Path(text).expanduser()))

    def _choose(self, path: str) -> None:
        self._error.hide()
        self.folder_chosen.emit(path)


def _clear(layout: QVBoxLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
