# SPDX-License-Identifier: MIT
"""Labels that show plain text only, so that no name or answer can pose as markup."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget


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
        self._text = ""
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
        self.setAccessibleName(self._text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Ask for the whole text's width."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._text) + 2, metrics.height())

    def minimumSizeHint(self) -> QSize:
        """Be content with a few letters."""
        metrics = self.fontMetrics()
        return QSize(min(metrics.averageCharWidth() * 6, self.sizeHint().width()), metrics.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what fits."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self._role))
        shown = self.fontMetrics().elidedText(self._text, self._mode, self.width())
        self.setToolTip(self._text if shown != self._text else "")
        painter.drawText(
            self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine, shown
        )
        painter.end()
