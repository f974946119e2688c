# SPDX-License-Identifier: MIT
"""Below the list: the first names of what the current row holds, and whether ignored files are kept."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from onesist_desktop.services.workspace_views import WorktreeRow
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.models.worktree_names import NamedKind, kinds_of, more_text
from onesist_desktop.ui.models.worktree_words import branch_text, note_text, state_notes
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.choices import CheckBox
from onesist_desktop.ui.widgets.column import ScrollingPage
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.labels import ElidedLabel, PlainLabel, StepLabel

_HEIGHT = 114
_LINES = 3
_COLUMN = 200
_KEEP = 248

KEPT_FOLDER = "kept-files"
"""Where ignored files are copied to, in the project's folder; the same as that of ``services.removing``."""


class NamesPanel(QFrame):
    """Keeps its height, whatever row is the current one; it scrolls by itself.

    Signals:
        all_wanted(): Show all names.
        keeps_changed(keeps: bool): Ignored files are to be kept, or not.
    """

    all_wanted = Signal()
    keeps_changed = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._row: WorktreeRow | None = None
        self.setObjectName("cleanup_names")
        self.setAccessibleName(self.tr("What the chosen own copy holds"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        content = QWidget()
        line = QHBoxLayout(content)
        line.setContentsMargins(24, 10, 24, 6)
        line.setSpacing(16)
        left = QVBoxLayout()
        left.setSpacing(4)
        self._notes = PlainLabel(tone="warning", wraps=True, name="cleanup_notes")
        self._nothing = PlainLabel(tone="secondary", wraps=True, name="cleanup_nothing")
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(8)
        left.addWidget(self._notes)
        left.addWidget(self._nothing)
        left.addLayout(self._grid)
        left.addStretch(1)
        line.addLayout(left, 1)
        self._keep_box = QWidget()
        keep = QVBoxLayout(self._keep_box)
        keep.setContentsMargins(0, 0, 0, 0)
        keep.setSpacing(0)
        self.keep = CheckBox(theme, self.tr("Keep ignored files"), name="keep_ignored")
        self.keep.setChecked(True)
        self.keep.toggled.connect(self.keeps_changed)
        where = fill(self.tr("Copied to a folder with today's date in “%1”, in your project."), KEPT_FOLDER)
        self._where = StepLabel(theme, where, tone="secondary", wraps=True)
        self.keep.setAccessibleDescription(self._where.text())
        keep.addWidget(self.keep, 0, Qt.AlignmentFlag.AlignLeading)
        keep.addWidget(self._where)
        keep.addStretch(1)
        line.addWidget(self._keep_box, 0)
        self._scroll = ScrollingPage(content)
        content.setAutoFillBackground(False)
        outer.addWidget(self._scroll)
        self._columns: list[QWidget] = []
        theme.changed.connect(self._measure)
        self._measure()

    def sizeHint(self) -> QSize:
        """Be as high as three names and their heading."""
        theme = self._theme
        needed = 18 + theme.line_height("body") + _LINES * theme.line_height("code")
        return QSize(400, max(_HEIGHT, needed + 8))

    def show_row(self, row: WorktreeRow | None) -> None:
        """Show what a row holds. The same row in the same words leaves all as it is."""
        if row == self._row:
            return
        self._row = row
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put as many columns side by side as have room."""
        super().resizeEvent(event)
        self._arrange()

    def _show(self) -> None:
        for column in self._columns:
            self._grid.removeWidget(column)
            column.hide()
            column.deleteLater()
        row, self._columns = self._row, []
        contents = row.contents if row is not None else None
        notes = state_notes(contents) if contents is not None else []
        if row is not None and row.note:
            notes.append(note_text(row.note))
        self._notes.setText(" ".join(notes))
        self._notes.setVisible(bool(notes))
        kinds = kinds_of(contents) if contents is not None else []
        self._nothing.setText(self._nothing_text(row) if not kinds else "")
        self._nothing.setVisible(not kinds and bool(self._nothing.text()))
        self._columns = [self._make_column(kind) for kind in kinds]
        self._arrange()

    def _nothing_text(self, row: WorktreeRow | None) -> str:
        if row is None:
            return ""
        if not row.exists:
            return fill(self.tr("Its folder is not there. The branch %1 stays, with every commit on it."), branch_text(row))
        if row.contents is None:
            return "" if row.note else self.tr("Its files are being counted.")
        return self.tr("Nothing in it would be lost.")

    def _make_column(self, kind: NamedKind) -> QWidget:
        theme = self._theme
        made = QWidget(self)
        column = QVBoxLayout(made)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setSpacing(6)
        sign = QLabel()
        ink = theme.color("warning_text" if kind.is_lost else "text_secondary")
        sign.setPixmap(glyph_pixmap(kind.glyph, ink, theme.icon_size(14)))
        head.addWidget(sign)
        head.addWidget(PlainLabel(kind.heading, font=self._strong(), name=f"kind_{kind.key}"), 1)
        column.addLayout(head)
        indent = theme.icon_size(14) + 6
        names, left_out = kind.first(_LINES)
        for name in names:
            label = ElidedLabel(name, mode=Qt.TextElideMode.ElideMiddle, name="cleanup_name")
            label.setFont(theme.font("code"))
            label.setFixedHeight(theme.line_height("code"))
            column.addWidget(_indented(label, indent))
        if left_out is None or left_out:
            more = FlatButton(
                more_text(left_out), ButtonKind.GHOST, compact=True, name=f"more_{kind.key}", on_click=self.all_wanted.emit
            )
            more.setFixedHeight(theme.line_height("code") + 4)
            column.addWidget(_indented(more, indent - 8))
        column.addStretch(1)
        return made

    def _strong(self) -> QFont:
        font = self._theme.font("caption")
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def _arrange(self) -> None:
        room = max(1, self.width() - 48 - self._keep_box.width() - 16)
        across = max(1, min(3, room // max(1, self._theme.icon_size(_COLUMN))))
        for at, column in enumerate(self._columns):
            self._grid.addWidget(column, at // across, at % across)
        for at in range(3):
            self._grid.setColumnStretch(at, 1 if at < across else 0)

    def _measure(self) -> None:
        grow = max(1.0, self._theme.text_percent / 100)
        self._keep_box.setFixedWidth(round(_KEEP * min(grow, 1.6)))
        box = self._theme.icon_size(16) + 8 + 4
        self._where.setContentsMargins(box, 0, 0, 0)
        self.setFixedHeight(self.sizeHint().height())
        self._show()


def _indented(widget: QWidget, left: int) -> QWidget:
    holder = QWidget()
    line = QHBoxLayout(holder)
    line.setContentsMargins(left, 0, 0, 0)
    line.addWidget(widget, 0 if isinstance(widget, FlatButton) else 1)
    if isinstance(widget, FlatButton):
        line.addStretch(1)
    return holder
