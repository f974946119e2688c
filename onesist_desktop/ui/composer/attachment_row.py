# SPDX-License-Identifier: MIT
"""The chips of what goes with a message."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from onesist_desktop.ui.composer.sheets import Attached
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.chip import Chip
from onesist_desktop.ui.widgets.flow import FlowRow
from onesist_desktop.ui.widgets.spinner import Spinner
from onesist_desktop.ui.widgets.tab_order import chain
from onesist_desktop.ui.words import size_text

_GAP = 8
_MAX_LINES = 3
_SPINNER_X = 8


class AttachmentRow(QScrollArea):
    """Hidden while nothing is attached. Up to three lines of chips, then it scrolls.

    Signals:
        removed(key: int): The person takes an attachment off.
        emptied(): The last chip with the focus is gone; the focus has to go somewhere.
    """

    removed = Signal(int)
    emptied = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._chips: dict[int, AttachmentChip] = {}
        self.setObjectName("attachments")
        self.setAccessibleName(self.tr("Attachments"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._row = FlowRow(gap=_GAP)
        self.setWidget(self._row)
        self.viewport().setAutoFillBackground(False)
        self._row.setAutoFillBackground(False)
        theme.changed.connect(self._fit)
        self.hide()

    def show_attached(self, attached: tuple[Attached, ...], after: QWidget | None = None) -> None:
        """Show these. Chips that stay are the same widgets as before."""
        had_focus = any(chip.hasFocus() for chip in self._chips.values())
        wanted = {one.key for one in attached}
        for key in [key for key in self._chips if key not in wanted]:
            chip = self._chips.pop(key)
            self._row.flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        for one in attached:
            if one.key not in self._chips:
                self._chips[one.key] = self._make_chip(one)
            self._chips[one.key].show_attached(one)
        self.setVisible(bool(attached))
        if after is not None:
            chain(after, self._chips.values())
        self._fit()
        if had_focus and not any(chip.hasFocus() for chip in self._chips.values()):
            last = next(reversed(self._chips.values()), None)
            if last is None:
                self.emptied.emit()
            else:
                last.setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap again."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of text."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit()

    def _make_chip(self, one: Attached) -> AttachmentChip:
        chip = AttachmentChip(self._theme, one)
        chip.removed.connect(lambda: self.removed.emit(one.key))
        self._row.add(chip)
        chip.show()
        return chip

    def _fit(self) -> None:
        first = next(iter(self._chips.values()), None)
        if first is None:
            return
        line = first.sizeHint().height()
        needed = self._row.flow.heightForWidth(self.viewport().width())
        self.setFixedHeight(min(needed, _MAX_LINES * line + (_MAX_LINES - 1) * _GAP))


class AttachmentChip(Chip):
    """A file or picture. Its spinner turns while it is being copied."""

    def __init__(self, theme: Theme, one: Attached, parent: QWidget | None = None) -> None:
        self._spinner: Spinner | None = None
        super().__init__(
            theme,
            one.name,
            glyph="image" if one.is_picture else "file-text",
            remove_label=fill(QCoreApplication.translate("AttachmentChip", "Take off %1"), one.name),
            name="attachment",
            parent=parent,
        )

    def show_attached(self, one: Attached) -> None:
        """Show how it is now."""
        self.set_text(one.name)
        if one.part is None:
            self._show_spinner()
            self.setToolTip(fill(self.tr("%1 is being copied"), one.name))
        else:
            self._hide_spinner()
            self.setToolTip(fill(self.tr("%1, %2"), one.name, size_text(one.part.size_bytes)))
        self.setAccessibleName(self.toolTip())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the spinner over the icon."""
        super().resizeEvent(event)
        self._place_spinner()

    def _show_spinner(self) -> None:
        if self._spinner is None:
            self._spinner = Spinner(parent=self)
            # It stands where the icon is, and hides it.
            self._spinner.setAutoFillBackground(True)
            palette = self._spinner.palette()
            palette.setColor(self._spinner.backgroundRole(), self._theme.color("bg_panel"))
            self._spinner.setPalette(palette)
            self._place_spinner()
            self._spinner.show()

    def _hide_spinner(self) -> None:
        if self._spinner is not None:
            self._spinner.hide()
            self._spinner.deleteLater()
            self._spinner = None

    def _place_spinner(self) -> None:
        if self._spinner is not None:
            x = self.width() - _SPINNER_X - self._spinner.width() if self._is_mirrored() else _SPINNER_X
            self._spinner.move(x, (self.height() - self._spinner.height()) // 2)

    def _is_mirrored(self) -> bool:
        return self.layoutDirection() is Qt.LayoutDirection.RightToLeft
