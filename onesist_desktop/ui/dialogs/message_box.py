# SPDX-License-Identifier: MIT
"""Short questions and messages, non-blocking. Enter never confirms a loss: the focus starts on the safe button."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QDialog, QLineEdit, QWidget

from onesist_desktop.ui.dialogs.base import FramedDialog
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton


def ask(
    parent: QWidget,
    theme: Theme,
    *,
    title: str,
    text: str,
    action: str,
    cancel: str,
    on_confirmed: Callable[[], object],
    is_loss: bool = False,
    name: str = "question",
) -> QDialog:
    """Open a question with a safe answer and an action."""
    dialog = FramedDialog(theme, title, text, (480, 200), parent)
    dialog.setObjectName(name)
    back = FlatButton(cancel, name="cancel", on_click=dialog.reject)
    kind = ButtonKind.DANGER_FILLED if is_loss else ButtonKind.PRIMARY
    dialog.footer_bar.set_buttons(back, FlatButton(action, kind, name="confirm", on_click=dialog.accept))
    dialog.accepted.connect(lambda *_: on_confirmed())
    dialog.open()
    back.setFocus()
    return dialog


def ask_text(
    parent: QWidget,
    theme: Theme,
    *,
    title: str,
    label: str,
    text: str,
    action: str,
    cancel: str,
    on_text: Callable[[str], object],
    name: str = "ask_text",
) -> QDialog:
    """Open a dialog with one field. Empty texts can't be taken."""
    dialog = FramedDialog(theme, title, "", (480, 200), parent)
    dialog.setObjectName(name)
    field = QLineEdit(text)
    field.setObjectName("field")
    field.setAccessibleName(label)
    field.setPlaceholderText(label)
    field.selectAll()
    dialog.body.addWidget(field)
    dialog.body.addStretch(1)
    confirm = FlatButton(action, ButtonKind.PRIMARY, name="confirm", on_click=dialog.accept)
    confirm.setEnabled(bool(text.strip()))
    dialog.footer_bar.set_buttons(FlatButton(cancel, name="cancel", on_click=dialog.reject), confirm)
    field.textChanged.connect(lambda now: confirm.setEnabled(bool(now.strip())))
    field.returnPressed.connect(lambda: dialog.accept() if field.text().strip() else None)
    dialog.accepted.connect(lambda: on_text(field.text().strip()))
    dialog.open()
    field.setFocus()
    return dialog
