# SPDX-License-Identifier: MIT
"""The colours to choose from, each as a small picture of the window."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QVBoxLayout, QWidget

from onesist_desktop.services.views import ThemeChoice
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.theme.tokens import Scheme, Tokens, load_tokens
from onesist_desktop.ui.widgets.flow import FlowRow

_PICTURE = QSize(96, 60)
_ROOM = 4


class SchemeCard(QAbstractButton):
    """A small picture of the window in some colours, with their name below it. The chosen one is framed and its name bold."""

    def __init__(self, theme: Theme, tokens: Tokens, choice: ThemeChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choice = choice
        self._theme = theme
        self._tokens = tokens
        self.setCheckable(True)
        self.setText(choice_text(choice))
        self.setAccessibleName(self.text())
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setObjectName(f"scheme_{choice.value}")

    def sizeHint(self) -> QSize:
        """Ask for the picture and a line of text."""
        font = self._theme.font("caption")
        font.setWeight(QFont.Weight.DemiBold)
        words = QFontMetrics(font).horizontalAdvance(self.text()) + 2
        return QSize(max(_PICTURE.width(), words) + 2 * _ROOM, _PICTURE.height() + self._theme.line_height("caption") + 14)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the picture, the frame and the name."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        picture = QRectF((self.width() - _PICTURE.width()) / 2, _ROOM, _PICTURE.width(), _PICTURE.height())
        self._paint_picture(painter, picture)
        is_strong = self.isChecked() or self.hasFocus()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.color("focus" if is_strong else "border_control"), 2 if is_strong else 1))
        painter.drawRoundedRect(picture.adjusted(1, 1, -1, -1), 8, 8)
        if self.hasFocus():
            painter.setPen(QPen(theme.color("focus"), 2))
            painter.drawRoundedRect(picture.adjusted(-3, -3, 3, 3), 10, 10)
        font = theme.font("caption")
        font.setWeight(QFont.Weight.DemiBold if self.isChecked() else QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(theme.color("text_primary" if self.isChecked() else "text_secondary"))
        below = self.rect().adjusted(0, _PICTURE.height() + _ROOM + 4, 0, 0)
        painter.drawText(below, int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop), self.text())
        painter.end()

    def _paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        scheme = Scheme(self.choice.value) if self.choice is not ThemeChoice.SYSTEM else Scheme.LIGHT
        colors = self._tokens.colors[scheme]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors["bg_canvas"]))
        painter.drawRoundedRect(rect, 8, 8)
        painter.setBrush(QColor(colors["bg_sidebar"]))
        painter.drawRoundedRect(QRectF(rect.left(), rect.top(), 28, rect.height()), 8, 8)
        painter.setBrush(QColor(colors["line_strong"]))
        painter.drawRect(QRectF(rect.left() + 28, rect.top(), 1, rect.height()))
        for top, width, name in ((9, 34, "text_primary"), (18, 42, "text_secondary"), (27, 26, "text_secondary")):
            painter.setBrush(QColor(colors[name]))
            painter.drawRoundedRect(QRectF(rect.left() + 36, rect.top() + top, width, 4), 2, 2)
        painter.setBrush(QColor(colors["accent"]))
        painter.drawRoundedRect(QRectF(rect.left() + 36, rect.top() + 37, 20, 8), 2, 2)


class SchemePicker(QWidget):
    """One of the colours.

    Signals:
        chosen(choice: ThemeChoice): The person chose other colours.
    """

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        tokens = load_tokens()
        self._group = QButtonGroup(self)
        self._cards = {choice: SchemeCard(theme, tokens, choice) for choice in _order()}
        row = FlowRow(gap=8)
        for card in self._cards.values():
            self._group.addButton(card)
            row.add(card)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(row)
        self._group.buttonClicked.connect(self._on_clicked)

    def show_choice(self, choice: ThemeChoice) -> None:
        """Show which one is chosen."""
        self._cards[choice].setChecked(True)

    def _on_clicked(self, card: QAbstractButton) -> None:
        assert isinstance(card, SchemeCard)
        self.chosen.emit(card.choice)


def _order() -> tuple[ThemeChoice, ...]:
    """Return the order in which they stand: the usual ones first, high contrast as dark as it mostly is."""
    return (
        ThemeChoice.SYSTEM,
        ThemeChoice.LIGHT,
        ThemeChoice.DARK,
        ThemeChoice.HIGH_CONTRAST_DARK,
        ThemeChoice.HIGH_CONTRAST_LIGHT,
    )


def choice_text(choice: ThemeChoice) -> str:
    """Return what colours are called."""
    match choice:
        case ThemeChoice.SYSTEM:
            return QCoreApplication.translate("Settings", "Like the desktop")
        case ThemeChoice.LIGHT:
            return QCoreApplication.translate("Settings", "Light")
        case ThemeChoice.DARK:
            return QCoreApplication.translate("Settings", "Dark")
        case ThemeChoice.HIGH_CONTRAST_DARK:
            return QCoreApplication.translate("Settings", "High contrast")
        case ThemeChoice.HIGH_CONTRAST_LIGHT:
            return QCoreApplication.translate("Settings", "High contrast, light")
