# SPDX-License-Identifier: MIT
"""Set-ups of worktrees: real commands, a real database, a real repository."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from onesist_desktop.core.errors import BusyError, NotFoundError, WorkspaceError, WorkspaceFault
from onesist_desktop.core.ids import ThreadId, WorktreeId
from onesist_desktop.core.messages import Message, MessageKind
from onesist_desktop.core.workspaces import WorktreeState
from onesist_desktop.process import leftovers, tree
from onesist_desktop.services.events import MessageAdded, SetupChanged
from onesist_desktop.services.setup import SetupService
from onesist_desktop.services.workspace_views import SetupState, SetupView
from onesist_desktop.storage.records import WorktreeRecord
from tests.support.git_rig import GitRig
from tests.support.service_rig import Rig, service_rig

FILE = ".agents/onesist-worktree.json"
KEY = "sk-test-0123456789abcdef0123"
# Says its grandchild's pid, which ignores the polite signal and left its session and its tree.
GRANDCHILD = """(trap '' TERM; setsid sh -c 'trap "" TERM; echo $$ > grandchild; while :; do sleep 60; done' & )
while ! test -s grandchild; do sleep 0.05; done; """
HANG = GRANDCHILD + "echo started; while :; do sleep 60; done"


@dataclass
class Setups:
    rig: Rig
    git: GitRig
    service: SetupService
    worktree: WorktreeRecord
    seen: list[SetupView] = field(default_factory=list)
    added: list[Message] = field(default_factory=list)
    wakers: list[asyncio.Event] = field(default_factory=list)

    @property
    def id(self) -> WorktreeId:
        return self.worktree.id

    @property
    def root(self) -> str:
        return str(self.git.project)

    @property
    def folder(self) -> Path:
        return Path(self.worktree.path)

    def say(self, command: object, key: str = ".") -> None:
        """Write the set-up file of the project's checkout."""
        self.git.write(FILE, json.dumps({"setup": {key: command}}).encode())

    async def begin(self) -> None:
        await self.service.begin(self.worktree, self.rig.thread_id, self.root)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait for what an event brings about."""
        waker = asyncio.Event()
        self.wakers.append(waker)
        async with asyncio.timeout(30):
            while not is_so():
                await waker.wait()
                waker.clear()

    async def ended(self) -> SetupView:
        """Wait for the end of one that was just begun."""
        if self.service.is_running(self.id):
            await self.until(lambda: not self.service.is_running(self.id))
        return self.seen[-1]

    def grandchild_is_gone(self) -> bool:
        return tree.identify(int((self.folder / "grandchild").read_text())) is None

    async def agreed(self, command: str) -> SetupView:
        """Let a command run that the person agrees to, and wait for its end."""
        self.say(command)
        await self.begin()
        assert self.seen[-1].state is SetupState.ASKS
        await self.service.agree(self.id, command)
        return await self.ended()

    async def row(self) -> WorktreeRecord:
        return await self.rig.context.database.run(lambda uow: uow.worktrees.get(self.id))

    async def notices(self) -> list[dict[str, object]]:
        return [dict(message.data) for message in await self.rig.notices(MessageKind.SETUP)]

    def note(self, event: SetupChanged | MessageAdded) -> None:
        if isinstance(event, SetupChanged):
            self.seen.append(event.setup)
        else:
            self.added.append(event.message)
        for waker in self.wakers:
            waker.set()

    async def another(self, name: str) -> WorktreeRecord:
        """Make a second worktree of the same thread's project."""
        path = self.git.worktree(name, f"onesist/{name}")
        record = replace(self.worktree, id=WorktreeId(name), path=str(path), branch=f"onesist/{name}")
        await self.rig.context.database.run(lambda uow: uow.worktrees.add(record))
        return record


@asynccontextmanager
async def setups(folder: Path, *, limit_s: float = 30.0) -> AsyncIterator[Setups]:
    git = GitRig(folder)
    if not (git.project / ".git").exists():
        git.repository()
    async with service_rig(folder) as rig:
        service = SetupService(rig.context, git.shell, git.git, limit_s=limit_s)
        found = await rig.context.database.run(lambda uow: uow.worktrees.find(WorktreeId("w1")))
        path = git.base / "one" if found else git.worktree("one", "onesist/one")
        worktree = found or WorktreeRecord(
            id=WorktreeId("w1"),
            project_id=rig.project_id,
            repository=".",
            repository_path=str(git.project),
            base_folder=str(git.base),
            path=str(path),
            is_ours=True,
            state=WorktreeState.READY,
            created_at=1.0,
            used_at=1.0,
            branch="onesist/one",
        )

        def store(uow) -> None:  # type: ignore[no-untyped-def]
            uow.worktrees.add(worktree)
            uow.threads.change(rig.thread_id, worktree_id=worktree.id)

        if found is None:
            await rig.context.database.run(store)
        made = Setups(rig, git, service, worktree)
        rig.context.bus.subscribe(SetupChanged, made.note)
        rig.context.bus.subscribe(MessageAdded, made.note)
        try:
            yield made
        finally:
            await service.close()


