# SPDX-License-Identifier: MIT
"""The real Claude Code program and a model API in one thread, through the real window, on a fake model server on loopback."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPlainTextEdit, QWidget

from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.messages import CallState, CommandPart, MessageStatus, Role, ToolCallPart
from onesist_desktop.core.records import HandoffDelivery, RetireReason, SessionState
from onesist_desktop.core.turn_events import OutcomeKind
from tests.fakes.model_server import FakeModelServer, RecordedRequest, wire_texts
from tests.integration.agents.claude_rig import real_claude
from tests.integration.window_rig import Person, open_window, until

pytestmark = pytest.mark.real_agent

CLAUDE, MODEL = "claude-code", "api-small-model"
AGENT_KEY = "sk-ant-canary-agent-0123456789"
MODEL_KEY = "sk-canary-model-9876543210abcdef"


@dataclass
class Desk:
    """A person, the fake models, and the folders that all of it must stay in."""

    person: Person
    server: FakeModelServer
    folder: Path

    def claude_requests(self) -> list[RecordedRequest]:
        return [request for request in self.server.model_requests() if request.endpoint.endswith("/messages")]

    def model_requests(self) -> list[RecordedRequest]:
        return [request for request in self.server.model_requests() if request.endpoint.endswith("/chat/completions")]


def environment(server: FakeModelServer, folder: Path, program: str) -> dict[str, str]:
    """Everything that Claude Code reads or writes is below ``folder``, and it knows no address but the fake server's."""
    for name in ("home", "config", "tmp"):
        (folder / name).mkdir(exist_ok=True)
    return {
        "PATH": f"{Path(program).parent}{os.pathsep}/usr/bin{os.pathsep}/bin",
        "SHELL": "/bin/sh",
        "HOME": str(folder / "home"),
        "TMPDIR": str(folder / "tmp"),
        "CLAUDE_CONFIG_DIR": str(folder / "config"),
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "ANTHROPIC_BASE_URL": server.url,
        "ANTHROPIC_API_KEY": AGENT_KEY,
        "DISABLE_TELEMETRY": "1",
        "DISABLE_AUTOUPDATER": "1",
        "DISABLE_ERROR_REPORTING": "1",
    }


@asynccontextmanager
async def desk(qapp: QApplication, folder: Path, server: FakeModelServer) -> AsyncIterator[Desk]:
    async with open_window(qapp, folder, environment(server, folder, real_claude())) as person:
        yield Desk(person, server, folder)


async def add_model(person: Person, server: FakeModelServer) -> None:
    """Add the model API in the dialog, as a person would."""
    person.window.add_model()
    await until(lambda: person.find(QWidget, "key_dialog"), "the dialog")
    service = person.find(QComboBox, "service")[0]
    service.setCurrentIndex(service.count() - 1)
    for name, text in (
        ("title", "Small model"),
        ("base_url", f"{server.url}/v1"),
        ("default_model", "fake-small"),
        ("key", MODEL_KEY),
    ):
        person.find(QLineEdit, name)[0].setText(text)
    person.click("save")
    await until(lambda: not person.find(QWidget, "key_dialog"), "the key to be saved")
    await until(lambda: any(view.info.id == MODEL for view in person.app.services.providers.list_providers()), "the provider")


def own_prompt(request: RecordedRequest) -> str:
    return request.prompts[-1]


async def test_claude_a_model_api_and_claude_again(qapp: QApplication, tmp_path: Path) -> None:
    with FakeModelServer() as server:
        async with desk(qapp, tmp_path, server) as at:
            person = at.person
            await add_model(person, server)
            await person.must_complete(await person.ask("first question [[say:first answer from claude]]", CLAUDE))
            assert await person.receipts() == []
            assert own_prompt(at.claude_requests()[-1]) == "first question [[say:first answer from claude]]"

            await person.must_complete(await person.ask("second question [[say:second answer from the model]]", MODEL))
            sent = at.model_requests()[-1].body["messages"]
            assert [m["role"] for m in sent if m["role"] != "system"] == ["user", "assistant", "user"]
            assert "first answer from claude" in json.dumps(sent)

            await person.must_complete(await person.ask("third question [[say:third answer]]", CLAUDE))
            wire = own_prompt(at.claude_requests()[-1])
            assert "second question" in wire
            assert "second answer from the model" in wire
            assert "first answer from claude" not in wire
            assert wire.count("third question") == 1
            whole = "\n".join(wire_texts(at.claude_requests()[-1]))
            assert whole.count("first answer from claude") == 2, "once in the question's own directive, once as its own old answer"
            (session,) = await person.sessions(CLAUDE)
            assert session.state is SessionState.ACTIVE
            receipts = await person.receipts()
            assert [(r["receipt"], r["included"], r["omitted"]) for r in receipts] == [("joined", 2, 0), ("back", 2, 0)]
            assert person.receipt_facts == ["Small model joined", "Claude Code is back"]

            await person.must_complete(await person.ask("fourth question [[say:fourth answer]]"))
            assert own_prompt(at.claude_requests()[-1]) == "fourth question [[say:fourth answer]]"
            assert len(await person.receipts()) == 2

            person.click("what_it_was_told")
            await until(lambda: person.find(QPlainTextEdit, "handoff_text"), "the dialog")
            assert wire.startswith(person.find(QPlainTextEdit, "handoff_text")[0].toPlainText())
            person.click("close")


