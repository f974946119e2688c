# SPDX-License-Identifier: MIT
"""*What it was told*: the exact text that went over, word for word."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from onesist_desktop.core.records import Strategy
from onesist_desktop.services.views import HandoffView
from onesist_desktop.ui.dialogs.base import FramedDialog
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.provider_book import MarkWidget, ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.notices import delivery_text
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.flow import FlowRow
from onesist_desktop.ui.widgets.labels import PlainLabel
from onesist_desktop.ui.widgets.sunken_text import SunkenText
from onesist_desktop.ui.words import size_text

_SIZE = (1040, 720)


class ToldDialog(FramedDialog):
    """Shows a handoff that was made."""

    def __init__(self, theme: Theme, book: ProviderBook, handoff: HandoffView, parent: QWidget) -> None:
        title = fill(QCoreApplication.translate("HandoffDialog", "What %1 was told"), book.title(handoff.provider_id))
        sentence = QCoreApplication.translate(
            "HandoffDialog", "This went over word for word, before your message. Secrets are placeholders."
        )
        super().__init__(theme, title, sentence, _SIZE, parent)
        self.setObjectName("handoff_dialog")
        self.head_row.insertWidget(0, MarkWidget(book, handoff.provider_id, theme.size("bead_large")))
        text = QCoreApplication.translate("HandoffDialog", "%n item(s) in, %1 left out", None, handoff.included_count)
        facts = FlowRow(gap=16)
        facts.add(
            PlainLabel(delivery_text(handoff.delivery), font=theme.font("body_strong"), name="handoff_state"),
            PlainLabel(fill(text, handoff.omitted_count), tone="secondary", name="handoff_counts"),
            PlainLabel(strategy_text(handoff.strategy), tone="secondary", name="handoff_strategy"),
            PlainLabel(size_text(handoff.size_bytes), tone="secondary", name="handoff_size"),
        )
        self.body.addWidget(facts)
        sunken = SunkenText(theme, "handoff_text", QCoreApplication.translate("HandoffDialog", "Exact text"))
        self.text_view = sunken.view
        self.text_view.setPlainText(handoff.text)
        self.body.addWidget(sunken, 1)
        copy, close = QCoreApplication.translate("HandoffDialog", "Copy"), QCoreApplication.translate("HandoffDialog", "Close")
        told = handoff.text
        self.footer.addWidget(
            FlatButton(copy, glyph="copy", name="copy_handoff", on_click=lambda: QGuiApplication.clipboard().setText(told))
        )
        self.footer.addStretch(1)
        self.footer.addWidget(FlatButton(close, ButtonKind.PRIMARY, name="close", on_click=self.accept))


def strategy_text(strategy: str) -> str:
    """Word how it was chosen what goes over."""
    match strategy:
        case Strategy.DELTA:
            return QCoreApplication.translate("HandoffDialog", "What it had not seen")
        case Strategy.MANUAL:
            return QCoreApplication.translate("HandoffDialog", "Chosen by you")
        case Strategy.CHECKPOINT:
            return QCoreApplication.translate("HandoffDialog", "From a summary")
        case _:
            return QCoreApplication.translate("HandoffDialog", "The whole thread, as far as it fitted")
