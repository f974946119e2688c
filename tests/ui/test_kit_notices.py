# SPDX-License-Identifier: MIT
"""What tells and what floats: banner, short note, meters, badges, cards, empty states, footers, panels over an edge."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QAbstractAnimation, QPropertyAnimation, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.theme.tokens import Scheme
from onesist_desktop.ui.widgets.badge import Badge, BadgeTone
from onesist_desktop.ui.widgets.banner import Banner, BannerLevel
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.card import Card
from onesist_desktop.ui.widgets.dialog_footer import DialogFooter
from onesist_desktop.ui.widgets.empty_state import EmptyState
from onesist_desktop.ui.widgets.meter import BudgetBar, Meter
from onesist_desktop.ui.widgets.slide_over import SlideOver
from onesist_desktop.ui.widgets.toast import NOTE_MS, Toast


@pytest.fixture
def window(qtbot: QtBot, theme: Theme) -> Iterator[QWidget]:
    made = QWidget()
    made.resize(600, 400)
    QVBoxLayout(made)
    yield made
    made.close()
    made.deleteLater()


def put(window: QWidget, *widgets: QWidget) -> None:
    layout = window.layout()
    assert layout is not None
    for widget in widgets:
        layout.addWidget(widget)
    window.show()
    window.activateWindow()
    # The focus comes with the window, and a window comes when the platform says so.
    assert QTest.qWaitForWindowActive(window)


def child(parent: QWidget, name: str) -> QWidget:
    found = parent.findChild(QWidget, name)
    assert found is not None
    return found


def interface(widget: QWidget) -> QAccessibleInterface:
    return QAccessible.queryAccessibleInterface(widget)


def test_a_banner_leads_to_the_fix_and_is_closed(window: QWidget) -> None:
    banner = Banner("Close")
    put(window, banner)
    assert banner.isHidden()
    done: list[str] = []
    banner.say("The keyring is locked.", action="Unlock…", on_action=lambda: done.append("unlock"))
    assert (banner.isVisible(), banner.level) == (True, BannerLevel.WARNING)
    QTest.mouseClick(child(banner, "banner_action"), Qt.MouseButton.LeftButton)
    assert done == ["unlock"]
    banner.say("The folder is gone.", BannerLevel.DANGER)
    banner.say("Codex has a newer version.", BannerLevel.INFO)
    # Below each other, and as grave as the gravest.
    assert banner.text.count("\n") == 2
    assert banner.level is BannerLevel.DANGER
    QTest.mouseClick(child(banner, "banner_close"), Qt.MouseButton.LeftButton)
    assert banner.isHidden()
    banner.say("Codex has a newer version.", BannerLevel.INFO)
    assert (banner.text, banner.level, child(banner, "banner_action").isHidden()) == (
        "Codex has a newer version.",
        BannerLevel.INFO,
        True,
    )


def timer_of(toast: Toast) -> QTimer:
    found = toast.findChild(QTimer)
    assert found is not None
    return found


def test_a_short_note_goes_by_itself(window: QWidget, theme: Theme) -> None:
    toast = Toast(theme, "Close")
    put(window, toast)
    gone = QSignalSpy(toast.gone)
    toast.show_note("Thread archived.")
    assert (toast.text, toast.height() >= 40) == ("Thread archived.", True)
    assert child(toast, "toast_undo").isHidden()
    timer = timer_of(toast)
    assert (timer.isActive(), timer.interval()) == (True, NOTE_MS)
    timer.timeout.emit()
    assert (toast.isHidden(), timer.isActive(), gone.count(), toast.text) == (True, False, 1, "")


def test_a_short_note_stays_while_the_focus_or_the_pointer_is_on_it(window: QWidget, theme: Theme) -> None:
    toast, field = Toast(theme, "Close"), QLineEdit()
    put(window, toast, field)
    toast.show_note("Thread archived.", "Undo", lambda: None)
    timer, undo = timer_of(toast), child(toast, "toast_undo")
    undo.setFocus(Qt.FocusReason.TabFocusReason)
    assert not timer.isActive()
    field.setFocus()
    assert timer.isActive()
    QTest.mouseMove(toast)
    toast.enterEvent(None)  # type: ignore[arg-type]  # the offscreen platform moves no pointer
    assert not timer.isActive()
    toast.leaveEvent(None)  # type: ignore[arg-type]
    assert timer.isActive()
    undo.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(undo, Qt.Key.Key_Escape)
    assert toast.isHidden()
    assert not timer.isActive()


def test_undo_closes_the_note_first_and_is_done_once(window: QWidget, theme: Theme) -> None:
    toast = Toast(theme, "Close")
    put(window, toast)
    seen: list[bool] = []
    toast.show_note("Thread archived.", "Undo", lambda: seen.append(toast.isHidden()))
    QTest.mouseClick(child(toast, "toast_undo"), Qt.MouseButton.LeftButton)
    toast.show_note("Renamed.")
    toast.hide()
    assert seen == [True]


@pytest.mark.parametrize(
    ("fraction", "words", "color"),
    [(0.38, "38 % full", "meter_fill"), (0.8, "80 % full", "meter_fill"), (0.86, "86 % full", "warning_text")],
)
def test_a_meter_is_ink_up_to_80_percent_and_the_warnings_colour_above(
    window: QWidget, theme: Theme, fraction: float, words: str, color: str
) -> None:
    meter = Meter(theme)
    put(window, meter)
    meter.show(fraction, words)
    meter.resize(meter.sizeHint())
    assert meter.grab().toImage().pixelColor(4, meter.height() // 2) == theme.color(color)
    assert (interface(meter).text(QAccessible.Text.Name), meter.fraction, meter.words) == (words, fraction, words)


def test_a_meter_says_that_it_does_not_know(window: QWidget, theme: Theme) -> None:
    meter, budget = Meter(theme), BudgetBar(theme)
    put(window, meter, budget)
    meter.show(0.5, "half")
    wide = meter.sizeHint().width()
    meter.show(None, "half")
    assert meter.sizeHint().width() < wide
    meter.show(3.0, "full")
    assert meter.fraction == 1.0
    meter.hide()
    meter.show()
    assert (meter.isVisible(), meter.words) == (True, "full")
    budget.show_budget(0.9, "186 of 200 kB")
    assert (budget.words, budget.accessibleName()) == ("186 of 200 kB", "186 of 200 kB")
    budget.show_budget(None, "size not known")
    assert budget.words == "size not known"


@pytest.mark.parametrize("tone", BadgeTone)
def test_a_badge_has_a_word_and_an_outline_in_high_contrast(window: QWidget, theme: Theme, tone: BadgeTone) -> None:
    badge = Badge(theme, "Ready", tone, glyph="check")
    put(window, badge)
    badge.resize(badge.sizeHint())
    assert (interface(badge).text(QAccessible.Text.Name), badge.height()) == ("Ready", 20)
    theme.choose(Scheme.HIGH_CONTRAST_DARK)
    edge, inside = (badge.grab().toImage().pixelColor(badge.width() // 2, y) for y in (0, 2))
    theme.choose(Scheme.LIGHT)
    assert edge != inside


def test_a_card_has_head_and_footer_as_high_as_the_design_says(window: QWidget, theme: Theme) -> None:
    card = Card(theme, "Codex asks", tone="approval", glyph="hand-palm", push_last=True)
    card.body.addWidget(QLabel("npm install"))
    put(window, card)
    heights = {part.property("surface"): part.height() for part in card.findChildren(QWidget) if part.property("surface")}
    assert heights["approval_head"] >= 40
    assert not child(card, "card_title").isHidden()
    card.add_action(FlatButton("Allow once", ButtonKind.PRIMARY))
    card.add_action(FlatButton("Don't allow", name="refuse"))
    window.layout().activate()  # type: ignore[union-attr]
    foot = next(part for part in card.findChildren(QWidget) if part.property("surface") == "card_foot")
    assert foot.minimumHeight() == 56
    assert card.accessibleName() == "Codex asks"


def test_an_empty_state_has_one_button(window: QWidget, theme: Theme) -> None:
    empty = EmptyState(theme, "No changes", "They show up here.", glyph="git-diff", action="Open the folder")
    put(window, empty)
    wanted = QSignalSpy(empty.wanted)
    empty.button.click()
    assert wanted.count() == 1
    assert empty.accessibleName() == "No changes"
    assert EmptyState(theme, "Nothing", "Nothing at all.").button.isHidden()


def test_the_action_is_rightmost_in_a_footer(window: QWidget) -> None:
    footer = DialogFooter()
    status, back = "3 own copies", FlatButton("Back")
    cancel, action = FlatButton("Cancel"), FlatButton("Remove", ButtonKind.DANGER)
    footer.set_status(status)
    footer.set_way_back(back)
    footer.set_buttons(cancel, action)
    put(window, footer)
    assert back.x() < cancel.x() < action.x()
    assert action.geometry().right() > footer.width() - 40
    assert footer.height() >= 64


@pytest.fixture
def panel(window: QWidget, theme: Theme) -> SlideOver:
    put(window, QLineEdit())
    made = SlideOver(theme, window, label="Inspector")
    content = QWidget()
    column = QVBoxLayout(content)
    column.addWidget(FlatButton("Inside", name="inside"))
    made.put(content, 344)
    return made


def settle(panel: SlideOver) -> None:
    slide = panel.findChild(QPropertyAnimation)
    assert slide is not None
    if slide.state() is QAbstractAnimation.State.Running:
        slide.setCurrentTime(slide.duration())


def test_a_panel_slides_over_an_edge_and_gives_the_focus_back(window: QWidget, panel: SlideOver) -> None:
    field = window.findChild(QLineEdit)
    assert field is not None
    field.setFocus()
    closed = QSignalSpy(panel.closed)
    panel.open()
    settle(panel)
    assert (panel.geometry().right(), panel.width(), panel.height()) == (window.width() - 1, 344, window.height())
    inside = child(panel, "inside")
    assert inside.hasFocus()
    QTest.keyClick(inside, Qt.Key.Key_Escape)
    assert (panel.isHidden(), closed.count(), field.hasFocus()) == (True, 1, True)


def test_a_click_beside_a_panel_closes_it(window: QWidget, panel: SlideOver) -> None:
    panel.open()
    beside = child(window, "beside_slide_over")
    assert beside.isVisible()
    QTest.mouseClick(child(panel, "inside"), Qt.MouseButton.LeftButton)
    assert panel.isVisible()
    QTest.mouseClick(beside, Qt.MouseButton.LeftButton)
    assert panel.isHidden()
    assert beside.isHidden()


def test_a_panel_follows_its_window_and_the_direction_of_writing(window: QWidget, panel: SlideOver) -> None:
    panel.open()
    window.resize(360, 500)
    assert (panel.width(), panel.height(), panel.geometry().right()) == (360 - 48, 500, 359)
    panel.close_panel()
    window.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    panel.open()
    settle(panel)
    assert panel.x() == 0
    content = panel.take()
    assert content is not None
    assert panel.content is None
    panel.close_panel()
    content.deleteLater()
