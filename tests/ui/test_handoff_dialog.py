# SPDX-License-Identifier: MIT
"""What the next provider will be told: items are left out and a note is written, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from onesist_desktop.core.answerer import ManualContext
from onesist_desktop.core.handoff import HandoffItem, build_handoff
from onesist_desktop.core.ids import HandoffId, ThreadId
from onesist_desktop.core.records import Strategy
from onesist_desktop.core.redaction import count_placeholders
from onesist_desktop.core.transition import TransitionKind
from onesist_desktop.services.views import DueItem, HandoffDelivery, HandoffPreview, HandoffView
from onesist_desktop.ui.dialogs.handoff import PreviewDialog, ToldDialog
from onesist_desktop.ui.dialogs.handoff.pieces import Pieces
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.notices import receipt_words
from tests.ui.fakes import CLAUDE, CODEX, FakeServices
from tests.ui.helpers import find, label, shown, until
from tests.ui.test_accessibility import accessible_name, tab_order
from tests.ui.test_main_window import opened

T1 = ThreadId("t1")
ITEMS = (
    (HandoffItem("user", 1, "After I sign in 😀, the page jumps back.\nThe key is [secret:0123456789ab]."), 0, None),
    (HandoffItem("assistant", 2, "I read 14 files. " + "word " * 3_300), 0, CLAUDE),
    (HandoffItem("command", 2, "Command: npm test\nExit code: 1\nOutput:\n✗ keeps it"), 1, CLAUDE),
    (HandoffItem("command", 2, "Command: ls\nExit code: 0\nOutput: none"), 2, CLAUDE),
    (HandoffItem("command", 2, "Command: sleep 9\nExit code: unknown (interrupted)\nOutput: none"), 3, CLAUDE),
    (HandoffItem("files", 2, "changed: a.py\nadded: b.py"), 4, CLAUDE),
    (HandoffItem("plan", 2, "[>] write it once"), 5, CLAUDE),
    (HandoffItem("error", 2, "Error: failed"), 6, CLAUDE),
    (HandoffItem("summary", 3, "All of it"), 0, None),
    (HandoffItem("user", 7, "of a fork", brought=True), 0, None),
)


def preview_with(manual: ManualContext | None = None, items: Sequence[tuple[HandoffItem, int, object]] = ITEMS) -> HandoffPreview:
    seqs = [4 if item.brought else item.seq for item, _, _ in items]
    left_out = manual.left_out if manual is not None else ()
    out = {index for index, (_, place, _) in enumerate(items) if (seqs[index], place) in left_out}
    note = manual.note if manual is not None else ""
    block = build_handoff([item for item, _, _ in items], 16_000, mode="handoff", thread_id="t1", left_out=out, note=note)
    due = tuple(
        DueItem(item, place, provider, index in block.indexes, index in out, seqs[index])  # type: ignore[arg-type]
        for index, (item, place, provider) in enumerate(items)
    )
    return HandoffPreview(
        T1,
        CODEX,
        TransitionKind.HANDOFF,
        4,
        block.chosen,
        1,
        block.text,
        16_000,
        items=due,
        secret_count=count_placeholders(block.text),
        is_new=True,
        manual=manual,
    )


@pytest.fixture
def window(qapp: QApplication) -> Iterator[QWidget]:
    made = QWidget()
    made.resize(1440, 900)
    made.show()
    yield made
    made.close()
    made.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def dialog(window: QWidget, theme: Theme, book: ProviderBook) -> Iterator[PreviewDialog]:
    made = PreviewDialog(theme, book, preview_with(), window)
    made.asked.connect(lambda manual: made.show_preview(preview_with(manual)))
    made.open()
    QTest.qWaitForWindowExposed(made)
    yield made
    if isValid(made):
        made.close()


def rows(dialog: PreviewDialog) -> list[str]:
    model = dialog.model
    return [str(model.data(model.index(row), Qt.ItemDataRole.AccessibleTextRole)) for row in range(model.rowCount())]


def ticks(dialog: PreviewDialog) -> list[bool]:
    model = dialog.model
    return [
        model.data(model.index(row), Qt.ItemDataRole.CheckStateRole) is Qt.CheckState.Checked for row in range(model.rowCount())
    ]


@pytest.mark.parametrize(
    ("transition", "begins"),
    [
        (TransitionKind.HANDOFF, "Codex is told the thread from its beginning"),
        (TransitionKind.DELTA, "Codex has not seen the newest"),
    ],
)
def test_who_was_here_before_is_not_called_new(
    window: QWidget, theme: Theme, book: ProviderBook, transition: TransitionKind, begins: str
) -> None:
    made = PreviewDialog(theme, book, replace(preview_with(), is_new=False, transition=transition), window)
    assert label(made, "dialog_sentence").startswith(begins)


def test_every_item_is_listed_with_its_first_line(dialog: PreviewDialog) -> None:
    assert label(dialog, "dialog_title") == "What Codex will be told"
    assert label(dialog, "dialog_sentence").startswith("Codex has not seen this thread.")
    said = [row.rsplit(", ", 1)[0].replace("(s)", "s") for row in rows(dialog)]
    assert said == [
        "After I sign in 😀, the page jumps back., You · message 1",
        f"{('I read 14 files. ' + 'word ' * 3_300)[:300].rstrip()}, Claude Code · message 2 · does not fit",
        "npm test (failed, exit code 1), Command · message 2",
        "ls, Command · message 2",
        "sleep 9 (interrupted), Command · message 2",
        "Names of 2 changed files, Files · message 2",
        "write it once, Plan · message 2",
        "Error: failed, Error · message 2",
        "All of it, Summary · message 3",
        "of a fork, You · message 7 of a fork",
    ]
    assert ticks(dialog) == [True, False, *[True] * 8]
    assert label(dialog, "handoff_counts") == "9 items in, 1 left out"
    assert find(dialog, "handoff_state").accessibleName().endswith(" of 16.0 kB used")
    assert label(dialog, "handoff_secrets").replace("(s)", "") == "1 secret hidden"


async def test_space_leaves_out_and_the_text_follows(dialog: PreviewDialog) -> None:
    dialog.items.setFocus()
    QTest.keyClick(dialog.items, Qt.Key.Key_Down)
    QTest.keyClick(dialog.items, Qt.Key.Key_Down)
    QTest.keyClick(dialog.items, Qt.Key.Key_Space)
    assert ticks(dialog)[2] is False
    await until(lambda: "npm test" not in dialog.text_view.toPlainText())
    assert label(dialog, "handoff_counts") == "8 items in, 2 left out"
    assert rows(dialog)[2].startswith("npm test (failed, exit code 1), Command · message 2 · left out by you")
    assert dialog.manual == ManualContext(((2, 1),))
    assert dialog.items.currentIndex().row() == 2
    QTest.keyClick(dialog.items, Qt.Key.Key_Space)
    await until(lambda: "npm test" in dialog.text_view.toPlainText())
    assert dialog.manual is None


async def test_a_click_on_the_tick_leaves_out_and_one_on_the_row_does_not(dialog: PreviewDialog) -> None:
    box = dialog.items.visualRect(dialog.model.index(3))
    QTest.mouseClick(dialog.items.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(box.left() + 200, box.center().y()))
    assert ticks(dialog)[3] is True
    assert dialog.items.currentIndex().row() == 3
    QTest.mouseClick(dialog.items.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(box.left() + 30, box.center().y()))
    assert ticks(dialog)[3] is False
    await until(lambda: label(dialog, "handoff_counts") == "8 items in, 2 left out")


def test_what_does_not_fit_says_why(dialog: PreviewDialog) -> None:
    assert shown(dialog, "handoff_why") == []
    dialog.items.go_to(1)
    QTest.keyClick(dialog.items, Qt.Key.Key_Space)
    assert ticks(dialog)[1] is False
    assert label(dialog, "handoff_why").startswith("That doesn't fit: it takes 16.5 kB, and 15.")
    assert dialog.manual is None


async def test_a_note_is_written_and_used(dialog: PreviewDialog) -> None:
    used: list[object] = []
    dialog.used.connect(used.append)
    assert not find(dialog, "handoff_automatic", QPushButton).isEnabled()
    QTest.keyClicks(dialog.note, " Mind the cookie ")
    await until(lambda: "### Note from the user\nMind the cookie\n" in dialog.text_view.toPlainText())
    assert find(dialog, "handoff_automatic", QPushButton).isEnabled()
    QTest.keyClick(dialog.note, Qt.Key.Key_Return)
    assert used == [ManualContext((), "Mind the cookie")]
    assert not dialog.isVisible()


async def test_the_automatic_choice_comes_back(window: QWidget, theme: Theme, book: ProviderBook) -> None:
    used: list[object] = []
    dialog = PreviewDialog(theme, book, preview_with(ManualContext(((1, 0), (4, 0)), "A note")), window)
    dialog.asked.connect(lambda manual: dialog.show_preview(preview_with(manual)))
    dialog.used.connect(used.append)
    dialog.open()
    assert dialog.note.text() == "A note"
    assert [index for index, is_ticked in enumerate(ticks(dialog)) if not is_ticked] == [0, 1, 9]
    find(dialog, "handoff_automatic", QPushButton).click()
    assert ticks(dialog) == [True, False, *[True] * 8]
    await until(lambda: label(dialog, "handoff_counts") == "9 items in, 1 left out")
    find(dialog, "use_handoff", QPushButton).click()
    assert used == [None]


def test_one_item_stays_ticked(dialog: PreviewDialog) -> None:
    for row in (0, *range(2, 10)):
        assert find(dialog, "use_handoff", QPushButton).isEnabled()
        dialog.items.go_to(row)
        QTest.keyClick(dialog.items, Qt.Key.Key_Space)
    button = find(dialog, "use_handoff", QPushButton)
    assert not button.isEnabled()
    assert button.accessibleDescription() == "Leave one item ticked at least"


def test_a_preview_of_an_older_choice_is_dropped(dialog: PreviewDialog) -> None:
    dialog.items.go_to(0)
    QTest.keyClick(dialog.items, Qt.Key.Key_Space)
    dialog.show_preview(preview_with())
    assert ticks(dialog)[0] is False
    dialog.show_failure("The disk is full.")
    assert label(dialog, "handoff_why") == "The disk is full."


def test_row_and_text_are_walked_together(dialog: PreviewDialog) -> None:
    dialog.items.go_to(2)
    (mark, *_) = dialog.text_view.extraSelections()
    assert mark.cursor.selectedText().startswith("### Command (#2)\u2029Command: npm test")
    assert mark.cursor.selectedText().endswith("✗ keeps it")
    cursor = dialog.text_view.textCursor()
    cursor.setPosition(dialog.text_view.toPlainText().encode("utf-16-le").find("of a fork".encode("utf-16-le")) // 2)
    dialog.text_view.setTextCursor(cursor)
    assert dialog.items.currentIndex().row() == 9
    dialog.items.go_to(1)
    assert all("I read" not in each.cursor.selectedText() for each in dialog.text_view.extraSelections())
    *_, secret = dialog.text_view.extraSelections()
    assert secret.cursor.selectedText() == "[secret:0123456789ab]"


def test_pieces_count_as_the_document_does(qapp: QApplication) -> None:
    items = [DueItem(HandoffItem("user", 1, "😀 a\r\nb"), 0), DueItem(HandoffItem("assistant", 2, "# x"), 0)]
    pieces = Pieces("[user]\n😀 a\r\nb\n\n[assistant]\n# x", items)
    assert pieces.of_row(0) == (0, 13)
    assert pieces.of_row(1) == (15, 30)
    assert (pieces.row_at(3), pieces.row_at(14), pieces.row_at(30), pieces.row_at(31)) == (0, -1, 1, -1)
    assert Pieces("", items).row_at(0) == -1


@pytest.mark.parametrize("percent", [100, 200])
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (960, 640)])
def test_it_never_grows_beyond_the_window(
    window: QWidget, theme: Theme, book: ProviderBook, width: int, height: int, percent: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.resize(width, height)
    before = theme.text_percent
    theme.set_text_percent(percent)
    try:
        dialog = PreviewDialog(theme, book, preview_with(), window)
        dialog.open()
        QApplication.processEvents()
        assert dialog.width() <= width - 48
        assert dialog.height() <= height - 48
        dialog.note.setFocus()
        dialog.close()
    finally:
        theme.set_text_percent(before)


def test_what_was_told_says_how_it_was_chosen(window: QWidget, theme: Theme, book: ProviderBook) -> None:
    words = {
        Strategy.MANUAL: "Chosen by you",
        Strategy.DELTA: "What it had not seen",
        Strategy.FULL: "The whole thread, as far as it fitted",
        Strategy.CHECKPOINT: "From a summary",
    }
    for strategy, expected in words.items():
        view = HandoffView(HandoffId("h"), T1, CODEX, strategy, HandoffDelivery.DELIVERED, "# text", 6, 3, 1, 1.0)
        dialog = ToldDialog(theme, book, view, window)
        assert label(dialog, "handoff_strategy") == expected
        assert label(dialog, "handoff_counts") == "3 items in, 1 left out"
        dialog.close()
        dialog.deleteLater()


def test_a_receipt_without_a_handoff_offers_nothing_to_open() -> None:
    for data in ({"receipt": "merge"}, {"receipt": "joined", "handoff_id": None}, {"handoff_id": ""}):
        assert receipt_words(data, lambda _: "Codex").handoff_id is None


async def test_what_was_chosen_goes_with_the_next_send_only(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    filled.previews[CODEX] = preview_with()
    async with opened(filled, theme) as window:
        window.composer.choose_provider(CODEX)
        line = find(window, "handover")
        await until(line.isVisible)
        assert "chosen by you" not in line.accessibleName()
        assert shown(window, "handover_automatic") == []
        find(window, "handover_preview", QPushButton).click()
        await until(lambda: window.findChild(QDialog, "handoff_dialog"))
        dialog = window.findChild(PreviewDialog, "handoff_dialog")
        assert dialog is not None
        dialog.items.go_to(0)
        QTest.keyClick(dialog.items, Qt.Key.Key_Space)
        manual = ManualContext(((1, 0),))
        await until(lambda: any(call[1].manual == manual for call in filled.called("preview")))
        find(dialog, "use_handoff", QPushButton).click()
        await until(lambda: line.accessibleName().endswith("· chosen by you"))
        assert shown(window, "handover_automatic")
        window.composer.put_text("go on")
        window.composer.submit()
        await until(lambda: filled.called("send"))
        assert filled.called("send")[0][2].manual == manual
        await until(lambda: window.composer.options.manual is None)


async def test_a_choice_is_forgotten_with_the_provider_the_thread_and_on_wish(
    qtbot: QtBot, filled: FakeServices, theme: Theme
) -> None:
    filled.previews[CODEX] = preview_with()
    manual = ManualContext(((1, 0),))
    async with opened(filled, theme) as window:
        composer = window.composer
        composer.choose_provider(CODEX)
        composer.change_handover(manual)
        assert composer.options.manual == manual
        await until(lambda: find(window, "handover").accessibleName().endswith("· chosen by you"))
        find(window, "handover_automatic").click()  # type: ignore[attr-defined]
        assert composer.options.manual is None
        await until(lambda: not find(window, "handover").accessibleName().endswith("· chosen by you"))
        composer.change_handover(manual)
        composer.choose_model("other")
        assert composer.options.manual is None
        composer.change_handover(manual)
        composer.choose_provider(CLAUDE)
        assert composer.options.manual is None


def test_the_preview_is_walked_by_keyboard_and_left_by_escape(dialog: PreviewDialog) -> None:
    assert tab_order(dialog) == ["handoff_items", "copy_handoff", "handoff_text", "handoff_note", "cancel_handoff", "use_handoff"]
    nameless = [
        one.objectName()
        for one in dialog.findChildren(QWidget)
        if one.isVisible() and one.focusPolicy() & Qt.FocusPolicy.TabFocus and not accessible_name(one)
    ]
    assert nameless == []
    find(dialog, "copy_handoff", QToolButton).click()
    assert QApplication.clipboard().text() == dialog.text_view.toPlainText()
    QApplication.clipboard().clear()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
