# SPDX-License-Identifier: MIT
"""A piece of prose: Markdown without HTML, or text as it was written."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent, QTextCursor, QTextTable
from PySide6.QtWidgets import QTextEdit, QWidget

from onesist_desktop.ui.transcript.blocks import Block, ProseBody
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.prose_dress import CODE_ROOM, Dress, Extras, displayed
from onesist_desktop.ui.transcript.prose_limits import is_beyond_limits, is_readable
from onesist_desktop.ui.transcript.prose_source import shown_source
from onesist_desktop.ui.transcript.safe_markdown import FEATURES, is_web_link
from onesist_desktop.ui.transcript.text_block import TEXT_INSET, TextArea, TextBlock
from onesist_desktop.ui.widgets.glyphs import paint_glyph

_BAR = 3
_BOX = 0.73
_BOX_GAP = 4
_FIRST_WIDTH = 700


class ProseArea(TextArea):
    """Paints what Qt's own layout leaves out: the bars beside quotes, and the place where text still comes."""

    def __init__(self, context: TranscriptContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.extras = Extras()
        self.is_open = False
        # A fixed width: else Qt lays the text out a second time when the widget gets the size that was measured.
        self.setLineWrapMode(QTextEdit.LineWrapMode.FixedPixelWidth)
        self.setLineWrapColumnOrWidth(_FIRST_WIDTH)

    def set_width(self, width: int) -> None:
        """Lay the text out for a width, unless it is already."""
        if self.lineWrapColumnOrWidth() != width:
            self.setLineWrapColumnOrWidth(width)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Fetch nothing: no picture is ever asked for, as each was replaced by its words. None would make Qt look itself."""
        return b""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground of code, the text, then what belongs beside it."""
        if self.extras.codes:
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(-self.horizontalScrollBar().value(), 0)
            painter.setPen(QPen(self._context.theme.color("line")))
            painter.setBrush(self._context.theme.color("bg_sunken"))
            for start, end in self.extras.codes:
                self._paint_code(painter, start, end, event.rect())
            painter.end()
        super().paintEvent(event)
        if not self.extras.quotes and not self.extras.tasks and not self.is_open:
            return
        painter = QPainter(self.viewport())
        painter.translate(-self.horizontalScrollBar().value(), 0)
        for start, end, is_mirrored in self.extras.quotes:
            self._paint_bar(painter, start, end, is_mirrored=is_mirrored)
        for position, is_done in self.extras.tasks:
            self._paint_box(painter, position, is_done=is_done)
        if self.is_open:
            self._paint_end(painter)
        painter.end()

    def _paint_code(self, painter: QPainter, start: int, end: int, seen: QRect) -> None:
        """Paint a small box below inline code, one for each line that it stands on."""
        theme, document = self._context.theme, self.document()
        block = document.findBlock(start)
        origin, layout, first = document.documentLayout().blockBoundingRect(block).topLeft(), block.layout(), block.position()
        height, letters = theme.line_height("code") - 1, self.fontMetrics().height()
        radius, at = theme.radius("small"), start - first
        while at < end - first and (line := layout.lineForTextPosition(at)).isValid():
            left, right = at, min(end - first, line.textStart() + line.textLength())
            at = max(right, at + 1)
            # A line has all its room above the letters.
            middle = origin.y() + line.y() + line.height() - letters / 2
            if not seen.top() - height <= middle <= seen.bottom() + height:
                continue
            x, to = (origin.x() + line.cursorToX(place)[0] for place in (left, right))  # type: ignore[index]
            box = QRectF(min(x, to) - CODE_ROOM, middle - height / 2, abs(to - x) + CODE_ROOM - 1, height)
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)

    def _paint_bar(self, painter: QPainter, start: int, end: int, *, is_mirrored: bool) -> None:
        document = self.document()
        layout = document.documentLayout()
        below = document.findBlock(end).next()
        top = layout.blockBoundingRect(document.findBlock(start)).top()
        bottom = layout.blockBoundingRect(below).top() if below.isValid() else document.size().height()
        x = document.textWidth() - _BAR if is_mirrored else 0
        painter.fillRect(QRectF(x, top, _BAR, bottom - top), self._context.theme.color("line_strong"))

    def _paint_box(self, painter: QPainter, position: int, *, is_done: bool) -> None:
        cursor = QTextCursor(self.document())
        cursor.setPosition(position)
        line = QRectF(self.cursorRect(cursor))
        is_mirrored = cursor.block().textDirection() is Qt.LayoutDirection.RightToLeft
        side = round(self._context.theme.line_height("reading") * _BOX)
        x = line.left() + _BOX_GAP if is_mirrored else line.left() - _BOX_GAP - side
        box = QRectF(x, line.center().y() - side / 2, side, side)
        paint_glyph(painter, box, "check-square" if is_done else "square", self._context.theme.color("text_secondary"))

    def _paint_end(self, painter: QPainter) -> None:
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        rect = QRectF(self.cursorRect(cursor))
        height = self._context.theme.line_height("reading") * 0.7
        top = rect.bottom() - height if rect.height() < height else rect.center().y() - height / 2
        painter.fillRect(
            QRectF(QPointF(rect.left() + 3, top), QPointF(rect.left() + 10, top + height)),
            self._context.theme.color("text_secondary"),
        )


