# SPDX-License-Identifier: MIT
"""The rows of the inspector's *Lineage*: a thread of the family, what somebody has seen, and what was handed over."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.services.lineage_views import Kin, Movement, SeenBy
from onesist_desktop.services.views import MergeState
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.models.thread_words import row_title, shown_number
from onesist_desktop.ui.panels.elided import StepElidedLabel
from onesist_desktop.ui.panels.lineage_words import movement_words, seen_words
from onesist_desktop.ui.provider_book import MarkWidget, ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import FlatButton
from onesist_desktop.ui.widgets.glyphs import paint_glyph
from onesist_desktop.ui.widgets.grounds import fill_rounded, paint_row_ground
from onesist_desktop.ui.widgets.labels import PlainLabel, StepLabel
from onesist_desktop.ui.widgets.meter import paint_bar
from onesist_desktop.ui.widgets.metrics import is_mirrored
from onesist_desktop.ui.widgets.sign import Sign
from onesist_desktop.ui.widgets.tips import plain_tip

_ROW = 48
_BEAD_X, _INDENT, _DEEPEST = 16, 18, 6
_GAP = 8
_METER = 72
_LEAST_TITLE = 96
_KEYBOARD = {Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason}


class ChoosableRow(QAbstractButton):
    """A row that is chosen by a click, Space or Enter, with the ring inside for the keyboard's focus."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self._has_ring = False
        self.is_current = False
        self.setObjectName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring where the keyboard brought the focus."""
        self._has_ring = event.reason() in _KEYBOARD
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the ring off."""
        self._has_ring = False
        super().focusOutEvent(event)

    def paint_ground(self, painter: QPainter) -> None:
        """Paint what lies under the words."""
        paint_row_ground(
            painter,
            QRectF(self.rect()),
            self._theme,
            is_hovered=self.isEnabled() and (self.underMouse() or self.isDown()),
            is_selected=self.is_current,
            has_ring=self._has_ring,
        )

    def placed(self, box: QRectF) -> QRectF:
        """Return where a box that is thought from left to right stands."""
        return QRectF(self.width() - box.right(), box.top(), box.width(), box.height()) if is_mirrored(self) else box

    def write(self, painter: QPainter, box: QRectF, text: str, step: str, color: str) -> None:
        """Write one line, cut where its room ends."""
        font = self._theme.font(step)
        painter.setFont(font)
        painter.setPen(self._theme.color(color))
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, int(box.width()))
        edge = Qt.AlignmentFlag.AlignRight if is_mirrored(self) else Qt.AlignmentFlag.AlignLeft
        flags = edge | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(self.placed(box), int(flags), shown)


