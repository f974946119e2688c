# SPDX-License-Identifier: MIT
"""The row that goes on in the next line: nothing is cut, nothing overlaps, hidden widgets take no room."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.ui.widgets.flow import FlowRow


class Block(QWidget):
    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self._size = QSize(width, height)

    def sizeHint(self) -> QSize:
        return self._size


def laid_out(row: FlowRow, width: int) -> list[QRect]:
    row.resize(width, row.heightForWidth(width))
    row.show()
    row.flow.activate()
    return [item.geometry() for index in range(row.flow.count()) if (item := row.flow.itemAt(index)) and not item.isEmpty()]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sizes=st.lists(st.tuples(st.integers(1, 90), st.integers(1, 40)), min_size=1, max_size=8), width=st.integers(90, 300))
def test_everything_is_inside_in_order_and_nothing_overlaps(qapp: QApplication, sizes: list[tuple[int, int]], width: int) -> None:
    row = FlowRow(gap=4)
    row.add(*(Block(*size) for size in sizes))
    places = laid_out(row, width)
    inside = QRect(0, 0, width, row.heightForWidth(width))
    assert all(inside.contains(place) for place in places)
    assert [(place.width(), place.height()) for place in places] == sizes
    assert not any(one.intersects(other) for i, one in enumerate(places) for other in places[:i])
    for before, after in pairwise(places):
        assert after.left() > before.right() or after.top() > before.bottom()
    row.hide()
    row.deleteLater()


def test_hidden_widgets_take_no_room(qtbot: QtBot) -> None:
    row = FlowRow(gap=10)
    qtbot.addWidget(row)
    blocks = [Block(50, 20), Block(50, 20), Block(50, 20)]
    row.add(*blocks)
    assert row.sizeHint() == QSize(170, 20)
    blocks[1].hide()
    assert row.sizeHint() == QSize(110, 20)
    assert [place.x() for place in laid_out(row, 200)] == [0, 60]
    assert row.heightForWidth(60) == 50


@pytest.mark.parametrize(("direction", "places"), [("LeftToRight", [0, 150]), ("RightToLeft", [150, 0])])
def test_the_last_can_stand_at_the_other_end(qtbot: QtBot, direction: str, places: list[int]) -> None:
    row = FlowRow(push_last=True)
    qtbot.addWidget(row)
    row.setLayoutDirection(Qt.LayoutDirection[direction])
    row.add(Block(50, 20), Block(50, 20))
    assert [place.x() for place in laid_out(row, 200)] == places


def test_items_can_be_taken_out(qtbot: QtBot) -> None:
    row = FlowRow()
    qtbot.addWidget(row)
    row.add(Block(50, 20))
    assert row.flow.itemAt(1) is None
    assert row.flow.takeAt(0) is not None
    assert row.flow.takeAt(0) is None
    assert row.sizeHint() == QSize(0, 0)
