# SPDX-License-Identifier: MIT
"""*What it was told*, and what it will be told: the exact text, word for word."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from onesist_desktop.services.views import HandoffPreview, HandoffView
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


class HandoffDialog(FramedDialog):
    """Shows a handoff that was made, or the preview of the next one."""

    def __init__(self, theme: Theme, book: ProviderBook, handoff: HandoffView | HandoffPreview, parent: QWidget) -> None:
        title_of = book.title(handoff.provider_id)
        if isinstance(handoff, HandoffView):
            title = fill(QCoreApplication.translate("HandoffDialog", "What %1 was told"), title_of)
            sentence = QCoreApplication.translate(
                "HandoffDialog", "This went over word for word, before your message. Secrets are placeholders."
            )
            state = delivery_text(handoff.delivery)
            text = QCoreApplication.translate("HandoffDialog", "%n item(s) in, %1 left out", None, handoff.included_count)
            counts = fill(text, handoff.omitted_count)
        else:
            title = fill(QCoreApplication.translate("HandoffDialog", "What %1 will be told"), title_of)
            sentence = QCoreApplication.translate(
                "HandoffDialog", "This goes over word for word, before your new message. Secrets are placeholders."
            )
            state = fill(
                QCoreApplication.translate("HandoffDialog", "%1 of %2 used"),
                size_text(handoff.size_bytes),
                size_text(handoff.budget_bytes),
            )
            included = handoff.due_count - handoff.omitted_count
            text = QCoreApplication.translate("HandoffDialog", "%n message(s) in, %1 left out", None, included)
            counts = fill(text, handoff.omitted_count)
        super().__init__(theme, title, sentence, _SIZE, parent)
        self.setObjectName("handoff_dialog")
        self.head_row.insertWidget(0, MarkWidget(book, handoff.provider_id, theme.size("bead_large")))
        facts = FlowRow(gap=16)
        facts.add(
            PlainLabel(state, font=theme.font("body_strong"), name="handoff_state"),
            PlainLabel(counts, tone="secondary", name="handoff_counts"),
            PlainLabel(size_text(handoff.size_bytes), tone="secondary", name="handoff_size"),
        )
        self.body.addWidget(facts)
        sunken = SunkenText(theme, "handoff_text", self.tr("Exact text"))
        self.text_view = sunken.view
        self.text_view.setPlainText(handoff.text)
        self.body.addWidget(sunken, 1)
        told = handoff.text
        self.footer.addWidget(
            FlatButton(
                self.tr("Copy"), glyph="copy", name="copy_handoff", on_click=lambda: QGuiApplication.clipboard().setText(told)
            )
        )
        self.footer.addStretch(1)
        self.footer.addWidget(FlatButton(self.tr("Close"), ButtonKind.PRIMARY, name="close", on_click=self.accept))