class KinRow(ChoosableRow):
    """A thread of the family, below its parent with the line that leads to it.

    Args:
        guides: Of each level above, whether the line from there goes on below.
        is_open: Forks of it follow below.
        words: The line below the title.

    Signals:
        merge_wanted(): Merge it back.
    """

    merge_wanted = Signal()

    def __init__(
        self, theme: Theme, book: ProviderBook, kin: Kin, *, guides: tuple[bool, ...], is_open: bool, words: str, is_current: bool
    ) -> None:
        super().__init__(theme, "kin_row")
        self._book = book
        self._kin = kin
        self._guides = guides
        self._is_open = is_open
        self._words = words
        self.is_current = is_current
        view = kin.thread
        number = shown_number(view)
        self._number = "" if number is None else str(number)
        self._title = row_title(view)
        spoken = ", ".join(piece for piece in (self._title, book.title(view.provider_id), words) if piece)
        self.setAccessibleName(fill(self.tr("%1, fork number %2"), spoken, number) if number is not None else spoken)
        self.setToolTip(plain_tip(view.title))
        self.merge = FlatButton(
            self.tr("Merge back…"), compact=True, name="kin_merge", on_click=self.merge_wanted.emit, parent=self
        )
        self.merge.setAccessibleName(fill(self.tr("Merge back %1"), self._title))
        self.merge.setVisible(bool(view.unmerged_count) and not view.merge_waits)
        self._is_merged = view.merge is MergeState.MERGED and not view.unmerged_count

    @property
    def words(self) -> str:
        """The line below the title."""
        return self._words

    @property
    def title(self) -> str:
        """The title as it is shown."""
        return self._title

    def sizeHint(self) -> QSize:
        """Be 48 high, more with larger text."""
        theme = self._theme
        return QSize(0, max(_ROW, theme.line_height("body") + theme.line_height("caption") + 12))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the button at the end; without its word where the title would have no room."""
        super().resizeEvent(event)
        if self.merge.isHidden():
            return
        word = self.tr("Merge back…")
        needed = self.merge.fontMetrics().horizontalAdvance(word) + 40
        fits = self.width() - self._text_x() - needed >= _LEAST_TITLE * self._theme.text_percent // 100
        self.merge.setText(word if fits else "")
        self.merge.set_glyph("" if fits else "git-merge")
        self.merge.setToolTip("" if fits else word)
        hint = self.merge.sizeHint()
        box = QRectF(self.width() - _GAP - hint.width(), (self.height() - hint.height()) // 2, hint.width(), hint.height())
        self.merge.setGeometry(self.placed(box).toRect())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint lines, mark, title and the line below it."""
        theme, painter = self._theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint_ground(painter)
        body, caption = theme.line_height("body"), theme.line_height("caption")
        top = (self.height() - body - caption) / 2
        middle = top + body / 2
        self._paint_lines(painter, middle)
        side = theme.icon_size(12)
        bead = QRectF(self._bead_x() - side / 2, middle - side / 2, side, side)
        surface = "bg_selected" if self.is_current else "bg_hover" if self.underMouse() else "bg_panel"
        self._book.paint(painter, self.placed(bead), self._kin.thread.provider_id, surface)
        x, right = self._text_x(), self._paint_end(painter)
        step = "body_strong" if self.is_current else "body"
        if self._number:
            wide = QFontMetrics(theme.font("body")).horizontalAdvance(self._number) + 8
            self.write(painter, QRectF(x, top, wide, body), self._number, "body", "text_secondary")
            self.write(painter, QRectF(x + wide, top, right - x - wide, body), self._title, step, "text_primary")
        else:
            self.write(painter, QRectF(x, top, right - x, body), self._title, step, "text_primary")
        self.write(painter, QRectF(x, top + body, right - x, caption), self._words, "caption", "text_secondary")
        painter.end()

    def _level(self) -> int:
        return min(self._kin.level, _DEEPEST)

    def _bead_x(self) -> int:
        return _BEAD_X + _INDENT * self._level()

    def _text_x(self) -> int:
        return self._bead_x() + max(16, self._theme.icon_size(12) // 2 + _GAP)

    def _paint_end(self, painter: QPainter) -> float:
        """Paint the sign of what was merged, and return where the words have to end."""
        if not self.merge.isHidden():
            return self.width() - self.merge.width() - 2.0 * _GAP
        right = float(self.width() - _GAP)
        if self._is_merged:
            side = self._theme.icon_size(14)
            box = QRectF(right - side, (self.height() - side) / 2, side, side)
            paint_glyph(painter, self.placed(box), "git-merge", self._theme.color("text_tertiary"))
            right = box.left() - _GAP
        return right

    def _paint_lines(self, painter: QPainter, middle: float) -> None:
        guides = self._guides[-_DEEPEST:]
        if not guides and not self._is_open:
            return
        painter.save()
        if is_mirrored(self):
            painter.translate(self.width(), 0)
            painter.scale(-1, 1)
        painter.setPen(QPen(self._theme.color("border_control"), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        half = self._theme.icon_size(12) / 2
        for depth, goes_on in enumerate(guides):
            x = _BEAD_X + _INDENT * depth
            if goes_on:
                painter.drawLine(x, 0, x, self.height())
        if guides:
            x = _BEAD_X + _INDENT * (len(guides) - 1)
            elbow = QPainterPath()
            elbow.moveTo(x, middle - 6 if guides[-1] else 0)
            elbow.lineTo(x, middle - 6)
            elbow.quadTo(x, middle, x + 6, middle)
            elbow.lineTo(max(x + 6.0, x + _INDENT - half - 1), middle)
            painter.drawPath(elbow)
        if self._is_open:
            x = self._bead_x()
            painter.drawLine(x, round(middle + half), x, self.height())
        painter.restore()


class SeenRow(QWidget):
    """What somebody has seen of the thread: mark, name, words, and a meter of 72."""

    def __init__(self, theme: Theme, book: ProviderBook, seen: SeenBy) -> None:
        super().__init__()
        self.setObjectName("seen_row")
        title, words = book.title(seen.provider_id), seen_words(seen)
        self.setAccessibleName(fill(self.tr("%1: %2"), title, words))
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 2, 0, 2)
        line.setSpacing(12)
        side = theme.icon_size(12)
        line.addWidget(MarkWidget(book, seen.provider_id, side))
        texts = QVBoxLayout()
        texts.setSpacing(0)
        texts.addWidget(StepElidedLabel(theme, title, name="seen_name"))
        texts.addWidget(StepLabel(theme, words, tone="secondary", wraps=True, name="seen_words"))
        line.addLayout(texts, 1)
        share = _Share(theme, seen.share if seen.is_agent else 1.0)
        if theme.is_large:
            # Beside words of that size there is no room for it.
            texts.addSpacing(4)
            texts.addWidget(share)
        else:
            line.addWidget(share)


class _Share(QWidget):
    """The meter. What it says stands in words beside it, so that screen readers skip it."""

    def __init__(self, theme: Theme, share: float) -> None:
        super().__init__()
        self._theme = theme
        self._share = min(1.0, max(0.0, share))
        self.setFixedSize(theme.icon_size(_METER), theme.icon_size(6))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar in ink: to have seen much is nothing to be warned of."""
        painter = QPainter(self)
        box, mirrored = QRectF(self.rect()), is_mirrored(self)
        paint_bar(painter, box, self._theme, 0, is_mirrored=mirrored)
        part = box
        part.setWidth(box.width() * self._share)
        if mirrored:
            part.moveRight(self.width())
        if self._share > 0:
            fill_rounded(painter, part, self._theme.color("meter_fill"), part.height() / 2)
        painter.end()


class MovementRow(ChoosableRow):
    """Something that was handed over, or merged: from whom to whom, how much, when."""

    def __init__(self, theme: Theme, book: ProviderBook, movement: Movement, clock: str) -> None:
        super().__init__(theme, "movement_row")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        words = movement_words(movement)
        line = QHBoxLayout(self)
        line.setContentsMargins(8, 6, 8, 6)
        line.setSpacing(10)
        if movement.merged_from:
            line.addWidget(Sign(theme, "git-merge", side=14))
            who = fill(self.tr("Merged from %1"), words)
        else:
            self._add_marks(line, theme, book, movement)
            who = fill(self.tr("%1 was told: %2"), book.title(movement.target_provider_id), words)
        text = PlainLabel(words, wraps=True, name="movement_words")
        time = StepLabel(theme, clock, tone="tertiary")
        for child in (text, time):
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        if theme.is_large:
            texts = QVBoxLayout()
            texts.setSpacing(0)
            texts.addWidget(text)
            texts.addWidget(time)
            line.addLayout(texts, 1)
        else:
            line.addWidget(text, 1)
            line.addWidget(time)
        self.setAccessibleName(", ".join(piece for piece in (who, clock) if piece))
        self.setEnabled(movement.handoff_id is not None or movement.message_id is not None)

    def sizeHint(self) -> QSize:
        """Be 32 high, more with larger text."""
        layout = self.layout()
        inner = layout.totalHeightForWidth(self.width()) if layout is not None and self.width() > 0 else 0
        return QSize(0, max(self._theme.row_height(32), inner))

    def minimumSizeHint(self) -> QSize:
        """Nothing less."""
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the height that the words need at this width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground; the rest are widgets."""
        painter = QPainter(self)
        self.paint_ground(painter)
        painter.end()

    def _add_marks(self, line: QHBoxLayout, theme: Theme, book: ProviderBook, movement: Movement) -> None:
        side = theme.icon_size(12)

        def mark(provider_id: ProviderId | None) -> None:
            widget = MarkWidget(book, provider_id, side)
            widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            line.addWidget(widget)

        if movement.source_provider_id is not None and movement.source_provider_id != movement.target_provider_id:
            mark(movement.source_provider_id)
            line.addWidget(Sign(theme, "arrow-right", color="text_tertiary", side=12))
        mark(movement.target_provider_id)
