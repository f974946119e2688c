# SPDX-License-Identifier: MIT
"""The sections of the gallery with what tells and what floats."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gallery.controls import line, section
from onesist_desktop.ui.dialogs.message_box import ask
from onesist_desktop.ui.theme.marks import mark_icon
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.badge import Badge, BadgeTone
from onesist_desktop.ui.widgets.banner import Banner, BannerLevel
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.card import Card
from onesist_desktop.ui.widgets.chip import Chip
from onesist_desktop.ui.widgets.dialog_footer import DialogFooter
from onesist_desktop.ui.widgets.empty_state import EmptyState
from onesist_desktop.ui.widgets.grounds import fill_rounded
from onesist_desktop.ui.widgets.labels import PlainLabel
from onesist_desktop.ui.widgets.meter import BudgetBar, Meter
from onesist_desktop.ui.widgets.picker import Picker, PickerRow
from onesist_desktop.ui.widgets.picker_button import PickerButton
from onesist_desktop.ui.widgets.slide_over import SlideOver
from onesist_desktop.ui.widgets.spinner import Spinner
from onesist_desktop.ui.widgets.toast import Toast

_AGENTS, _MODELS = "Agents, keep their own memory", "Models, get the history each time"
_WHO = (
    ("Codex", "has seen everything", "openai", False, _AGENTS),
    ("Claude Code", "has not seen 3 messages; gets all 3", "anthropic", False, _AGENTS),
    ("Opencode", "new here: 6 of 8 messages fit", "opencode", False, _AGENTS),
    ("Anthropic", "Sonnet 4.5", "anthropic", True, _MODELS),
    ("OpenAI", "no key yet", "openai", True, _MODELS),
    ("Ollama", "small room: 2 of 8 messages fit", "local", True, _MODELS),
)


def chips(theme: Theme) -> QWidget:
    """Chips, badges, meters, the spinner and a tooltip."""
    files = (("image", "login-loop.png"), ("file-text", "@session.ts"), ("chat-text", "Fix the login loop"))
    badges = (
        ("Ready", BadgeTone.SUCCESS, "check"),
        ("Needs you", BadgeTone.WARNING, "hand-palm-bold"),
        ("Failed", BadgeTone.DANGER, "close"),
        ("Not installed", BadgeTone.NEUTRAL, "minus"),
        ("New", BadgeTone.ACCENT, "sparkle"),
    )
    meters = ((0.38, "38 % full"), (0.86, "86 % full"), (1.0, "full: starts afresh"), (None, "room not known"))
    budget = BudgetBar(theme)
    budget.show_budget(0.62, "124 of 200 kB, 14 messages go over")
    tight = BudgetBar(theme)
    tight.show_budget(0.93, "186 of 200 kB, 2 messages are left out")
    return section(
        theme,
        "Chips, badges, meters, spinner, tooltip",
        line(*(Chip(theme, text, glyph=glyph, remove_label=f"Take off {text}") for glyph, text in files)),
        line(*(Badge(theme, text, tone, glyph=glyph) for text, tone, glyph in badges), gap=8),
        line(*(_meter(theme, fraction, words) for fraction, words in meters), gap=16),
        budget,
        tight,
        line(Spinner(theme=theme), PlainLabel("Codex works", tone="secondary"), _Tip(theme, "What Codex was told")),
    )


def notices(theme: Theme) -> QWidget:
    """Banners and the short note."""
    banners = []
    for level, text, action in (
        (BannerLevel.INFO, "A newer version of Codex is there.", "Show"),
        (BannerLevel.WARNING, "The keyring of this computer is locked.", "Unlock…"),
        (BannerLevel.DANGER, "The folder of this project is gone.", "Choose…"),
    ):
        banner = Banner("Close")
        banner.say(text, level, action=action)
        banners.append(banner)
    note = Toast(theme, "Close")
    note.show_note("Thread archived.", "Undo")
    return section(theme, "Banner, short note", *banners, note)


def cards(theme: Theme) -> QWidget:
    """Cards, an empty state and the footer of a dialog."""
    asks = Card(theme, "Codex asks to run a command", tone="approval", glyph="hand-palm", push_last=True)
    asks.body.addWidget(PlainLabel("npm install", font=theme.font("code")))
    asks.add_action(FlatButton("Allow once", ButtonKind.PRIMARY))
    asks.add_action(FlatButton("Allow in this thread"))
    asks.add_action(FlatButton("Don't allow", ButtonKind.GHOST))
    failed = Card(theme, "Codex did not answer: its sign-in has run out", tone="error", glyph="x-circle")
    failed.body.addWidget(PlainLabel("Your message is kept. Nothing was handed over.", tone="secondary", wraps=True))
    failed.add_action(FlatButton("Send again", glyph="arrow-clockwise"))
    empty = EmptyState(
        theme,
        "No changes",
        "What Codex changes in the project shows up here.",
        glyph="git-diff",
        action="Open the folder",
        is_filled=False,
    )
    footer = DialogFooter()
    footer.set_status("3 own copies, 4.1 kB")
    footer.set_buttons(FlatButton("Cancel"), FlatButton("Remove 3 own copies…", ButtonKind.DANGER))
    return section(theme, "Cards, empty state, footer of a dialog", asks, failed, empty, footer)


def pickers(theme: Theme) -> QWidget:
    """Who answers, open for good, and buttons that open things for real."""
    shown = _OpenPicker(theme)
    opens = PickerButton("Who answers", picker=Picker(theme, "Who answers", footer="Add who answers…"))
    opens.set_choice("Codex", _who(theme)[0].icon)
    opens.opening.connect(lambda: opens.picker.set_rows(_who(theme)))
    many = PickerButton("Model", picker=Picker(theme, "Model"))
    many.picker.set_rows([PickerRow(str(number), f"Model {number}", is_current=number == 3) for number in range(500)])
    many.set_choice("500 models")
    asks = FlatButton("A dialog…", on_click=lambda: _ask(theme, asks))
    slides = FlatButton("Slide over…", on_click=lambda: _slide(theme, slides))
    return section(theme, "Picker", shown, line(opens, many, asks, slides))


def _meter(theme: Theme, fraction: float | None, words: str) -> Meter:
    meter = Meter(theme)
    meter.show(fraction, words)
    return meter


def _who(theme: Theme) -> list[PickerRow]:
    return [
        PickerRow(
            title,
            title,
            second,
            mark_icon(theme.provider_shape(family), theme.provider_color(family), hollow=hollow, size=theme.icon_size(12)),
            group,
            is_current=title == "Codex",
            is_dim=title == "OpenAI",
        )
        for title, second, family, hollow, group in _WHO
    ]


def _ask(theme: Theme, button: QWidget) -> None:
    ask(
        button.window(),
        theme,
        title="Remove 3 own copies",
        text="4 changed files and 2 commits are saved nowhere else.",
        action="Remove 3 own copies",
        cancel="Back",
        on_confirmed=lambda: None,
        is_loss=True,
    )


def _slide(theme: Theme, button: QWidget) -> None:
    panel = SlideOver(theme, button.window(), label="Inspector")
    content = QWidget()
    column = QVBoxLayout(content)
    column.addWidget(PlainLabel("Escape or a click beside it closes it.", wraps=True))
    column.addWidget(FlatButton("Close", on_click=panel.close_panel))
    column.addStretch(1)
    panel.put(content, 344)
    panel.closed.connect(panel.deleteLater)
    panel.open()


class _OpenPicker(Picker):
    """A picker that is part of the page, so that it never closes."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "Who answers", footer="Add who answers…")
        self.setWindowFlags(Qt.WindowType.Widget)
        self._show_who()
        theme.changed.connect(self._show_who)

    def hide(self) -> None:
        """Stay, also when a row is taken."""

    def _show_who(self) -> None:
        self.set_rows(_who(self._theme))


class _Tip(QWidget):
    """Looks like a tooltip: a real one goes as soon as one looks away."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__()
        self._theme = theme
        self._text = text
        self.setAccessibleName(text)
        theme.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        return self.fontMetrics().size(0, self._text) + QSize(18, 10)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        fill_rounded(painter, QRectF(self.rect()), self._theme.color("tooltip_bg"), 4)
        painter.setPen(self._theme.color("tooltip_text"))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._text)
        painter.end()