class ProseBlock(TextBlock):
    """Shows prose. Text inside is a native text widget: it can be read, walked through and selected by keyboard."""

    def __init__(self, context: TranscriptContext, parent: QWidget | None = None) -> None:
        self._area = ProseArea(context)
        super().__init__(context, self._area, parent)
        self._dress: Dress | None = None
        self.setObjectName("prose")
        self._area.setObjectName("prose_text")
        self._area.setAccessibleName(self.tr("Text"))
        self._area.anchorClicked.connect(_open_link)

    def show_block(self, block: Block) -> None:
        """Show prose. What only grew in plain text is appended."""
        body = block.body
        if not isinstance(body, ProseBody):
            raise TypeError(f"not prose: {block.kind}")
        before = self.block.body if self.block is not None else None
        self.block = block
        if before == body:
            return
        is_known = isinstance(before, ProseBody) and before.text == body.text and before.is_markdown == body.is_markdown
        self._area.is_open = body.is_open
        if is_known:
            self._area.viewport().update()
        elif isinstance(before, ProseBody) and not before.is_markdown and not body.is_markdown and _grew(before.text, body.text):
            self._append(body.text[len(before.text) :])
        else:
            self._render(body)

    def height_for(self, width: int) -> int:
        """Return how high the text is."""
        document = self._area.document()
        inner = max(1, width - 2 * TEXT_INSET)
        self._area.set_width(inner)
        size = document.size()
        is_wide = size.width() > inner + 0.5
        self._area.show_bar(wanted=is_wide)
        return max(1, ceil(size.height())) + (self._area.bar_height if is_wide else 0)

    def displayed_text(self) -> str:
        """Return one letter for each position of the document."""
        body = self.block.body if self.block is not None else None
        if isinstance(body, ProseBody) and not body.is_markdown:
            return body.text
        return displayed(self._area.document())

    def refresh(self) -> None:
        """Take colours and fonts again."""
        self._dress = None
        super().refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the text at its edges."""
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        lift = self._lift()
        self._area.setGeometry(TEXT_INSET, -lift, self.width() - 2 * TEXT_INSET, self.height() + lift)

    def _lift(self) -> int:
        """Return how far up the text has to go to stand in the middle of its lines: Qt puts all their room above it.

        A table that comes first stays, or its upper line would be cut off.
        """
        # Qt puts an empty block before it.
        if any(isinstance(one, QTextTable) and one.firstPosition() == 1 for one in self._area.document().rootFrame().childFrames()):
            return 0
        theme = self.context.theme
        return max(0, theme.line_height("reading") - QFontMetrics(theme.font("reading")).height()) // 2

    def _render(self, body: ProseBody) -> None:
        document = self._area.document()
        dress = self._dress = self._dress or Dress(self.context.theme)
        document.setDefaultFont(dress.font)
        # Laid out once at the end, and not after each step.
        document.setLayoutEnabled(False)
        is_markdown = body.is_markdown and is_readable(body.text)
        if is_markdown:
            document.setMarkdown(shown_source(body.text), FEATURES)
        if is_markdown and not is_beyond_limits(document):
            self._area.extras = dress.put_on(document)
        else:
            document.setPlainText(body.text)
            self._area.extras = Extras()
            dress.put_on_plain(document)
        document.setLayoutEnabled(True)
        document.markContentsDirty(0, document.characterCount())
        self._place()
        self.forget_text()

    def _append(self, text: str) -> None:
        cursor = QTextCursor(self._area.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(text)
        self._text = self._letters = None


def _grew(before: str, now: str) -> bool:
    return bool(before) and now.startswith(before)


def _open_link(url: QUrl) -> None:
    """Open web addresses in the browser, by the keyboard's Enter; everything else stays closed."""
    if is_web_link(url):
        QDesktopServices.openUrl(url)
