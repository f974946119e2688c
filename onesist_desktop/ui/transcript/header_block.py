# SPDX-License-Identifier: MIT
"""The head of a message: who wrote it, with which model and when, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRect
from PySide6.QtGui import QEnterEvent, QFocusEvent, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from onesist_desktop.core.ids import MessageId
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.transcript.block_paint import TEXT_INSET, PaintedBlock, body_of, elided, paint_line, text_width
from onesist_desktop.ui.transcript.block_roles import install_block_roles
from onesist_desktop.ui.transcript.blocks import Block, HeaderBody
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton, IconButton

_GAP = 8
_LEAST_ABOUT = 48


class HeaderBlock(PaintedBlock):
    """Name, model and clock at the left; *Send again*, *Copy*, *Fork here*, *Rewind to here* and the menu at the right.

    All but the first are shown while the message is under the mouse (:meth:`set_hovered`) or one of them has the focus. They are
    there all the time all the same: hidden widgets would drop out of the order of Tab.

    A screen reader hears a heading, "Message from Claude Code, Sonnet 4.5, 09:42", so that it can go from message to message.
    """

    def __init__(self, context: TranscriptContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        install_block_roles()
        self.setObjectName("message_header")
        self._body: HeaderBody | None = None
        self._name, self._about = "", ""
        self._is_hovered = self._is_told_hovered = False
        self._text_end = 0
        self._again = FlatButton(
            self.tr("Send again"),
            glyph="again",
            compact=True,
            name="send_again",
            on_click=lambda: self._act(self.context.actions.send_again),
            parent=self,
        )
        self._copy = _QuietButton(self, "copy", self.tr("Copy"), self.tr("Copy this message"), "copy_message")
        self._copy.clicked.connect(lambda _checked=False: self._act(self.context.actions.copy_message))
        self._fork = _QuietButton(self, "fork", self.tr("Fork here"), self.tr("Fork at this message"), "fork_message")
        self._fork.clicked.connect(lambda _checked=False: self._act(self.context.actions.fork_here))
        self._rewind = _QuietButton(
            self, "arrow-counter-clockwise", self.tr("Rewind to here"), self.tr("Go back to this message"), "rewind_message"
        )
        self._rewind.clicked.connect(lambda _checked=False: self._act(self.context.actions.rewind_here))
        self._menu = _QuietIcon(self)
        self._menu.clicked.connect(lambda _checked=False: self._act(self.context.actions.message_menu))
        self.dress()

    @property
    def shows_actions(self) -> bool:
        """Whether the quiet buttons are painted."""
        return self._is_hovered or self._is_told_hovered or any(one.hasFocus() for one in self._quiet)

    def set_hovered(self, is_hovered: bool) -> None:
        """Say whether the mouse is over any block of the message; over this one it notices by itself."""
        if is_hovered != self._is_told_hovered:
            self._is_told_hovered = is_hovered
            self.show_actions()

    def show_actions(self) -> None:
        """Paint the quiet buttons, or don't, as it is now."""
        if self.shows_actions:
            self._explain()
        for one in self._quiet:
            one.update()

    def dress(self) -> None:
        """Take fonts and colours."""
        theme = self.theme
        self._name_font, self._about_font = theme.font("body_strong"), theme.font("caption")
        self._name_metrics, self._about_metrics = QFontMetrics(self._name_font), QFontMetrics(self._about_font)

    def fill(self, block: Block) -> None:
        """Take over who wrote it."""
        body = body_of(block, HeaderBody)
        if self._body is None or body.message_id != self._body.message_id:
            self._is_told_hovered = False
        self._body = body
        parts = [text for text in (body.model, body.clock) if text]
        self._name, self._about = body.name, " · ".join(parts)
        if parts:
            self.setAccessibleName(fill(self.tr("Message from %1, %2"), body.name, ", ".join(parts)))
        else:
            self.setAccessibleName(fill(self.tr("Message from %1"), body.name))
        self._again.setVisible(body.can_send_again)
        self._copy.setVisible(body.can_copy)
        self._fork.setVisible(body.can_fork)
        self._rewind.setVisible(body.can_fork)
        if self.shows_actions:
            self._explain()
        else:
            # Not known until it is looked at; it was another message's before.
            self._fork.set_reason("")
            self._rewind.set_reason("")

    def height_for(self, width: int) -> int:
        """Return the height of one line."""
        return max(24, self.theme.line_height("body_strong") + 4)

    def arrange(self, width: int) -> None:
        """Put the buttons at the end, from the menu back. *Copy* gives up its word where there is no room for it."""
        if self._body is None:
            return
        height = self.height_for(width)
        is_narrow = width < self._width_with_words()
        self._copy.set_wordless(is_narrow)
        self._fork.set_wordless(is_narrow)
        self._rewind.set_wordless(is_narrow)
        right = width - 4
        for button in (self._menu, self._rewind, self._fork, self._copy, self._again):
            if button.isHidden():
                continue
            hint = button.sizeHint().boundedTo(button.maximumSize())
            box = QRect(right - hint.width(), (height - hint.height()) // 2, hint.width(), hint.height())
            button.setGeometry(self.mirrored(box))
            right = box.left() - _GAP
        self._text_end = right

    def release(self) -> None:
        """Forget the message."""
        super().release()
        self._body = None
        self._is_hovered = self._is_told_hovered = False

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show what can be done."""
        self._is_hovered = True
        self.show_actions()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Hide what can be done."""
        self._is_hovered = False
        self.show_actions()
        super().leaveEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint name, model and clock. Their room never depends on what is under the mouse."""
        if self._body is None:
            return
        painter = QPainter(self)
        room = self._text_end - TEXT_INSET
        name = elided(self._name, self._name_metrics, room)
        painter.setFont(self._name_font)
        wide = min(room, text_width(self._name_metrics, name))
        box = QRect(TEXT_INSET, 0, wide, self.height())
        paint_line(painter, self.mirrored(box), name, self.theme.color("text_primary"), is_mirrored=self.is_mirrored)
        rest = room - wide - _GAP
        if self._about and rest >= _LEAST_ABOUT:
            painter.setFont(self._about_font)
            about = elided(self._about, self._about_metrics, rest)
            box = QRect(box.right() + 1 + _GAP, 0, rest, self.height())
            paint_line(painter, self.mirrored(box), about, self.theme.color("text_tertiary"), is_mirrored=self.is_mirrored)
        painter.end()

    def _width_with_words(self) -> int:
        buttons = [self._menu.sizeHint().width(), self._copy.width_with_words()]
        buttons += [one.width_with_words() for one in (self._fork, self._rewind) if not one.isHidden()]
        if not self._again.isHidden():
            buttons.append(self._again.sizeHint().width())
        texts = text_width(self._name_metrics, self._name) + text_width(self._about_metrics, self._about)
        return TEXT_INSET + texts + sum(buttons) + _GAP * (len(buttons) + 2)

    @property
    def _quiet(self) -> tuple[QWidget, ...]:
        return self._copy, self._fork, self._rewind, self._menu

    def _explain(self) -> None:
        """Grey what can't be done now, and let it say why."""
        body = self._body
        if body is None:
            return
        actions = self.context.actions
        self._fork.set_reason(actions.why_no_fork(body.message_id))
        self._rewind.set_reason(actions.why_no_rewind(body.message_id))

    def _act(self, action: Callable[[MessageId], object]) -> None:
        if self._body is not None:
            action(self._body.message_id)


class _QuietButton(FlatButton):
    """*Copy*, *Fork here* or *Rewind to here*, which is painted only while the header says so."""

    def __init__(self, header: HeaderBlock, glyph: str, word: str, label: str, name: str) -> None:
        super().__init__("", ButtonKind.GHOST, glyph=glyph, compact=True, name=name, parent=header)
        self._header = header
        self._word, self._label = word, label
        self.setText(self._word)
        self.setAccessibleName(label)
        self.setToolTip(label)

    def width_with_words(self) -> int:
        """Return how wide it is with its word, in logical pixels."""
        missing = "" if self.text() else self._word
        return self.sizeHint().width() + self.fontMetrics().horizontalAdvance(missing)

    def set_reason(self, reason: str) -> None:
        """Say why it can't be done, which greys it; empty where it can."""
        self.setEnabled(not reason)
        self.setToolTip(reason or self._label)
        self.setAccessibleDescription(reason)

    def set_wordless(self, is_wordless: bool) -> None:
        """Show the glyph only, or the word too."""
        text = "" if is_wordless else self._word
        if text != self.text():
            self.setText(text)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show all that can be done."""
        super().focusInEvent(event)
        self._header.show_actions()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide what can be done."""
        super().focusOutEvent(event)
        self._header.show_actions()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint only while the header says so."""
        if self._header.shows_actions:
            super().paintEvent(event)


class _QuietIcon(IconButton):
    """The menu's button, which is painted only while the header says so."""

    def __init__(self, header: HeaderBlock) -> None:
        super().__init__("dots-three", self.tr("More for this message"), name="message_menu", compact=True, parent=header)
        self._header = header

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show all that can be done."""
        super().focusInEvent(event)
        self._header.show_actions()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide what can be done."""
        super().focusOutEvent(event)
        self._header.show_actions()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint only while the header says so."""
        if self._header.shows_actions:
            super().paintEvent(event)
