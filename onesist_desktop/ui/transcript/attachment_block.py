# SPDX-License-Identifier: MIT
"""A file or picture that the person added: a small picture where it is one, and always its name and size."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPainterPath, QPaintEvent, QPixmap, QPixmapCache
from PySide6.QtWidgets import QWidget

from onesist_desktop.core.messages import AttachmentPart
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.transcript.block_paint import TEXT_INSET, PaintedBlock, body_of, elided, paint_line, text_width
from onesist_desktop.ui.transcript.block_roles import install_block_roles
from onesist_desktop.ui.transcript.blocks import AttachmentBody, Block
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.thumbnails import Found, ThumbnailJob, is_local_path
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.grounds import paint_outline
from onesist_desktop.ui.words import size_text

MAX_WIDTH, MAX_HEIGHT = 320, 200
_GAP = 8
_RADIUS = 6


class AttachmentBlock(PaintedBlock):
    """Name and size, and the picture above them once it was decoded; until then it is as high as without one.

    A path that is no local one is shown by its name only, and never opened. A click does nothing.
    """

    def __init__(self, context: TranscriptContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        install_block_roles()
        self.setObjectName("attachment")
        self._part: AttachmentPart | None = None
        self._job: ThumbnailJob | None = None
        self._picture: QPixmap | None = None
        self._is_missing = False
        self.dress()

    @property
    def picture_size(self) -> QSize:
        """The size of the picture that is shown, in logical pixels; empty without one."""
        return self._picture.deviceIndependentSize().toSize() if self._picture is not None else QSize(0, 0)

    def dress(self) -> None:
        """Take fonts."""
        theme = self.theme
        self._name_font, self._about_font = theme.font("body"), theme.font("caption")
        self._name_metrics, self._about_metrics = QFontMetrics(self._name_font), QFontMetrics(self._about_font)
        self._icon = theme.icon_size(16)

    def fill(self, block: Block) -> None:
        """Take over the file, and look at it if it was another one before."""
        part = body_of(block, AttachmentBody).part
        if part != self._part:
            self._forget()
            self._part = part
            self._look()
        self._say()

    def height_for(self, width: int) -> int:
        """Return the height of the picture, if there is one, and the line below it."""
        line = self.theme.line_height("body") + 4
        picture = self._shown_size(width)
        return line if picture.isEmpty() else picture.height() + 4 + line

    def release(self) -> None:
        """Forget the file, and what is still being decoded."""
        super().release()
        self._forget()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the picture and the line."""
        part = self._part
        if part is None:
            return
        painter = QPainter(self)
        size = self._shown_size(self.width())
        if self._picture is not None and not size.isEmpty():
            box = self.mirrored(QRect(TEXT_INSET, 0, size.width(), size.height()))
            self._paint_picture(painter, self._picture, box)
        top = size.height() + 4 if not size.isEmpty() else 0
        self._paint_line(painter, part, top, self.height() - top)
        painter.end()

    # -- inner --------------------------------------------------------------------------------------------------------------

    def _paint_picture(self, painter: QPainter, picture: QPixmap, box: QRect) -> None:
        painter.save()
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        path = QPainterPath()
        path.addRoundedRect(QRectF(box), _RADIUS, _RADIUS)
        painter.setClipPath(path)
        painter.drawPixmap(box, picture)
        painter.restore()
        paint_outline(painter, QRectF(box), self.theme.color("line_strong"), _RADIUS)

    def _paint_line(self, painter: QPainter, part: AttachmentPart, top: int, height: int) -> None:
        theme = self.theme
        sign = "image" if part.media_type.startswith("image/") else "file"
        icon = QRect(TEXT_INSET, top + (height - self._icon) // 2, self._icon, self._icon)
        painter.drawPixmap(self.mirrored(icon).topLeft(), glyph_pixmap(sign, theme.color("text_secondary"), self._icon))
        start, end = icon.right() + 1 + _GAP, self.width() - TEXT_INSET
        about = self._about(part)
        room, flip = end - start, self.is_mirrored
        name_width, about_width = text_width(self._name_metrics, part.name), text_width(self._about_metrics, about)
        if about and name_width + _GAP + about_width > room:
            about_width = min(about_width, max(room - name_width - _GAP, room // 2))
        name_room = room - about_width - _GAP if about else room
        name = elided(part.name, self._name_metrics, name_room, Qt.TextElideMode.ElideMiddle)
        name_width = text_width(self._name_metrics, name)
        painter.setFont(self._name_font)
        box = QRect(start, top, name_width, height)
        paint_line(painter, self.mirrored(box), name, theme.color("text_primary"), is_mirrored=flip)
        if about:
            painter.setFont(self._about_font)
            box = QRect(start + name_width + _GAP, top, about_width, height)
            about = elided(about, self._about_metrics, about_width)
            paint_line(painter, self.mirrored(box), about, theme.color("text_secondary"), is_mirrored=flip)

    def _about(self, part: AttachmentPart) -> str:
        if self._is_missing:
            return self.tr("no longer there")
        return size_text(part.size_bytes) if part.size_bytes else ""

    def _say(self) -> None:
        if self._part is not None:
            about = self._about(self._part)
            name = (
                fill(self.tr("Attached: %1, %2"), self._part.name, about)
                if about
                else fill(self.tr("Attached: %1"), self._part.name)
            )
            self.setAccessibleName(name)

    def _shown_size(self, width: int) -> QSize:
        size = self.picture_size
        room = QSize(min(MAX_WIDTH, width - 2 * TEXT_INSET), MAX_HEIGHT)
        return size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio) if size.width() > room.width() else size

    def _look(self) -> None:
        part = self._part
        if part is None or not is_local_path(part.path):
            self._is_missing = part is not None and bool(part.path)
            return
        kept = QPixmap()
        is_image = part.media_type.startswith("image/")
        if is_image and QPixmapCache.find(self._cache_key(part), kept):
            self._picture = kept
            return
        ratio = self.devicePixelRatioF()
        self._job = ThumbnailJob(part.path, QSize(MAX_WIDTH, MAX_HEIGHT) * ratio if is_image else None)
        self._job.done.connect(self._on_found)
        self._job.start()

    def _on_found(self, found: Found) -> None:
        if self._part is None or self.sender() is not self._job:
            return
        self._job = None
        self._is_missing = not found.exists
        if found.image is not None:
            picture = QPixmap.fromImage(found.image)
            picture.setDevicePixelRatio(self.devicePixelRatioF())
            QPixmapCache.insert(self._cache_key(self._part), picture)
            self._picture = picture
            self.height_changed.emit()
        self._say()
        self.update()

    def _cache_key(self, part: AttachmentPart) -> str:
        return f"thumbnail:{self.devicePixelRatioF()}:{part.size_bytes}:{part.path}"

    def _forget(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job.done.disconnect(self._on_found)
            self._job = None
        self._part, self._picture, self._is_missing = None, None, False