async def test_without_a_file_nothing_happens(tmp_path: Path) -> None:
    async with setups(tmp_path) as it:
        await it.begin()
        assert await it.service.offer(it.root, ".") is None
        assert await it.service.view(it.id) is None
        assert not it.service.is_running(it.id)
        await it.service.decline(it.id)
        await it.service.cancel(it.id)
        it.say("echo other", key="input/code/api")
        await it.begin()
        assert it.seen == []
        with pytest.raises(WorkspaceError) as raised:
            await it.service.run_again(it.id)
        assert raised.value.fault is WorkspaceFault.SETUP_UNUSABLE


async def test_it_asks_first_and_runs_exactly_what_was_agreed_to_in_the_worktree(tmp_path: Path) -> None:
    command = """pwd; echo "a  b" 'c' >&2; echo $((1+1)); read line || echo closed; echo "$ONESIST_PROJECT|$ONESIST_WORKTREE"
echo "$ONESIST_BRANCH|$ONESIST_REPOSITORY" > told"""
    async with setups(tmp_path) as it:
        it.say(command)
        await it.begin()
        assert [(view.state, view.command) for view in it.seen] == [(SetupState.ASKS, command)]
        assert (await it.row()).setup_state == "asks"
        assert not (it.folder / "told").exists()
        await it.service.agree(it.id, command)
        assert it.service.is_running(it.id)
        end = await it.ended()
        assert (end.state, end.exit_code, end.thread_id) == (SetupState.WORKED, 0, it.rig.thread_id)
        assert end.output == f"{it.folder}\na  b c\n2\nclosed\n{it.root}|{it.folder}\n"
        assert (it.folder / "told").read_text() == "onesist/one|.\n"
        assert not it.service.is_running(it.id)
        assert await it.service.view(it.id) == end
        row = await it.row()
        assert (row.setup_state, row.setup_command, row.setup_exit_code, row.setup_output) == ("worked", command, 0, end.output)
        expected = {"code": "worked", "command": command, "exit_code": 0, "output": end.output, "worktree_id": it.id}
        assert await it.notices() == [expected]
        assert [message.kind for message in it.added] == [MessageKind.SETUP]


async def test_what_was_agreed_to_once_runs_by_itself_until_it_reads_otherwise(tmp_path: Path) -> None:
    async with setups(tmp_path) as it:
        await it.agreed("echo one")
        other = await it.another("two")
        await it.service.begin(other, it.rig.thread_id, it.root)
        assert it.service.is_running(other.id)
        await it.ended()
        it.say("echo one ")
        await it.begin()
        assert (it.seen[-1].state, it.seen[-1].command) == (SetupState.ASKS, "echo one ")
        offer = await it.service.offer(it.root, ".")
        assert offer is not None
        assert (offer.command, offer.is_agreed, offer.earlier_command) == ("echo one ", False, "echo one")
        it.say("echo one")
        offer = await it.service.offer(it.root, ".")
        assert offer is not None
        assert (offer.is_agreed, offer.earlier_command, offer.shell) == (True, "", "/bin/sh")


async def test_a_consent_holds_for_one_project_one_repository_and_by_real_path(tmp_path: Path) -> None:
    async with setups(tmp_path) as it:
        await it.agreed("echo one")
        (tmp_path / "link").symlink_to(it.root)
        offer = await it.service.offer(str(tmp_path / "link"), ".")
        assert offer is not None
        assert offer.is_agreed
        it.say("echo one", key="input/code/api")
        offer = await it.service.offer(it.root, "input/code/api")
        assert offer is not None
        assert not offer.is_agreed
        elsewhere = tmp_path / "elsewhere"
        it.git.write(FILE, b'{"setup": {".": "echo one"}}', into=elsewhere)
        offer = await it.service.offer(str(elsewhere), ".")
        assert offer is not None
        assert not offer.is_agreed
        assert offer.changed_by == ""


