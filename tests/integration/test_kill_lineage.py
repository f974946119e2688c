# SPDX-License-Identifier: MIT
"""``kill -9`` of the app, or a full disk, while threads are forked, merged, rewound and deleted for good.

A test kills a real process of the app at an exact point, most often right before or right after a commit, and starts the app again
on the same folder; those with a full disk go on in the same app. What is stored is compared row by row with what was there before,
or with what the same step leaves where nothing is in its way.
"""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from onesist_desktop.bootstrap import App, start_app
from onesist_desktop.core.answerer import RunOptions
from onesist_desktop.core.errors import DiskFullError
from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.paths import app_paths
from onesist_desktop.services.events import NoticeRaised
from tests.integration.full_disk import Filler, small_disk
from tests.integration.grid_app import GridApp, running
from tests.integration.kill_checks import PRACTICE, check_practice, last_run
from tests.integration.kill_lineage import obey_lineage
from tests.integration.kill_rig import Driver, Forker, Place, place_in
from tests.integration.lineage_checks import (
    Family,
    Rows,
    ask_database,
    check_database,
    check_family,
    check_forgotten,
    count_rows,
    digest,
    go_on,
    make_family,
    reopen,
    restart,
    rows_of,
    thread_ids,
)
from tests.support import leaks

Command = dict[str, Any]

PAGE_KB = 4


@dataclass(frozen=True, slots=True)
class Step:
    """What a person does in one transaction.

    Attributes:
        mark: Its name in ``kill_points.MARKS``.
        command: What they do.
        before: What they did before.
        again: Why the app refuses to do it once more; empty where it does.
        back: What takes it back; afterwards the parent has what it had.
        untouched: The thread of which no message may change.
        asked: The threads that they go on in.
    """

    mark: str
    command: Callable[[Family], Command]
    before: Callable[[Family], Command | None] = lambda _: None
    again: str = ""
    back: Callable[[Family], Command] | None = None
    untouched: str = "child"
    asked: tuple[str, ...] = ("parent",)


def rewind(family: Family) -> Command:
    return {"do": "rewind", "thread": family.parent, "seq": family.fork_seq}


def undo(family: Family) -> Command:
    return {"do": "undo", "thread": family.parent}


def merge(family: Family) -> Command:
    return {"do": "merge", "thread": family.child}


STEPS = {
    "fork": Step(
        "fork", lambda family: {"do": "fork", "thread": family.parent, "seq": family.fork_seq}, untouched="parent", asked=()
    ),
    "merge": Step("merge", merge, again="nothing_new"),
    "merge into a thread that was rewound": Step("merge", merge, rewind, again="nothing_new"),
    "rewind": Step("rewind", rewind, again="nothing_later", back=undo),
    "undo": Step("undo", undo, rewind, again="already_settled", back=rewind),
    "delete": Step("delete", lambda family: {"do": "delete", "thread": family.child}, again="not_found", untouched="parent"),
}


@dataclass
class Ground:
    """What the tests of this file share: a family to copy, and what each step leaves where nobody is killed."""

    forker: Forker
    family: Family
    left: dict[str, Rows] = field(default_factory=dict)

    def after(self, name: str, folder: Path) -> Rows:
        if name not in self.left:
            with place_in(folder, like=self.family.folder, forker=self.forker) as place:
                driver = prepared(place, STEPS[name], self.family)
                assert "refused" not in driver.ask(**STEPS[name].command(self.family))
                driver.close()
                self.left[name] = rows_of(place, self.family)
        return self.left[name]


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    """See :class:`Ground`."""
    folder = tmp_path_factory.mktemp("family")
    with place_in(folder) as place:
        family = make_family(place)
        yield Ground(place.forkers[0], family)


def spare(forker: Forker, request: pytest.FixtureRequest) -> None:
    """Let a process live on that serves all tests of this file: the first one that has it doesn't leave it behind."""
    request.node.stash[leaks.BEFORE].pids.add(forker.process.pid)


@pytest.fixture
def place(tmp_path: Path, ground: Ground, request: pytest.FixtureRequest) -> Iterator[Place]:
    """A copy of the family."""
    spare(ground.forker, request)
    (tmp_path / "copy").mkdir()
    with place_in(tmp_path / "copy", like=ground.family.folder, forker=ground.forker) as copy:
        yield copy


@pytest.fixture
def family(ground: Ground) -> Family:
    """See :class:`Family`."""
    return ground.family


def prepared(place: Place, step: Step, family: Family) -> Driver:
    driver, before = place.start(), step.before(family)
    if before is not None:
        driver.ask(**before)
    return driver


