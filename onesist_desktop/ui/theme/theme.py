# SPDX-License-Identifier: MIT
"""The theme that is shown now: tokens of one scheme, as palette, style sheet, colours and fonts."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from onesist_desktop.ui.theme.style import style_sheet
from onesist_desktop.ui.theme.tokens import Scheme, Tokens, load_tokens

CODE_FAMILY = "JetBrains Mono"


class Theme(QObject):
    """Hands out colours and fonts, and follows the desktop unless a scheme was chosen.

    Signals:
        changed: The scheme is another one now; everything that paints by itself has to paint again.
    """

    changed = Signal()

    def __init__(
        self,
        tokens: Tokens | None = None,
        chosen: Scheme | None = None,
        parent: QObject | None = None,
        *,
        text_percent: int = 100,
    ) -> None:
        super().__init__(parent)
        self._text_percent = text_percent
        self._tokens = tokens or load_tokens()
        self._chosen = chosen
        self._app: QApplication | None = None
        self._code_family = _code_family()
        self._scheme = chosen or system_scheme()

    @property
    def scheme(self) -> Scheme:
        """The scheme that is shown."""
        return self._scheme

    @property
    def text_percent(self) -> int:
        """How large text is, 100 being the design's own size."""
        return self._text_percent

    @property
    def is_large(self) -> bool:
        """Whether text is so large that things which usually stand side by side belong below each other."""
        return self._text_percent > 130

    @property
    def is_dark(self) -> bool:
        """Whether light text stands on a dark surface."""
        return self._scheme in {Scheme.DARK, Scheme.HIGH_CONTRAST_DARK}

    def apply(self, app: QApplication) -> None:
        """Dress the application and keep following the desktop's scheme."""
        first = self._app is None
        self._app = app
        if first:
            app.setStyle("Fusion")
            app.styleHints().colorSchemeChanged.connect(self._on_system_scheme_changed)
        app.setPalette(self.palette())
        app.setFont(self.font("body"))
        app.setStyleSheet(style_sheet(self._tokens, self._scheme))

    def choose(self, scheme: Scheme | None) -> None:
        """Show this scheme, or follow the desktop again with None."""
        self._chosen = scheme
        self._switch(scheme or system_scheme())

    def color(self, name: str) -> QColor:
        """Return a colour by its token's name. Raises KeyError."""
        value = self._tokens.colors[self._scheme][name]
        if len(value) == 9:
            return QColor(f"#{value[7:9]}{value[1:7]}")
        return QColor(value)

    def provider_color(self, family: str) -> QColor:
        """Return the colour of a provider family; unknown families are *other*."""
        colors = self._tokens.provider_colors[self._scheme]
        return QColor(colors.get(family, colors["other"]))

    def provider_shape(self, family: str) -> str:
        """Return the shape of a provider family; unknown families are *other*."""
        shapes = self._tokens.provider_shapes
        return shapes.get(family, shapes["other"])

    def size(self, name: str) -> int:
        """Return a size in logical pixels. Raises KeyError."""
        return self._tokens.sizes[name]

    def radius(self, name: str) -> int:
        """Return a corner radius in logical pixels. Raises KeyError."""
        return self._tokens.radii[name]

    def line_height(self, step: str) -> int:
        """Return the height of a line of this type step in logical pixels."""
        return self._scaled(self._tokens.type_steps[step].line)

    def row_height(self, at_least: int, step: str = "body") -> int:
        """Return the height of a row with one line of text: it grows with the text."""
        return max(at_least, self.line_height(step) + 12)

    def font(self, step: str) -> QFont:
        """Return the font of a type step. Figures are tabular in captions, where counts and times stand."""
        token = self._tokens.type_steps[step]
        font = QFont(self._code_family) if step == "code" else QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
        font.setPixelSize(self._scaled(token.px))
        font.setWeight(QFont.Weight(token.weight))
        if step == "caption":
            font.setFeature(QFont.Tag("tnum"), 1)
        if step == "code":
            font.setFeature(QFont.Tag("liga"), 0)
            font.setStyleHint(QFont.StyleHint.Monospace)
        return font

    def palette(self) -> QPalette:
        """Build the palette of the scheme."""
        palette = QPalette()
        roles = {
            QPalette.ColorRole.Window: "bg_canvas",
            QPalette.ColorRole.WindowText: "text_primary",
            QPalette.ColorRole.Base: "bg_raised",
            QPalette.ColorRole.AlternateBase: "bg_panel",
            QPalette.ColorRole.Text: "text_primary",
            QPalette.ColorRole.PlaceholderText: "text_tertiary",
            QPalette.ColorRole.Button: "bg_raised",
            QPalette.ColorRole.ButtonText: "text_primary",
            QPalette.ColorRole.BrightText: "danger_text",
            QPalette.ColorRole.Highlight: "accent",
            QPalette.ColorRole.HighlightedText: "on_accent",
            QPalette.ColorRole.Link: "text_link",
            QPalette.ColorRole.LinkVisited: "text_link",
            QPalette.ColorRole.ToolTipBase: "tooltip_bg",
            QPalette.ColorRole.ToolTipText: "tooltip_text",
            QPalette.ColorRole.Light: "line",
            QPalette.ColorRole.Midlight: "line",
            QPalette.ColorRole.Mid: "line_strong",
            QPalette.ColorRole.Dark: "border_control",
            QPalette.ColorRole.Shadow: "border_control",
            QPalette.ColorRole.Accent: "accent",
        }
        for role, name in roles.items():
            palette.setColor(role, self.color(name))
        off = self.color("text_disabled")
        for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, role, off)
        return palette

    def _scaled(self, px: float) -> int:
        return round(px * self._text_percent / 100)

    def _on_system_scheme_changed(self) -> None:
        if self._chosen is None:
            self._switch(system_scheme())

    def _switch(self, scheme: Scheme) -> None:
        if scheme is self._scheme:
            return
        self._scheme = scheme
        if self._app is not None:
            self.apply(self._app)
        self.changed.emit()


def system_scheme() -> Scheme:
    """Return the scheme that the desktop asks for."""
    hints = QGuiApplication.styleHints()
    return Scheme.DARK if hints.colorScheme() is Qt.ColorScheme.Dark else Scheme.LIGHT


def _code_family() -> str:
    if CODE_FAMILY in QFontDatabase.families():
        return CODE_FAMILY
    return QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
