# SPDX-License-Identifier: MIT
"""Hears all that a window says: on its widgets, in its lists, painted, and told to a screen reader or to the desktop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import pytest
from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QPoint, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAction, QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from onesist_desktop.ui.desktop_notifications import DesktopNote, SilentNotifications
from onesist_desktop.ui.main_window import MainWindow
from tests.ui.helpers import turns, until
from tests.ui.test_room import cut_off

_ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)


@dataclass
class Said:
    """What was said.

    Attributes:
        painted: What our own painting wrote, shortened where there was no room.
        cut: Names widgets that have no room for their text.
        dialogs: The dialogs that were opened.
    """

    texts: set[str] = field(default_factory=set)
    painted: set[str] = field(default_factory=set)
    cut: set[str] = field(default_factory=set)
    dialogs: set[type] = field(default_factory=set)

    @property
    def all(self) -> set[str]:
        """Everything that was said or painted, without the marks of keys in menus."""
        return {text.replace("&", "") for text in (*self.texts, *self.painted) if text}

    async def look(self, window: MainWindow) -> None:
        """Wait until the window is quiet, and note what it and its dialogs say; then close these."""
        await settle(window)
        for dialog in window.findChildren(QDialog):
            self.dialogs.add(type(dialog))
            # The one for files is Qt's, full of names of files; what it says itself is looked at elsewhere.
            if dialog.isVisible() and not isinstance(dialog, QFileDialog):
                self.look_at(dialog)
        close_dialogs(window)
        for menu in window.findChildren(QMenu):
            if menu.isVisible():
                self.look_at(menu)
                menu.close()
        self.look_at(window)

    def look_at(self, root: QWidget) -> None:
        """Note what a widget and all in it say, and which of that has no room."""
        root.grab()
        self.texts.update(texts_of(root))
        self.cut.update(cut_off(root))

    def cut_texts(self, known: Iterable[str]) -> list[str]:
        """Return the painted texts that are the beginning of a known one, and "…"."""
        whole = set(known)
        return sorted(
            text
            for text in self.painted
            if text.endswith("…") and len(text) > 3 and text not in whole and any(one.startswith(text[:-1]) for one in whole)
        )


def listen(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    """Note what is painted, announced, and told through the desktop, as if another window were in front."""
    paint, tell = QPainter.drawText, QAccessible.updateAccessibility

    def on_painted(painter: QPainter, *arguments: object) -> object:
        said.painted.update(text for text in arguments if isinstance(text, str))
        return paint(painter, *arguments)  # type: ignore[call-overload]

    def on_told(event: object) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            said.texts.add(event.message())
        tell(event)  # type: ignore[arg-type]

    def on_note(_: SilentNotifications, note: DesktopNote) -> None:
        said.texts.update((note.title, note.body))

    monkeypatch.setattr(QPainter, "drawText", on_painted)
    monkeypatch.setattr(QAccessible, "updateAccessibility", staticmethod(on_told))
    monkeypatch.setattr(MainWindow, "is_in_front", property(lambda _: False))
    monkeypatch.setattr(SilentNotifications, "tell", on_note)


async def settle(window: MainWindow) -> None:
    """Wait until nothing is asked of the services any more."""
    await turns()
    await until(lambda: not window.services.supervisor.running)
    await slid_in(window)
    await turns()


async def slid_in(window: MainWindow) -> None:
    """Wait until the inspector is in its place: in a small window it slides in."""
    panel = window.inspector
    await until(lambda: not panel.isVisible() or panel.mapTo(window, QPoint(panel.width(), 0)).x() <= window.width())


def close_dialogs(window: MainWindow) -> None:
    """Close all dialogs, one above another too."""
    for dialog in window.findChildren(QDialog):
        dialog.reject()
        dialog.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def texts_of(root: QWidget) -> Iterator[str]:
    """Yield what is written on a widget and in it, or said of it, but not what an answer is made of."""
    for widget in (root, *root.findChildren(QWidget)):
        yield from (widget.windowTitle(), widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
        if isinstance(widget, QLabel | QAbstractButton):
            yield widget.text()
        elif isinstance(widget, QLineEdit | QPlainTextEdit | QTextEdit):
            yield widget.placeholderText()
        elif isinstance(widget, QComboBox):
            yield from (widget.itemText(index) for index in range(widget.count()))
        elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
            yield from _rows_of(widget.model())
    for action in root.findChildren(QAction):
        yield from (action.text(), action.toolTip(), action.statusTip())


def _rows_of(model: QAbstractItemModel, parent: QModelIndex | None = None) -> Iterator[str]:
    above = parent or QModelIndex()
    for row in range(model.rowCount(above)):
        index = model.index(row, 0, above)
        yield from (text for role in _ROLES if isinstance(text := index.data(role), str))
        yield from _rows_of(model, index)
