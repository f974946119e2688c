# SPDX-License-Identifier: MIT
"""The theme that is shown now: tokens of one scheme, as palette, style sheet, colours and fonts."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication

from onesist_desktop.ui.theme.desktop import Desktop
from onesist_desktop.ui.theme.fonts import Fonts
from onesist_desktop.ui.theme.palette import build_palette
from onesist_desktop.ui.theme.style import style_sheet
from onesist_desktop.ui.theme.tokens import Scheme, Tokens, load_tokens

MIN_TEXT_PERCENT = 50
MAX_TEXT_PERCENT = 300
FOLLOWS_SYSTEM = "system"


class Theme(QObject):
    """Hands out colours, fonts and lengths, and follows the desktop unless a scheme was chosen.

    Signals:
        changed: The scheme or the size of the text is another one now, and the application is dressed in it. Everything that
            paints or measures by itself has to do so again.
    """

    changed = Signal()

    def __init__(
        self,
        tokens: Tokens | None = None,
        chosen: str | None = None,
        parent: QObject | None = None,
        *,
        text_percent: int = 100,
        desktop: Desktop | None = None,
        family: str = "",
    ) -> None:
        """Start with what :meth:`choose` and :meth:`set_text_percent` take; nothing is dressed before :meth:`apply`.

        ``family`` stands for the desktop's own font, so that a picture looks the same on every computer that has it.
        """
        super().__init__(parent)
        self._tokens = tokens or load_tokens()
        self._fonts = Fonts(self._tokens.type_steps, _within_bounds(text_percent), family)
        self._desktop = desktop or Desktop(self)
        self._chosen = _scheme(chosen)
        self._scheme = self._chosen or self._desktop.scheme
        self._app: QApplication | None = None
        self._desktop.changed.connect(self._on_desktop_changed)

    @property
    def scheme(self) -> Scheme:
        """The scheme that is shown."""
        return self._scheme

    @property
    def follows_system(self) -> bool:
        """Whether the desktop decides on the scheme."""
        return self._chosen is None

    @property
    def text_percent(self) -> int:
        """How large text is, 100 being the design's own size."""
        return self._fonts.percent

    @property
    def is_large(self) -> bool:
        """Whether text is so large that things which usually stand side by side belong below each other."""
        return self.text_percent > 130

    @property
    def is_dark(self) -> bool:
        """Whether light text stands on a dark surface."""
        return self._scheme.is_dark

    @property
    def is_high_contrast(self) -> bool:
        """Whether the scheme is one of high contrast: no tints for meaning, outlines of 2 px."""
        return self._scheme.is_high_contrast

    @property
    def reduced_motion(self) -> bool:
        """Whether nothing may move. Asked for each time: the desktop doesn't always tell when this changes."""
        return self._desktop.reduces_motion

    def apply(self, app: QApplication) -> None:
        """Dress the application, and keep it so through all changes to come."""
        if self._app is not app:
            self._app = app
            app.setStyle("Fusion")
        self._desktop.force(self._chosen)
        app.setFont(self.font("body"))
        self._dress(app)

    def choose(self, choice: str | None) -> None:
        """Show this scheme, a :class:`Scheme` or its text; follow the desktop with ``system`` or None. Raises ValueError."""
        chosen = _scheme(choice)
        if chosen is self._chosen:
            return
        self._chosen = chosen
        if self._app is not None:
            self._desktop.force(chosen)
        self._show(chosen or self._desktop.scheme)

    def set_text_percent(self, percent: int) -> None:
        """Show text in another size. What is beyond 50 and 300 is taken for the nearest of them."""
        percent = _within_bounds(percent)
        if percent == self.text_percent:
            return
        self._fonts = Fonts(self._tokens.type_steps, percent, self._fonts.family)
        if self._app is not None:
            self._app.setFont(self.font("body"))
            self._dress(self._app)
        self.changed.emit()

    def color(self, name: str) -> QColor:
        """Return a colour by its token's name. Raises KeyError."""
        value = self._tokens.colors[self._scheme][name]
        if len(value) == 9:
            return QColor(f"#{value[7:9]}{value[1:7]}")
        return QColor(value)

    def syntax_color(self, kind: str) -> QColor:
        """Return the colour of a kind of code: keyword, string, number, function, type or comment; any other is plain."""
        colors = self._tokens.syntax_colors[self._scheme]
        return QColor(colors.get(kind, colors["plain"]))

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

    def duration(self, name: str) -> int:
        """Return how long a movement takes in ms, such as ``panel_ms``: 0 with reduced motion. Raises KeyError."""
        duration = self._tokens.motion[name]
        return 0 if self.reduced_motion else duration

    def icon_size(self, at_hundred: int = 16) -> int:
        """Return the side of a glyph or mark in logical pixels: it grows with the text."""
        return self._fonts.scaled(at_hundred)

    def line_height(self, step: str) -> int:
        """Return the height of a line of this type step in logical pixels."""
        return self._fonts.scaled(self._tokens.type_steps[step].line)

    def row_height(self, at_least: int, step: str = "body") -> int:
        """Return the height of a row with one line of text: it grows with the text."""
        return max(at_least, self.line_height(step) + 12)

    def font(self, step: str, *, is_tabular: bool = False) -> QFont:
        """Return the font of a type step. Figures are tabular in captions and where wished, for counts, sizes and times."""
        return self._fonts.font(step, is_tabular=is_tabular)

    def palette(self) -> QPalette:
        """Build the palette of the scheme."""
        return build_palette(self.color)

    def _on_desktop_changed(self) -> None:
        if self._chosen is None:
            self._show(self._desktop.scheme)

    def _show(self, scheme: Scheme) -> None:
        if scheme is self._scheme:
            return
        self._scheme = scheme
        if self._app is not None:
            self._dress(self._app)
        self.changed.emit()

    def _dress(self, app: QApplication) -> None:
        app.setPalette(self.palette())
        app.setStyleSheet(style_sheet(self._tokens, self._scheme, self.text_percent))


def _scheme(choice: str | None) -> Scheme | None:
    return None if choice is None or choice == FOLLOWS_SYSTEM else Scheme(choice)


def _within_bounds(percent: int) -> int:
    return min(MAX_TEXT_PERCENT, max(MIN_TEXT_PERCENT, percent))
