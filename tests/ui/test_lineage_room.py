# SPDX-License-Identifier: MIT
"""Nothing of forks, merges and rewinds is cut off: in small windows, with text of twice the size, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog
from pytestqt.qtbot import QtBot

from onesist_desktop.core.messages import MessageKind
from onesist_desktop.ui.language import speaking
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.theme.tokens import Scheme
from onesist_desktop.ui.transcript.blocks import LineageBody
from onesist_desktop.ui.transcript.transcript_view import TranscriptView
from tests.ui.fakes import FakeServices
from tests.ui.helpers import find, opened, turns, until
from tests.ui.lineage_story import REWIND, T1, T2, family, merge_messages, merge_preview, notice, put_family
from tests.ui.test_room import cut_off, settled

SIZES = [(960, 640), (720, 520)]


@pytest.fixture(params=[100, 200], ids=["100 %", "200 %"])
def large(request: pytest.FixtureRequest, qapp: QApplication, theme: Theme) -> Iterator[Theme]:
    made = Theme(chosen=Scheme.LIGHT, text_percent=request.param)
    made.apply(qapp)
    yield made
    theme.apply(qapp)
    made.deleteLater()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("which", ["fork", "merge", "waits", "rewind", "brought"])
async def test_dialogs(
    qapp: QApplication, qtbot: QtBot, services: FakeServices, large: Theme, size: tuple[int, int], which: str
) -> None:
    put_family(services)
    services.merges.previews[T2] = merge_preview(parent_works=which == "waits")
    async with opened(services, large) as window:
        await settled(window, size)
        await until(lambda: window.thread_id == T1 and window.transcript.messages)
        match which:
            case "fork":
                window.lineage.forking.fork(T1, 4)
            case "rewind":
                window.lineage.forking.rewind(T1, 4)
            case "brought":
                window.lineage.open_notice(merge_messages()[1].id)
            case _:
                window.lineage.forking.merge(T2)
        await until(lambda: [one for one in window.findChildren(QDialog) if one.isVisible()])
        await turns(8)
        for dialog in window.findChildren(QDialog):
            assert dialog.width() <= window.width()
            assert dialog.height() <= window.height()
            assert cut_off(dialog) == []
            dialog.reject()
        await turns()


@pytest.mark.parametrize("size", SIZES)
async def test_notices_are_not_wider_than_their_view(
    qapp: QApplication, qtbot: QtBot, services: FakeServices, large: Theme, size: tuple[int, int]
) -> None:
    put_family(services)
    services.rewinds.open[T1] = REWIND
    long = "A title of a thread that is rather long for every row " * 2
    rows = [
        notice(20, MessageKind.FORK, parent_thread_id="t0", parent_title=long, at_seq=4, resolution="portable"),
        notice(21, MessageKind.MERGE, child_title=long, message_id="t1-6", included=5, omitted=1),
        notice(22, MessageKind.REWIND, rewind_id="w1", to_seq=4, message_count=6),
    ]
    snapshot = services.snapshots[T1]
    page = replace(snapshot.page, messages=(*snapshot.page.messages, *rows), to_seq=22)
    services.snapshots[T1] = replace(snapshot, page=page, last_seq=22)
    with speaking(qapp, "id"):
        async with opened(services, large) as window:
            await settled(window, size)
            view = find(window, "transcript", TranscriptView)
            seen = 0
            for row in rows:
                view.jump_to(row.seq)
                await turns(4)
                for _, block, widget in view.visible_blocks():
                    if isinstance(block.body, LineageBody):
                        seen += 1
                        assert widget.geometry().right() <= view.viewport().width()
                assert cut_off(view) == []
            assert seen >= len(rows)


@pytest.mark.parametrize("size", SIZES)
async def test_the_inspector(qtbot: QtBot, services: FakeServices, large: Theme, size: tuple[int, int]) -> None:
    put_family(services)
    services.lineage.families[T1] = replace(family(), rewind=REWIND)
    async with opened(services, large) as window:
        await settled(window, size)
        await until(lambda: window.thread_id == T1)
        if not window.layout_controller.is_inspector_shown:
            window.layout_controller.toggle_inspector()
        find(window.inspector, "tab_lineage", QAbstractButton).click()
        await until(lambda: window.inspector.lineage.family is not None)
        await settled(window, size)
        assert cut_off(window.inspector) == []
