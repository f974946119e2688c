# SPDX-License-Identifier: MIT
"""What blocks are for a screen reader: a message's head is a heading, a card is a group, a quiet line is text."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget as WidgetInterface
from PySide6.QtWidgets import QApplication, QWidget

_INSTALLED = "onesist_block_roles"
_ROLES = {
    "HeaderBlock": QAccessible.Role.Heading,
    "CardBlock": QAccessible.Role.Grouping,
    "QuestionBlock": QAccessible.Role.Grouping,
    "ErrorBlock": QAccessible.Role.Grouping,
    "ReceiptBlock": QAccessible.Role.Grouping,
    "LineageBlock": QAccessible.Role.Grouping,
    "OutputBlock": QAccessible.Role.Grouping,
    "AttachmentBlock": QAccessible.Role.StaticText,
    "QuietBlock": QAccessible.Role.StaticText,
    "NoteBlock": QAccessible.Role.StaticText,
    "FootBlock": QAccessible.Role.StaticText,
}


def install_block_roles() -> None:
    """Teach Qt the roles, once for each application: Qt takes a factory as often as it is told and never lets go of one.

    The factory is called only once somebody reads the window, and once for each widget. It leaves name, state, children and
    actions to Qt's own interface for widgets. It can't say the level of a heading: that needs ``interface_cast``, whose
    pointers don't survive the way through Python.
    """
    app = QApplication.instance()
    if app is None or app.property(_INSTALLED):
        return
    app.setProperty(_INSTALLED, True)
    QAccessible.installFactory(_interface)


def _interface(class_name: str, widget: QObject) -> QAccessibleInterface | None:
    role = _ROLES.get(class_name)
    # No name of its own, so that the widget's accessible name counts.
    return WidgetInterface(widget, role, "") if role is not None and isinstance(widget, QWidget) else None
