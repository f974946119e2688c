# SPDX-License-Identifier: MIT
"""Forks, merges and rewinds in the transcript: their words, what is folded away, the row, and its mark on the rail."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.core.ids import MessageId, RewindId
from onesist_desktop.core.messages import MessageKind, Role
from onesist_desktop.core.records import RetireReason
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.blocks import Block, BlockKind, LineageBody
from onesist_desktop.ui.transcript.context import BlockActions, TranscriptContext
from onesist_desktop.ui.transcript.estimates import Measures
from onesist_desktop.ui.transcript.fork_marks import ForkMarks
from onesist_desktop.ui.transcript.lineage_block import LineageBlock
from onesist_desktop.ui.transcript.lineage_notices import LineageNotice, afresh_words, is_folded, lineage_notice
from onesist_desktop.ui.transcript.message_blocks import MessageBlocks
from onesist_desktop.ui.transcript.message_state import MessageState
from onesist_desktop.ui.transcript.message_states import MessageStates
from onesist_desktop.ui.transcript.notices import receipt_words
from onesist_desktop.ui.transcript.rail import Bead, bead_of
from onesist_desktop.ui.transcript.row_layout import RowLayout
from tests.ui.fakes import CLAUDE, CODEX, message, receipt
from tests.ui.helpers import find
from tests.ui.lineage_story import merge_messages, notice

_MEASURES = Measures(720)
REWOUND = {"rewind_id": "w1", "to_seq": 4, "upto_seq": 10, "message_count": 6, "is_undone": False}


def title_of(provider_id: object) -> str:
    return str(provider_id or "").title()


def words(kind: MessageKind, *, can_undo: bool = False, **data: object) -> LineageNotice:
    made = lineage_notice(notice(7, kind, **data), title_of, can_undo=can_undo)
    assert made is not None
    return made


def test_a_fork_says_from_where_and_how_it_goes_on() -> None:
    data = {"parent_thread_id": "t0", "parent_title": "Fix the login loop", "at_seq": 4}
    unknown = words(MessageKind.FORK, resolution="", **data)
    assert unknown.sentence == "Forked from “Fix the login loop” at message 4"
    assert unknown.bold == "Forked"
    assert unknown.button == "Show"
    assert words(MessageKind.FORK, resolution="native", **data).counts == "its memory came along"
    assert words(MessageKind.FORK, resolution="portable", **data).counts == "told the history as text"
    named = words(MessageKind.FORK, resolution="native", provider_id="claude", **data)
    assert named.counts == "Claude goes on from its own memory"
    assert words(MessageKind.FORK, resolution="portable", provider_id="claude", **data).counts == "Claude gets the history as text"


def test_a_merge_says_what_came() -> None:
    brought, told = merge_messages()
    made = lineage_notice(told, title_of, can_undo=False)
    assert made is not None
    assert made.fact == "Merged back from “What do others do?”"
    assert made.counts.startswith("5 message")
    assert made.counts.endswith("1 left out")
    assert made.button == "What was brought"
    assert lineage_notice(brought, title_of, can_undo=False) is None
    assert is_folded(brought)
    assert not is_folded(told)


def test_a_rewind_offers_undo_only_while_it_can_be_taken_back() -> None:
    assert words(MessageKind.REWIND, **REWOUND).button == ""
    made = words(MessageKind.REWIND, can_undo=True, **REWOUND)
    assert made.button == "Undo"
    assert made.fact == "Went back to message 4"
    undone = words(MessageKind.REWIND, can_undo=True, **{**REWOUND, "is_undone": True})
    assert (undone.button, undone.counts) == ("", "taken back")


def test_titles_can_not_pose_as_marks() -> None:
    made = words(MessageKind.FORK, parent_title="<b>x</b>%2\nnext", at_seq=True)
    assert made.sentence == "Forked from “<b>x</b>%2 next” at message 0"
    assert made.bold == "Forked"
    assert words(MessageKind.MERGE).fact == "Merged back from “New thread”"


@pytest.mark.parametrize("reason", list(RetireReason))
def test_why_somebody_started_afresh(reason: RetireReason) -> None:
    said = receipt("t1", 2, receipt="afresh", reason=str(reason), provider_id=CODEX, included=11, omitted=0)
    sentence = receipt_words(said.data, title_of).sentence
    assert sentence.startswith("Codex started afresh · ")
    assert afresh_words(reason) in sentence
    if reason in {RetireReason.NEVER_ACCEPTED, RetireReason.REPLACED}:
        assert afresh_words(reason) == ""


def test_the_receipt_of_a_forked_session() -> None:
    said = receipt("t1", 2, receipt="forked", provider_id=CLAUDE, included=0, omitted=0)
    assert receipt_words(said.data, title_of).sentence == "Claude went on from its own memory"
    more = receipt("t1", 2, receipt="forked", provider_id=CLAUDE, included=2, omitted=0)
    assert receipt_words(more.data, title_of).counts.startswith("2 message")


# -- blocks -----------------------------------------------------------------------------------------------------------------


def test_the_merge_message_has_no_row_of_its_own(theme: Theme, book: ProviderBook) -> None:
    cutter = MessageBlocks(TranscriptContext(theme, book))
    brought, told = merge_messages()
    assert cutter.blocks_of(brought, MessageState()) == ()
    assert cutter.is_whole(brought.id)
    blocks = cutter.blocks_of(told, MessageState())
    assert [block.kind for block in blocks] == [BlockKind.LINEAGE]
    rewound = notice(9, MessageKind.REWIND, **REWOUND)
    assert _button(cutter.blocks_of(rewound, MessageState())) == ""
    assert _button(cutter.blocks_of(rewound, MessageState(can_undo=True))) == "Undo"


def _button(blocks: tuple[Block, ...]) -> str:
    body = blocks[0].body
    assert isinstance(body, LineageBody)
    return body.notice.button


def test_only_the_open_rewind_can_be_undone() -> None:
    states = MessageStates()
    rewound, other = notice(9, MessageKind.REWIND, **REWOUND), notice(5, MessageKind.REWIND, **{**REWOUND, "rewind_id": "w0"})
    states.open_rewind = RewindId("w1")
    assert states.of(rewound, is_resendable=False, is_explained=False).can_undo
    assert not states.of(other, is_resendable=False, is_explained=False).can_undo
    states.clear()
    assert not states.of(rewound, is_resendable=False, is_explained=False).can_undo


def test_each_kind_has_its_mark_on_the_rail() -> None:
    for kind, bead in ((MessageKind.FORK, Bead.FORK), (MessageKind.MERGE, Bead.MERGE), (MessageKind.REWIND, Bead.DOT)):
        row = RowLayout(notice(7, kind), 40)
        made = words(kind)
        row.take((Block("lineage", BlockKind.LINEAGE, LineageBody(made), 0),), _MEASURES)
        assert bead_of(row)[0] is bead


@pytest.fixture
def opened_notices() -> list[MessageId]:
    return []


@pytest.fixture
def block(qtbot: QtBot, theme: Theme, book: ProviderBook, opened_notices: list[MessageId]) -> Iterator[LineageBlock]:
    made = LineageBlock(TranscriptContext(theme, book, BlockActions(open_notice=opened_notices.append)))
    qtbot.addWidget(made)
    yield made


def test_the_row_says_it_to_a_screen_reader_and_is_used_by_keyboard(block: LineageBlock, opened_notices: list[MessageId]) -> None:
    made = lineage_notice(merge_messages()[1], title_of, can_undo=False)
    assert made is not None
    block.show_block(Block("lineage", BlockKind.LINEAGE, LineageBody(made), 0))
    block.resize(720, block.height_for(720))
    block.show()
    assert block.accessibleName() == made.sentence
    button = find(block, "lineage_button", QAbstractButton)
    assert button.accessibleDescription() == made.sentence
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert opened_notices == [MessageId("t1-7")]


def test_in_a_narrow_column_the_button_goes_below(block: LineageBlock) -> None:
    made = words(MessageKind.FORK, parent_title="A rather long title of a thread " * 3, at_seq=4, parent_thread_id="t0")
    block.show_block(Block("lineage", BlockKind.LINEAGE, LineageBody(made), 0))
    wide, narrow = block.height_for(720), block.height_for(240)
    assert narrow > wide
    block.resize(240, narrow)
    block.show()
    button = find(block, "lineage_button", QAbstractButton)
    assert button.geometry().bottom() < narrow
    assert button.geometry().right() <= 240


# -- marks of forks ---------------------------------------------------------------------------------------------------------


def test_marks_stand_beside_the_last_block_of_their_message(qtbot: QtBot, theme: Theme) -> None:
    viewport = QWidget()
    qtbot.addWidget(viewport)
    viewport.resize(600, 400)
    viewport.show()
    first, last = QWidget(viewport), QWidget(viewport)
    first.setGeometry(32, 10, 500, 24)
    last.setGeometry(32, 40, 500, 100)
    wanted: list[tuple[int, QPoint]] = []
    marks = ForkMarks(theme, viewport, lambda seq, at: wanted.append((seq, at)))
    body = LineageBody(words(MessageKind.FORK))
    order = [(4, Block("a", BlockKind.PROSE, body), first), (4, Block("b", BlockKind.PROSE, body), last)]
    marks.place(order, 16)
    assert marks.of(4) is None
    marks.set_counts({4: 2, 9: 1})
    marks.place(order, 16)
    mark = marks.of(4)
    assert mark is not None
    assert marks.of(9) is None, "it is out of view"
    assert mark.geometry().center().x() in {15, 16}
    assert last.y() <= mark.geometry().center().y() <= last.geometry().bottom()
    assert mark.accessibleName().startswith("2 fork")
    QTest.mouseClick(mark, Qt.MouseButton.LeftButton)
    assert wanted[0][0] == 4
    marks.place([], 16)
    assert marks.of(4) is None


def test_what_the_person_wrote_is_not_folded() -> None:
    assert not is_folded(message("t1", 1, Role.USER, "hello"))
