# SPDX-License-Identifier: MIT
"""Read-only text with lines of one height: output of commands, changes of files, thinking. What only grew is appended."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.block_widget import TextMark

_ADDED, _REMOVED, _ABOUT = "+", "-", "@"
_FIRST_WIDTH = 700
_PASSED_ON = frozenset({Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Escape})


class OutputText(QTextEdit):
    """Text that a person can walk through by keyboard and a screen reader can read line by line.

    Places count letters as Python does, not as Qt: a letter beyond the first 65,536 counts once.

    Signals:
        focus_changed(): It got or lost the focus.
    """

    focus_changed = Signal()

    def __init__(self, theme: Theme, *, scrolls: bool = False, parent: QWidget | None = None) -> None:
        """Make one without text. With ``scrolls`` it has a vertical bar of its own when it is lower than its text."""
        super().__init__(parent)
        self._theme = theme
        self._text = ""
        self._tone = ""
        self._is_narrow_set = True
        self._kinds: list[str] = []
        self._selected: tuple[int, int] = (0, 0)
        self._marks: tuple[TextMark, ...] = ()
        self.setProperty("plain", True)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setAcceptRichText(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard)
        # After the flags, which bring a policy of their own. The wheel never takes the focus.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if scrolls else Qt.FocusPolicy.TabFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if not scrolls:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(0)
        # Until it is known how wide it is: at no width at all, each letter would be a line.
        self.setLineWrapColumnOrWidth(_FIRST_WIDTH)
        self.viewport().setAutoFillBackground(False)
        self._block_format = QTextBlockFormat()
        self._line_height = 1
        self._put_cursor()
        self.dress()

    @property
    def shown(self) -> str:
        """The text."""
        return self._text

    @property
    def tone(self) -> str:
        """What kind of text it is, see :meth:`show_text`."""
        return self._tone

    def dress(self) -> None:
        """Take fonts and colours again. The text has to be shown again after that."""
        self._text, self._tone = "", ""
        self.clear()

    def show_text(self, text: str, tone: str) -> None:
        """Show a text. ``tone`` is ``code``, ``diff``, ``command`` (code that wraps) or ``text``."""
        if tone != self._tone:
            self._set_tone(tone)
        elif text == self._text:
            return
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        goes_on = bool(self._text) and text.startswith(self._text)
        if goes_on:
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(text[len(self._text) :])
        else:
            cursor.select(QTextCursor.SelectionType.Document)
            cursor.removeSelectedText()
            cursor.setBlockFormat(self._block_format)
            cursor.insertText(text)
        cursor.endEditBlock()
        if not goes_on:
            self._put_cursor()
        self._text = text
        self._is_narrow_set = text.isascii() or max(text) <= "\uffff"
        self._kinds = [_kind(line) for line in text.split("\n")] if tone == "diff" else []
        self._show_marks()

    def text_height(self, width: int) -> int:
        """Return how high all of the text is at a width, in logical pixels."""
        if not self._wraps:
            return self.document().blockCount() * self._line_height
        # A fixed width: where it follows the widget's own, hidden widgets measure by a width that they had before.
        if self.lineWrapColumnOrWidth() != width:
            self.setLineWrapColumnOrWidth(width)
        return ceil(self.document().size().height())

    def text_width(self) -> int:
        """Return how wide the longest line is; 0 where lines wrap."""
        return 0 if self._wraps else ceil(self.document().idealWidth())

    def grounds(self) -> list[tuple[int, QColor]]:
        """Return the index of each added and removed line, with the colour that lies under it."""
        colors = {kind: self._theme.color(name) for kind, name in _GROUNDS.items()}
        return [(index, colors[kind]) for index, kind in enumerate(self._kinds) if kind in colors]

    # -- selection and marks ------------------------------------------------------------------------------------------------

    def place_at(self, point: QPoint) -> int:
        """Return the place nearest to a point of the viewport."""
        return self._from_units(self.cursorForPosition(point).position())

    def rect_at(self, place: int) -> QRect:
        """Return where a place stands in the viewport."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._to_units(place))
        return self.cursorRect(cursor)

    def show_selected(self, start: int, end: int) -> None:
        """Show letters as selected, without moving anything."""
        if (start, end) != self._selected:
            self._selected = (start, end)
            self._show_marks()

    def show_found(self, marks: Sequence[TextMark]) -> None:
        """Show letters as found."""
        if tuple(marks) != self._marks:
            self._marks = tuple(marks)
            self._show_marks()

    def forget(self) -> None:
        """Keep nothing of what was: neither selection nor marks, nor where it was scrolled to."""
        self._selected, self._marks = (0, 0), ()
        self._show_marks()
        self._put_cursor()
        self.horizontalScrollBar().setValue(0)
        self.verticalScrollBar().setValue(0)

    # -- events -------------------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Leave to the transcript what concerns all of it."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_passed_on(event):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk through the text; leave the rest to the transcript."""
        if self._is_passed_on(event):
            event.ignore()
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell whoever paints the ring."""
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell whoever paints the ring."""
        super().focusOutEvent(event)
        self.focus_changed.emit()

    def _is_passed_on(self, event: QKeyEvent) -> bool:
        if event.key() in _PASSED_ON or event.matches(QKeySequence.StandardKey.SelectAll):
            return True
        return event.matches(QKeySequence.StandardKey.Copy) and not self.textCursor().hasSelection()

    # -- inner --------------------------------------------------------------------------------------------------------------

    @property
    def _wraps(self) -> bool:
        return self._tone in {"text", "command"}

    def _put_cursor(self) -> None:
        """Put the cursor at the beginning, and let it stay there while text is added: it would pull the view along."""
        cursor = self.textCursor()
        cursor.setPosition(0)
        cursor.setKeepPositionOnInsert(True)
        self.setTextCursor(cursor)

    def _set_tone(self, tone: str) -> None:
        """Change what kind of text it is. What was shown goes, as its lines have another height."""
        self._tone, self._text = tone, ""
        step = "reading" if tone == "text" else "code"
        self._line_height = self._theme.line_height(step)
        self._block_format.setLineHeight(self._line_height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        # Of the widget: a change of style gives its font to the document.
        self.setFont(self._theme.font(step))
        option = QTextOption()
        option.setWrapMode(
            QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere if self._wraps else QTextOption.WrapMode.NoWrap,
        )
        if tone != "text":
            option.setTextDirection(Qt.LayoutDirection.LeftToRight)
            option.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
        self.document().setDefaultTextOption(option)
        self.setWordWrapMode(option.wrapMode())
        self.setLineWrapMode(QTextEdit.LineWrapMode.FixedPixelWidth if self._wraps else QTextEdit.LineWrapMode.NoWrap)

    def _show_marks(self) -> None:
        """Colour signs, what was found and what is selected, in this order."""
        shown = []
        place = 0
        lines = self._text.split("\n") if self._kinds else []
        for line, kind in zip(lines, self._kinds, strict=True):
            if kind and line:
                color = self._theme.color(_COLORS[kind])
                shown.append(self._extra(place, place + (len(line) if kind == _ABOUT else 1), foreground=color))
            place += len(line) + 1
        for mark in self._marks:
            is_loud = mark.is_current
            ground = self._theme.color("accent" if is_loud else "find_bg")
            shown.append(self._extra(mark.start, mark.end, ground, self._theme.color("on_accent") if is_loud else None))
        start, end = self._selected
        if start < end:
            shown.append(self._extra(start, end, self._theme.color("accent"), self._theme.color("on_accent")))
        self.setExtraSelections(shown)

    def _extra(
        self, start: int, end: int, ground: QColor | None = None, foreground: QColor | None = None
    ) -> QTextEdit.ExtraSelection:
        found = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._to_units(start))
        cursor.setPosition(self._to_units(end), QTextCursor.MoveMode.KeepAnchor)
        form = QTextCharFormat()
        if ground is not None:
            form.setBackground(ground)
        if foreground is not None:
            form.setForeground(foreground)
        found.cursor, found.format = cursor, form
        return found

    def _to_units(self, place: int) -> int:
        place = max(0, min(place, len(self._text)))
        return place if self._is_narrow_set else len(self._text[:place].encode("utf-16-le", "surrogatepass")) // 2

    def _from_units(self, units: int) -> int:
        if self._is_narrow_set:
            return min(units, len(self._text))
        encoded = self._text.encode("utf-16-le", "surrogatepass")[: units * 2]
        return len(encoded.decode("utf-16-le", "replace"))


_GROUNDS = {_ADDED: "diff_add_bg", _REMOVED: "diff_del_bg"}
_COLORS = {_ADDED: "diff_add_text", _REMOVED: "diff_del_text", _ABOUT: "text_tertiary"}


def _kind(line: str) -> str:
    if line.startswith(("@@", "+++ ", "--- ", "diff ", "index ")):
        return _ABOUT
    return line[:1] if line[:1] in {_ADDED, _REMOVED} else ""
