# SPDX-License-Identifier: MIT
"""Eyes and hands of a person in front of the window: finds what is visible, types, clicks, waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QListView, QTextEdit, QWidget

from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.widgets.picker import Picker
from onesist_desktop.ui.widgets.picker_button import PickerButton
from tour.errors import TourError, check_equal

W = TypeVar("W", bound=QWidget)

LIMIT_S = 30.0
POLL_S = 0.01
MAX_PAGES = 40


async def until(condition: Callable[[], object], what: str, limit_s: float = LIMIT_S) -> None:
    """Wait for something to hold. Raises TourError when it doesn't in time."""
    try:
        async with asyncio.timeout(limit_s):
            while not condition():  # noqa: ASYNC110 - as a person does: by looking again
                await asyncio.sleep(POLL_S)
    except TimeoutError:
        raise TourError(f"waited {limit_s:g} s in vain until {what}") from None


class Hands:
    """Works on one window and on what that opens."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window

    def all_visible(self, kind: type[W], name: str) -> list[W]:
        """Return the visible widgets of that object name, from top to bottom as they stand on the screen."""
        found = [widget for widget in self.window.findChildren(kind, name) if widget.isVisible()]
        return sorted(found, key=lambda widget: widget.mapToGlobal(QPoint(0, 0)).y())

    def is_visible(self, name: str) -> bool:
        """Tell whether there is a visible widget of that name."""
        return bool(self.all_visible(QWidget, name))

    def is_enabled(self, name: str) -> bool:
        """Tell whether the last visible button of that name can be clicked."""
        return any(button.isEnabled() for button in self.all_visible(QAbstractButton, name)[-1:])

    def find(self, kind: type[W], name: str) -> W:
        """Return the last visible widget of that name. Raises TourError."""
        found = self.all_visible(kind, name)
        if not found:
            raise TourError(f"nothing visible is called {name!r}")
        return found[-1]

    def texts(self, name: str) -> list[str]:
        """Return what the visible labels of that name read, from top to bottom."""
        values = [widget.text for widget in self.all_visible(QWidget, name)]  # type: ignore[attr-defined]
        return [str(value() if callable(value) else value) for value in values]

    def text(self, name: str) -> str:
        """Return what the last visible label of that name reads; empty where there is none."""
        return next(reversed(self.texts(name)), "")

    def said(self, name: str) -> list[str]:
        """Return what a screen reader says of the visible widgets of that name, from top to bottom."""
        return [widget.accessibleName() for widget in self.all_visible(QWidget, name)]

    def says_working(self) -> bool:
        """Tell whether the inspector shows a run that has not ended."""
        return any("working" in fact or "gets ready" in fact for fact in self.said("fact_state"))

    def click(self, name: str) -> None:
        """Click the last visible button of that name. Raises TourError when there is none or it is off."""
        button = self.find(QAbstractButton, name)
        if not button.isEnabled():
            raise TourError(f"the button {name!r} is off")
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def type_into(self, field: QLineEdit, text: str) -> None:
        """Replace what stands in a field."""
        QTest.mouseClick(field, Qt.MouseButton.LeftButton)
        QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(field, text)

    @property
    def composer(self) -> QTextEdit:
        """Where messages are written. Raises TourError when it isn't visible."""
        return self.find(QTextEdit, "composer_text")

    def write(self, text: str) -> None:
        """Type into the composer."""
        QTest.mouseClick(self.composer.viewport(), Qt.MouseButton.LeftButton)
        QTest.keyClicks(self.composer, text)

    def press(self, key: Qt.Key, widget: QWidget | None = None) -> None:
        """Press a key, in the composer if nothing else is named."""
        QTest.keyClick(widget or self.composer, key)

    async def press_keys(self, keys: str) -> None:
        """Press a combination, such as ``Ctrl+K``, wherever the focus is."""
        await self.settle()
        QTest.keySequence(QApplication.focusWidget() or self.window, QKeySequence(keys))

    async def run_command(self, command_id: str) -> None:
        """Open the palette, type the command's whole name, press Enter. Raises TourError when something else is found."""
        text = self.window.commands.action(command_id).text()
        await self.press_keys("Ctrl+K")
        await until(lambda: self.is_visible("palette_field"), "the palette opens")
        field = self.find(QLineEdit, "palette_field")
        # The ellipsis is on no key.
        QTest.keyClicks(field, text.rstrip("…"))
        check_equal(self.find(QListView, "palette_list").currentIndex().data(), text, "the command that is found")
        self.press(Qt.Key.Key_Return, field)
        await until(lambda: not self.is_visible("palette"), "the palette closes")

    async def open_picker(self, name: str) -> Picker:
        """Click one of the composer's pickers and return what opens."""
        button = self.find(PickerButton, name)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        picker = button.picker
        if picker is None:
            raise TourError(f"{name!r} has nothing to open")
        await until(picker.isVisible, f"the choices of {name!r} open")
        return picker

    async def pick(self, picker: Picker, title: str) -> None:
        """Click the row of an open picker that has a title. Raises TourError."""
        model = picker.view.model()
        indexes = [model.index(row, 0) for row in range(model.rowCount())]
        index = next((index for index in indexes if index.data() == title), None)
        if index is None:
            raise TourError(f"there is no {title!r} to choose: {[row.title for row in picker.shown_rows]}")
        self.click_at(picker.view.viewport(), picker.view.visualRect(index).center())
        await until(lambda: not picker.isVisible(), "the choices close")

    async def choose_who_answers(self, title: str) -> None:
        """Let somebody else answer from now on."""
        await self.pick(await self.open_picker("provider_picker"), title)
        await until(lambda: title in self.find(PickerButton, "provider_picker").text(), f"the picker shows {title}")

    @staticmethod
    def click_at(widget: QWidget, at: QPoint) -> None:
        """Click a place of a widget. Without moving there first: that lets the loop turn, which a task of it must not do."""
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=at)

    def drop(self, *files: Path) -> None:
        """Let files go over the field, as a file manager does."""
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
        box = self.window.composer
        at, action = box.rect().center(), Qt.DropAction.CopyAction
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(box, QDragEnterEvent(at, action, mime, left, none))
        QApplication.sendEvent(box, QDropEvent(QPointF(at), action, mime, left, none, QEvent.Type.Drop))

    async def scroll_up_to(self, name: str) -> None:
        """Turn pages backwards in the transcript until the last widget of that name is seen. Raises TourError."""
        transcript = self.window.transcript.as_widget
        for _ in range(MAX_PAGES):
            await self.settle()
            if any(not widget.visibleRegion().isEmpty() for widget in self.all_visible(QWidget, name)):
                return
            QTest.keyClick(transcript, Qt.Key.Key_PageUp)
        raise TourError(f"{MAX_PAGES} pages up there is still no {name!r}")

    async def settle(self) -> None:
        """Give what is delayed, such as scrolling to the end, its moment before somebody looks closely."""
        if QApplication.activePopupWidget() is None:
            # A virtual screen has no window manager to give a window back its focus after a dialog above it.
            (QApplication.activeModalWidget() or self.window).activateWindow()
        for _ in range(3):
            await asyncio.sleep(0.03)
            QApplication.sendPostedEvents()
