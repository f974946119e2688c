# SPDX-License-Identifier: MIT
"""A card: head, body, footer. Never one inside another."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.flow import FlowRow
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.labels import StepLabel
from onesist_desktop.ui.widgets.metrics import outline_width

_HEAD = 40
_FOOTER = 56
_INKS = {"approval": "warning_text", "error": "danger_text"}


class Card(QFrame):
    """A box of radius 8 with a head of 40 and, once something is in it, a footer of 56.

    Args:
        tone: ``card`` (neutral), ``approval`` (asks something) or ``error``.

    Attributes:
        body: What is inside, with 16 around it.
        footer: The safe choice first; ``push_last`` moves the refusal to the other end.
    """

    def __init__(
        self,
        theme: Theme,
        title: str,
        *,
        tone: str = "card",
        glyph: str = "",
        push_last: bool = False,
        name: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._glyph = glyph
        self._tone = tone
        self.setObjectName(name)
        self.setProperty("surface", tone)
        self.setAccessibleName(title)
        column = QVBoxLayout(self)
        column.setSpacing(0)
        self._head = QFrame()
        self._head.setProperty("surface", "approval_head" if tone == "approval" else "card_head")
        head = QHBoxLayout(self._head)
        head.setContentsMargins(16, 4, 16, 4)
        head.setSpacing(8)
        self._sign = QLabel()
        self._sign.setVisible(bool(glyph))
        self.title_label = StepLabel(theme, title, step="body_strong", wraps=True, name="card_title")
        head.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignVCenter)
        head.addWidget(self.title_label, 1)
        inside = QWidget()
        self.body = QVBoxLayout(inside)
        self.body.setContentsMargins(16, 12, 16, 16)
        self.body.setSpacing(8)
        self._foot = QFrame()
        self._foot.setProperty("surface", "card_foot")
        self._foot.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        foot = QVBoxLayout(self._foot)
        foot.setContentsMargins(16, 11, 16, 12)
        self.footer = FlowRow(push_last=push_last)
        foot.addWidget(self.footer)
        for part in (self._head, inside, self._foot):
            column.addWidget(part)
        self._foot.hide()
        self._measure()
        theme.changed.connect(self._measure)

    def add_action(self, widget: QWidget) -> None:
        """Put a button into the footer, which is there from then on."""
        self.footer.add(widget)
        self._foot.setMinimumHeight(_FOOTER)
        self._foot.show()

    def _measure(self) -> None:
        theme, layout = self._theme, self.layout()
        width = outline_width(theme)
        if layout is not None:
            layout.setContentsMargins(width, width, width, width)
        self._head.setMinimumHeight(max(_HEAD, theme.line_height("body_strong") + 12))
        if self._glyph:
            ink = theme.color(_INKS.get(self._tone, "text_primary"))
            self._sign.setPixmap(glyph_pixmap(self._glyph, ink, theme.icon_size(20)))
