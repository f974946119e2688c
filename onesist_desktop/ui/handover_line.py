# SPDX-License-Identifier: MIT
"""The line above the composer's field that says what the next send hands over."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from onesist_desktop.core.transition import TransitionKind
from onesist_desktop.services.views import HandoffPreview
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.provider_book import MarkWidget, ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.labels import PlainLabel
from onesist_desktop.ui.words import size_text

_HEIGHT = 36


def hands_over(preview: HandoffPreview) -> bool:
    """Tell whether a send has something to hand over, be it that nothing of it fits."""
    return preview.transition in {TransitionKind.HANDOFF, TransitionKind.DELTA} and preview.due_count > 0


def nothing_fits(preview: HandoffPreview) -> bool:
    """Tell whether not one of the due messages goes over."""
    return not preview.chosen or preview.omitted_count >= preview.due_count


def handover_text(preview: HandoffPreview, title: str) -> str:
    """Word what a send hands over. ``title`` names who gets it."""
    due, omitted = preview.due_count, preview.omitted_count
    if nothing_fits(preview):
        text = QCoreApplication.translate(
            "HandoverLine", "%1 has not seen %n message(s): nothing fits, the history stays owed.", None, due
        )
        return fill(text, title)
    if omitted:
        text = QCoreApplication.translate(
            "HandoverLine", "%1 has not seen %n message(s): %2 will be handed over, %3 left out.", None, due
        )
        return fill(text, title, due - omitted, omitted)
    if due == 1:
        return fill(QCoreApplication.translate("HandoverLine", "%1 has not seen 1 message. It will be handed over."), title)
    return fill(
        QCoreApplication.translate("HandoverLine", "%1 has not seen %n message(s). All will be handed over.", None, due), title
    )


class HandoverLine(QFrame):
    """Hidden while nothing is to hand over.

    Signals:
        opened(preview: HandoffPreview): The person wants to read it.
    """

    opened = Signal(object)

    def __init__(self, theme: Theme, book: ProviderBook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._book = book
        self._preview: HandoffPreview | None = None
        self.setObjectName("handover")
        self.setProperty("surface", "handover")
        self.setMinimumHeight(_HEIGHT)
        line = QHBoxLayout(self)
        line.setContentsMargins(15, 6, 8, 6)
        line.setSpacing(8)
        self._mark = MarkWidget(book, None)
        self._sign = QLabel()
        self._text = PlainLabel(wraps=True, name="handover_text")
        self._size = PlainLabel(tone="secondary", font=theme.font("caption"), name="handover_size")
        self._button = FlatButton(
            self.tr("Preview"), ButtonKind.GHOST, glyph="eye", compact=True, name="handover_preview", on_click=self.open_preview
        )
        line.addWidget(self._mark)
        line.addWidget(self._sign)
        line.addWidget(self._text, 1)
        line.addWidget(self._size)
        line.addWidget(self._button)
        self.hide()

    def show_preview(self, preview: HandoffPreview | None) -> None:
        """Say what goes over; None for nothing."""
        self._preview = preview if preview is not None and hands_over(preview) else None
        if self._preview is None:
            self.hide()
            return
        is_owed = nothing_fits(self._preview)
        text = handover_text(self._preview, self._book.title(self._preview.provider_id))
        self._mark.show_provider(self._preview.provider_id)
        self._sign.setVisible(is_owed)
        self._sign.setPixmap(glyph_pixmap("warning", self._theme.color("warning_text")))
        self._text.setText(text)
        self._size.setText(size_text(self._preview.size_bytes))
        self._size.setVisible(not is_owed)
        self._button.setVisible(not is_owed)
        self.setAccessibleName(text)
        self.show()

    def render_again(self) -> None:
        """Follow a changed theme."""
        self._sign.setPixmap(glyph_pixmap("warning", self._theme.color("warning_text")))

    def open_preview(self) -> None:
        """Open the text that goes over, if there is one."""
        if self._preview is not None and not nothing_fits(self._preview):
            self.opened.emit(self._preview)
