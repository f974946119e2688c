# SPDX-License-Identifier: MIT
"""Rows of the transcript: each stands on the rail, whose colour says who answers that stretch."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.core.messages import Message, MessageStatus, Role
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.provider_book import MarkWidget
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.notices import ErrorWords, Receipt
from onesist_desktop.ui.transcript.parts import TEXT_INSET, PartsColumn, plain_text
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton, IconButton
from onesist_desktop.ui.widgets.flow import FlowRow
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap, paint_glyph
from onesist_desktop.ui.widgets.labels import OneLineLabel, PlainLabel
from onesist_desktop.ui.words import clock_text

RAIL_X = 16
CARD_X = 32
GAP = 16
_BEAD = 12


class RailRow(QWidget):
    """Anything that stands on the rail. ``bead_y`` is the middle of the bead from the row's top."""

    def __init__(self, context: TranscriptContext, bead_y: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self._bead_y = bead_y
        self._above: ProviderId | None = None
        self._below: ProviderId | None = None
        self._has_above = False
        self.content = QVBoxLayout(self)
        self.content.setContentsMargins(CARD_X, 0, CARD_X, GAP)
        self.content.setSpacing(8)

    def set_rail(self, above: ProviderId | None, below: ProviderId | None, *, is_first: bool) -> None:
        """Colour the rail above and below the bead by who answers there."""
        state = (above, below, not is_first)
        if state != (self._above, self._below, self._has_above):
            self._above, self._below, self._has_above = state
            self.update()

    def rail_after(self, before: ProviderId | None) -> ProviderId | None:
        """Return who answers after this row, given who did before it."""
        return before

    def render_again(self) -> None:
        """Render what does not follow the palette by itself."""
        self.update()

    def paint_bead(self, painter: QPainter, rect: QRectF) -> None:
        """Paint what marks this row on the rail; nothing by default."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rail and the bead."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_line(painter, self._above, 0 if self._has_above else self._bead_y, self._bead_y)
        self._paint_line(painter, self._below, self._bead_y, self.height())
        bead = QRectF(RAIL_X - _BEAD / 2, self._bead_y - _BEAD / 2, _BEAD, _BEAD)
        painter.fillRect(bead.adjusted(-2, -2, 2, 2), self.palette().window())
        self.paint_bead(painter, bead)
        painter.end()

    def _paint_line(self, painter: QPainter, provider_id: ProviderId | None, top: float, bottom: float) -> None:
        theme = self.context.theme
        color = theme.provider_color(self.context.book.family(provider_id)) if provider_id else theme.color("line_strong")
        painter.fillRect(QRectF(RAIL_X - 1, top, 2, bottom - top), color)


class MessageRow(RailRow):
    """A message of the person or of a provider."""

    def __init__(self, context: TranscriptContext, message: Message, on_send_again: Callable[[], object]) -> None:
        self._is_user = message.role is Role.USER
        self._is_explained = False
        super().__init__(context, bead_y=20 if self._is_user else 12)
        self.message = message
        self.setObjectName("user_message" if self._is_user else "answer")
        theme = context.theme
        box: QVBoxLayout = self.content
        if self._is_user:
            frame = QFrame()
            frame.setProperty("surface", "user")
            box = QVBoxLayout(frame)
            box.setContentsMargins(0, 8, 0, 12)
            box.setSpacing(4)
            self.content.addWidget(frame)
        head = QHBoxLayout()
        head.setContentsMargins(TEXT_INSET, 0, 4 if self._is_user else 0, 0)
        head.setSpacing(8)
        self._name = PlainLabel(font=theme.font("body_strong"), name="message_name")
        self._about = PlainLabel(tone="secondary", font=theme.font("caption"), name="message_about")
        head.addWidget(self._name)
        head.addWidget(self._about)
        head.addStretch(1)
        self._again = FlatButton(self.tr("Send again"), ButtonKind.SECONDARY, glyph="again", compact=True, name="send_again")
        self._again.clicked.connect(lambda _checked=False: on_send_again())
        self._again.hide()
        head.addWidget(self._again)
        self._copy = IconButton("copy", self.tr("Copy this message"), compact=True, name="copy_message", on_click=self._on_copy)
        head.addWidget(self._copy)
        box.addLayout(head)
        who = self.tr("You") if self._is_user else context.title(message.provider_id)
        self.parts = PartsColumn(context, fill(self.tr("Text of %1"), who), who)
        box.addWidget(self.parts)
        self._note = PlainLabel(tone="secondary", font=theme.font("caption"), wraps=True, name="message_note")
        self._note.setContentsMargins(TEXT_INSET, 0, 0, 0)
        box.addWidget(self._note)
        self.show_message(message)

    def show_message(self, message: Message) -> None:
        """Show what the message reads now."""
        self.message = message
        who = self.tr("You") if self._is_user else self.context.title(message.provider_id)
        about = " · ".join(text for text in (message.model or "", clock_text(message.created_at)) if text)
        self._name.setText(who)
        self._about.setText(about)
        self.setAccessibleName(fill(self.tr("Message from %1, %2"), who, about) if about else fill(self.tr("Message from %1"), who))
        is_growing = message.status is MessageStatus.STREAMING
        self.parts.show_parts(message.parts, is_growing=is_growing)
        note = ""
        if message.status is MessageStatus.INTERRUPTED and not self._is_explained:
            note = self.tr("This answer was interrupted.")
        elif message.rolled_back:
            note = self.tr("Taken back: nobody is told this any more.")
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self._copy.setVisible(bool(plain_text(message.parts)))

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing to see: an answer that ended without a word."""
        is_over = not self._is_user and self.message.status is not MessageStatus.STREAMING
        return is_over and not self.parts.shows_something and not self._note.text()

    def set_explained(self, is_explained: bool) -> None:
        """Say whether a notice below tells how this answer ended, so that it needn't say so itself."""
        if is_explained != self._is_explained:
            self._is_explained = is_explained
            self.show_message(self.message)

    def set_resendable(self, wanted: bool) -> None:
        """Show or hide *Send again*."""
        self._again.setVisible(wanted)

    def rail_after(self, before: ProviderId | None) -> ProviderId | None:
        """An answer colours the rail from itself on."""
        return before if self._is_user else self.message.provider_id

    def render_again(self) -> None:
        """Follow a changed theme or provider list."""
        self.parts.render_again()
        self.show_message(self.message)
        super().render_again()

    def paint_bead(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the provider's mark, or a ring for the person."""
        theme = self.context.theme
        if self._is_user:
            painter.setPen(QPen(theme.color("text_secondary"), 1.8))
            painter.setBrush(theme.color("bg_canvas"))
            painter.drawEllipse(rect.adjusted(2, 2, -2, -2))
        else:
            self.context.book.paint(painter, rect, self.message.provider_id)

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(plain_text(self.message.parts))


class ReceiptRow(RailRow):
    """What somebody was told, as a divider."""

    def __init__(self, context: TranscriptContext, receipt: Receipt, on_told: Callable[[str], object]) -> None:
        super().__init__(context, bead_y=20)
        self.setObjectName("receipt")
        self._on_told = on_told
        frame = QFrame()
        frame.setProperty("surface", "card")
        frame.setMinimumHeight(40)
        self.content.addWidget(frame)
        line = QHBoxLayout(frame)
        line.setContentsMargins(15, 6, 8, 6)
        line.setSpacing(8)
        self._before = MarkWidget(context.book, None)
        self._arrow = QLabel()
        self._after = MarkWidget(context.book, None)
        self._fact = OneLineLabel(font=context.theme.font("body_strong"), name="receipt_fact")
        self._counts = PlainLabel(name="receipt_counts", wraps=True)
        self._button = FlatButton(
            self.tr("What it was told"), ButtonKind.GHOST, glyph="receipt", compact=True, name="what_it_was_told"
        )
        self._button.clicked.connect(self._on_clicked)
        for widget in (self._before, self._arrow, self._after):
            line.addWidget(widget)
        if context.theme.is_large:
            words = QVBoxLayout()
            words.setSpacing(4)
            for widget in (self._fact, self._counts):
                words.addWidget(widget)
            words.addWidget(self._button, 0, Qt.AlignmentFlag.AlignLeft)
            line.addLayout(words, 1)
        else:
            line.addWidget(self._fact)
            line.addWidget(self._counts, 1)
            line.addWidget(self._button)
        self.show_receipt(receipt)

    def show_receipt(self, receipt: Receipt) -> None:
        """Show what the receipt reads now."""
        self.receipt = receipt
        has_both = receipt.previous_provider_id is not None and receipt.previous_provider_id != receipt.provider_id
        self._before.setVisible(has_both)
        self._arrow.setVisible(has_both)
        self._arrow.setPixmap(glyph_pixmap("arrow_right", self.context.theme.color("text_secondary"), 12))
        self._before.show_provider(receipt.previous_provider_id)
        self._after.show_provider(receipt.provider_id)
        self._fact.setText(receipt.fact)
        # The dot parts it from the fact, where both stand on one line.
        dot = "" if self.context.theme.is_large else "· "
        self._counts.setText(f"{dot}{receipt.counts}" if receipt.counts else "")
        self._button.setVisible(receipt.handoff_id is not None)
        self._button.setAccessibleName(fill(self.tr("What %1 was told"), self.context.title(receipt.provider_id)))
        self.setAccessibleName(receipt.sentence)

    def rail_after(self, before: ProviderId | None) -> ProviderId | None:
        """A receipt colours the rail by who was told."""
        return self.receipt.provider_id or before

    def paint_bead(self, painter: QPainter, rect: QRectF) -> None:
        """Paint two arrows."""
        paint_glyph(painter, rect.adjusted(-1, -1, 1, 1), "swap", self.context.theme.color("text_secondary"), 1.5)

    def _on_clicked(self) -> None:
        if self.receipt.handoff_id is not None:
            self._on_told(self.receipt.handoff_id)


class ErrorRow(RailRow):
    """A failed run as a card: what happened, what is safe, what to do."""

    def __init__(
        self,
        context: TranscriptContext,
        words: ErrorWords,
        on_send_again: Callable[[], object],
        on_set_up: Callable[[str], object],
    ) -> None:
        super().__init__(context, bead_y=24)
        self.setObjectName("error_card")
        self._on_set_up = on_set_up
        frame = QFrame()
        frame.setProperty("surface", "error")
        self.content.addWidget(frame)
        column = QVBoxLayout(frame)
        column.setContentsMargins(15, 15, 15, 11)
        column.setSpacing(4)
        head = QHBoxLayout()
        head.setSpacing(12)
        self._sign = QLabel()
        self._what = PlainLabel(font=context.theme.font("body_strong"), wraps=True, name="error_what")
        head.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self._what, 1)
        column.addLayout(head)
        self._more = PlainLabel(tone="secondary", wraps=True, name="error_more")
        self._more.setContentsMargins(28, 0, 0, 0)
        column.addWidget(self._more)
        self._detail = PlainLabel(tone="tertiary", wraps=True, font=context.theme.font("caption"), name="error_detail")
        self._detail.setContentsMargins(28, 0, 0, 0)
        self._detail.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        column.addWidget(self._detail)
        buttons = FlowRow()
        buttons.flow.setContentsMargins(28, 8, 0, 0)
        self._set_up = FlatButton("", glyph="wrench", name="set_up", on_click=self._on_set_up_clicked)
        self._again = FlatButton(self.tr("Send again"), glyph="again", name="send_again", on_click=on_send_again)
        self._again.hide()
        buttons.add(
            self._set_up,
            self._again,
            FlatButton(self.tr("Copy details"), ButtonKind.GHOST, glyph="copy", name="copy_details", on_click=self._on_copy),
        )
        column.addWidget(buttons)
        self.show_words(words)

    def show_words(self, words: ErrorWords) -> None:
        """Show what happened."""
        self.words = words
        self._sign.setPixmap(glyph_pixmap("x_circle", self.context.theme.color("danger_text")))
        self._what.setText(words.what)
        more = " ".join(text for text in (words.safe, words.todo) if text)
        self._more.setText(more)
        # The first lines are enough here; all of it goes over *Copy details*.
        self._detail.setText(words.detail[:400] + ("…" if len(words.detail) > 400 else ""))
        self._detail.setVisible(bool(words.detail))
        title = self.context.title(words.provider_id)
        self._set_up.setText(fill(self.tr("Set up %1…"), title).replace("&", "&&"))
        self._set_up.setVisible(words.needs_set_up)
        self.setAccessibleName(f"{words.what}. {more}")

    def set_resendable(self, wanted: bool) -> None:
        """Show or hide *Send again*."""
        self._again.setVisible(wanted)

    def rail_after(self, before: ProviderId | None) -> ProviderId | None:
        """A failure colours the rail by who did not answer."""
        return self.words.provider_id or before

    def paint_bead(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the mark of who did not answer."""
        self.context.book.paint(painter, rect, self.words.provider_id)

    def _on_set_up_clicked(self) -> None:
        if self.words.provider_id is not None:
            self._on_set_up(self.words.provider_id)

    def _on_copy(self) -> None:
        lines = (self.words.what, self.words.safe, self.words.todo, self.words.detail)
        QGuiApplication.clipboard().setText("\n".join(line for line in lines if line))


class QuietRow(RailRow):
    """One line that only tells."""

    def __init__(self, context: TranscriptContext, text: str) -> None:
        super().__init__(context, bead_y=10)
        self.setObjectName("quiet_note")
        self._text = PlainLabel(tone="secondary", wraps=True, font=context.theme.font("caption"), name="quiet_text")
        self._text.setContentsMargins(TEXT_INSET, 0, 0, 0)
        self._text.setMinimumHeight(20)
        self.content.addWidget(self._text)
        self.show_text(text)

    def show_text(self, text: str) -> None:
        """Show a line."""
        self._text.setText(text)
        self.setAccessibleName(text)

    def paint_bead(self, painter: QPainter, rect: QRectF) -> None:
        """Paint a small dot."""
        color = QColor(self.context.theme.color("text_tertiary"))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawEllipse(rect.adjusted(4, 4, -4, -4))
