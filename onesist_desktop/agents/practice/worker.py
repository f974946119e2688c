# SPDX-License-Identifier: MIT
"""One prompt of the practice agent: obey its commands in order, send what happens, remember it."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any

from acp import RequestError
from acp.interfaces import Client
from acp.schema import (
    AllowedOutcome,
    McpServerStdio,
    PermissionOption,
    SessionNotification,
    ToolCallUpdate,
)

from onesist_desktop.agents.practice import wire
from onesist_desktop.agents.practice.history import TOOL, read_history
from onesist_desktop.agents.practice.sessions import PracticeSession, SessionStore, SessionTurn
from onesist_desktop.agents.practice.settings import PracticeSettings
from onesist_desktop.agents.practice.shell import run_shell
from onesist_desktop.core.practice_commands import PracticeCommand, PracticeKind, item_headings, parse_commands
from onesist_desktop.core.practice_words import Voice, code_block

QUESTION_META = "onesist.question"


class Worker:
    """Works on one prompt. ``cancelled`` may be set at any time; what was begun is then ended and told."""

    def __init__(
        self,
        client: Client,
        store: SessionStore,
        session: PracticeSession,
        turn: SessionTurn,
        *,
        settings: PracticeSettings,
        mode: str,
        history_server: McpServerStdio | None,
    ) -> None:
        self.cancelled = asyncio.Event()
        self._client = client
        self._store = store
        self._session = session
        self._turn = turn
        self._settings = settings
        self._mode = mode
        self._history_server = history_server
        self._voice = Voice.of(settings.locale)
        self._calls = 0

    async def work(self) -> None:
        """Answer the prompt.

        Raises:
            RequestError: The prompt asked to fail.
        """
        commands = parse_commands(self._turn.message)
        # "fail" alone fails before a word is said, as an overloaded service would.
        if not commands or commands[0].kind is not PracticeKind.FAIL:
            await self._say(self._introduction())
            if not commands:
                await self._say(f"\n\n{self._voice.say('try')}")
        for command in commands:
            if self.cancelled.is_set():
                break
            await self._obey(command)
        await self._send(wire.usage(self._session.size_bytes, self._settings.window))

    def _introduction(self) -> str:
        earlier = self._voice.say("earlier", count=len(self._session.turns) - 1)
        context = self._turn.context
        return self._voice.received([earlier], context, item_headings(context), self._turn.message)

    async def _obey(self, command: PracticeCommand) -> None:
        match command.kind:
            case PracticeKind.RUN:
                await self._run(command.argument)
            case PracticeKind.WRITE:
                await self._write(command.path, command.argument)
            case PracticeKind.ASK:
                await self._ask(command.argument)
            case PracticeKind.SLOW:
                await self._slow(command.count)
            case PracticeKind.THINK:
                await self._send(wire.thought_chunk(self._voice.say("thought", count=len(self._turn.message.split()))))
            case PracticeKind.PLAN:
                await self._plan()
            case PracticeKind.READ_HISTORY:
                await self._read_history()
            case PracticeKind.LONG:
                await self._say(f"\n\n{self._voice.long_answer()}")
            case PracticeKind.KNOW:
                await self._say(f"\n\n{self._voice.known(self._known())}")
            case PracticeKind.FAIL:
                raise RequestError(-32603, self._voice.say("failed"))

    def _known(self) -> list[str]:
        entries = []
        for turn in self._session.turns[:-1]:
            entries += [f"user: {turn.context} {turn.message}", f"assistant: {turn.answer}"]
        return entries

    async def _run(self, shell_command: str) -> None:
        call_id = self._next_call()
        await self._send(wire.command_started(call_id, shell_command))
        if not await self._may(call_id, asks=self._mode != "full_access"):
            return
        await self._send(wire.call_status(call_id, "in_progress"))
        output: list[str] = []

        async def on_output(text: str) -> None:
            output.append(text)
            await self._send(wire.command_output(call_id, text))

        code = await run_shell(shell_command, self._session.cwd, on_output, self.cancelled)
        await self._send(wire.command_ended(call_id, "".join(output), code))
        await self._say("\n\n" + (self._voice.say("ran", code=code) if code is not None else self._voice.say("stopped")))

    async def _write(self, path: str, text: str) -> None:
        target = await asyncio.to_thread(_below, self._session.cwd, path)
        if target is None:
            await self._say(f"\n\n{self._voice.say('outside', path=path)}")
            return
        new = f"{text}\n"
        call_id = self._next_call()
        try:
            old = await asyncio.to_thread(_read_if_there, target)
            await self._send(wire.edit_started(call_id, path, old, new))
            if not await self._may(call_id, asks=self._mode == "ask"):
                return
            await asyncio.to_thread(_write_file, target, new)
        except (OSError, UnicodeDecodeError) as error:
            await self._send(wire.call_status(call_id, "failed"))
            await self._say(f"\n\n{self._voice.say('not_written', path=path, error=error)}")
            return
        await self._send(wire.call_status(call_id, "completed"))
        await self._say(f"\n\n{self._voice.say('wrote', path=path)}")

    async def _ask(self, question: str) -> None:
        options = [("yes", self._voice.say("yes"), "allow_once"), ("no", self._voice.say("no"), "reject_once")]
        call = ToolCallUpdate(tool_call_id=self._next_call(), title=question, kind="other", field_meta={QUESTION_META: True})
        answer = await self._request(call, options)
        if answer is not None:
            await self._say(f"\n\n{self._voice.say('answered', answer=self._voice.say(answer))}")

    async def _slow(self, count: int) -> None:
        await self._say("\n\n")
        for word in self._voice.slow_words(count):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.cancelled.wait(), self._settings.delay_s)
            if self.cancelled.is_set():
                return
            await self._say(word)

    async def _plan(self) -> None:
        steps = [self._voice.say(f"plan_{number}") for number in (1, 2, 3)]
        await self._send(wire.plan(list(zip(steps, ("completed", "in_progress", "pending"), strict=True))))
        await self._send(wire.plan([(step, "completed") for step in steps]))
        await self._say(f"\n\n{self._voice.say('planned')}")

    async def _read_history(self) -> None:
        if self._history_server is None:
            await self._say(f"\n\n{self._voice.say('no_history')}")
            return
        call_id = self._next_call()
        await self._send(wire.tool_started(call_id, TOOL))
        try:
            answer = await read_history(self._history_server, self._turn.context)
        # A client over a child process fails in many ways, groups of them included; each is only told here.
        except Exception as error:  # noqa: BLE001
            text = self._voice.say("history_failed", error=_words_of(error))
            await self._send(wire.tool_ended(call_id, text, worked=False))
            await self._say(f"\n\n{text}")
            return
        await self._send(wire.tool_ended(call_id, answer.text, worked=not answer.failed))
        await self._say(f"\n\n{self._voice.say('history')}\n\n{code_block(answer.text)}")

    async def _may(self, call_id: str, *, asks: bool) -> bool:
        """Tell whether a call may go on; where not, the call and the person hear it."""
        if self._mode == "plan":
            await self._send(wire.call_status(call_id, "failed"))
            await self._say(f"\n\n{self._voice.say('plan_mode')}")
            return False
        if not asks:
            return True
        options = [("allow", self._voice.say("allow"), "allow_once"), ("deny", self._voice.say("deny"), "reject_once")]
        if await self._request(ToolCallUpdate(tool_call_id=call_id), options) == "allow":
            return True
        await self._send(wire.call_status(call_id, "failed"))
        if not self.cancelled.is_set():
            await self._say(f"\n\n{self._voice.say('denied')}")
        return False

    async def _request(self, call: ToolCallUpdate, options: list[tuple[str, str, Any]]) -> str | None:
        response = await self._client.request_permission(
            session_id=self._session.id,
            tool_call=call,
            options=[PermissionOption(option_id=id_, name=name, kind=kind) for id_, name, kind in options],
        )
        return response.outcome.option_id if isinstance(response.outcome, AllowedOutcome) else None

    async def _say(self, text: str) -> None:
        await self._send(wire.text_chunk(text))

    async def _send(self, update: wire.Update) -> None:
        wire.merge_into(self._turn.updates, update)
        # A call is stored as it begins and as it ends: if we are killed in between, the session shows that it was begun.
        if update["sessionUpdate"] == "tool_call" or update.get("status") in ("completed", "failed"):
            await asyncio.to_thread(self._store.save, self._session)
        notification = SessionNotification.model_validate({"sessionId": self._session.id, "update": update})
        await self._client.session_update(session_id=self._session.id, update=notification.update)

    def _next_call(self) -> str:
        self._calls += 1
        return f"call-{len(self._session.turns)}-{self._calls}"


def _below(folder: str, path: str) -> Path | None:
    """Return where ``path`` really leads, links followed, if that is inside the folder."""
    workspace = Path(folder).resolve()
    target = (workspace / path).resolve()
    return target if target != workspace and target.is_relative_to(workspace) else None


def _read_if_there(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


def _write_file(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def _words_of(error: BaseException) -> str:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error) or type(error).__name__
