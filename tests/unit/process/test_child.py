# SPDX-License-Identifier: MIT
from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import uuid
from pathlib import Path

import psutil
import pytest

from onesist_desktop.process import tree
from onesist_desktop.process.child import ChildProcess
from onesist_desktop.process.errors import ProgramMissingError, ProgramNotStartedError, WorkingFolderMissingError
from onesist_desktop.process.frames import OversizedFrame
from tests.unit.process import scripts

QUICK = {"eof_s": 0.2, "term_s": 0.2, "kill_s": 5.0}


async def collect(child: ChildProcess) -> list[bytes | OversizedFrame]:
    return [frame async for frame in child.frames()]


async def test_lines_go_in_and_come_out_and_closing_stdin_ends_it(tmp_path: Path) -> None:
    child = await scripts.start(scripts.ECHO, cwd=tmp_path)
    frames = child.frames()
    for text in ("one", "zwei 漢字", "x" * 200_000):
        await child.write_line(text.encode())
        assert (await anext(frames)) == text.encode()
    assert child.returncode is None
    assert await child.wait(timeout_s=0.01) is None
    await child.close_stdin()
    assert await child.wait(timeout_s=10) == 0
    with pytest.raises(StopAsyncIteration):
        await anext(frames)
    await child.stop()
    assert child.returncode == 0


async def test_it_is_known_by_pid_and_start_time(tmp_path: Path) -> None:
    child = await scripts.start(scripts.ECHO, cwd=tmp_path)
    assert child.started_at == psutil.Process(child.pid).create_time()
    await child.stop()
    assert not tree.is_alive(tree.ProcessId(child.pid, child.started_at))


async def test_a_line_of_twenty_megabytes_passes_below_the_limit(tmp_path: Path) -> None:
    child = await scripts.start(scripts.LONG_LINE, str(20 * 1024 * 1024), cwd=tmp_path, limit=32 * 1024 * 1024)
    frames = child.frames()
    first = await anext(frames)
    assert isinstance(first, bytes)
    assert len(first) == 20 * 1024 * 1024
    assert await anext(frames) == b"after"
    await child.stop()


async def test_a_line_of_twenty_megabytes_is_reported_above_the_limit_and_reading_goes_on(tmp_path: Path) -> None:
    child = await scripts.start(scripts.LONG_LINE, str(20 * 1024 * 1024), cwd=tmp_path)
    frames = child.frames()
    first = await anext(frames)
    assert isinstance(first, OversizedFrame)
    assert first.limit_bytes == 16 * 1024 * 1024
    assert first.head == b"a" * 1024
    assert await anext(frames) == b"after"
    await child.stop()


async def test_a_line_that_never_ends_is_capped_and_the_program_can_be_stopped(tmp_path: Path) -> None:
    child = await scripts.start(scripts.ENDLESS_LINE, cwd=tmp_path, limit=100_000)
    frames = child.frames()
    assert isinstance(await anext(frames), OversizedFrame)
    await child.stop(**QUICK)
    assert [frame async for frame in frames] == []


async def test_characters_written_byte_by_byte_come_out_whole(tmp_path: Path) -> None:
    child = await scripts.start(scripts.EVERY_BYTE, cwd=tmp_path)
    assert await collect(child) == ["hé 漢字 🙂".encode()]
    await child.stop()


async def test_five_megabytes_on_stderr_do_not_block_it(tmp_path: Path) -> None:
    child = await scripts.start(scripts.NOISY, cwd=tmp_path)
    assert await anext(child.frames()) == b"done"
    assert await child.wait(timeout_s=0) is None
    await child.stop()
    assert child.stderr_tail.endswith("n\nthe last word")
    assert len(child.stderr_tail) == 16 * 1024


async def test_a_polite_program_ends_by_the_signal(tmp_path: Path) -> None:
    child = await scripts.start(scripts.POLITE, cwd=tmp_path)
    assert await anext(child.frames()) == b"ready"
    await child.stop(eof_s=0.05)
    assert child.returncode == 7


async def test_a_program_that_ignores_every_signal_is_killed(tmp_path: Path) -> None:
    child = await scripts.start(scripts.STUBBORN, cwd=tmp_path)
    assert await anext(child.frames()) == b"ready"
    child.interrupt()
    await child.stop(**QUICK)
    assert child.returncode == -9
    await child.stop()
    child.interrupt()


@pytest.mark.parametrize("kind", ["plain", "own_session", "cleared", "orphan"])
async def test_grandchildren_are_ended_wherever_they_went(tmp_path: Path, kind: str) -> None:
    child = await scripts.start(scripts.PARENT, kind, cwd=tmp_path)
    line = await anext(child.frames())
    assert isinstance(line, bytes)
    grandchild = tree.identify(int(line))
    assert grandchild is not None
    await child.stop(**QUICK)
    assert not tree.is_alive(grandchild)
    assert tree.family(child.pid, child.mark) == []