async def test_a_strangers_branch_never_runs_its_own_command(tmp_path: Path) -> None:
    """RULES B14."""
    async with setups(tmp_path) as it:
        await it.agreed("echo ours")
        it.git.write(FILE, b'{"setup": {".": "touch stranger"}}', into=it.folder)
        it.git.commit("a stranger's", cwd=it.folder)
        await it.begin()
        end = await it.ended()
        assert (end.command, end.output) == ("echo ours", "ours\n")
        with pytest.raises(WorkspaceError) as raised:
            await it.service.agree(it.id, "touch stranger")
        assert raised.value.fault is WorkspaceFault.SETUP_CHANGED
        (Path(it.root) / FILE).unlink()
        await it.begin()
        with pytest.raises(WorkspaceError):
            await it.service.run_again(it.id)
        assert not list(tmp_path.rglob("stranger"))


@pytest.mark.parametrize("kind", ["file", "folder", "file out"])
async def test_a_link_is_never_followed(tmp_path: Path, kind: str) -> None:
    async with setups(tmp_path) as it:
        await it.agreed("touch linked")
        (it.folder / "linked").unlink()
        held = tmp_path / "held" if kind == "file out" else Path(it.root) / "held"
        (Path(it.root) / ".agents").rename(held)
        if kind == "folder":
            (Path(it.root) / ".agents").symlink_to(held)
        else:
            (Path(it.root) / ".agents").mkdir()
            (Path(it.root) / FILE).symlink_to(held / "onesist-worktree.json")
        offer = await it.service.offer(it.root, ".")
        assert offer is not None
        assert (offer.command, offer.is_agreed) == ("", False)
        assert "is a link" in offer.problem
        await it.begin()
        assert it.seen[-1].state is SetupState.FAILED
        assert not (it.folder / "linked").exists()


@pytest.mark.parametrize("data", [b"{", b'{"setup": {".": 1}}', b" " * 70_000, b"\xff", b'{"setup": {".": "a", "./": "b"}}'])
async def test_a_file_that_cant_be_used_is_said_and_never_fails_the_making(tmp_path: Path, data: bytes) -> None:
    """RULES B15."""
    async with setups(tmp_path) as it:
        it.git.write(FILE, data)
        await it.begin()
        offer = await it.service.offer(it.root, ".")
        assert offer is not None
        assert offer.problem
        assert [notice["code"] for notice in await it.notices()] == ["failed"]
        assert (await it.notices())[0]["output"] == offer.problem
        with pytest.raises(WorkspaceError) as raised:
            await it.service.agree(it.id, "echo")
        assert (raised.value.fault, raised.value.detail) == (WorkspaceFault.SETUP_UNUSABLE, offer.problem)


async def test_a_named_pipe_or_a_folder_is_no_file(tmp_path: Path) -> None:
    async with setups(tmp_path) as it:
        (Path(it.root) / ".agents").mkdir()
        os.mkfifo(Path(it.root) / FILE)
        offer = await it.service.offer(it.root, ".")
        assert offer is not None
        assert offer.problem
        (Path(it.root) / FILE).unlink()
        (Path(it.root) / FILE).mkdir()
        offer = await it.service.offer(it.root, ".")
        assert offer is not None
        assert offer.problem


async def test_keys_that_mean_nothing_are_told(tmp_path: Path) -> None:
    async with setups(tmp_path) as it:
        it.git.write(FILE, b'{"setup": {".": "echo", "../other": "x"}, "teardown": {}}')
        offer = await it.service.offer(it.root, ".")
        assert offer is not None
        assert (offer.ignored, offer.problem) == (("teardown", "setup.../other"), "")
        offer = await it.service.offer(it.root, "input/code/api")
        assert offer is not None
        assert "setup.../other" in offer.problem


async def test_a_key_that_leads_to_the_same_folder_counts(tmp_path: Path) -> None:
    async with setups(tmp_path) as it:
        (Path(it.root) / "input/code/api").mkdir(parents=True)
        (Path(it.root) / "input/code/other name").symlink_to("api")
        it.say("echo", key="./input/code//other name/")
        offer = await it.service.offer(it.root, "input/code/api")
        assert offer is not None
        assert offer.command == "echo"


