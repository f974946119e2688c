# SPDX-License-Identifier: MIT
"""*What was brought*: the message that a merge left, word for word."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from onesist_desktop.core.messages import Message
from onesist_desktop.ui.dialogs.base import FramedDialog
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.sunken_text import SunkenText

_SIZE = (880, 640)


class BroughtDialog(FramedDialog):
    """Shows a merge message."""

    def __init__(self, theme: Theme, message: Message, parent: QWidget) -> None:
        tr = QCoreApplication.translate
        child = " ".join(str(message.data.get("child_title") or tr("BroughtDialog", "New thread")).split())
        title = fill(tr("BroughtDialog", "What was brought from “%1”"), child)
        sentence = tr("BroughtDialog", "It stands in this thread word for word, and whoever answers here is told it.")
        super().__init__(theme, title, sentence, _SIZE, parent)
        self.setObjectName("brought_dialog")
        sunken = SunkenText(theme, "brought_text", self.tr("Exact text"))
        self.text_view = sunken.view
        self.text_view.setPlainText(message.text)
        self.body.addWidget(sunken, 1)
        text = message.text
        self.footer.addWidget(
            FlatButton(
                self.tr("Copy"), glyph="copy", name="copy_brought", on_click=lambda: QGuiApplication.clipboard().setText(text)
            )
        )
        self.footer.addStretch(1)
        self.footer.addWidget(FlatButton(self.tr("Close"), ButtonKind.PRIMARY, name="close", on_click=self.accept))