async def test_frames_end_when_only_a_grandchild_holds_the_pipe(tmp_path: Path) -> None:
    child = await scripts.start(scripts.PIPE_HOLDER, cwd=tmp_path)
    async with asyncio.timeout(20):
        assert await collect(child) == [b"bye"]
        assert await child.wait() == 0
    await child.stop(**QUICK)
    assert tree.marked(child.mark) == []


async def test_what_was_written_before_the_end_is_read_although_the_reader_was_slow(tmp_path: Path) -> None:
    script = "import sys\nfor n in range(40000): sys.stdout.write('x' * 99 + chr(10))"
    child = await scripts.start(script, cwd=tmp_path, limit=100)
    frames = child.frames()
    count = 1 if await anext(frames) else 0
    # The pipe is paused now, since nobody reads, and the program can't have ended.
    assert await child.wait(timeout_s=0.7) is None
    count += len([frame async for frame in frames])
    assert count == 40000
    await child.stop()


async def test_a_program_that_dies_at_once(tmp_path: Path) -> None:
    child = await scripts.start("import sys; sys.stderr.write('no licence'); sys.exit(3)", cwd=tmp_path)
    assert await child.wait(timeout_s=10) == 3
    assert await collect(child) == []
    with pytest.raises(ConnectionError):
        await child.write_line(b"hello")
    assert child.stderr_tail == "no licence"
    await child.stop()


async def test_writing_to_a_program_that_dies_meanwhile_raises_instead_of_hanging(tmp_path: Path) -> None:
    child = await scripts.start("input(); raise SystemExit(1)", cwd=tmp_path)
    with pytest.raises(ConnectionError):
        async with asyncio.timeout(20):
            while True:
                await child.write_line(b"x" * 1_000_000)
    await child.stop()


async def test_a_frame_can_not_hold_a_newline(tmp_path: Path) -> None:
    child = await scripts.start(scripts.ECHO, cwd=tmp_path)
    with pytest.raises(ValueError, match="newline"):
        await child.write_line(b"one\ntwo")
    await child.stop()


async def test_frames_can_be_read_once(tmp_path: Path) -> None:
    child = await scripts.start("print(1)", cwd=tmp_path)
    assert await collect(child) == [b"1"]
    with pytest.raises(RuntimeError):
        await collect(child)
    await child.stop()


async def test_a_missing_program_is_said_by_name(tmp_path: Path) -> None:
    with pytest.raises(ProgramMissingError, match="no-such-agent") as caught:
        await ChildProcess.start(["/nowhere/no-such-agent"], cwd=str(tmp_path), env={}, mark="x")
    assert caught.value.program == "/nowhere/no-such-agent"


async def test_a_script_whose_interpreter_is_missing_counts_as_missing(tmp_path: Path) -> None:
    script = tmp_path / "agent"
    script.write_text("#!/nowhere/node\n")
    script.chmod(0o755)
    with pytest.raises(ProgramMissingError):
        await ChildProcess.start([str(script)], cwd=str(tmp_path), env={}, mark="x")


async def test_a_file_that_is_no_program_is_refused_with_the_systems_words(tmp_path: Path) -> None:
    program = tmp_path / "agent"
    program.write_text("not a program")
    with pytest.raises(ProgramNotStartedError, match="Permission denied"):
        await ChildProcess.start([str(program)], cwd=str(tmp_path), env={}, mark="x")
    with pytest.raises(ProgramNotStartedError, match="null"):
        await ChildProcess.start([sys.executable, "a\0b"], cwd=str(tmp_path), env={}, mark="x")


async def test_a_missing_folder_is_said_and_is_not_mistaken_for_a_missing_program(tmp_path: Path) -> None:
    with pytest.raises(WorkingFolderMissingError, match="gone"):
        await ChildProcess.start([sys.executable], cwd=str(tmp_path / "gone"), env={}, mark="x")


async def test_the_environment_is_exactly_what_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANARY_API_KEY", "sk-canary-0123456789")
    mark = uuid.uuid4().hex
    child = await scripts.start(scripts.TELL_ENVIRONMENT, cwd=tmp_path, env={"GIVEN": "1"}, mark=mark)
    (line,) = await collect(child)
    assert isinstance(line, bytes)
    # Python itself may add LC_CTYPE to its own environment.
    seen = json.loads(line)
    seen.pop("LC_CTYPE", None)
    assert seen == {"GIVEN": "1", tree.MARK_VARIABLE: mark}
    await child.stop()


async def test_it_works_in_the_folder_and_in_a_session_of_its_own(tmp_path: Path) -> None:
    child = await scripts.start("import os; print(os.getcwd()); print(os.getsid(0) == os.getpid())", cwd=tmp_path)
    assert await collect(child) == [os.fsencode(tmp_path.resolve()), b"True"]
    await child.stop()