async def test_who_changed_it_last_is_told_and_nothing_configured_runs(tmp_path: Path) -> None:
    async with setups(tmp_path) as it:
        it.say("echo one")
        offer = await it.service.offer(it.root, ".")
        assert offer is not None
        assert offer.changed_by == "?"
        it.git.commit()
        for name in ("core.fsmonitor", "core.pager", "diff.external", "filter.evil.clean", "filter.evil.process"):
            it.git.run("config", name, f"touch {tmp_path}/ran")
        it.git.write(".git/info/attributes", b"* filter=evil\n")
        day = it.git.run("log", "-1", "--format=%as")
        os.utime(Path(it.root) / FILE, (1, 1))
        offer = await it.service.offer(it.root, ".")
        assert offer is not None
        assert offer.changed_by == f"Test Person, {day}"
        it.say("echo two")
        offer = await it.service.offer(it.root, ".")
        assert offer is not None
        assert offer.changed_by == "?"
        assert not (tmp_path / "ran").exists()


async def test_a_command_that_changed_in_the_meantime_is_not_run(tmp_path: Path) -> None:
    async with setups(tmp_path) as it:
        it.say("touch one")
        await it.begin()
        it.say("touch two")
        with pytest.raises(WorkspaceError) as raised:
            await it.service.agree(it.id, "touch one")
        assert raised.value.fault is WorkspaceFault.SETUP_CHANGED
        assert (it.seen[-1].state, it.seen[-1].command) == (SetupState.ASKS, "touch two")
        offer = await it.service.offer(it.root, ".")
        assert offer is not None
        assert (offer.is_agreed, offer.earlier_command) == (False, "")
        assert not list(it.folder.glob("one")) + list(it.folder.glob("two"))


async def test_declined_is_noted_and_it_can_be_agreed_to_later(tmp_path: Path) -> None:
    async with setups(tmp_path) as it:
        it.say("echo one")
        await it.begin()
        await it.service.decline(it.id)
        await it.service.decline(it.id)
        assert [(notice["code"], notice["command"]) for notice in await it.notices()] == [("declined", "echo one")]
        with pytest.raises(WorkspaceError):
            await it.service.run_again(it.id)
        await it.service.agree(it.id, "echo one")
        assert (await it.ended()).state is SetupState.WORKED


async def test_a_failing_one_tells_its_exit_code_and_can_be_run_again(tmp_path: Path) -> None:
    async with setups(tmp_path) as it:
        end = await it.agreed("test -e there && echo there || { touch there; echo no >&2; exit 7; }")
        assert (end.state, end.exit_code, end.output) == (SetupState.FAILED, 7, "no\n")
        await it.service.run_again(it.id)
        await it.until(lambda: it.seen[-1].state is SetupState.WORKED)
        assert [(notice["code"], notice["exit_code"]) for notice in await it.notices()] == [("failed", 7), ("worked", 0)]


async def test_the_limit_ends_the_whole_tree(tmp_path: Path) -> None:
    async with setups(tmp_path, limit_s=2.5) as it:
        end = await it.agreed(HANG)
        assert (end.state, end.exit_code, end.output) == (SetupState.TIMED_OUT, None, "started\n")
        assert it.grandchild_is_gone()
        assert (await it.notices())[-1]["code"] == "timed_out"


async def test_cancel_ends_the_whole_tree_and_a_second_one_is_refused_meanwhile(tmp_path: Path) -> None:
    async with setups(tmp_path) as it:
        it.say(HANG)
        await it.begin()
        await it.service.agree(it.id, HANG)
        await it.until(lambda: "started" in it.seen[-1].output)
        assert await it.service.view(it.id) == it.seen[-1]
        for second in (it.service.agree(it.id, HANG), it.service.run_again(it.id), it.service.decline(it.id)):
            with pytest.raises(BusyError):
                await second
        other = await it.another("two")
        await it.service.begin(other, it.rig.thread_id, it.root)
        assert it.service.is_running(other.id)
        await it.service.cancel(it.id)
        assert not it.service.is_running(it.id)
        assert it.grandchild_is_gone()
        assert (await it.row()).setup_state == "cancelled"
        assert it.service.is_running(other.id)
        await it.service.cancel(other.id)
        assert [notice["code"] for notice in await it.notices()] == ["cancelled", "cancelled"]


async def test_what_a_command_leaves_in_the_background_is_ended_and_does_not_hold_it_up(tmp_path: Path) -> None:
    async with setups(tmp_path) as it:
        command = GRANDCHILD + "(while :; do echo more; sleep 0.1; done) & exit 0"
        end = await it.agreed(command)
        assert end.state is SetupState.WORKED
        assert it.grandchild_is_gone()