# -- right before and right after the commit ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", STEPS)
def test_killed_before_the_commit_nothing_happened_and_after_it_everything(
    tmp_path: Path, ground: Ground, place: Place, family: Family, name: str
) -> None:
    step = STEPS[name]
    (tmp_path / "other").mkdir()
    expected, untouched = ground.after(name, tmp_path / "other"), getattr(family, step.untouched)
    driver = prepared(place, step, family)
    stored, messages, content = rows_of(place), digest(place, untouched), place.of(family.parent).content()
    driver.dies(**step.command(family), die_at=f"uncommitted:{step.mark}")
    driver = reopen(place)
    assert rows_of(place) == stored
    driver.dies(**step.command(family), die_at=f"committed:{step.mark}")
    driver = restart(place)
    assert rows_of(place, family) == expected
    assert digest(place, untouched) == messages
    driver.ask(do="after_start")
    answer = driver.ask(**step.command(family))
    assert answer.get("refused", "") == step.again
    if step.back is not None:
        driver.ask(**step.back(family))
        assert place.of(family.parent).content() == content
    go_on(place, driver, *asked(place, family, step))


def asked(place: Place, family: Family, step: Step) -> list[str]:
    return [getattr(family, name) for name in step.asked] or [family.parent, thread_ids(place)[-1]]


# -- a fork's first message -----------------------------------------------------------------------------------------------


def test_fork_whose_first_run_is_cut_off_again_and_again_before_it_counts_as_accepted(place: Place, family: Family) -> None:
    driver, messages = place.start(), digest(place, family.parent)
    fork = driver.ask(do="fork", seq=family.fork_seq)["fork"]
    copied = place.of(fork).said()
    driver.dies(do="send", thread=fork, provider=PRACTICE, text="Zeta", die_at="uncommitted:settle")
    driver = restart(place)
    assert place.of(fork).said() == copied
    driver.dies(do="send", thread=fork, provider=PRACTICE, text="Zeta", die_at="committed:settle")
    for point in ("plan_committed", "sending", "accepted_unseen"):
        driver = restart(place, recovered=1)
        assert place.of(fork).said() == [*copied, "Zeta"]
        driver.dies(do="again", thread=fork, die_at=point)
    driver = reopen(place, recovered=1)
    go_on(place, driver, fork)
    assert place.of(fork).said()[: len(copied) + 1] == [*copied, "Zeta"]
    assert digest(place, family.parent) == messages


# -- the send that makes a rewind final -----------------------------------------------------------------------------------


@pytest.mark.parametrize("points", [("committed:settle", "plan_committed", "sending"), ("accepted_unseen",)])
def test_send_that_settles_a_rewind_is_cut_off(place: Place, family: Family, points: Sequence[str]) -> None:
    driver = place.start()
    driver.ask(**rewind(family))
    parent, stored = place.of(family.parent), rows_of(place)
    said, send = parent.said(), {"do": "send", "provider": PRACTICE, "text": "Zeta"}
    if points[0] == "committed:settle":
        driver.dies(**send, die_at="uncommitted:settle")
        driver = restart(place)
        assert rows_of(place) == stored
        driver.ask(do="undo")
        driver.ask(**rewind(family))
    for point in points:
        driver.dies(**send, die_at=point)
        driver, send = restart(place, recovered=1), {"do": "again"}
        assert parent.said() == [*said, "Zeta"]
        assert driver.ask(do="undo")["refused"] == "already_settled"
    go_on(place, driver, family.parent)
    assert ask_database(place, "SELECT DISTINCT state FROM rewinds WHERE state != 'undone'") == [("settled",)]


# -- a merge that waits ---------------------------------------------------------------------------------------------------


def waiting(place: Place) -> list[str]:
    return [row[0] for row in ask_database(place, "SELECT child_thread_id FROM waiting_merges")]


def merged_into(place: Place, thread_id: str) -> int:
    query = "SELECT count(*) FROM messages WHERE thread_id = ? AND kind = 'merge' AND role = 'user'"
    return int(ask_database(place, query, thread_id)[0][0])


def work(driver: Driver, family: Family, words: int) -> None:
    """Let the parent work on an answer, slowly."""
    driver.ask(do="send", thread=family.parent, provider=PRACTICE, text=f"Zeta\nslow {words}", until="word 3")


