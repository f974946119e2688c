# SPDX-License-Identifier: MIT
"""The frame of our dialogs: head with a title and one sentence, body, footer with Cancel and the action."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.labels import PlainLabel


class FramedDialog(QDialog):
    """Modal to its window, gone after it closes. Never shrinks below its window's room."""

    def __init__(self, theme: Theme, title: str, sentence: str, size: tuple[int, int], parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setWindowTitle(title)
        room = parent.window().size()
        self.resize(min(size[0], room.width() - 48), min(size[1], room.height() - 48))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QVBoxLayout()
        head.setContentsMargins(24, 20, 24, 16)
        head.setSpacing(4)
        self.head_row = QHBoxLayout()
        self.head_row.setSpacing(8)
        self.title_label = PlainLabel(title, font=theme.font("title"), wraps=True, name="dialog_title")
        self.head_row.addWidget(self.title_label, 1)
        head.addLayout(self.head_row)
        self.sentence_label = PlainLabel(sentence, tone="secondary", wraps=True, name="dialog_sentence")
        self.sentence_label.setVisible(bool(sentence))
        head.addWidget(self.sentence_label)
        column.addLayout(head)
        self.body = QVBoxLayout()
        self.body.setContentsMargins(24, 0, 24, 16)
        self.body.setSpacing(8)
        column.addLayout(self.body, 1)
        footer = QFrame()
        footer.setProperty("surface", "footer")
        footer.setFixedHeight(64)
        self.footer = QHBoxLayout(footer)
        self.footer.setContentsMargins(24, 0, 24, 0)
        self.footer.setSpacing(8)
        column.addWidget(footer)