async def test_closing_ends_what_runs_and_stores_it(tmp_path: Path) -> None:
    async with setups(tmp_path) as it:
        it.say(HANG)
        await it.begin()
        await it.service.agree(it.id, HANG)
        await it.until(lambda: "started" in it.seen[-1].output)
        await it.service.close()
        assert it.grandchild_is_gone()
        assert (await it.row()).setup_state == "cancelled"
        with pytest.raises(BusyError):
            await it.service.run_again(it.id)
        await it.begin()
        assert not it.service.is_running(it.id)


async def test_a_supervisor_that_closes_leaves_no_process(tmp_path: Path) -> None:
    async with setups(tmp_path) as it:
        it.say(HANG)
        await it.begin()
        await it.service.agree(it.id, HANG)
        await it.until(lambda: "started" in it.seen[-1].output)
        await it.rig.context.supervisor.close()
        assert it.grandchild_is_gone()
        assert not it.service.is_running(it.id)
        assert (await it.row()).setup_state == "running"


async def test_what_a_crash_cut_off_counts_as_cancelled(tmp_path: Path) -> None:
    async with setups(tmp_path) as it:
        await it.rig.context.database.run(lambda uow: uow.worktrees.change(it.id, setup_state="running", setup_command="echo one"))
        view = await it.service.view(it.id)
        assert view is not None
        assert view.state is SetupState.CANCELLED
    async with setups(tmp_path) as it:
        await it.service.recover()
        await it.service.recover()
        assert (await it.row()).setup_state == "cancelled"
        assert [(notice["code"], notice["command"]) for notice in await it.notices()] == [("cancelled", "echo one")]


async def test_an_end_is_remembered_over_a_restart(tmp_path: Path) -> None:
    async with setups(tmp_path) as it:
        end = await it.agreed("echo one; exit 3")
    async with setups(tmp_path) as it:
        view = await it.service.view(it.id)
        assert view == replace(end, started_at=0.0, finished_at=None)
        await it.begin()
        assert (await it.ended()).exit_code == 3


async def test_live_output_comes_at_most_ten_times_a_second(tmp_path: Path) -> None:
    async with setups(tmp_path) as it:
        command = "i=0; while [ $i -lt 2000 ]; do echo line $i; i=$((i+1)); done; sleep 0.3"
        end = await it.agreed(command)
        live = [view for view in it.seen if view.state is SetupState.RUNNING and view.output]
        assert live
        assert all(end.output.startswith(view.output) for view in live)
        assert live[-1].output.endswith("line 1999\n")
        # Some seconds at the very most, on a machine that is busy.
        assert len(live) < 100


async def test_of_long_output_the_end_is_kept(tmp_path: Path) -> None:
    async with setups(tmp_path) as it:
        end = await it.agreed("head -c 3000000 /dev/zero | tr '\\0' x; printf 'é\\377\\0 \\033[31mlast\\033[0m'")
        assert len(end.output.encode()) == 64 * 1024
        assert end.output.endswith("xé�� last")
        output = (await it.notices())[0]["output"]
        assert isinstance(output, str)
        assert len(output.encode()) <= 16 * 1024
        assert end.output.endswith(output)


@pytest.mark.parametrize("fill", [0, 64 * 1024 - 6, 80 * 1024 - 6])
async def test_own_keys_are_neither_stored_nor_shown(tmp_path: Path, fill: int) -> None:
    async with setups(tmp_path) as it:
        it.rig.context.redactor.set_own_keys([KEY])
        (it.folder / "key").write_text(KEY)
        fill = f"head -c {fill} /dev/zero | tr '\\0' x"
        command = f"head -c 12 key; sleep 0.4; tail -c +13 key; sleep 0.3; echo {KEY}; cat key; {fill}"
        it.say(command)
        await it.begin()
        offer = await it.service.offer(it.root, ".")
        assert offer is not None
        await it.service.agree(it.id, offer.command)
        end = await it.ended()
        assert end.state is SetupState.WORKED
        told = repr((it.seen, it.added, await it.row(), await it.notices(), offer, await it.service.offer(it.root, ".")))
        # Neither whole nor any half of it.
        assert KEY[:12] not in told
        assert KEY[12:] not in told


