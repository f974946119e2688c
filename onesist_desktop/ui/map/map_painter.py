# SPDX-License-Identifier: MIT
"""Paints the map's shapes: lanes, forks, merges, handovers, answers. What is where was worked out by ``layout``."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from onesist_desktop.core.ids import ProviderId, RunId
from onesist_desktop.services.lineage_views import BeadState
from onesist_desktop.ui.map.map_words import end_text
from onesist_desktop.ui.map.shapes import (
    CORNER,
    HALO,
    RING,
    Arrow,
    BeadShape,
    Elbow,
    EndKind,
    Guide,
    LaneEnd,
    Piece,
    RingShape,
    Rise,
    Shapes,
)
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.glyphs import paint_glyph
from onesist_desktop.ui.widgets.grounds import fill_rounded
from onesist_desktop.ui.widgets.spinner import paint_still_spinner

_LINE = 2.0
_HEAD = QPointF(5, 7)
"""Half the width of an arrow's head, and its height."""
_MERGE_GLYPH = 10.0
_ARROW_GLYPH = 13.0
_CROSS = 12.0
_RING_OUT = 4.0
"""How far rings stand out of a bead's box."""


class MapPainter:
    """Paints in pixels of the whole picture; the caller moves the painter.

    Attributes:
        selected_row: The row whose lane has another ground; -1 for none.
        focused: The run whose bead has the focus ring; None for none.
        hovered: The run whose bead is under the pointer; None for none.
        spinner_angle: In degrees, of all that works.
        is_mirrored: The picture is mirrored by the painter, so words and glyphs have to be mirrored back.
    """

    def __init__(self, theme: Theme, book: ProviderBook) -> None:
        self._theme = theme
        self._book = book
        self.selected_row = -1
        self.focused: RunId | None = None
        self.hovered: RunId | None = None
        self.spinner_angle = 0.0
        self.is_mirrored = False
        self._marks: dict[tuple[ProviderId, str, float], QPixmap] = {}

    def forget(self) -> None:
        """Colours or marks may have changed."""
        self._marks.clear()

    def paint(self, painter: QPainter, shapes: Shapes) -> None:
        """Paint everything, what is covered first."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_guides(painter, shapes.guides)
        self._paint_lines(painter, shapes.elbows, shapes.rises)
        self._paint_pieces(painter, shapes.pieces)
        for arrow in shapes.arrows:
            self._paint_arrow(painter, arrow)
        for ring in shapes.rings:
            self._paint_ring(painter, ring)
        for bead in shapes.beads:
            self._paint_bead(painter, bead)
        for end in shapes.ends:
            self._paint_end(painter, end)

    # -- lines --------------------------------------------------------------------------------------------------------------

    def _paint_guides(self, painter: QPainter, guides: Iterable[Guide]) -> None:
        pen = QPen(self._theme.color("line_strong"), 1.5)
        pen.setDashPattern([1.0, 2.6])
        painter.setPen(pen)
        for guide in guides:
            painter.drawLine(QPointF(4, guide.y), QPointF(guide.x1, guide.y))

    def _paint_lines(self, painter: QPainter, elbows: Iterable[Elbow], rises: Iterable[Rise]) -> None:
        color = self._theme.color("border_control")
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color, _LINE))
        path = QPainterPath()
        for elbow in elbows:
            path.moveTo(elbow.x0, elbow.y0)
            if elbow.is_straight:
                path.lineTo(elbow.x0, elbow.y1)
                continue
            corner = min(CORNER, max(0.0, elbow.x1 - elbow.x0), max(0.0, elbow.y1 - elbow.y0))
            path.lineTo(elbow.x0, elbow.y1 - corner)
            path.quadTo(elbow.x0, elbow.y1, elbow.x0 + corner, elbow.y1)
            path.lineTo(elbow.x1, elbow.y1)
        heads = QPainterPath()
        for rise in rises:
            corner = min(CORNER, max(0.0, rise.x1 - rise.x0))
            path.moveTo(rise.x0, rise.y0)
            path.lineTo(rise.x1 - corner, rise.y0)
            # A merge into a thread that stands below goes down: lists of a search may turn the order round.
            up = 1.0 if rise.y1 < rise.y0 else -1.0
            path.quadTo(rise.x1, rise.y0, rise.x1, rise.y0 - up * corner)
            path.lineTo(rise.x1, rise.y1 + up * _HEAD.y())
            tip = QPointF(rise.x1, rise.y1)
            base = rise.y1 + up * _HEAD.y()
            heads.addPolygon(QPolygonF([tip, QPointF(rise.x1 + _HEAD.x(), base), QPointF(rise.x1 - _HEAD.x(), base), tip]))
        painter.drawPath(path)
        painter.fillPath(heads, color)

    def _paint_pieces(self, painter: QPainter, pieces: Iterable[Piece]) -> None:
        colors: dict[ProviderId, QColor] = {}
        for piece in pieces:
            color = colors.get(piece.provider_id)
            if color is None:
                color = colors[piece.provider_id] = self._theme.provider_color(self._book.family(piece.provider_id))
            painter.fillRect(QRectF(piece.x0, piece.y - _LINE / 2, piece.x1 - piece.x0, _LINE), color)

    # -- signs --------------------------------------------------------------------------------------------------------------

    def _paint_arrow(self, painter: QPainter, arrow: Arrow) -> None:
        self._glyph(painter, arrow.x, arrow.y, _ARROW_GLYPH, "arrows-left-right-bold", self._theme.color("text_secondary"))

    def _paint_ring(self, painter: QPainter, ring: RingShape) -> None:
        painter.setPen(QPen(self._theme.color("border_control"), 1.5))
        painter.setBrush(self._theme.color(self.surface(ring.row)))
        painter.drawEllipse(QPointF(ring.x, ring.y), RING - 0.75, RING - 0.75)
        self._glyph(painter, ring.x, ring.y, _MERGE_GLYPH, "git-merge-bold", self._theme.color("text_secondary"))

    def surface(self, row: int) -> str:
        """Return the colour that marks of a row stand on."""
        return "bg_selected" if row == self.selected_row else "bg_canvas"

    # -- beads --------------------------------------------------------------------------------------------------------------

    def _paint_bead(self, painter: QPainter, shape: BeadShape) -> None:
        theme, surface = self._theme, self.surface(shape.row)
        center, side = QPointF(shape.x, shape.y), float(theme.size("bead_large"))
        box = QRectF(center.x() - side / 2, center.y() - side / 2, side, side)
        runs = {bead.run_id for bead in shape.beads}
        if self.hovered in runs and self.focused not in runs:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("bg_pressed"))
            painter.drawEllipse(center, HALO + 2, HALO + 2)
            surface = "bg_pressed"
        mark = self._mark(painter, shape.bead.provider_id, surface)
        painter.drawPixmap(QPointF(center.x() - HALO, center.y() - HALO), mark)
        match shape.state:
            case BeadState.WORKING:
                self._paint_working(painter, box)
            case BeadState.ASKS:
                self._circle(painter, box, theme.color("warning_text"))
            case BeadState.FAILED:
                self._paint_cross(painter, box, surface)
        if self.focused in runs:
            out = 0.0 if shape.state is not BeadState.ASKS else 3.0
            self._circle(painter, box.adjusted(-out, -out, out, out), theme.color("focus"))
        if shape.count > 1:
            self._paint_count(painter, box, shape.count, surface)

    def _mark(self, painter: QPainter, provider_id: ProviderId, surface: str) -> QPixmap:
        """Return a mark on its halo. A map shows the same few of them thousands of times."""
        device = painter.device()
        ratio = device.devicePixelRatioF() if device is not None else 1.0
        key = provider_id, surface, ratio
        known = self._marks.get(key)
        if known is None:
            known = self._marks[key] = self._make_mark(provider_id, surface, ratio)
        return known

    def _make_mark(self, provider_id: ProviderId, surface: str, ratio: float) -> QPixmap:
        side = round(2 * HALO)
        pixmap = QPixmap(QSize(side, side) * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        inner = QPainter(pixmap)
        inner.setRenderHint(QPainter.RenderHint.Antialiasing)
        inner.setPen(Qt.PenStyle.NoPen)
        inner.setBrush(self._theme.color(surface))
        inner.drawEllipse(QRectF(0, 0, side, side))
        mark = float(self._theme.size("bead_large"))
        self._book.paint(inner, QRectF((side - mark) / 2, (side - mark) / 2, mark, mark), provider_id, surface)
        inner.end()
        return pixmap

    def _circle(self, painter: QPainter, box: QRectF, color: QColor) -> None:
        painter.setPen(QPen(color, _LINE))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(box.adjusted(-_RING_OUT, -_RING_OUT, _RING_OUT, _RING_OUT))

    def _paint_working(self, painter: QPainter, box: QRectF) -> None:
        theme = self._theme
        ring = box.adjusted(-_RING_OUT, -_RING_OUT, _RING_OUT, _RING_OUT)
        if theme.reduced_motion:
            self._circle(painter, box, theme.color("line_strong"))
            spot = QRectF(ring.right() - 8, ring.top() - 3, 14, 14)
            fill_rounded(painter, spot, theme.color("bg_canvas"), 7)
            paint_still_spinner(painter, spot, theme.color("accent"), theme.color("line_strong"))
            return
        self._circle(painter, box, theme.color("line_strong"))
        pen = QPen(theme.color("accent"), _LINE)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawArc(ring, round((90 - self.spinner_angle) * 16), -90 * 16)

    def _paint_cross(self, painter: QPainter, box: QRectF, surface: str) -> None:
        spot = QRectF(box.right() - _CROSS / 2 + 1, box.top() - _CROSS / 2 - 1, _CROSS, _CROSS)
        fill_rounded(painter, spot.adjusted(-1.5, -1.5, 1.5, 1.5), self._theme.color(surface), _CROSS / 2 + 1.5)
        fill_rounded(painter, spot, self._theme.color("danger_fill"), _CROSS / 2)
        inner = _CROSS / 4.5
        paint_glyph(painter, spot.adjusted(inner, inner, -inner, -inner), "x-bold", self._theme.color("on_danger"))

    def _paint_count(self, painter: QPainter, box: QRectF, count: int, surface: str) -> None:
        painter.setFont(self._theme.font("caption", is_tabular=True))
        metrics = painter.fontMetrics()
        text = str(count)
        width = metrics.horizontalAdvance(text)
        place = QRectF(box.right() + 3, box.center().y() - metrics.height() / 2, width + 1, metrics.height())
        painter.fillRect(place.adjusted(-1, 2, 1, -2), self._theme.color(surface))
        self._write(painter, place, text, self._theme.color("text_secondary"))

    # -- words --------------------------------------------------------------------------------------------------------------

    def _paint_end(self, painter: QPainter, end: LaneEnd) -> None:
        asks = end.kind is EndKind.ASKS
        painter.setFont(self._words_font(end))
        metrics = painter.fontMetrics()
        text = end_text(end.kind, end.thread)
        place = QRectF(end.x, end.y - metrics.height() / 2, metrics.horizontalAdvance(text) + 2, metrics.height())
        # Lines of merges may cross here.
        painter.fillRect(place.adjusted(-2, 3, 2, -3), self._theme.color(self.surface(end.row)))
        self._write(painter, place, text, self._theme.color("warning_text" if asks else "text_tertiary"))

    def _words_font(self, end: LaneEnd) -> QFont:
        font = self._theme.font("body")
        if end.kind is EndKind.ASKS:
            font.setWeight(QFont.Weight.Medium)
        return font

    def _write(self, painter: QPainter, place: QRectF, text: str, color: QColor) -> None:
        painter.setPen(color)
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine)
        if not self.is_mirrored:
            painter.drawText(place, flags, text)
            return
        painter.save()
        painter.translate(place.left() + place.right(), 0)
        painter.scale(-1, 1)
        painter.drawText(place, flags, text)
        painter.restore()

    def _glyph(self, painter: QPainter, x: float, y: float, side: float, name: str, color: QColor) -> None:
        paint_glyph(painter, QRectF(x - side / 2, y - side / 2, side, side), name, color)