async def test_the_agent_reads_an_item_that_was_left_out(qapp: QApplication, tmp_path: Path) -> None:
    with FakeModelServer() as server:
        async with desk(qapp, tmp_path, server) as at:
            person = at.person
            await add_model(person, server)
            await person.set_cap(1_024)
            needle = "the needle is 4711"
            await person.must_complete(await person.ask("opening question", MODEL))
            await person.must_complete(await person.ask(f"remember: {needle} " + "and more words " * 60))
            await person.must_complete(await person.ask("short question"))
            thread_id = person.window.thread_id
            call = json.dumps({"thread_id": thread_id, "limit": 20})
            run = await person.ask(f"look it up [[tool:mcp__onesist__onesist_thread_read|{call}]] [[say:found it]]", CLAUDE)
            await person.must_complete(run)
            wire = own_prompt(at.claude_requests()[-1])
            assert "onesist_thread_read" in wire
            assert needle not in wire
            (receipt,) = await person.receipts()
            assert int(str(receipt["omitted"])) >= 1
            (call_part,) = [
                p for m in await person.messages() for p in m.parts if isinstance(p, ToolCallPart) and "thread_read" in p.name
            ]
            assert needle in call_part.result
            assert call_part.state is CallState.WORKED
            assert needle in "\n".join(wire_texts(at.claude_requests()[-1]))


async def test_a_missing_program_marks_nothing_seen_and_the_next_try_has_the_handoff(qapp: QApplication, tmp_path: Path) -> None:
    program = real_claude()
    with FakeModelServer() as server:
        environ = {**environment(server, tmp_path, program), "PATH": "/usr/bin:/bin"}
        async with open_window(qapp, tmp_path, environ) as person:
            await add_model(person, server)
            await person.must_complete(await person.ask("first question", MODEL))
            run = await person.ask("second question [[say:hello]]", CLAUDE)
            assert (run.outcome, run.reason) == (OutcomeKind.FAILED, FailureReason.PROGRAM_MISSING)
            assert await person.receipts() == []
            assert [row.retired_reason for row in await person.sessions(CLAUDE)] == [RetireReason.NEVER_ACCEPTED]
            await person.app.services.providers.set_program(run.provider_id, program)
            await until(lambda: person.find(QWidget, "send_again"), "Send again")
            person.click("send_again")
            await until(lambda: len(server.model_requests()) > 1, "the request")
            await person.must_complete(await person.answered())
            wire = own_prompt(server.model_requests()[-1])
            assert "first question" in wire
            assert wire.count("second question") == 1
            assert [m.text for m in await person.messages() if m.role is Role.USER][1:] == ["second question [[say:hello]]"]


async def test_a_wrong_key_after_acceptance_lets_the_model_see_the_request_once(qapp: QApplication, tmp_path: Path) -> None:
    with FakeModelServer(bad_keys={AGENT_KEY}) as server:
        async with desk(qapp, tmp_path, server) as at:
            person = at.person
            await add_model(person, server)
            await person.must_complete(await person.ask("history question [[say:noted]]", MODEL))
            run = await person.ask("the request [[say:done]]", CLAUDE)
            assert (run.outcome, run.reason) == (OutcomeKind.FAILED, FailureReason.NOT_SIGNED_IN)
            assert not [m for m in await person.messages() if m.role is Role.ASSISTANT and m.provider_id == CLAUDE]
            (receipt,) = await person.receipts()
            assert receipt["withdrawn"] is True
            server.bad_keys.clear()
            await until(lambda: person.find(QWidget, "send_again"), "Send again")
            person.click("send_again")
            await until(lambda: len(at.claude_requests()) > 1, "the request")
            await person.must_complete(await person.answered())
            last = at.claude_requests()[-1]
            assert sum(text.count("the request [[say:done]]") for text in wire_texts(last)) == 1
            assert sum(text.count("history question") for text in wire_texts(last)) == 1
            deliveries = [handoff.delivery for handoff in await person.handed_over() if handoff.provider_id == CLAUDE]
            assert deliveries == [HandoffDelivery.SUPERSEDED, HandoffDelivery.DELIVERED]


async def test_a_failed_resumed_turn_is_cut_out_of_the_real_session(qapp: QApplication, tmp_path: Path) -> None:
    with FakeModelServer() as server:
        async with desk(qapp, tmp_path, server) as at:
            person = at.person
            await person.must_complete(await person.ask("good one [[say:good]]", CLAUDE))
            run = await person.ask("bad one [[err:400]]")
            assert (run.outcome, run.reason) == (OutcomeKind.FAILED, FailureReason.BAD_REQUEST)
            await person.must_complete(await person.ask("another one [[say:fine]]"))
            texts = wire_texts(at.claude_requests()[-1])
            assert sum(text.count("good one") for text in texts) == 1
            assert sum(text.count("bad one") for text in texts) == 1, "told as history, not a second time as a request of its own"
            assert "bad one" in own_prompt(at.claude_requests()[-1])


