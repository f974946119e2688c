# SPDX-License-Identifier: MIT
"""The window, with a thread that a hostile text was put into, and what must hold of it whatever is shown."""

from __future__ import annotations

import re
from collections.abc import Sequence

from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.theme.tokens import Scheme
from onesist_desktop.ui.transcript.block_pool import MOST_FREE
from onesist_desktop.ui.transcript.blocks import BlockKind
from onesist_desktop.ui.transcript.transcript_view import TranscriptView
from tests.support.stall_meter import StallMeter
from tests.ui.helpers import until

LIMIT_S = 0.1
MOST_WIDGETS = 300
_WORDS = re.compile(r"w\d+w")


def view_of(window: MainWindow) -> TranscriptView:
    view = window.transcript
    assert isinstance(view, TranscriptView)
    return view


def words_of(text: str) -> list[str]:
    """Return the words that have to be found again."""
    return _WORDS.findall(text)


async def idle(view: TranscriptView, limit_s: float = 20.0) -> None:
    """Wait until everything in view and around it is laid out."""
    await until(lambda: not view._layout_timer.isActive() and not view._fill_timer.isActive(), limit_s)


def assert_sound(view: TranscriptView) -> None:
    """Blocks neither lie on each other nor have another height than they need, and there are not many of them."""
    bottom: int | None = None
    where = ""
    shown = view.visible_blocks()
    assert shown
    for seq, block, widget in shown:
        name = f"{seq} {block.key}"
        assert widget.isVisible(), name
        needed = widget.height_for(widget.width())
        assert widget.height() == needed, f"{name} is {widget.height()} high and needs {needed}"
        assert bottom is None or widget.y() >= bottom, f"{name} lies on {where}"
        bottom, where = widget.y() + widget.height(), name
    assert view.pool.count <= MOST_WIDGETS + MOST_FREE * len(BlockKind)
    assert len(shown) <= MOST_WIDGETS


async def walk(window: MainWindow, meter: StallMeter, *, widths: Sequence[int] = (720, 2560, 1200)) -> None:
    """Scroll and resize, as a reader would."""
    view = view_of(window)
    bar = view.verticalScrollBar()
    for share in (0.0, 0.3, 0.31, 0.7):
        meter.note(f"scroll to {share}")
        bar.setValue(round(bar.maximum() * share))
        await idle(view)
        assert_sound(view)
        meter.skip()
    for _ in range(2):
        meter.note("scroll up by pages")
        bar.setValue(bar.value() - bar.pageStep())
        await idle(view)
        assert_sound(view)
        meter.skip()
    for width in widths:
        meter.note(f"resize to {width}")
        window.resize(width, 1440 if width > 2000 else 800)
        await idle(view)
        assert_sound(view)
        meter.skip()
    meter.note("to the end")
    view.scroll_to_end()
    await idle(view)
    assert_sound(view)


async def restyle(window: MainWindow, meter: StallMeter, theme: Theme) -> None:
    """Change colours and the size of letters while the window is open."""
    view = view_of(window)
    try:
        for scheme, percent in ((Scheme.DARK, 100), (Scheme.DARK, 200), (Scheme.LIGHT, 100)):
            theme.choose(scheme.value)
            await idle(view)
            meter.skip()
            theme.set_text_percent(percent)
            await idle(view)
            assert_sound(view)
            meter.skip()
    finally:
        theme.choose(Scheme.LIGHT.value)
        theme.set_text_percent(100)