def test_merge_that_waits_is_cut_off_and_again_where_the_next_start_carries_it_out(place: Place, family: Family) -> None:
    driver, messages = place.start(), digest(place, family.child)
    work(driver, family, 400)
    driver.ask(do="merge_when_ended", thread=family.child)
    driver.dies(do="die")
    assert waiting(place) == [family.child]
    driver = restart(place, recovered=1)
    assert (waiting(place), merged_into(place, family.parent)) == ([family.child], 0)
    stored = rows_of(place)
    driver.dies(do="after_start", die_at="uncommitted:merge")
    assert rows_of(place) == stored
    restart(place).dies(do="after_start", die_at="committed:merge")
    assert (waiting(place), merged_into(place, family.parent)) == ([], 1)
    driver = reopen(place)
    assert (waiting(place), merged_into(place, family.parent)) == ([], 1)
    assert driver.ask(**merge(family))["refused"] == "nothing_new"
    assert digest(place, family.child) == messages
    go_on(place, driver, family.parent, family.child)


def test_wish_to_merge_later_is_cut_off(place: Place, family: Family) -> None:
    driver = place.start()
    work(driver, family, 400)
    driver.dies(do="merge_when_ended", thread=family.child, die_at="uncommitted:wait")
    assert waiting(place) == []
    driver = reopen(place, recovered=1)
    assert merged_into(place, family.parent) == 0
    work(driver, family, 400)
    driver.dies(do="merge_when_ended", thread=family.child, die_at="committed:wait")
    assert waiting(place) == [family.child]
    driver = reopen(place, recovered=1)
    assert (waiting(place), merged_into(place, family.parent)) == ([], 1)
    assert driver.ask(**merge(family))["refused"] == "nothing_new"
    go_on(place, driver, family.parent)
    assert merged_into(place, family.parent) == 1


@pytest.mark.parametrize("moment", ["uncommitted", "committed"])
def test_merge_that_waited_is_cut_off_at_the_end_of_the_answer(place: Place, family: Family, moment: str) -> None:
    driver = place.start()
    work(driver, family, 25)
    driver.ask(do="merge_when_ended", thread=family.child)
    driver.dies(do="idle", thread=family.parent, die_at=f"{moment}:merge")
    is_merged = moment == "committed"
    assert last_run(place.of(family.parent)).outcome == "completed"
    assert (waiting(place), merged_into(place, family.parent)) == ([family.child] * (not is_merged), int(is_merged))
    driver = reopen(place)
    assert (waiting(place), merged_into(place, family.parent)) == ([], 1)
    go_on(place, driver, family.parent)


# -- for good -------------------------------------------------------------------------------------------------------------


def mentions(place: Place, thread_id: str) -> dict[str, int]:
    """Count the rows that belong to a thread, by table."""
    queries = {table: f"SELECT count(*) FROM {table} WHERE thread_id = ?" for table in ("messages", "runs", "context_handoffs")}
    queries |= {"threads": "SELECT count(*) FROM threads WHERE id = ?"}
    return {table: ask_database(place, query, thread_id)[0][0] for table, query in queries.items()}


@pytest.mark.parametrize("name", ["parent", "child"])
def test_purge_is_cut_off_at_every_slice(place: Place, family: Family, name: str) -> None:
    gone, other = getattr(family, name), family.child if name == "parent" else family.parent
    driver = place.start()
    if name == "parent":
        driver.ask(**rewind(family))
    driver.ask(do="delete", thread=gone)
    driver.close()
    messages, sizes = digest(place, other), [count_rows(place)]
    values = "SELECT * FROM app_values ORDER BY 1"
    kept, driver = ask_database(place, values), place.start()
    assert ask_database(place, values) == kept, "a start that a full disk must not hold up writes what it can leave for later"
    driver.dies(do="purge", die_at="uncommitted:purge")
    assert count_rows(place) == sizes[-1]
    while mentions(place, gone)["threads"]:
        place.start().dies(do="purge", die_at="committed:purge")
        sizes.append(count_rows(place))
        assert sizes[-1] < sizes[-2]
        check_database(place)
        assert thread_ids(place) == [other]
        assert digest(place, other) == messages
    assert len(sizes) > 5
    driver = reopen(place)
    assert set(mentions(place, gone).values()) == {0}
    assert digest(place, other) == messages
    go_on(place, driver, other)


# -- a full disk ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def small(tmp_path: Path, ground: Ground, request: pytest.FixtureRequest) -> Iterator[Place]:
    """A copy of the family on a disk of its own."""
    spare(ground.forker, request)
    (tmp_path / "small").mkdir()
    family = ground.family.folder
    with place_in(tmp_path / "small", like=family, forker=ground.forker) as copy, small_disk(copy.data):
        shutil.copytree(family / "data", copy.data, dirs_exist_ok=True)
        yield copy


async def obey(grid: GridApp, command: Command) -> Command:
    return await obey_lineage(grid.app, ThreadId(command["thread"]), command)


async def fill(grid: GridApp) -> Filler:
    """Leave no room, neither on the disk nor in what the database has of it."""
    await grid.app.context.database.empty_log()
    filler = Filler(grid.place.data)
    filler.fill()
    return filler


