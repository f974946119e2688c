# SPDX-License-Identifier: MIT
"""The history server as a real child process on a real database, asked by a real MCP client."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters, stdio_client
from mcp_types import TextContent

from onesist_desktop.core.answerer import HistoryServer, PermissionMode
from onesist_desktop.core.ids import MessageId, ProjectId, ProviderId, SessionRowId, ThreadId
from onesist_desktop.core.messages import CommandPart, Message, MessageKind, Role, TextPart, ThinkingPart, ToolCallPart
from onesist_desktop.core.records import RetireReason, SessionState
from onesist_desktop.mcp.pages import ANSWER_BYTES
from onesist_desktop.mcp.server import DATABASE_VARIABLE, TOKEN_VARIABLE
from onesist_desktop.storage.database import Database
from onesist_desktop.storage.records import ProjectRecord, SessionRecord, ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork
from tests.integration.practice_rig import hear, prompt, rig_in

TOKEN = "token-of-a-test"
ARGV = (sys.executable, "-m", "onesist_desktop.mcp.server")
ROW = SessionRowId("row-1")
MESSAGES = 30


@dataclass
class Store:
    database: Database
    path: Path

    @property
    def env(self) -> dict[str, str]:
        return {DATABASE_VARIABLE: str(self.path), TOKEN_VARIABLE: TOKEN}

    async def add(self, message: Message) -> None:
        await self.database.run(lambda unit: unit.messages.add(message))


def message(seq: int, *parts: Any, thread: str = "thread-one", role: Role | None = None, **values: Any) -> Message:
    chosen = role or (Role.USER if seq % 2 else Role.ASSISTANT)
    return Message(MessageId(f"{thread}-{seq}"), ThreadId(thread), seq, chosen, parts, **values)


@asynccontextmanager
async def store_in(folder: Path) -> AsyncIterator[Store]:
    database = Database(folder / "on e.sqlite")
    await database.open()

    def fill(unit: UnitOfWork) -> None:
        for number, thread in ((1, "thread-one"), (2, "thread-two")):
            project = ProjectId(f"project-{number}")
            unit.projects.add(ProjectRecord(project, "p", f"/p{number}", 0.0, 0.0))
            unit.threads.add(ThreadRecord(ThreadId(thread), project, "t", PermissionMode.ASK, 0.0, 0.0))
        session = SessionRecord(
            ROW, ThreadId("thread-one"), ProviderId("practice-agent"), SessionState.ACTIVE, "/p1", PermissionMode.ASK, 0.0, 0.0
        )
        unit.sessions.add(session)
        unit.tokens.add(TOKEN, ProjectId("project-1"), ThreadId("thread-one"), ROW, 0.0)
        for seq in range(1, MESSAGES + 1):
            unit.messages.add(message(seq, TextPart(f"text number {seq}")))
        unit.messages.add(message(1, TextPart("private to the other project"), thread="thread-two"))

    await database.run(fill)
    try:
        yield Store(database, database.path)
    finally:
        await database.close()


@asynccontextmanager
async def client_of(env: dict[str, str]) -> AsyncIterator[Client]:
    parameters = StdioServerParameters(command=ARGV[0], args=list(ARGV[1:]), env=env)
    async with Client(stdio_client(parameters), mode="legacy") as client:
        yield client


async def ask(client: Client, **arguments: Any) -> tuple[str, bool]:
    result = await client.call_tool("onesist_thread_read", arguments)
    return "\n".join(block.text for block in result.content if isinstance(block, TextContent)), bool(result.is_error)


async def test_pages_lead_through_the_whole_thread(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store, client_of(store.env) as client:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == ["onesist_thread_read"]
        text, failed = await ask(client, thread_id="thread-one", limit=20)
        assert not failed
        assert text.index("### #11 user") < text.index("### #30 assistant\n\ntext number 30")
        assert "#10 " not in text
        assert "before_seq=11" in text
        text, _ = await ask(client, thread_id="thread-one", before_seq=11, limit=20)
        assert "### #1 user\n\ntext number 1\n" in text
        assert "#11 " not in text
        assert text.endswith("This is the beginning of the thread.")
        assert (await ask(client, thread_id="thread-one", before_seq=1))[0] == "There are no earlier messages."
        # Without an id it is the thread whose session was given the token.
        assert "text number 30" in (await ask(client))[0]


async def test_commands_and_notices_are_shown_and_reasoning_is_not(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store, client_of(store.env) as client:
        parts = (ThinkingPart("hidden thoughts"), CommandPart("c", "make", "built\n", 0), TextPart("done"))
        await store.add(message(31, *parts, role=Role.ASSISTANT, provider_id=ProviderId("codex")))
        await store.add(message(32, role=Role.SYSTEM, kind=MessageKind.WORKSPACE))
        text, _ = await ask(client, thread_id="thread-one", limit=2)
    assert "### #31 assistant (codex)" in text
    assert "make\nExit code: 0\nOutput:\nbuilt" in text
    assert "### #32 notice: workspace" in text
    assert "hidden" not in text


async def test_other_projects_and_unknown_threads_are_refused(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store, client_of(store.env) as client:
        for thread in ("thread-two", "nowhere", "' OR 1=1 --"):
            text, failed = await ask(client, thread_id=thread)
            assert failed
            assert "no thread" in text
            assert "private" not in text
        for arguments in ({"limit": 0}, {"limit": 100_000}, {"before_seq": 0}, {"offset": -1}):
            assert (await ask(client, thread_id="thread-one", **arguments))[1]


async def test_the_token_dies_while_the_server_runs(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store, client_of(store.env) as client:
        assert not (await ask(client))[1]
        await store.database.run(lambda unit: unit.sessions.retire(ROW, RetireReason.MODEL_CHANGED, 1.0))
        text, failed = await ask(client)
    assert failed
    assert "may no longer read" in text


async def test_a_wrong_token_and_a_missing_database(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        async with client_of({**store.env, TOKEN_VARIABLE: "wrong"}) as client:
            assert "may no longer read" in (await ask(client))[0]
        async with client_of({**store.env, DATABASE_VARIABLE: str(tmp_path / "none.sqlite")}) as client:
            text, failed = await ask(client)
            assert failed
            assert "can't be" in text
        assert not (tmp_path / "none.sqlite").exists()


async def test_an_answer_has_a_size_limit_and_nothing_is_out_of_reach(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store, client_of(store.env) as client:
        long = "".join(f"é{number} " for number in range(12_000))
        await store.add(message(31, TextPart(long)))
        await store.add(message(32, TextPart("y" * 15_000)))
        await store.add(message(33, TextPart("z" * 15_000)))
        text, _ = await ask(client, limit=20)
        assert len(text.encode()) <= ANSWER_BYTES
        assert "before_seq=33" in text
        assert "y" * 100 not in text
        read, offset = "", 0
        while True:
            text, failed = await ask(client, before_seq=32, limit=1, offset=offset)
            assert not failed
            assert len(text.encode()) <= ANSWER_BYTES
            body, _, footer = text.partition("\n\n---\n")
            read += body
            if "offset=" not in footer:
                break
            offset = int(footer.partition("offset=")[2].rstrip("."))
        assert read == f"### #31 user\n\n{long}"


async def test_the_practice_agent_reads_history_from_it(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store, rig_in(tmp_path) as rig:
        server = HistoryServer("onesist", ARGV, tuple(store.env.items()))
        session = await rig.practice().open_session(rig.spec(history_server=server))
        heard = await hear(session.start_turn(prompt("read history")))
    (call,) = heard.parts_of(ToolCallPart)
    assert "text number 30" in call.result
    assert "text number 30" in heard.text


def test_it_starts_quickly_without_qt_or_the_orm() -> None:
    code = (
        "import sys, mcp.server.mcpserver, onesist_desktop.mcp.server, onesist_desktop.storage.history_reader;"
        "print([n for n in sys.modules if n.split('.')[0] in ('PySide6','sqlalchemy','acp','keyring')])"
    )
    started = time.perf_counter()
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    # Loose: the machine may be busy.
    assert time.perf_counter() - started < 10
    assert result.stdout.strip() == "[]"


def test_it_says_what_its_environment_lacks() -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("ONESIST_HISTORY")}
    result = subprocess.run(ARGV, capture_output=True, text=True, timeout=60, check=False, env=env)
    assert result.returncode == 2
    assert TOKEN_VARIABLE in result.stderr