async def test_it_gets_no_secret_of_ours_and_nothing_of_git(tmp_path: Path) -> None:
    async with setups(tmp_path) as it:
        it.git.shell._inherited |= {"OPENAI_API_KEY": KEY, "GIT_DIR": "/elsewhere", "ONESIST_DB_PATH": "/elsewhere"}
        end = await it.agreed("env")
        names = {line.partition("=")[0] for line in end.output.splitlines()}
        ours = {name for name in names if name.startswith("ONESIST_")}
        assert ours == {
            "ONESIST_PROJECT", "ONESIST_WORKTREE", "ONESIST_BRANCH", "ONESIST_REPOSITORY", "ONESIST_PROCESS_MARK",
        }  # fmt: skip
        assert not names & {"OPENAI_API_KEY", "GIT_DIR"}


async def test_a_worktree_whose_folder_is_gone_is_said(tmp_path: Path) -> None:
    async with setups(tmp_path) as it:
        await it.agreed("echo one")
        it.folder.rename(tmp_path / "moved")
        with pytest.raises(WorkspaceError) as raised:
            await it.service.run_again(it.id)
        assert raised.value.fault is WorkspaceFault.NOT_THAT_WORKTREE
        await it.begin()
        assert (await it.ended()).state is SetupState.FAILED
        with pytest.raises(NotFoundError):
            await it.service.agree(WorktreeId("none"), "echo one")


async def test_a_thread_or_worktree_that_went_meanwhile_is_no_error(tmp_path: Path) -> None:
    async with setups(tmp_path) as it:
        await it.agreed("echo one")
        await it.service.begin(it.worktree, ThreadId("gone"), it.root)
        await it.until(lambda: it.seen[-1].thread_id == "gone" and it.seen[-1].state is SetupState.WORKED)
        assert len(await it.notices()) == 1
        command = "echo began; while ! test -e go; do sleep 0.05; done"
        it.say(command)
        await it.service.agree(it.id, command)
        await it.until(lambda: "began" in it.seen[-1].output)
        await it.rig.context.database.run(lambda uow: uow.worktrees.discard(it.id))
        (it.folder / "go").touch()
        assert (await it.ended()).state is SetupState.WORKED
        assert await it.service.view(it.id) is None


async def test_a_run_may_begin_while_its_set_up_still_works(tmp_path: Path) -> None:
    async with setups(tmp_path) as it:
        command = "echo began; while ! test -e go; do sleep 0.05; done"
        it.say(command)
        await it.begin()
        await it.service.agree(it.id, command)
        await it.until(lambda: "began" in it.seen[-1].output)
        await it.rig.send("hello")
        (it.folder / "go").touch()
        assert (await it.ended()).state is SetupState.WORKED
        assert [(notice["code"]) for notice in await it.notices()] == ["worked"]
        seqs = [message.seq for message in await it.rig.messages()]
        assert seqs == sorted(set(seqs))
        await it.rig.send("and again")
        assert len(await it.rig.runs()) == 2


@pytest.mark.parametrize("state", [WorktreeState.REMOVING, WorktreeState.RELEASED])
async def test_nothing_begins_in_a_worktree_that_goes(tmp_path: Path, state: WorktreeState) -> None:
    async with setups(tmp_path) as it:
        await it.agreed("echo one")
        await it.rig.context.database.run(lambda uow: uow.worktrees.change(it.id, state=state))
        with pytest.raises(WorkspaceError) as raised:
            await it.service.run_again(it.id)
        assert raised.value.fault is WorkspaceFault.NOT_THAT_WORKTREE


async def test_a_key_that_becomes_known_later_is_taken_out_of_what_was_stored(tmp_path: Path) -> None:
    async with setups(tmp_path) as it:
        await it.agreed(f"echo {KEY}")
        before = await it.rig.context.database.run(lambda uow: uow.consents.newest(it.root, "."))
        await it.rig.context.database.run(lambda uow: uow.replace_everywhere(KEY, "[secret]"))
        after = await it.rig.context.database.run(lambda uow: uow.consents.newest(it.root, "."))
        assert KEY in repr(before)
        assert KEY not in repr((after, await it.row(), await it.notices()))


async def test_what_a_crash_leaves_of_it_is_found_by_the_apps_mark(tmp_path: Path) -> None:
    async with setups(tmp_path) as it:
        it.git.shell._app_mark = f"mark of {tmp_path}"
        it.say(HANG)
        await it.begin()
        await it.service.agree(it.id, HANG)
        await it.until(lambda: "started" in it.seen[-1].output)
        report = await leftovers.end_marked_by_app(f"mark of {tmp_path}", term_s=0.2)
        assert len(report.ended) >= 2
        assert it.grandchild_is_gone()
        assert (await it.ended()).state is SetupState.FAILED
