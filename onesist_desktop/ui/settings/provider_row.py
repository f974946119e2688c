# SPDX-License-Identifier: MIT
"""One of those who can answer, as a row that opens their own part of the settings."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from onesist_desktop.services.views import ProviderView
from onesist_desktop.ui.provider_book import MarkWidget, ProviderBook
from onesist_desktop.ui.provider_words import about, badge
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.badge import Badge, BadgeTone
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.grounds import paint_row_ground
from onesist_desktop.ui.widgets.labels import ElidedLabel
from onesist_desktop.ui.widgets.rows import Divider

_HEIGHT = 56


class ProviderRow(QAbstractButton):
    """Keeps its place and height while the state changes. To a screen reader it is a button that says the state too."""

    def __init__(self, theme: Theme, book: ProviderBook, view: ProviderView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rule = Divider()
        self.setObjectName(f"provider_{view.info.id}")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._mark = MarkWidget(book, view.info.id, theme.size("bead_large"))
        self._title = ElidedLabel(name="provider_title")
        self._title.setFont(theme.font("body_strong"))
        self._about = ElidedLabel(is_quiet=True, name="provider_about")
        self._about.setFont(theme.font("caption"))
        self._badge = Badge(theme, name="provider_state")
        caret = QLabel()
        caret.setPixmap(glyph_pixmap("caret_right", theme.color("text_tertiary"), theme.icon_size(12)))
        words = QVBoxLayout()
        words.setSpacing(0)
        for part in (self._title, self._about):
            words.addWidget(part)
        if theme.is_large:
            words.addWidget(self._badge, 0, Qt.AlignmentFlag.AlignLeft)
        line = QHBoxLayout()
        line.setContentsMargins(16, 8, 12, 8)
        line.setSpacing(12)
        line.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addLayout(words, 1)
        if not theme.is_large:
            line.addWidget(self._badge, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(caret, 0, Qt.AlignmentFlag.AlignVCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._rule)
        column.addLayout(line, 1)
        for child in self.findChildren(QWidget):
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.show_view(view)

    @property
    def state(self) -> str:
        """What it says of how ready they are."""
        return self._badge.text

    def show_view(self, view: ProviderView) -> None:
        """Show how they are now."""
        self.view = view
        state, line = badge(view), about(view)
        self._title.set_text(view.info.title)
        self._about.set_text(line)
        self._badge.show_badge(state.text, BadgeTone(state.tone), state.glyph)
        self._mark.update()
        self.setAccessibleName(f"{view.info.title}: {state.text}")
        self.setAccessibleDescription(line)

    def set_first(self, *, is_first: bool) -> None:
        """Leave the rule above the first row of a card away."""
        self._rule.setVisible(not is_first)

    def sizeHint(self) -> QSize:
        """Be 56 high, more with larger text."""
        layout = self.layout()
        wanted = layout.sizeHint() if layout is not None else QSize()
        return QSize(wanted.width(), max(_HEIGHT, wanted.height()))

    def minimumSizeHint(self) -> QSize:
        """Be content with a few letters: the words are cut with an ellipsis."""
        layout = self.layout()
        return QSize(layout.minimumSize().width() if layout is not None else 0, self.sizeHint().height())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring."""
        super().focusInEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground; the words are widgets."""
        painter = QPainter(self)
        is_hovered = self.underMouse() or self.isDown()
        paint_row_ground(painter, QRectF(self.rect()), self._theme, is_hovered=is_hovered, has_ring=self.hasFocus())
        painter.end()
