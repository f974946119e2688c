# SPDX-License-Identifier: MIT
"""What a rendered text wears: line heights, headings, the ground of inline code, tables, and words in place of pictures."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextListFormat,
    QTextTable,
)

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.safe_markdown import is_web_link

_GAP = 8
_QUOTE = 16
_NUMBER_GAP = 5
_IS_CODE = QTextFormat.Property.UserProperty.value + 1

CODE_ROOM = 3
"""How far the ground of inline code reaches beyond its letters."""


@dataclass(slots=True)
class Extras:
    """What Qt's layout can't draw.

    Attributes:
        quotes: First and last position of quotes, and whether their bar is on the right.
        tasks: Position of tasks, and whether they are done.
        item_end: Where the last list item ended.
        codes: First position of inline code, and the one behind it.
    """

    quotes: list[tuple[int, int, bool]] = field(default_factory=list)
    tasks: list[tuple[int, bool]] = field(default_factory=list)
    item_end: int = -1
    codes: list[tuple[int, int]] = field(default_factory=list)

    def add_quote(self, block: QTextBlock, *, is_mirrored: bool) -> None:
        """Add a block to the quote that it goes on with, else as a quote of its own."""
        start, end = block.position(), block.position() + block.length() - 1
        if self.quotes and self.quotes[-1][1] + 1 == start:
            start, _, is_mirrored = self.quotes.pop()
        self.quotes.append((start, end, is_mirrored))


class Dress:
    """Formats of one theme, made once and put on many texts."""

    def __init__(self, theme: Theme) -> None:
        self.font = theme.font("reading")
        self._line_height = theme.line_height("reading")
        self._line_color = theme.color("line_strong")
        self._link = QTextCharFormat()
        self._link.setForeground(theme.color("text_link"))
        self._headings = [self._heading(theme, level) for level in range(1, 7)]
        self._code = QTextCharFormat()
        self._code.setFont(theme.font("code"))
        self._code.setProperty(_IS_CODE, True)
        # For the ends of its ground, beside a comma or whatever else it stands between: behind its last letter, and that before it.
        self._code_room = QTextCharFormat()
        self._code_room.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
        self._code_room.setFontLetterSpacing(CODE_ROOM + 1)
        self._has_code = False
        self._fenced = QTextCharFormat()
        self._fenced.setFont(theme.font("code"))
        self._quote = QTextCharFormat()
        self._quote.setForeground(theme.color("text_secondary"))
        self._indent = self._line_height
        self._digit = QFontMetricsF(self.font).horizontalAdvance("0")
        self._plain = QTextBlockFormat()
        self._plain.setLineHeight(self._line_height, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        self._flat = QTextBlockFormat(self._plain)
        self._flat.setTopMargin(0)
        self._flat.setBottomMargin(0)
        # Qt would not wrap code inside quotes and lists, and cut it off.
        self._flat.setNonBreakableLines(False)
        self._no_line = QTextBlockFormat()
        self._no_line.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)

    def put_on_plain(self, document: QTextDocument) -> None:
        """Dress a text that is shown as it is."""
        cursor = QTextCursor(document)
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(self._plain)

    def put_on(self, document: QTextDocument) -> Extras:
        """Dress rendered Markdown. Return what has to be painted beside it."""
        tables = [frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable)]
        in_tables = [(table.firstPosition(), table.lastPosition()) for table in tables]
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(self._flat)
        extras = Extras()
        self._has_code = False
        largest = 0
        block = document.begin()
        while block.isValid():
            item = block.textList()
            if item is not None:
                style = item.format()
                if style.style() is QTextListFormat.Style.ListDecimal:
                    largest = max(largest, style.start() + item.count() - 1)
            at_cell = any(first <= block.position() <= last for first, last in in_tables)
            self._dress_block(cursor, block, extras, is_item=item is not None, at_cell=at_cell)
            block = block.next()
        for table in tables:
            self._dress_table(table)
        document.setIndentWidth(max(self._indent, self._digit * (len(str(largest)) + 1) + _NUMBER_GAP) if largest else self._indent)
        if self._has_code:
            extras.codes = _codes(document)
        cursor.endEditBlock()
        return extras

    def _dress_block(self, cursor: QTextCursor, block: QTextBlock, extras: Extras, *, is_item: bool, at_cell: bool) -> None:
        was = block.blockFormat()
        quote = was.intProperty(QTextFormat.Property.BlockQuoteLevel)
        is_rule = was.hasProperty(QTextFormat.Property.BlockTrailingHorizontalRulerWidth)
        # Items stand close to each other; a list stands off what is above it, as a piece of its own would.
        follows_item = is_item and block.position() > 0 and block.position() == extras.item_end
        stands_off = block.position() > 0 and not follows_item and not at_cell and not is_rule
        marker = was.marker() if is_item else QTextBlockFormat.MarkerType.NoMarker
        cursor.setPosition(block.position())
        if stands_off or quote or is_rule or was.headingLevel():
            wanted = QTextBlockFormat()
            if stands_off:
                wanted.setTopMargin(_GAP)
            if quote:
                is_mirrored = block.textDirection() is Qt.LayoutDirection.RightToLeft
                wanted.setLeftMargin(0 if is_mirrored else _QUOTE * quote)
                wanted.setRightMargin(_QUOTE * quote if is_mirrored else 0)
                extras.add_quote(block, is_mirrored=is_mirrored)
            if is_rule:
                wanted.setBackground(self._line_color)
            cursor.mergeBlockFormat(wanted)
        if is_rule and not block.text() and block.previous().isValid() and not block.previous().text():
            # Qt puts an empty line above a rule.
            cursor.setPosition(block.position() - 1)
            cursor.mergeBlockFormat(self._no_line)
        if marker is not QTextBlockFormat.MarkerType.NoMarker:
            # Qt's own mark for done is a cross, which reads as failed.
            block.textList().remove(block)
            extras.tasks.append((block.position(), marker is QTextBlockFormat.MarkerType.Checked))
        self._dress_letters(cursor, block, was, is_quote=bool(quote))
        if is_item:
            extras.item_end = block.position() + block.length()

    def _dress_letters(self, cursor: QTextCursor, block: QTextBlock, was: QTextBlockFormat, *, is_quote: bool) -> None:
        level = was.headingLevel()
        in_fence = bool(was.property(QTextFormat.Property.BlockCodeFence))
        spans = []
        iterator = block.begin()
        while not iterator.atEnd():
            fragment = iterator.fragment()
            spans.append((fragment.position(), fragment.length(), fragment.charFormat()))
            iterator += 1
        # From the end on, since replacing a picture by its words changes the positions behind it.
        for position, length, letters in reversed(spans):
            wanted = self._wanted(letters, level, in_fence=in_fence, is_quote=is_quote)
            is_picture = letters.isImageFormat()
            if wanted is None and not is_picture:
                continue
            cursor.setPosition(position)
            cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
            if is_picture:
                cursor.insertText(_picture_words(letters), wanted or QTextCharFormat())
            elif letters.isAnchor() and not is_web_link(QUrl(letters.anchorHref())):
                cursor.setCharFormat(wanted or QTextCharFormat())
            elif wanted is not None:
                cursor.mergeCharFormat(wanted)
                if wanted is self._code:
                    self._has_code = True
                    for letter in (position + length - 1, position - 1):
                        if letter >= block.position():
                            cursor.setPosition(letter)
                            cursor.setPosition(letter + 1, QTextCursor.MoveMode.KeepAnchor)
                            cursor.mergeCharFormat(self._code_room)

    def _wanted(self, letters: QTextCharFormat, level: int, *, in_fence: bool, is_quote: bool) -> QTextCharFormat | None:
        if level:
            return self._headings[level - 1]
        if letters.fontFixedPitch() or "monospace" in (letters.fontFamilies() or []):
            return self._fenced if in_fence else self._code
        if letters.isAnchor():
            if is_web_link(QUrl(letters.anchorHref())):
                return self._link
            return _unlinked(letters)
        return self._quote if is_quote else None

    def _dress_table(self, table: QTextTable) -> None:
        wanted = table.format()
        wanted.setBorderCollapse(True)
        wanted.setCellSpacing(0)
        wanted.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        wanted.setBorder(1)
        wanted.setBorderBrush(self._line_color)
        wanted.setCellPadding(4)
        wanted.setTopMargin(0)
        table.setFormat(wanted)

    def _heading(self, theme: Theme, level: int) -> QTextCharFormat:
        font = theme.font("heading" if level <= 2 else "reading")
        font.setWeight(QFont.Weight.DemiBold)
        wanted = QTextCharFormat()
        wanted.setProperty(QTextFormat.Property.FontSizeAdjustment, 0)
        wanted.setFont(font)
        return wanted


def _codes(document: QTextDocument) -> list[tuple[int, int]]:
    """Find inline code. What is written without a break counts as one."""
    found: list[tuple[int, int]] = []
    block = document.begin()
    while block.isValid():
        iterator = block.begin()
        while not iterator.atEnd():
            fragment = iterator.fragment()
            if fragment.charFormat().hasProperty(_IS_CODE):
                start, end = fragment.position(), fragment.position() + fragment.length()
                if found and found[-1][1] == start:
                    start = found.pop()[0]
                found.append((start, end))
            iterator += 1
        block = block.next()
    return found


def _unlinked(letters: QTextCharFormat) -> QTextCharFormat:
    """Return the look of text whose address leads nowhere that may be opened: as any other text."""
    plain = QTextCharFormat()
    plain.setFontWeight(letters.fontWeight())
    plain.setFontItalic(letters.fontItalic())
    return plain


def _picture_words(letters: QTextCharFormat) -> str:
    picture = letters.toImageFormat()
    words = picture.property(QTextFormat.Property.ImageAltText) or picture.name()
    return f"[{words}]"


def displayed(document: QTextDocument) -> str:
    """Return the text of a document, one letter for each of Qt's positions, with tabs between the cells of a table."""
    raw = document.toRawText().replace("\u2029", "\n").replace("\u2028", "\n").replace("\ufdd1", "\n")
    if "\ufdd0" not in raw:
        return raw
    pieces = raw.split("\ufdd0")
    separators = [
        "\n" if column == 0 else "\t"
        for frame in document.rootFrame().childFrames()
        if isinstance(frame, QTextTable)
        for _ in range(frame.rows())
        for column in range(frame.columns())
    ]
    text = pieces[0]
    for index, piece in enumerate(pieces[1:]):
        text += (separators[index] if index < len(separators) else "\n") + piece
    return text
