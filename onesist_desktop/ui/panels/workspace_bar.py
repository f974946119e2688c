# SPDX-License-Identifier: MIT
"""The bar below the header: in which folder the thread's agents work, and the way to it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from onesist_desktop.services.views import ProjectView
from onesist_desktop.ui.panels.elided import StepElidedLabel
from onesist_desktop.ui.panels.sign import Sign
from onesist_desktop.ui.panels.thread_header import CARD_X
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import FlatButton, IconButton
from onesist_desktop.ui.widgets.labels import StepLabel
from onesist_desktop.ui.widgets.tips import plain_tip
from onesist_desktop.ui.words import short_path


class WorkspaceBar(QFrame):
    """Hidden while no project is open.

    Signals:
        folder_wanted(path: str): Open that folder in the desktop's file manager.
        project_wanted(): Open another project, as the folder of this one has gone.
    """

    folder_wanted = Signal(str)
    project_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._path = ""
        self._is_there = True
        self._is_squeezed = False
        self.setObjectName("workspace_bar")
        self.setProperty("surface", "bar")
        line = QHBoxLayout(self)
        line.setContentsMargins(CARD_X, 0, 12, 0)
        line.setSpacing(8)
        self._sign = Sign(theme, "folder-simple")
        self._kind = StepLabel(theme, step="body_strong", name="workspace_kind")
        self._place = StepElidedLabel(theme, step="caption", mode=Qt.TextElideMode.ElideMiddle, is_quiet=True, name="thread_place")
        self._place.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._other = FlatButton(
            self.tr("Open another project…"), compact=True, name="other_project", on_click=self.project_wanted.emit
        )
        self._open = IconButton("folder-open", self.tr("Open the folder"), name="open_folder", on_click=self._ask_folder)
        line.addWidget(self._sign)
        line.addWidget(self._kind)
        line.addWidget(self._place, 1)
        line.addWidget(self._other)
        line.addWidget(self._open)
        theme.changed.connect(self._fit)
        self._fit()
        self.show_project(None)

    def show_project(self, project: ProjectView | None) -> None:
        """Say where a project's threads work, and whether that folder is still there."""
        self._path = project.root_path if project else ""
        self._is_there = is_there = project is None or project.folder_exists
        self._show()
        if project is None:
            return
        self._sign.show_glyph("folder-simple" if is_there else "folder-minus", "text_secondary" if is_there else "danger_text")
        self._kind.setText(self.tr("Project folder") if is_there else self.tr("The project folder is gone"))
        self._place.set_text(short_path(project.root_path))
        self._open.setVisible(is_there)
        self._other.setVisible(not is_there)
        for widget in (self, self._kind):
            widget.setToolTip(plain_tip(project.root_path))

    def set_squeezed(self, is_squeezed: bool) -> None:
        """Give way where there is no room for what stands below; but not where the folder has gone."""
        if is_squeezed != self._is_squeezed:
            self._is_squeezed = is_squeezed
            self._show()

    def _show(self) -> None:
        self.setVisible(bool(self._path) and (not self._is_squeezed or not self._is_there))

    def _ask_folder(self) -> None:
        self.folder_wanted.emit(self._path)

    def _fit(self) -> None:
        self.setFixedHeight(self._theme.row_height(self._theme.size("workspace_bar")))
