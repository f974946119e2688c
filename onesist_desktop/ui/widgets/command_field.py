# SPDX-License-Identifier: MIT
"""A line to be copied, such as a command for a terminal or the path of a folder."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.announcing import announce
from onesist_desktop.ui.widgets.buttons import FlatButton

_SAID_MS = 2_000


class CommandField(QWidget):
    """Shows a line in the code font, which can be selected and scrolled but not changed, and a button that copies all of it.

    Attributes:
        line: The line itself; the buddy of a label is this and not the field, which would be one more stop of the tab key.
        copy_button: The button.

    Args:
        label: What the line is: its accessible name. The button's says it too.
    """

    def __init__(self, theme: Theme, label: str, *, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._label = label
        self.line = QLineEdit()
        self.line.setObjectName(name)
        self.line.setReadOnly(True)
        self.line.setAccessibleName(label)
        self.copy_button = FlatButton(
            self.tr("Copy"), glyph="copy", name=f"copy_{name}" if name else "copy", on_click=self._on_copy
        )
        self._back = QTimer(self)
        self._back.setSingleShot(True)
        self._back.setInterval(_SAID_MS)
        self._back.timeout.connect(self._show_copy)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.line, 1)
        row.addWidget(self.copy_button)
        self._show_copy()
        self._measure()
        theme.changed.connect(self._measure)

    def show_text(self, text: str) -> None:
        """Show a line, from its beginning."""
        if self.line.text() != text:
            self.line.setText(text)
            self.line.setCursorPosition(0)

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.line.text())
        self.copy_button.setText(self.tr("Copied"))
        self.copy_button.set_glyph("check")
        announce(self, self.tr("Copied"))
        self._back.start()

    def _show_copy(self) -> None:
        self.copy_button.setText(self.tr("Copy"))
        self.copy_button.set_glyph("copy")
        self.copy_button.setAccessibleName(f"{self.tr('Copy')}: {self._label}")

    def _measure(self) -> None:
        self.line.setFont(self._theme.font("code"))
        # Both words have room, so that nothing moves when it says that it copied.
        metrics = self.copy_button.fontMetrics()
        wider = max(metrics.horizontalAdvance(word) for word in (self.tr("Copy"), self.tr("Copied")))
        self.copy_button.setMinimumWidth(wider + self._theme.icon_size() + 36)