async def test_stop_ends_a_command_with_its_grandchild_and_the_next_turn_is_right(qapp: QApplication, tmp_path: Path) -> None:
    sleeper = tmp_path / "sleeper.py"
    pids = tmp_path / "pids"
    sleeper.write_text(
        "import os, subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], start_new_session=True)\n"
        f"open({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')\n"
        "time.sleep(600)\n"
    )
    with FakeModelServer() as server:
        async with desk(qapp, tmp_path, server) as at:
            person = at.person
            await person.send(f"run it [[bash:{sys.executable} {sleeper}]] [[say:never]]", CLAUDE)
            await until(lambda: person.find(QWidget, "approval_card"), "the approval")
            person.click_option("allow")
            await until(lambda: pids.exists() and len(pids.read_text().split()) == 2, "the grandchild")
            family = [int(pid) for pid in pids.read_text().split()]
            assert all(psutil.pid_exists(pid) for pid in family)
            person.click("stop_run")
            run = await person.answered()
            assert run.outcome is OutcomeKind.STOPPED
            assert not [pid for pid in family if psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE]
            reply = [m for m in await person.messages() if m.role is Role.ASSISTANT][-1]
            assert reply.status is MessageStatus.INTERRUPTED
            assert [part.state for part in reply.parts if isinstance(part, CommandPart)] == [CallState.STOPPED]
            await person.must_complete(await person.ask("go on [[say:right]]"))
            assert own_prompt(at.claude_requests()[-1]) == "go on [[say:right]]"
            assert len(await person.sessions(CLAUDE)) == 1


async def test_quitting_in_the_middle_ends_everything_within_its_limit(qapp: QApplication, tmp_path: Path) -> None:
    with FakeModelServer() as server:
        async with desk(qapp, tmp_path, server) as at:
            await at.person.send("wait [[hang]]", CLAUDE)
            await until(at.claude_requests, "the request")
            children = psutil.Process().children(recursive=True)
            assert any("claude" in child.name() for child in children)
            started = psutil.time.monotonic()
        assert psutil.time.monotonic() - started < 15
        assert not [child for child in children if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]
        async with desk(qapp, tmp_path, server) as at:
            await until(lambda: at.person.window.thread_id is not None, "the thread")
            (run,) = await at.person.runs()
            assert run.outcome is OutcomeKind.CANCELLED
            count = len(at.claude_requests())
            await at.person.must_complete(await at.person.ask("and now [[say:here]]", CLAUDE))
            assert len(at.claude_requests()) == count + 1


async def test_the_session_is_resumed_after_a_restart(qapp: QApplication, tmp_path: Path) -> None:
    with FakeModelServer() as server:
        async with desk(qapp, tmp_path, server) as at:
            await at.person.must_complete(await at.person.ask("before the restart [[say:one]]", CLAUDE))
        async with desk(qapp, tmp_path, server) as at:
            await until(lambda: at.person.window.thread_id is not None, "the thread")
            await at.person.must_complete(await at.person.ask("after the restart [[say:two]]"))
            last = at.claude_requests()[-1]
            assert own_prompt(last) == "after the restart [[say:two]]"
            assert sum(text.count("before the restart") for text in wire_texts(last)) == 1
            assert len(await at.person.sessions(CLAUDE)) == 1


async def test_a_canary_key_is_nowhere_but_in_its_own_request(qapp: QApplication, tmp_path: Path) -> None:
    with FakeModelServer() as server:
        async with desk(qapp, tmp_path, server) as at:
            person = at.person
            await add_model(person, server)
            await person.must_complete(await person.ask(f"is {MODEL_KEY} a good key? [[say:no]]", MODEL))
            await person.send("what was said? [[bash:env]] [[say:this]]", CLAUDE)
            await until(lambda: person.find(QWidget, "approval_card"), "the approval")
            person.click_option("allow")
            await person.must_complete(await person.answered())
            command = next(p for m in await person.messages() for p in m.parts if isinstance(p, CommandPart))
            assert "HOME=" in command.output
            assert MODEL_KEY not in command.output
            for process in psutil.Process().children(recursive=True):
                assert MODEL_KEY not in " ".join(process.cmdline())
                assert MODEL_KEY not in json.dumps(process.environ())
            for request in at.claude_requests():
                assert MODEL_KEY not in json.dumps([request.headers, request.body])
            for request in at.model_requests():
                assert AGENT_KEY not in json.dumps([request.headers, request.body])
                assert request.headers["authorization"] == f"Bearer {MODEL_KEY}"
            assert "[secret:" in own_prompt(at.claude_requests()[0])
            assert not [text for text in person.blocks("receipt") if MODEL_KEY in text]
    found = [
        path.relative_to(tmp_path)
        for path in tmp_path.rglob("*")
        if path.is_file() and not path.is_symlink() and re.search(MODEL_KEY.encode(), path.read_bytes())
    ]
    assert found == []
