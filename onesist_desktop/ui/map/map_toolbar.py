# SPDX-License-Identifier: MIT
"""The map's tools: which threads, picture or list, how near, and a file of the picture."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLayout, QWidget

from onesist_desktop.ui.language import fill
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton, IconButton
from onesist_desktop.ui.widgets.flow import FlowLayout
from onesist_desktop.ui.widgets.labels import StepLabel
from onesist_desktop.ui.widgets.rows import Divider
from onesist_desktop.ui.widgets.segmented import SegmentedSwitch

ALL, FAMILY = "all", "family"
PICTURE, LIST = "picture", "list"
_INSET = 24


class MapToolbar(QFrame):
    """A bar of 40; where it is too narrow it goes on in a next line.

    Signals:
        scope_chosen(key: str): ``all`` threads, or the ``family`` of the one that is selected.
        form_chosen(key: str): As a ``picture``, or as a ``list``.
        zoom_wanted(step: int): Nearer (1), farther (-1) or the usual size (0).
        fit_wanted(): Let the whole picture fit.
        export_wanted(): Save the picture as a file.
    """

    scope_chosen = Signal(str)
    form_chosen = Signal(str)
    zoom_wanted = Signal(int)
    fit_wanted = Signal()
    export_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("map_toolbar")
        self.setProperty("surface", "bar")
        self.setAccessibleName(self.tr("Map tools"))
        flow = FlowLayout(self, push_last=True)
        flow.setContentsMargins(_INSET, 5, 12, 5)
        scopes = ((ALL, self.tr("All threads")), (FAMILY, self.tr("This family")))
        self.scope = SegmentedSwitch(self.tr("Which threads"), scopes, compact=True, name="map_scope")
        self.scope.chosen.connect(self.scope_chosen)
        forms = ((PICTURE, self.tr("Picture")), (LIST, self.tr("List")))
        self.form = SegmentedSwitch(self.tr("How the map is shown"), forms, compact=True, name="map_form")
        self.form.set_glyphs({PICTURE: "tree-structure", LIST: "list-bullets"})
        self.form.chosen.connect(self._on_form)
        for widget in (self.scope, self.form, self._make_tools()):
            flow.addWidget(widget)
        theme.changed.connect(self._fit)
        self.show_zoom(100)
        self._fit()

    def show_zoom(self, percent: int, *, is_least: bool = False, is_most: bool = False) -> None:
        """Say how near the picture is, and whether it goes farther and nearer."""
        text = fill(self.tr("%1 %"), QLocale().toString(percent))
        self._percent.setText(text)
        self._percent.setAccessibleName(fill(self.tr("Zoom: %1 %"), QLocale().toString(percent)))
        self._out.set_available(not is_least, self.tr("It gets no smaller"))
        self._in.set_available(not is_most, self.tr("It gets no larger"))

    def set_has_map(self, has_map: bool) -> None:
        """Switch off what needs a map where there is none."""
        for widget in (self.scope, self.form, self._fit_button, self._export):
            widget.setEnabled(has_map)

    def set_has_family(self, has_family: bool) -> None:
        """Let the family be chosen only while a thread is selected."""
        part = self.scope.part(FAMILY)
        part.setEnabled(has_family)
        part.setToolTip("" if has_family else self.tr("Select a thread first"))

    def _make_tools(self) -> QWidget:
        self._tools = QWidget()
        line = QHBoxLayout(self._tools)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(4)
        line.setSizeConstraint(QLayout.SizeConstraint.SetMinimumSize)
        self._near = QWidget()
        near = QHBoxLayout(self._near)
        near.setContentsMargins(0, 0, 0, 0)
        near.setSpacing(4)
        self._out = self._icon("magnifying-glass-minus", self.tr("Smaller (-)"), "map_zoom_out", -1)
        self._percent = StepLabel(self._theme, tone="secondary", name="map_zoom")
        self._percent.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._in = self._icon("magnifying-glass-plus", self.tr("Larger (+)"), "map_zoom_in", 1)
        self._fit_button = FlatButton(
            self.tr("Fit"),
            ButtonKind.GHOST,
            glyph="corners-out",
            compact=True,
            name="map_fit",
            on_click=self.fit_wanted.emit,
        )
        self._fit_button.setToolTip(self.tr("Show the whole picture"))
        self._rule = Divider(is_vertical=True)
        self._rule.setFixedHeight(16)
        for widget in (self._out, self._percent, self._in, self._fit_button, self._rule):
            near.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        self._export = FlatButton(
            self.tr("Export…"),
            ButtonKind.GHOST,
            glyph="export",
            compact=True,
            name="map_export",
            on_click=self.export_wanted.emit,
        )
        self._export.setToolTip(self.tr("Save the picture as a PNG file"))
        line.addWidget(self._near)
        line.addWidget(self._export)
        return self._tools

    def _icon(self, glyph: str, label: str, name: str, step: int) -> IconButton:
        return IconButton(glyph, label, compact=True, name=name, on_click=lambda: self.zoom_wanted.emit(step))

    def _on_form(self, key: str) -> None:
        self._near.setVisible(key == PICTURE)
        self.form_chosen.emit(key)

    def _fit(self) -> None:
        self._percent.setFont(self._theme.font("caption", is_tabular=True))
        metrics = self._percent.fontMetrics()
        self._percent.setMinimumWidth(metrics.horizontalAdvance(fill(self.tr("%1 %"), QLocale().toString(100))) + 8)
        self.setMinimumHeight(self._theme.row_height(self._theme.size("bar")))