@pytest.mark.parametrize("name", STEPS)
async def test_on_a_full_disk_nothing_happens_and_once_there_is_room_it_does(
    tmp_path: Path, ground: Ground, small: Place, family: Family, name: str
) -> None:
    step = STEPS[name]
    (tmp_path / "other").mkdir()
    expected = ground.after(name, tmp_path / "other")
    async with running(small) as grid:
        if before := step.before(family):
            await obey(grid, before)
        stored, filler = rows_of(small), await fill(grid)
        with pytest.raises(DiskFullError):
            await obey(grid, step.command(family))
        assert rows_of(small) == stored
        filler.empty()
        assert "refused" not in await obey(grid, step.command(family))
        assert rows_of(small, family) == expected
        assert grid.errors == []
    check_family(small)


async def test_on_a_full_disk_a_rewind_is_not_made_final(small: Place, family: Family) -> None:
    async with running(small) as grid:
        grid.thread_id = ThreadId(family.parent)
        await obey(grid, rewind(family))
        stored, filler = rows_of(small), await fill(grid)
        assert not await grid.say(PRACTICE, "Zeta")
        assert rows_of(small) == stored
        filler.empty()
        await obey(grid, undo(family))
        await obey(grid, rewind(family))
        assert await grid.say(PRACTICE, "Zeta")
    check_family(small)
    check_practice(small.of(family.parent))
    check_forgotten(small.of(family.parent))


async def left_waiting(place: Place, family: Family) -> None:
    """Let a merge wait, and end the app in order."""
    async with running(place) as grid:
        await grid.app.services.turns.send(ThreadId(family.parent), "Zeta\nslow 400", RunOptions(ProviderId(PRACTICE)))
        await obey(grid, {"do": "merge_when_ended", "thread": family.child})
    assert waiting(place) == [family.child]


@pytest.mark.usefixtures("expect_warnings")
@pytest.mark.parametrize("is_there", [True, False], ids=["there is something to merge", "there is nothing any more"])
async def test_on_a_full_disk_a_merge_goes_on_waiting_and_the_start_goes_on(small: Place, family: Family, is_there: bool) -> None:
    await left_waiting(small, family)
    notices: list[NoticeRaised] = []
    async with running(small) as grid:
        grid.app.context.bus.subscribe(NoticeRaised, notices.append)
        if not is_there:
            await obey(grid, {"do": "rewind", "thread": family.child, "seq": family.fork_seq})
        stored, filler = rows_of(small), await fill(grid)
        await grid.app.after_start()
        # Not only of the merge: keys can't be masked in what is stored either.
        assert {notice.code for notice in notices} == {"storage"}
        assert rows_of(small) == stored
        filler.empty()
        notices.clear()
        await grid.app.after_start()
        assert [notice.code for notice in notices] == ([] if is_there else ["waiting_merge_dropped"])
    assert (waiting(small), merged_into(small, family.parent)) == ([], int(is_there))
    check_family(small)


@asynccontextmanager
async def started(place: Place) -> AsyncIterator[App]:
    """Start the app alone: nobody opens a project, which would be noted."""
    app = await start_app(app_paths({"ONESIST_DB_PATH": str(place.data / "onesist.db")}), place.environ, lambda *_: None)
    try:
        yield app
    finally:
        await app.close()


async def needed_kb(place: Place) -> int:
    """Return how much room a start needs that has nothing to write, and a page for the log."""
    filler = Filler(place.data)
    # From above: a start that fails leaves files that the next one needn't make.
    for room_kb in range(128, 0, -PAGE_KB):
        filler.fill(but_kb=room_kb)
        try:
            async with started(place):
                pass
        except DiskFullError:
            return room_kb + 2 * PAGE_KB
        finally:
            filler.empty()
    raise AssertionError("it needs no room")


@pytest.mark.usefixtures("expect_warnings")
async def test_on_a_full_disk_the_app_starts_and_what_was_deleted_waits_for_room(small: Place, family: Family) -> None:
    room_kb = await needed_kb(small)
    async with running(small) as grid:
        await obey(grid, {"do": "delete", "thread": family.child})
    stored, messages = rows_of(small), digest(small, family.parent)
    filler = Filler(small.data)
    filler.fill(but_kb=room_kb)
    async with started(small) as app:
        filler.fill()
        await app.purge.run()
        assert rows_of(small) == stored
    filler.empty()
    async with running(small) as grid:
        assert grid.app.recovered_runs == 0
        await grid.app.after_start()
    assert set(mentions(small, family.child).values()) == {0}
    assert digest(small, family.parent) == messages
    check_family(small)
