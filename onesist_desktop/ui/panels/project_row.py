# SPDX-License-Identifier: MIT
"""The first row of the sidebar: which project is open, the way to others, and the app's menu."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from onesist_desktop.services.views import ProjectView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.panels.elided import StepElidedLabel
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import IconButton
from onesist_desktop.ui.widgets.grounds import fill_rounded
from onesist_desktop.ui.widgets.sign import Sign
from onesist_desktop.ui.widgets.tips import plain_tip


class ProjectTile(QWidget):
    """The first letter of a project on a small tile. Its name always stands beside it, so screen readers skip it."""

    def __init__(self, theme: Theme, side: int = 24, *, is_quiet: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._side = side
        self._is_quiet = is_quiet
        self._letter = ""
        theme.changed.connect(self._fit)
        self._fit()

    def set_title(self, title: str) -> None:
        """Show the letter of another project; a dot for an empty title."""
        self._letter = title.strip()[:1].upper() or "·"
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tile and its letter."""
        theme = self._theme
        painter = QPainter(self)
        fill_rounded(painter, QRectF(self.rect()), theme.color("bg_hover" if self._is_quiet else "text_primary"), 6)
        painter.setFont(theme.font("body_strong"))
        painter.setPen(theme.color("text_primary" if self._is_quiet else "bg_canvas"))
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter), self._letter)
        painter.end()

    def _fit(self) -> None:
        side = max(self._side, self._theme.line_height("body") + 4)
        self.setFixedSize(side, side)
        self.update()


class ProjectRow(QWidget):
    """Names the project.

    Signals:
        projects_wanted(at: QPoint): Offer other projects there, on the screen.
        menu_wanted(at: QPoint): Open the app's menu there, on the screen.
    """

    projects_wanted = Signal(QPoint)
    menu_wanted = Signal(QPoint)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        line = QHBoxLayout(self)
        line.setContentsMargins(8, 0, 12, 0)
        line.setSpacing(4)
        self._button = QPushButton()
        self._button.setObjectName("open_project")
        self._button.setProperty("kind", "ghost")
        self._button.setAutoDefault(False)
        self._button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._button.clicked.connect(lambda _checked=False: self._ask_projects())
        inside = QHBoxLayout(self._button)
        inside.setContentsMargins(8, 0, 8, 0)
        inside.setSpacing(8)
        self._tile = ProjectTile(theme)
        self._title = StepElidedLabel(theme, step="body_strong", name="project_title")
        self._title.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        for child in (self._tile, self._title, Sign(theme, "caret-down", side=12)):
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            inside.addWidget(child)
        inside.addStretch(1)
        line.addWidget(self._button, 1)
        self._menu = IconButton("list", self.tr("Menu"), name="menu_button", compact=True, on_click=self.ask_menu)
        line.addWidget(self._menu)
        theme.changed.connect(self._fit)
        self._fit()
        self.show_project(None)

    def sizeHint(self) -> QSize:
        """Be as high as the header beside it."""
        return QSize(super().sizeHint().width(), self._theme.row_height(self._theme.size("header")))

    def show_project(self, project: ProjectView | None) -> None:
        """Name a project, or say that there is none."""
        title = project.title if project else self.tr("No project")
        self._title.set_text(title)
        self._tile.set_title(project.title if project else "")
        self._button.setToolTip(plain_tip(project.root_path) if project else "")
        said = fill(self.tr("Project %1. Open another one"), title) if project else self.tr("Open a project")
        self._button.setAccessibleName(said)

    def ask_menu(self) -> None:
        """Ask for the app's menu below its button."""
        self.menu_wanted.emit(self._menu.mapToGlobal(QPoint(0, self._menu.height())))

    def _ask_projects(self) -> None:
        self.projects_wanted.emit(self._button.mapToGlobal(QPoint(8, self._button.height())))

    def _fit(self) -> None:
        self.setFixedHeight(self._theme.row_height(self._theme.size("header")))
        self._button.setFixedHeight(max(36, self._theme.line_height("body") + 12))
