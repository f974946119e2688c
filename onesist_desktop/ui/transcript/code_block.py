# SPDX-License-Identifier: MIT
"""A chunk of fenced code: coloured, not wrapped unless wanted, with its language, *Wrap* and *Copy* at its start."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from onesist_desktop.ui.language import fill
from onesist_desktop.ui.transcript.blocks import Block, CodeBody
from onesist_desktop.ui.transcript.code_area import CodeArea
from onesist_desktop.ui.transcript.code_names import language_name
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.text_block import TEXT_INSET, TextBlock
from onesist_desktop.ui.widgets.buttons import IconButton
from onesist_desktop.ui.widgets.labels import PlainLabel

_PAD = 10
_HEAD_EDGE = 8
_HEAD = 24
_MEASURED_LETTERS = 400


class CodeBlock(TextBlock):
    """Shows a chunk of code. The head lies beside the first line if that leaves room for it, else above."""

    def __init__(self, context: TranscriptContext, parent: QWidget | None = None) -> None:
        self._code = CodeArea(context)
        super().__init__(context, self._code, parent)
        self.setObjectName("code")
        self._code.setObjectName("code_text")
        self._head = _Head(context, self)
        self._head.wrap.clicked.connect(self._on_wrap)
        self._head.copy.clicked.connect(self._on_copy)
        self._head_above = False
        self._dress()

    def show_block(self, block: Block) -> None:
        """Show code. What only grew is appended."""
        body = block.body
        if not isinstance(body, CodeBody):
            raise TypeError(f"no code: {block.kind}")
        before = self.block.body if self.block is not None else None
        self.block = block
        if before == body:
            return
        goes_on = isinstance(before, CodeBody) and before.fence == body.fence and before.first_line == body.first_line
        if self._code.show_code(body, goes_on=goes_on and isinstance(before, CodeBody) and before.message_id == body.message_id):
            self.forget_text()
        else:
            self._text = self._letters = None
        self._head.setVisible(body.is_first)
        if body.is_first:
            self._head.show_code(body)
        self._code.setAccessibleName(fill(self.tr("Code %1"), language_name(body.language)).strip())
        self.update()

    def height_for(self, width: int) -> int:
        """Return how high the chunk is, with its bar if a line is longer than the frame."""
        body = self._body()
        inner = max(1, width - 2 * TEXT_INSET)
        self._head_above = body.is_first and self._first_line_width(body) > inner - self._head.sizeHint().width()
        height, is_wide = self._code.measure(inner)
        self._code.show_bar(wanted=is_wide)
        # The head may stand elsewhere now, even if the size stays.
        self._arrange()
        return self._top(body) + height + (self._code.bar_height if is_wide else 0) + self._bottom(body)

    def displayed_text(self) -> str:
        """Return the code itself."""
        return self._body().text

    def release(self) -> None:
        """Stop waiting for colours."""
        self._code.forget_code()
        super().release()

    def refresh(self) -> None:
        """Take colours and fonts again."""
        self._dress()
        self._code.forget_code()
        super().refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the code and the head at their places."""
        super().resizeEvent(event)
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the frame, of which a chunk in the middle has only the sides."""
        body = self._body()
        theme = self.context.theme
        radius = theme.radius("card")
        width = 2 if theme.is_high_contrast else 1
        half = width / 2
        frame = QRectF(self.rect()).adjusted(half, half, -half, -half)
        # What is cut off lies outside.
        frame.adjust(0, 0 if body.is_first else -2 * radius, 0, 0 if body.is_last else 2 * radius)
        path = QPainterPath()
        path.addRoundedRect(frame, radius - half, radius - half)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(path, theme.color("bg_sunken"))
        painter.setPen(QPen(theme.color("line"), width))
        painter.drawPath(path)
        painter.end()

    def _body(self) -> CodeBody:
        body = self.block.body if self.block is not None else None
        return body if isinstance(body, CodeBody) else CodeBody("")

    def _dress(self) -> None:
        self._code.dress()
        self._head.dress()
        self._metrics = QFontMetricsF(self.context.theme.font("code"))

    def _first_line_width(self, body: CodeBody) -> float:
        end = body.text.find("\n", 0, _MEASURED_LETTERS)
        return self._metrics.horizontalAdvance(body.text[: end if end >= 0 else _MEASURED_LETTERS])

    def _top(self, body: CodeBody) -> int:
        if not body.is_first:
            return 0
        return _HEAD_EDGE + self._head.sizeHint().height() + 4 if self._head_above else _PAD

    def _bottom(self, body: CodeBody) -> int:
        if not body.is_last:
            return 0
        # Below a bar less room is needed: it has some itself.
        return max(0, _PAD - self._code.bar_height // 2) if self._code.has_bar else _PAD

    def _arrange(self) -> None:
        body = self._body()
        top = self._top(body)
        height = self.height() - top - self._bottom(body)
        self._code.setGeometry(TEXT_INSET, top, max(1, self.width() - 2 * TEXT_INSET), max(1, height))
        size = self._head.sizeHint()
        # In a window written from right to left the head moves over; code does not.
        is_mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft and self._head_above
        x = _HEAD_EDGE if is_mirrored else self.width() - size.width() - _HEAD_EDGE
        middle = _PAD + self.context.theme.line_height("code") / 2
        y = _HEAD_EDGE if self._head_above else max(2, round(middle - size.height() / 2))
        self._head.setGeometry(x, y, size.width(), size.height())

    def _on_wrap(self) -> None:
        body = self._body()
        if body.message_id is not None:
            self.context.actions.toggle_wrap(body.message_id, body.fence)

    def _on_copy(self) -> None:
        body = self._body()
        if body.message_id is not None:
            self.context.actions.copy_code(body.message_id, body.fence)


class _Head(QWidget):
    """The language, *Wrap* and *Copy*."""

    def __init__(self, context: TranscriptContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._language = PlainLabel(tone="tertiary", name="code_language")
        self.wrap = IconButton("arrow-elbow-down-left", "", compact=True, name="wrap_code")
        self.wrap.setCheckable(True)
        self.copy = IconButton("copy", self.tr("Copy code"), compact=True, name="copy_code")
        line = QHBoxLayout(self)
        line.setContentsMargins(8, 0, 0, 0)
        line.setSpacing(4)
        for widget in (self._language, self.wrap, self.copy):
            line.addWidget(widget)

    def dress(self) -> None:
        """Take the font."""
        self._language.setFont(self._context.theme.font("caption"))

    def show_code(self, body: CodeBody) -> None:
        """Say what code it is."""
        self._language.setText(language_name(body.language))
        self._language.setVisible(bool(body.language))
        self.wrap.setChecked(body.is_wrapped)
        self.wrap.set_label(self.tr("Do not wrap long lines") if body.is_wrapped else self.tr("Wrap long lines"))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Lie on the ground of the frame, should a line that is scrolled reach below it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._context.theme.color("bg_sunken"))
        painter.end()
