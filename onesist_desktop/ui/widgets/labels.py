# SPDX-License-Identifier: MIT
"""Labels that show plain text only, so that no name or answer can pose as markup."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPalette, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.tips import plain_tip

_MOST_LETTERS = 1_000


class PlainLabel(QLabel):
    """A label whose text is never read as markup. ``tone`` is ``secondary``, ``tertiary``, ``danger``… of the style sheet."""

    def __init__(
        self,
        text: str = "",
        *,
        tone: str = "",
        font: QFont | None = None,
        wraps: bool = False,
        name: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
        self.setObjectName(name)
        self.setWordWrap(wraps)
        if tone:
            self.setProperty("tone", tone)
        if font is not None:
            self.setFont(font)


class OneLineLabel(PlainLabel):
    """A plain label that wants one line, and takes more of them where there is no room for it."""

    def __init__(self, text: str = "", *, font: QFont | None = None, name: str = "") -> None:
        super().__init__(text, font=font, wraps=True, name=name)

    def sizeHint(self) -> QSize:
        """Ask for the whole text's width. Qt's own wish for a text that wraps is a block of about three by one."""
        margins = self.contentsMargins()
        inner = self.fontMetrics().size(0, self.text()).width() + 2 * self.margin() + 1
        width = margins.left() + inner + margins.right()
        return QSize(width, self.heightForWidth(width))


class BreakingLabel(PlainLabel):
    """A plain label of several lines that breaks words which are wider than its place, such as paths and ids."""

    def __init__(self, text: str = "", *, tone: str = "", name: str = "") -> None:
        super().__init__(text, tone=tone, wraps=True, name=name)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        """Say that it wraps, unless it is to stand on one line."""
        return self.wordWrap()

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines."""
        return ceil(self._laid_out(width).boundingRect().height())

    def sizeHint(self) -> QSize:
        """Ask for the whole text's width."""
        size = self.fontMetrics().size(0, self.text())
        return QSize(size.width() + 1, size.height())

    def minimumSizeHint(self) -> QSize:
        """Be content with a few letters, or with the whole line if it is not to wrap."""
        metrics = self.fontMetrics()
        return QSize(metrics.averageCharWidth() * 6, metrics.height()) if self.wordWrap() else self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        self._laid_out(self.width()).draw(painter, QPointF())
        painter.end()

    def _laid_out(self, width: int) -> QTextLayout:
        layout = QTextLayout(self.text().replace("\n", "\u2028"), self.font())
        option = QTextOption(Qt.AlignmentFlag.AlignLeading)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTextDirection(self.layoutDirection())
        layout.setTextOption(option)
        layout.beginLayout()
        top = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(1, width))
            line.setPosition(QPointF(0, top))
            top += line.height()
        layout.endLayout()
        return layout


class ElidedLabel(QWidget):
    """One line that is cut with an ellipsis where the room ends; the whole is in the tooltip and the accessible name."""

    def __init__(
        self,
        text: str = "",
        *,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        is_quiet: bool = False,
        name: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._text = self._measured = ""
        self._mode = mode
        self._role = QPalette.ColorRole.PlaceholderText if is_quiet else QPalette.ColorRole.WindowText
        self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.set_text(text)

    @property
    def text(self) -> str:
        """The whole text."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show a text; line breaks become spaces."""
        self._text = " ".join(text.split())
        # No window has room for more, and a line of a megabyte would be measured for each of its letters.
        half = _MOST_LETTERS // 2
        is_long = len(self._text) > _MOST_LETTERS
        self._measured = f"{self._text[:half]}…{self._text[-half:]}" if is_long else self._text
        self.setAccessibleName(self._text[:_MOST_LETTERS])
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Ask for the whole text's width."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._measured) + 2, metrics.height())

    def minimumSizeHint(self) -> QSize:
        """Be content with a few letters."""
        metrics = self.fontMetrics()
        return QSize(min(metrics.averageCharWidth() * 6, self.sizeHint().width()), metrics.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what fits."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self._role))
        shown = self.fontMetrics().elidedText(self._measured, self._mode, self.width())
        self.setToolTip(plain_tip(self._text) if shown != self._text else "")
        painter.drawText(
            self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine, shown
        )
        painter.end()


class StepLabel(PlainLabel):
    """A plain label in a step of the type scale, which it keeps to when the text's size changes."""

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        *,
        step: str = "caption",
        tone: str = "",
        wraps: bool = False,
        name: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, tone=tone, font=theme.font(step), wraps=wraps, name=name, parent=parent)
        self._theme = theme
        self._step = step
        theme.changed.connect(self._on_theme_changed)

    def _on_theme_changed(self) -> None:
        self.setFont(self._theme.font(self._step))