async def test_a_cancelled_stop_kills_everything_at_once(tmp_path: Path) -> None:
    child = await scripts.start(scripts.STUBBORN, cwd=tmp_path)
    assert await anext(child.frames()) == b"ready"
    identity = tree.ProcessId(child.pid, child.started_at)
    async with asyncio.TaskGroup() as group:
        stopping = group.create_task(child.stop(eof_s=60))
        await asyncio.sleep(0)
        stopping.cancel()
    assert stopping.cancelled()
    assert await tree.wait_gone([identity], 5) == []
    await child.wait(5)


async def test_two_stops_at_once_are_one(tmp_path: Path) -> None:
    child = await scripts.start(scripts.STUBBORN, cwd=tmp_path)
    assert await anext(child.frames()) == b"ready"
    await asyncio.gather(child.stop(**QUICK), child.stop(**QUICK))
    assert child.returncode == -9


async def test_stop_ends_all_that_carries_its_mark_and_nothing_else(tmp_path: Path) -> None:
    other = await scripts.start(scripts.ECHO, cwd=tmp_path)
    child = await scripts.start(scripts.PARENT, "orphan", cwd=tmp_path)
    assert await child.wait(timeout_s=10) == 0
    assert len(tree.marked(child.mark)) == 1
    await child.stop(**QUICK)
    assert tree.marked(child.mark) == []
    await other.write_line(b"still here")
    assert await anext(other.frames()) == b"still here"
    await other.stop()


async def test_the_raw_streams_serve_libraries_that_read_by_themselves(tmp_path: Path) -> None:
    child = await scripts.start(scripts.ECHO, cwd=tmp_path)
    child.stdin.write(b"raw " + b"y" * 100_000 + b"\n")
    await child.stdin.drain()
    assert await child.stdout.readline() == b"raw " + b"y" * 100_000 + b"\n"
    await child.stop()


async def test_many_children_one_after_the_other_leave_no_descriptor(tmp_path: Path) -> None:
    def descriptors() -> int:
        return psutil.Process().num_fds()

    async def one() -> None:
        child = await scripts.start("print(1)", cwd=tmp_path)
        with contextlib.suppress(StopAsyncIteration):
            await anext(child.frames())
        await child.stop()

    await one()
    before = descriptors()
    for _ in range(5):
        await one()
    assert descriptors() <= before


async def test_both_streams_come_out_in_the_order_in_which_they_were_written(tmp_path: Path) -> None:
    script = "import os\nfor number in range(500):\n    os.write(1 + number % 2, b'%d\\n' % number)"
    child = await ChildProcess.start([sys.executable, "-c", script], cwd=str(tmp_path), env={}, mark="m1", merges_stderr=True)
    assert await collect(child) == [b"%d" % number for number in range(500)]
    assert child.stderr_tail == ""
    await child.stop()
    assert child.returncode == 0


async def test_the_shell_reads_a_command_as_it_stands(tmp_path: Path) -> None:
    command = 'printf \'%s|\' "a  b" $((1+1)) é; echo "$PWD $0" >&2\nexit 5'
    child = await ChildProcess.start_shell(command, cwd=str(tmp_path), env={"PATH": os.environ["PATH"]}, mark="m2")
    assert await collect(child) == [f"a  b|2|é|{tmp_path} /bin/sh".encode()]
    await child.stop()
    assert child.returncode == 5
    with pytest.raises(WorkingFolderMissingError):
        await ChildProcess.start_shell("echo", cwd=str(tmp_path / "none"), env={}, mark="m3")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX")
async def test_cancelled_while_it_starts_nothing_is_left_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loop, begun, goes_on = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()
    really, mark, sign = loop.subprocess_exec, str(uuid.uuid4()), tmp_path / "sign"

    async def slowly(*args: object, **options: object) -> object:
        made = await really(*args, **options)  # type: ignore[arg-type]
        begun.set()
        await goes_on.wait()
        return made

    monkeypatch.setattr(loop, "subprocess_exec", slowly)
    argv = ("/bin/sh", "-c", f"sleep 1000 & touch '{sign}'; sleep 1000")
    async with asyncio.TaskGroup() as group:
        starting = group.create_task(ChildProcess.start(argv, cwd=str(tmp_path), env={"PATH": os.environ["PATH"]}, mark=mark))
        await begun.wait()
        async with asyncio.timeout(20):
            while not sign.exists():
                await asyncio.sleep(0.01)
        assert len(tree.marked(mark)) >= 2
        for _ in range(2):
            starting.cancel()
            await asyncio.sleep(0)
        assert not starting.done()
        goes_on.set()
    assert starting.cancelled()
    assert tree.marked(mark) == []
