# SPDX-License-Identifier: MIT
"""The step before a removal: counted anew, numbers and names, what stays; nothing is lost by Enter or unseen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.core.workspaces import UNKNOWN, Blocker, BlockerKind, Changes, Contents, InnerWork, InnerWorks, Named
from onesist_desktop.services.workspace_views import RemovalKind, RemovalRequest, WorktreeRow
from onesist_desktop.ui.dialogs.cleanup.confirm import RemovalConfirm
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fake_cleanup import SEARCH, story_rows
from tests.ui.helpers import find, label, shown
from tests.ui.workspace_fakes import worktree_row

AT = 1_764_324_240.0
ROWS = {row.id: row for row in story_rows(AT)}


@pytest.fixture
def window(qapp: QApplication) -> Iterator[QWidget]:
    made = QWidget()
    made.resize(1440, 900)
    made.show()
    made.activateWindow()
    yield made
    made.close()
    made.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def rows(*names: str) -> list[WorktreeRow]:
    return [ROWS[name] for name in names]  # type: ignore[index]


def opened(
    window: QWidget,
    theme: Theme,
    before: list[WorktreeRow],
    now: list[WorktreeRow] | None = None,
    *,
    kind: RemovalKind = RemovalKind.REMOVE,
    keeps: bool = True,
) -> RemovalConfirm:
    confirm = RemovalConfirm(theme, kind, before, window, keeps_ignored=keeps)
    confirm.open()
    confirm.show_rows(before if now is None else now, AT)
    QApplication.processEvents()
    return confirm


def texts(confirm: RemovalConfirm, name: str) -> list[str]:
    return [one.text() for one in confirm.findChildren(QLabel, name) if one.isVisible()]


def test_it_repeats_numbers_and_names(window: QWidget, theme: Theme) -> None:
    confirm = opened(window, theme, rows("search", "rounding", "others"))
    assert confirm.title_label.text() == "Remove 3 own copies?"
    assert confirm.sentence_label.text().startswith("Counted again just now, at ")
    assert "2 of them hold nothing" in confirm.sentence_label.text()
    assert label(confirm, "lost_heading").startswith("Lost for good: 6 file")
    assert len(shown(confirm, "loss_card")) == 1
    assert label(confirm, "loss_names_changed") == "src/search/index.ts, src/search/rank.ts"
    assert "try.sql" in label(confirm, "loss_names_new")
    assert texts(confirm, "loss_kept") == ["(a copy is kept)"]
    stays = texts(confirm, "stays")
    assert stays[0] == "All 3 branches, with every commit on them"
    assert any(text.startswith("All threads") for text in stays)
    assert any("ignored file" in text for text in stays)
    confirm.close()


def test_the_button_is_off_until_the_numbers_were_seen(qtbot: QtBot, window: QWidget, theme: Theme) -> None:
    confirm = opened(window, theme, rows("search"))
    confirmed = QSignalSpy(confirm.confirmed)
    assert not confirm.action.isEnabled()
    assert confirm.action.toolTip()
    assert confirm.seen is not None
    assert confirm.seen.accessibleName().startswith("I have seen that 2 changed and 4 new file")
    qtbot.mouseClick(find(confirm, "seen_text"), Qt.MouseButton.LeftButton)
    assert confirm.seen.isChecked()
    assert confirm.action.isEnabled()
    assert confirm.action.text().startswith("Remove and lose 6 file")
    confirm.seen.setChecked(False)
    assert not confirm.action.isEnabled()
    confirm.seen.setChecked(True)
    confirm.action.click()
    request = confirmed.at(0)[0]
    assert request == RemovalRequest(RemovalKind.REMOVE, ((ROWS["search"].id, "print-search"),), keeps_ignored=True)  # type: ignore[index]


def test_enter_never_confirms(qtbot: QtBot, window: QWidget, theme: Theme) -> None:
    for names in (("search",), ("rounding",)):
        confirm = opened(window, theme, rows(*names))
        confirmed = QSignalSpy(confirm.confirmed)
        assert confirm.focusWidget() is confirm.back
        if confirm.seen is not None:
            confirm.seen.setChecked(True)
        for widget in (confirm, confirm.back, confirm.cancel, confirm.seen or confirm.back):
            if confirm.isVisible():
                qtbot.keyClick(widget, Qt.Key.Key_Return)
        assert confirmed.count() == 0
        confirm.close()


def test_without_a_loss_there_is_nothing_to_tick(window: QWidget, theme: Theme) -> None:
    confirm = opened(window, theme, rows("rounding", "others"))
    assert confirm.seen is None
    assert not shown(confirm, "loss_card")
    assert confirm.action.isEnabled()
    assert confirm.action.text() == "Remove 2 own copies"
    assert "Nothing would be lost" in confirm.sentence_label.text()
    confirm.close()


def test_nothing_can_be_confirmed_before_all_is_counted(window: QWidget, theme: Theme) -> None:
    confirm = RemovalConfirm(theme, RemovalKind.REMOVE, rows("rounding"), window, keeps_ignored=True)
    confirm.open()
    assert not confirm.action.isEnabled()
    confirm.show_failure("Git could not be started.")
    assert not confirm.action.isEnabled()
    assert confirm.sentence_label.text() == "Git could not be started."
    confirm.close()


def test_numbers_that_changed_are_said_and_the_new_ones_are_confirmed(window: QWidget, theme: Theme) -> None:
    now = replace(ROWS["rounding"], contents=replace(SEARCH, fingerprint="print-new"))  # type: ignore[index]
    confirm = opened(window, theme, rows("rounding"), [now])
    confirmed = QSignalSpy(confirm.confirmed)
    assert shown(confirm, "numbers_changed")
    assert not confirm.action.isEnabled()
    assert confirm.seen is not None
    confirm.seen.setChecked(True)
    confirm.action.click()
    assert confirmed.at(0)[0].confirmed == ((now.id, "print-new"),)


def test_what_got_blocked_meanwhile_is_named_and_left_out(window: QWidget, theme: Theme) -> None:
    blocked = replace(ROWS["others"], blockers=(Blocker(BlockerKind.RUN),))  # type: ignore[index]
    confirm = opened(window, theme, rows("rounding", "others"), [ROWS["rounding"], blocked])  # type: ignore[index]
    confirmed = QSignalSpy(confirm.confirmed)
    assert "what-do-others-do" in label(confirm, "left_out")
    confirm.action.click()
    assert [one for one, _ in confirmed.at(0)[0].confirmed] == ["rounding"]


def test_with_all_blocked_nothing_can_be_removed(window: QWidget, theme: Theme) -> None:
    blocked = replace(ROWS["others"], blockers=(Blocker(BlockerKind.RUN),))  # type: ignore[index]
    confirm = opened(window, theme, rows("others"), [blocked])
    assert not confirm.action.isEnabled()
    confirm.close()


def test_unknown_numbers_are_question_marks_that_have_to_be_seen(window: QWidget, theme: Theme) -> None:
    contents = Contents(changes=Changes(modified=UNKNOWN), ignored=UNKNOWN, fingerprint="u")
    confirm = opened(window, theme, [worktree_row("a", contents=contents)])
    assert confirm.seen is not None
    assert "? changed files" in confirm.seen.accessibleName()
    assert "? ignored files" in confirm.seen.accessibleName()
    assert not confirm.action.isEnabled()
    confirm.close()


def test_ignored_files_are_lost_where_they_are_not_kept(window: QWidget, theme: Theme) -> None:
    contents = Contents(ignored=Named(1, (".env",)), fingerprint="i")
    kept = opened(window, theme, [worktree_row("a", contents=contents)])
    assert kept.seen is None
    assert shown(kept, "loss_card")
    kept.close()
    lost = opened(window, theme, [worktree_row("a", contents=contents)], keeps=False)
    assert lost.seen is not None
    assert not texts(lost, "loss_kept")
    lost.close()


def test_a_head_on_no_branch_and_an_unfinished_merge_are_said(window: QWidget, theme: Theme) -> None:
    contents = Contents(
        changes=Changes(operation="merge", head="1a2b3c4d5e6f"),
        commits=Named(2, ("1a2b3c One", "2b3c4d Two")),
        is_detached=True,
        submodules=InnerWorks(1, (InnerWork("lib/x/", changed=2),)),
        loose_commits=3,
        stashes=1,
        fingerprint="d",
    )
    confirm = opened(window, theme, [worktree_row("a", contents=contents)])
    assert label(confirm, "loss_operation") == "an unfinished merge"
    stays = " / ".join(texts(confirm, "stays"))
    assert "a branch is made first" in stays
    assert "hidden name" in stays
    assert "stashed" in stays
    assert "All 1" not in stays
    assert confirm.seen is not None
    assert "submodule" in confirm.seen.accessibleName()
    assert "unfinished merge" in confirm.seen.accessibleName()
    confirm.close()


def test_a_release_keeps_its_threads(window: QWidget, theme: Theme) -> None:
    confirm = opened(window, theme, rows("search"), kind=RemovalKind.RELEASE)
    assert confirm.title_label.text() == "Release this own copy?"
    assert any("can be made again" in text for text in texts(confirm, "stays"))
    assert confirm.action.text().startswith("Release and lose 6 file")
    confirm.close()


def test_back_and_cancel_differ(window: QWidget, theme: Theme) -> None:
    confirm = opened(window, theme, rows("search"))
    given_up = QSignalSpy(confirm.given_up)
    confirm.back.click()
    assert given_up.count() == 0
    confirm = opened(window, theme, rows("search"))
    given_up = QSignalSpy(confirm.given_up)
    confirm.cancel.click()
    assert given_up.count() == 1
