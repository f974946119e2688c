# SPDX-License-Identifier: MIT
"""The card beside an answer of the map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.services.lineage_views import BeadDetails, BeadState
from onesist_desktop.ui.map.map_card import SHADOW, WIDTH, MapCard
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.helpers import find, label
from tests.ui.map_story import NOW, bead_run, map_providers, map_services


@pytest.fixture
def card(qtbot: QtBot, theme: Theme) -> Iterator[MapCard]:
    page = QWidget()
    page.resize(1000, 700)
    made = MapCard(theme, ProviderBook(theme, map_providers()), lambda: NOW, page)
    page.show()
    yield made
    page.close()
    page.deleteLater()


def _details(thread_id: str = "index", place: int = 0, **more: object) -> BeadDetails:
    return replace(map_services().lineage.beads[bead_run(thread_id, place)], **more)  # type: ignore[arg-type]


def _show(card: MapCard, details: BeadDetails, *, can_fork: bool = True, is_fork: bool = True) -> None:
    card.show_bead(details.bead, "Speed up the product search (2)", can_fork=can_fork, is_fork=is_fork)


def _box(card: MapCard) -> QRect:
    return card.geometry().adjusted(SHADOW, SHADOW, -SHADOW, -SHADOW)


def test_it_says_who_and_when_at_once_and_the_rest_with_the_details(card: MapCard) -> None:
    details = _details()
    _show(card, details)
    assert label(card, "map_card_name") == "Codex"
    assert label(card, "map_card_when").startswith("yesterday")
    assert "Codex" in card.accessibleName() and "product search" in card.accessibleName()
    assert not find(card, "map_card_files").isVisible()
    card.show_details(details)
    assert "GPT-5 Codex" in label(card, "map_card_when")
    assert label(card, "map_card_asked").startswith("Build a search index")
    assert label(card, "map_card_answered").startswith("Built.")
    assert label(card, "map_card_files").startswith("2 file")
    assert label(card, "map_card_commands").startswith("3 command")
    assert label(card, "map_card_time") == "1 min"
    assert _box(card).width() == WIDTH


def test_details_of_another_answer_change_nothing(card: MapCard) -> None:
    _show(card, _details())
    card.show_details(_details("login", 0))
    assert label(card, "map_card_asked") == "…"


def test_facts_that_are_none_are_not_shown_and_long_texts_are_cut(card: MapCard) -> None:
    details = _details(changed_files=0, commands=0, duration_s=None, asked="word " * 500, answered="")
    _show(card, details)
    card.show_details(details)
    assert not find(card, "map_card_files").isVisible() and not find(card, "map_card_time").isVisible()
    assert label(card, "map_card_asked").endswith("…") and len(label(card, "map_card_asked")) <= 160
    assert label(card, "map_card_answered") == "No answer"


@pytest.mark.parametrize(("state", "said"), [(BeadState.WORKING, "Still works on it"), (BeadState.ASKS, "Waits for you")])
def test_an_answer_that_has_not_ended_says_so_and_cannot_be_forked(card: MapCard, state: BeadState, said: str) -> None:
    details = _details(answered="")
    details = replace(details, bead=replace(details.bead, state=state))
    _show(card, details, can_fork=False)
    card.show_details(details)
    assert label(card, "map_card_answered") == said
    fork = find(card, "map_card_fork", QPushButton)
    assert not fork.isEnabled() and "ended" in fork.toolTip()


def test_only_a_fork_offers_to_merge_and_only_when_something_is_new(card: MapCard) -> None:
    merge = find(card, "map_card_merge", QPushButton)
    _show(card, _details("login", 0), is_fork=False)
    assert not merge.isVisible()
    details = _details(can_merge=False)
    _show(card, details)
    card.show_details(details)
    assert merge.isVisible() and not merge.isEnabled()
    card.show_details(_details(can_merge=True))
    assert merge.isEnabled()


def test_it_stands_right_below_its_bead_and_elsewhere_where_that_covers_less(card: MapCard) -> None:
    room = QRect(0, 0, 1000, 700)
    _show(card, _details())
    bead = QRect(300, 200, 16, 16)
    card.place(bead, room, [])
    assert _box(card).topLeft() == QPoint(bead.center().x() + 8, bead.bottom() + 20 - 8)
    card.place(bead, room, [QRect(400, 260, 16, 16)])
    assert not _box(card).intersects(QRect(400, 260, 16, 16))
    card.place(QRect(960, 660, 16, 16), room, [])
    assert room.contains(_box(card)) and not _box(card).intersects(QRect(960, 660, 16, 16))


def test_it_stays_under_the_pointer_and_goes_after_it(qtbot: QtBot, card: MapCard) -> None:
    card.move(500, 300)
    _show(card, _details())
    card.leave_soon()
    card.stay()
    assert not card._leaving.isActive() and card.isVisible()
    card.leave_soon()
    qtbot.waitUntil(lambda: not card.isVisible())
    assert card.bead is None


def test_escape_closes_it_and_buttons_say_what_is_wanted(qtbot: QtBot, card: MapCard) -> None:
    details = _details()
    _show(card, details)
    card.show_details(details)
    for name, signal in (
        ("map_card_go", card.message_wanted),
        ("map_card_fork", card.fork_wanted),
        ("map_card_merge", card.merge_wanted),
    ):
        with qtbot.waitSignal(signal):
            find(card, name, QPushButton).click()
    with qtbot.waitSignal(card.closed):
        QTest.keyClick(card, Qt.Key.Key_Escape)
    assert not card.isVisible()


def test_a_failure_is_said_in_its_place(card: MapCard) -> None:
    _show(card, _details())
    card.show_failure("What it says can't be read: the disk is gone.")
    assert "disk" in label(card, "map_card_answered")


@pytest.mark.parametrize("percent", [100, 200])
def test_nothing_is_cut_whatever_the_size_of_the_text(card: MapCard, theme: Theme, percent: int) -> None:
    theme.set_text_percent(percent)
    try:
        details = _details(asked="a" * 400, answered="Unbrokenverylongword" * 30)
        _show(card, details)
        card.show_details(details)
        for name in ("map_card_go", "map_card_fork", "map_card_merge", "map_card_asked", "map_card_answered"):
            child = find(card, name)
            corner = child.mapTo(card, QPoint(0, 0))
            assert card.rect().contains(QRect(corner, child.size())), name
    finally:
        theme.set_text_percent(100)
