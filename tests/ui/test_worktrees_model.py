# SPDX-License-Identifier: MIT
"""The rows of the clean-up: numbers, filter, ticks, and what each row says. Unknown is never taken for nothing."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy

from onesist_desktop.core.ids import ProviderId, ThreadId, WorktreeId
from onesist_desktop.core.workspaces import (
    UNKNOWN,
    Blocker,
    BlockerKind,
    Changes,
    Contents,
    InnerWork,
    InnerWorks,
    Named,
    WorktreeState,
)
from onesist_desktop.services.views import ThreadState
from onesist_desktop.services.workspace_views import INTERRUPTED_NOTE, RemovalResult, RemovalResultKind, ThreadAt, WorktreeRow
from onesist_desktop.ui.models.removal_words import left_out_text
from onesist_desktop.ui.models.worktree_filter import (
    Order,
    Standing,
    Ticks,
    arranged,
    can_tick,
    is_found,
    standing_of,
    tally,
    ticks_of,
)
from onesist_desktop.ui.models.worktree_meaning import Act, Meaning, Surroundings, Tone, meaning_of
from onesist_desktop.ui.models.worktree_names import kinds_of, shown_name
from onesist_desktop.ui.models.worktree_numbers import Counts, Loss, add, counts_of, counts_of_all, freed_bytes, loss_of
from onesist_desktop.ui.models.worktree_words import lost_list, state_notes, used_text
from onesist_desktop.ui.models.worktrees_model import WorktreesModel
from onesist_desktop.ui.roles import Role
from tests.ui.fake_cleanup import COMMITS, SEARCH, result, story_rows, unmeasured
from tests.ui.workspace_fakes import worktree_row

NOW = time.mktime((2026, 11, 28, 10, 4, 0, 0, 0, -1))
STATES = {"t5": ThreadState.WORKING, "t6": ThreadState.ASKS}
AROUND = Surroundings(lambda provider_id: {"codex": "Codex", "ollama": "Opencode"}.get(provider_id or "", ""), STATES.get)  # type: ignore[arg-type]


def made(rows: list[WorktreeRow] | None = None) -> WorktreesModel:
    model = WorktreesModel(AROUND, now=lambda: NOW)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    model.reset(story_rows(NOW) if rows is None else rows)
    return model


def row_of(name: str) -> WorktreeRow:
    return next(row for row in story_rows(NOW) if row.id == name)


def shown_ids(model: WorktreesModel) -> list[str]:
    return [model.index(at).data(Role.WORKTREE).id for at in range(model.rowCount())]


# -- numbers ----------------------------------------------------------------------------------------------------------------


def test_deleted_files_count_as_changed_and_kept_ignored_ones_are_not_lost() -> None:
    counts = counts_of(SEARCH)
    assert (counts.changed, counts.new, counts.ignored, counts.commits) == (2, 4, 1, 0)
    assert loss_of(counts, keeps_ignored=True) == Loss(2, 4, 0)
    assert loss_of(counts, keeps_ignored=False).files == 7


def test_a_sum_with_one_unknown_part_is_unknown() -> None:
    unknown = replace(SEARCH, changes=replace(SEARCH.changes, deleted=UNKNOWN), ignored=UNKNOWN)
    counts = counts_of_all([worktree_row("a", contents=SEARCH), worktree_row("b", contents=unknown)])
    assert (counts.changed, counts.new, counts.ignored) == (None, 8, None)
    loss = loss_of(counts, keeps_ignored=True)
    assert loss.ignored is None
    assert loss.files is None
    assert not loss.is_none
    assert "? changed files" in lost_list(loss)
    assert "? ignored files" in lost_list(loss)
    assert freed_bytes([worktree_row("a"), worktree_row("b", size_bytes=None)]) is None


@pytest.mark.parametrize("part", ["commits", "loose"])
def test_commits_that_could_not_be_counted_are_something_to_lose(part: str) -> None:
    contents = Contents(commits=UNKNOWN) if part == "commits" else Contents(loose_commits=None)
    loss = loss_of(counts_of(contents), keeps_ignored=True)
    assert not loss.is_none
    assert lost_list(loss) == "? commits"


def test_nothing_is_known_of_what_was_not_measured() -> None:
    assert counts_of(None).changed is None
    assert not loss_of(counts_of(None), keeps_ignored=True).is_none


NAMED = st.one_of(st.just(UNKNOWN), st.integers(0, 3).map(Named))
CONTENTS = st.builds(
    Contents,
    changes=st.builds(Changes, modified=NAMED, deleted=NAMED, untracked=NAMED, operation=st.sampled_from(["", "merge", "rebase"])),
    ignored=NAMED,
    commits=NAMED,
    loose_commits=st.one_of(st.none(), st.integers(0, 2)),
    submodules=st.one_of(st.none(), st.integers(0, 3)).map(InnerWorks),
    is_detached=st.booleans(),
)


@given(contents=CONTENTS)
def test_we_say_that_nothing_is_lost_exactly_when_the_contents_do(contents: Contents) -> None:
    assert loss_of(counts_of(contents), keeps_ignored=False).is_none == contents.holds_nothing


@given(contents=st.lists(CONTENTS, max_size=4))
def test_a_loss_of_several_is_nothing_only_if_each_is(contents: list[Contents]) -> None:
    rows = [worktree_row(str(at), contents=one) for at, one in enumerate(contents)]
    whole = loss_of(counts_of_all(rows), keeps_ignored=True)
    each = [loss_of(counts_of(one), keeps_ignored=True) for one in contents]
    assert whole.is_none == all(one.is_none for one in each)
    assert whole.files == add(one.files for one in each)
    if not whole.is_none:
        assert lost_list(whole)


# -- filter -----------------------------------------------------------------------------------------------------------------


def test_the_parts_of_the_filter() -> None:
    counts = tally(story_rows(NOW))
    assert [counts[part] for part in Standing] == [8, 2, 2, 4, 0]
    assert {row.id for row in story_rows(NOW) if standing_of(row) is Standing.BLOCKED} == {"backup", "photos", "login", "session"}
    assert standing_of(row_of("import")) is Standing.HOLDS_WORK
    assert tally(unmeasured(story_rows(NOW)))[Standing.MEASURING] == 4


def test_what_could_not_be_counted_can_not_be_ticked() -> None:
    row = worktree_row("a", contents=None, note="fatal: bad object")
    assert standing_of(row) is Standing.BLOCKED
    assert not can_tick(row)
    assert not can_tick(worktree_row("b", state=WorktreeState.CREATING))
    assert can_tick(worktree_row("c", state=WorktreeState.REMOVING))


def test_a_text_is_looked_for_in_repository_branch_folder_and_threads() -> None:
    row = row_of("search")
    assert all(is_found(row, text) for text in ("web", "C41D20", "search INDEX", row.path, ""))
    assert not is_found(row, "api")
    assert [one.id for one in arranged(story_rows(NOW), Standing.BLOCKED, "photos")] == ["photos"]


def test_orders() -> None:
    rows = story_rows(NOW)
    safe_first = [row.id for row in arranged(rows, Standing.ALL, "")]
    assert safe_first == ["rounding", "others", "import", "search", "backup", "photos", "login", "session"]
    assert [row.id for row in arranged(rows, Standing.ALL, "", Order.USED)][:3] == ["backup", "photos", "import"]
    assert [row.id for row in arranged(rows, Standing.ALL, "", Order.SIZE)][:2] == ["search", "import"]
    assert arranged(rows, Standing.ALL, "", Order.SIZE)[-1].id == "photos"
    assert arranged(rows, Standing.ALL, "", Order.NAME)[0].id == "backup"


def test_ticks_have_a_partial_state_and_leave_out_what_is_blocked() -> None:
    rows = story_rows(NOW)
    assert ticks_of(rows, set()) is Ticks.NONE
    assert ticks_of(rows, {WorktreeId("search")}) is Ticks.SOME
    assert ticks_of(rows, {WorktreeId(name) for name in ("search", "import", "rounding", "others")}) is Ticks.ALL
    assert ticks_of([], {WorktreeId("search")}) is Ticks.NONE


# -- the model --------------------------------------------------------------------------------------------------------------


def test_blocked_rows_can_not_be_ticked_by_any_way(qapp: object) -> None:
    model = made()
    model.set_ticked(WorktreeId("login"), True)
    index = model.index_of(WorktreeId("login"))
    assert not index.flags() & Qt.ItemFlag.ItemIsUserCheckable
    assert not model.setData(index, Qt.CheckState.Checked.value, Qt.ItemDataRole.CheckStateRole)
    model.tick_shown(True)
    assert {row.id for row in model.ticked} == {"search", "import", "rounding", "others"}


def test_a_tick_goes_when_its_row_gets_blocked(qapp: object) -> None:
    model = made()
    model.set_ticked(WorktreeId("search"), True)
    changed = QSignalSpy(model.ticks_changed)
    model.put(replace(row_of("search"), blockers=(Blocker(BlockerKind.RUN),)))
    assert model.ticked == []
    assert changed.count() > 0


def test_rows_fill_in_without_moving(qapp: object) -> None:
    model = made(unmeasured(story_rows(NOW)))
    before, resets = shown_ids(model), QSignalSpy(model.modelReset)
    assert model.index_of(WorktreeId("search")).data(Role.COUNTS) is None
    for row in reversed(story_rows(NOW)):
        model.put(row)
    assert shown_ids(model) == before
    assert resets.count() == 0
    assert model.index_of(WorktreeId("search")).data(Role.COUNTS) == Counts(2, 4, 1)
    model.put(worktree_row("another project's"))
    assert model.count == 8


def test_counting_again_keeps_ticks_and_numbers_until_new_ones_come(qapp: object) -> None:
    model = made()
    model.set_ticked(WorktreeId("search"), True)
    model.reset(unmeasured(story_rows(NOW)))
    assert [row.id for row in model.ticked] == ["search"]
    assert model.index_of(WorktreeId("search")).data(Role.COUNTS) == Counts(2, 4, 1)


def test_ticks_of_rows_that_the_filter_hides_stay_and_are_removed_too(qapp: object) -> None:
    model = made()
    model.set_ticked(WorktreeId("search"), True)
    model.show_part(Standing.NOTHING_TO_LOSE)
    assert shown_ids(model) == ["rounding", "others"]
    assert model.ticks is Ticks.NONE
    model.tick_shown(True)
    assert {row.id for row in model.ticked} == {"search", "rounding", "others"}
    model.tick_shown(False)
    assert [row.id for row in model.ticked] == ["search"]


def test_nothing_is_ticked_while_something_is_removed(qapp: object) -> None:
    model = made()
    model.set_ticked(WorktreeId("search"), True)
    model.begin_removal([WorktreeId("search")])
    model.toggle(WorktreeId("search"))
    model.tick_shown(True)
    assert [row.id for row in model.ticked] == ["search"]
    model.show_step(WorktreeId("search"), "removing")
    assert model.index_of(WorktreeId("search")).data(Role.MEANING).is_busy
    model.show_result(result("search", RemovalResultKind.REFUSED))
    assert not model.is_removing
    assert model.index_of(WorktreeId("search")).data(Role.MEANING).text == "Git refused"


def test_a_screen_reader_hears_all_of_a_row(qapp: object) -> None:
    model = made()
    model.set_ticked(WorktreeId("search"), True)
    text = model.index_of(WorktreeId("search")).data(Qt.ItemDataRole.AccessibleTextRole)
    for part in (
        "Ticked",
        "web",
        "onesist/product-search--c41d20",
        "With a search index",
        "391 MB",
        "2 changed",
        "4 new",
        "1 ignored",
    ):
        assert part in text
    text = model.index_of(WorktreeId("login")).data(Qt.ItemDataRole.AccessibleTextRole)
    for part in ("Can't be ticked", "Codex is working here", "2 processes", "Show"):
        assert part in text
    text = model.index_of(WorktreeId("photos")).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "Folder is gone" in text


# -- what rows say ----------------------------------------------------------------------------------------------------------


def meaning(row: WorktreeRow) -> Meaning:
    return meaning_of(row, AROUND)


def test_what_removing_means(qapp: object) -> None:
    assert meaning(row_of("rounding")) == Meaning("Nothing would be lost", "", "check-circle", Tone.SAFE)
    assert meaning(row_of("search")).text.startswith("7 file")
    assert meaning(row_of("import")).quiet == "stay on the branch"
    assert meaning(row_of("session")).links == ((Act.GO_TO_QUESTION, "Go to its question"),)
    assert meaning(row_of("session")).text == "Opencode waits for you"
    assert meaning(row_of("login")).links == ((Act.SHOW_PROCESSES, "Show"),)
    assert [act for act, _ in meaning(row_of("photos")).links] == [Act.FORGET, Act.MAKE_AGAIN]
    assert meaning(row_of("backup")).text == "Locked: “on the USB drive”"
    assert meaning(worktree_row("r", exists=False, state=WorktreeState.RELEASED)).text == "Released"


def test_what_counts_do_not_say_is_said_in_words(qapp: object) -> None:
    detached = replace(
        COMMITS, is_detached=True, commits=Named(2, ("a", "b")), changes=Changes(operation="rebase", head="1a2b3c4d5e")
    )
    notes = " ".join(state_notes(detached))
    assert "an unfinished rebase" in notes
    assert "A branch is made first" in notes
    only_merge = worktree_row("m", contents=Contents(changes=Changes(operation="merge")))
    assert meaning(only_merge).text == "Holds an unfinished merge"
    assert meaning(only_merge).tone is Tone.LOSS
    submodule = worktree_row("s", contents=Contents(submodules=InnerWorks(1, (InnerWork("lib/x/", files=2),))))
    assert "submodule" in meaning(submodule).text
    plain = worktree_row("d", contents=replace(detached, changes=Changes()))
    assert meaning(plain).quiet == "a branch is made first"


@pytest.mark.parametrize(
    ("work", "words"),
    [
        (InnerWork("a/", changed=2, deleted=1, new=3), "a/ (2 changed, 1 deleted, 3 new)"),
        (InnerWork("a/", operation="rebase", commits=4, stashes=1), "a/ (an unfinished rebase, 4 commits, 1 stashed)"),
        (InnerWork("a/", commits=None), "a/ (? commits)"),
        (InnerWork("a/", is_readable=False), "a/ (can't be read)"),
        (InnerWork("a\udcff/", files=0), "a\\xff/ (a repository, 0 files)"),
    ],
)
def test_what_a_submodule_holds_is_said_in_the_language_of_the_window(qapp: object, work: InnerWork, words: str) -> None:
    (kind,) = kinds_of(Contents(submodules=InnerWorks(None, (work,))))
    shown = kind.names[0].replace("commit(s)", "commits").replace("file(s)", "files")
    assert (kind.key, kind.heading, shown) == ("submodules", "? submodules with work", words)


def test_an_interrupted_removal_is_worded_and_gits_words_stay_as_they_are(qapp: object) -> None:
    words = "A removal was interrupted. What is left is listed; remove it again to finish."
    assert meaning(replace(row_of("rounding"), note=INTERRUPTED_NOTE)).quiet == words
    assert meaning(replace(row_of("search"), note=INTERRUPTED_NOTE)).quiet == words
    assert meaning(worktree_row("n", contents=None, note=INTERRUPTED_NOTE)).quiet == words
    assert meaning(worktree_row("n", contents=None, note="fatal: it was interrupted\n")).quiet == "fatal: it was interrupted"


def test_what_could_not_be_kept_is_named_up_to_a_limit(qapp: object) -> None:
    many = RemovalResult(WorktreeId("a"), RemovalResultKind.REMOVED, left_out=tuple(f"link{number}" for number in range(12)))
    assert left_out_text(many).endswith("link9, and 2 more…")
    assert left_out_text(replace(many, left_out=())) == ""
    assert left_out_text(replace(many, kind=RemovalResultKind.REFUSED)) == "", "it is all still there"


@pytest.mark.parametrize("kind", list(BlockerKind))
def test_each_blocker_says_why(qapp: object, kind: BlockerKind) -> None:
    row = worktree_row("a", blockers=(Blocker(kind),), threads=())
    said = meaning(row)
    assert said.text
    assert said.glyph
    assert not can_tick(row)


def test_odd_names_stay_one_line_and_can_be_drawn() -> None:
    assert shown_name("a\nb\tc") == "a\\nb\\tc"
    assert shown_name("caf\udce9") == "caf\\xe9"
    assert shown_name("файл → 文件.txt") == "файл → 文件.txt"
    kinds = kinds_of(Contents(ignored=Named(1, ("x\n\udcff",))))
    assert kinds[0].names == ("x\\n\\xff",)


def test_more_names_than_are_shown_are_counted() -> None:
    kind = next(kind for kind in kinds_of(SEARCH) if kind.key == "new")
    assert kind.first(3) == (("src/search/tokens.ts", "test/rank.test.ts"), 2)
    assert kind.first(4)[1] == 0
    many = next(iter(kinds_of(Contents(ignored=Named(160_000, tuple(str(at) for at in range(50)))))))
    assert many.first(3)[1] == 159_998
    assert next(iter(kinds_of(Contents(ignored=UNKNOWN)))).first(3) == ((), None)


def test_times_in_words(qapp: object) -> None:
    assert used_text(NOW - 5, NOW) == "now"
    assert used_text(NOW - 3600, NOW).startswith("today ")
    assert used_text(NOW - 86_400, NOW) == "yesterday"
    assert used_text(NOW - 9 * 86_400, NOW) == "19 Nov"
    assert used_text(0, NOW) == ""


def test_several_threads_are_counted_in_the_row_and_named_in_full(qapp: object) -> None:
    threads = tuple(ThreadAt(ThreadId(str(at)), f"Thread {at}", ProviderId("claude")) for at in range(3))
    model = made([worktree_row("a", threads=threads)])
    text = model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert all(f"Thread {at}" in text for at in range(3))


def test_a_branch_or_repository_that_is_no_text_is_shown_whole(qapp: object) -> None:
    # Qt cuts a text at what can't be encoded, and two branches would look the same.
    row = worktree_row(
        "a", branch="caf\udce9/one", repository_title="shop\udcff2", blockers=(Blocker(BlockerKind.LOCKED, ("x\udce9y\nz",)),)
    )
    model = made([row])
    assert model.index(0).data() == "shop\\xff2 caf\\xe9/one"
    assert meaning(row).text == "Locked: “x\\xe9y\\nz”"
