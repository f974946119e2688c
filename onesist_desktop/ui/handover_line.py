# SPDX-License-Identifier: MIT
"""The line above the composer's field that says what the next send hands over."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from onesist_desktop.core.transition import TransitionKind
from onesist_desktop.services.views import HandoffPreview
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.provider_book import MarkWidget, ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton, IconButton
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.labels import StepLabel
from onesist_desktop.ui.words import size_text

_HEIGHT = 36


def hands_over(preview: HandoffPreview) -> bool:
    """Tell whether a send has something to hand over, be it that nothing of it fits."""
    return preview.transition in {TransitionKind.HANDOFF, TransitionKind.DELTA} and preview.due_count > 0


def nothing_fits(preview: HandoffPreview) -> bool:
    """Tell whether not one of the due messages goes over."""
    return not preview.chosen or preview.omitted_count >= preview.due_count


def handover_text(preview: HandoffPreview, title: str) -> str:
    """Word what a send hands over. ``title`` names who gets it, as plain text or as markup."""
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
        QCoreApplication.translate("HandoverLine", "%1 has not seen %n message(s). All %n will be handed over.", None, due), title
    )


def _with_choice(text: str, preview: HandoffPreview) -> str:
    """Add that the person chose what goes over."""
    if preview.manual is None:
        return text
    return fill(QCoreApplication.translate("HandoverLine", "%1 · chosen by you"), text.removesuffix("."))


class HandoverLine(QFrame):
    """Hidden while nothing is to hand over.

    Signals:
        opened(preview: HandoffPreview): The person wants to read it.
        automatic_wanted(): What the person changed of it is to be forgotten.
    """

    opened = Signal(object)
    automatic_wanted = Signal()

    def __init__(self, theme: Theme, book: ProviderBook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._book = book
        self._preview: HandoffPreview | None = None
        self.setObjectName("handover")
        self.setProperty("surface", "handover")
        line = QHBoxLayout(self)
        line.setContentsMargins(15, 6, 8, 5)
        line.setSpacing(8)
        self._mark = MarkWidget(book, None)
        self._sign = QLabel()
        self._text = _NamedSentence(name="handover_text")
        self._size = StepLabel(theme, tone="secondary", name="handover_size")
        self._button = FlatButton(
            self.tr("Preview"), ButtonKind.GHOST, glyph="eye", compact=True, name="handover_preview", on_click=self.open_preview
        )
        self._button.setToolTip(self.tr("Read what it will be told (Ctrl+Shift+H)"))
        line.addWidget(self._mark)
        line.addWidget(self._sign)
        line.addWidget(self._text, 1000)
        line.addWidget(self._size)
        self._back = IconButton(
            "arrow-counter-clockwise",
            self.tr("Back to the automatic choice"),
            compact=True,
            name="handover_automatic",
            on_click=self.automatic_wanted.emit,
        )
        self._back.hide()
        line.addStretch(1)
        line.addWidget(self._back)
        line.addWidget(self._button)
        self.render_again()
        self.hide()

    @property
    def last_focus(self) -> QWidget:
        """What of it has the tab key last."""
        return self._back if self._button.isHidden() and not self._back.isHidden() else self._button

    def show_preview(self, preview: HandoffPreview | None) -> None:
        """Say what goes over; None for nothing."""
        self._preview = preview if preview is not None and hands_over(preview) else None
        if self._preview is None:
            self.hide()
            return
        is_owed = nothing_fits(self._preview)
        title = self._book.title(self._preview.provider_id)
        text = _with_choice(handover_text(self._preview, title), self._preview)
        self._mark.show_provider(self._preview.provider_id)
        self._sign.setVisible(is_owed)
        markup = handover_text(self._preview, f"<b>{escape(title)}</b>")
        self._text.show_sentence(title, text, _with_choice(markup, self._preview))
        self._back.setVisible(self._preview.manual is not None)
        self._size.setText(size_text(self._preview.size_bytes))
        self._show_size()
        self._button.setVisible(not is_owed)
        self.setAccessibleName(text)
        self.show()

    def render_again(self) -> None:
        """Follow a changed theme or size of text."""
        self.setMinimumHeight(self._theme.row_height(_HEIGHT))
        side = self._theme.icon_size(12)
        self._mark.setFixedSize(side, side)
        self._show_size()
        self._sign.setPixmap(glyph_pixmap("warning", self._theme.color("warning_text"), self._theme.icon_size()))

    def _show_size(self) -> None:
        # Large text needs the room for the sentence; the preview says the size as well.
        preview, is_large = self._preview, self._theme.is_large
        self._size.setVisible(preview is not None and not nothing_fits(preview) and not is_large)
        self._button.setText("" if is_large else self.tr("Preview"))
        self._button.setAccessibleName(self.tr("Preview"))

    def open_preview(self) -> None:
        """Open the text that goes over, if there is one."""
        if self._preview is not None and not nothing_fits(self._preview):
            self.opened.emit(self._preview)


class _NamedSentence(QLabel):
    """A sentence in which a name stands out. It wants one line, and takes more of them where there is no room for it."""

    def __init__(self, *, name: str) -> None:
        super().__init__()
        self._name = self._plain = ""
        # Only the name is markup; what it says is escaped.
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setObjectName(name)
        self.setWordWrap(True)
        policy = QSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_sentence(self, name: str, plain: str, markup: str) -> None:
        """Show a sentence, given as plain text and as markup in which the name is bold."""
        self._name, self._plain = name, plain
        self.setText(markup)
        self.setAccessibleName(plain)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Ask for one line. Qt's own wish for a text that wraps is a block of about three by one."""
        bold = QFont(self.font())
        bold.setBold(True)
        metrics = self.fontMetrics()
        more = QFontMetrics(bold).horizontalAdvance(self._name) - metrics.horizontalAdvance(self._name)
        width = metrics.horizontalAdvance(self._plain) + max(0, more) + 4
        return QSize(width, self.heightForWidth(width))
