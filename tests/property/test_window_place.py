# SPDX-License-Identifier: MIT
"""A window never opens where nobody can see it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, QSize

from onesist_desktop.services.views import WindowPlace
from onesist_desktop.ui.window_place import LEAST, fitted

SCREENS = st.lists(
    st.builds(QRect, st.integers(-4000, 4000), st.integers(-2000, 2000), st.integers(720, 4000), st.integers(520, 2500)),
    min_size=1,
    max_size=3,
)
NUMBER = st.integers(-100_000, 100_000)
PLACES = st.builds(WindowPlace, width=NUMBER, height=NUMBER, x=st.none() | NUMBER, y=st.none() | NUMBER)


@given(PLACES, SCREENS)
def test_all_of_a_window_is_on_one_screen(place: WindowPlace, screens: list[QRect]) -> None:
    size, corner = fitted(place, screens)
    assert size.width() >= LEAST.width()
    assert size.height() >= LEAST.height()
    if corner is None:
        assert screens[0].size().expandedTo(size) == screens[0].size()
    else:
        assert any(screen.contains(QRect(corner, size)) for screen in screens)


@given(SCREENS, st.data())
def test_a_place_that_fits_is_kept(screens: list[QRect], data: st.DataObject) -> None:
    screen = data.draw(st.sampled_from(screens))
    width = data.draw(st.integers(720, screen.width()))
    height = data.draw(st.integers(520, screen.height()))
    x = data.draw(st.integers(screen.x(), screen.x() + screen.width() - width))
    y = data.draw(st.integers(screen.y(), screen.y() + screen.height() - height))
    size, corner = fitted(WindowPlace(width=width, height=height, x=x, y=y), [screen])
    assert (size, corner) == (QSize(width, height), QPoint(x, y))


def test_a_screen_that_was_unplugged_leaves_the_place_to_the_desktop() -> None:
    assert fitted(WindowPlace(x=5000, y=100), [QRect(0, 0, 1920, 1080)]) == (QSize(1280, 820), None)
    assert fitted(WindowPlace(x=5, y=5), []) == (QSize(1280, 820), None)
