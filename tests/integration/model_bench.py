# SPDX-License-Identifier: MIT
"""What tests of model providers share: providers of each kind at a server on this machine, and servers made of bytes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from onesist_desktop.core.answerer import HistoryEntry, ModelInfo, Prompt, SessionSpec
from onesist_desktop.core.errors import KeyringError
from onesist_desktop.core.ids import MessageId, ProviderId, SessionRowId, ThreadId
from onesist_desktop.core.messages import AttachmentPart
from onesist_desktop.core.turn_events import PartEnded, TurnEnded, TurnEvent
from onesist_desktop.providers.config import RequestLimits
from onesist_desktop.providers.model_provider import ModelProviderAnswerer
from onesist_desktop.providers.model_turn import ModelTurn
from tests.fakes.model_script import Json, ScriptedAnswer
from tests.fakes.model_server import ANTHROPIC, CHAT, GEMINI, RESPONSES, RecordedRequest

KEY = "sk-canary-7f3b1c"
LIMITS = RequestLimits(connect_s=5, silence_s=20, retry_delay_s=0.01)
KINDS = ("openai", "anthropic", "google", "openai_compatible")
WIRES = {"openai": RESPONSES, "anthropic": ANTHROPIC, "google": GEMINI, "openai_compatible": CHAT}
KEY_HEADERS = {"anthropic": "x-api-key", "google": "x-goog-api-key"}


@dataclass(frozen=True)
class Config:
    kind: str
    base_url: str
    default_model: str = "fake-small"
    context_window: int | None = None
    id: str = "p"
    title: str = "Provider"


class Keys:
    def __init__(self, key: str | None = KEY, error: str = "") -> None:
        self.key, self.error = key, error

    async def get(self, provider_id: ProviderId) -> str | None:
        if self.error:
            raise KeyringError(self.error)
        return self.key


@asynccontextmanager
async def opened(
    kind: str, url: str, keys: Keys | None = None, limits: RequestLimits = LIMITS, window: int | None = None
) -> AsyncIterator[ModelProviderAnswerer]:
    answerer = ModelProviderAnswerer(Config(kind, url, context_window=window), keys or Keys(), limits)
    try:
        yield answerer
    finally:
        await answerer.close()


async def turn(
    answerer: ModelProviderAnswerer,
    text: str,
    history: tuple[HistoryEntry, ...] = (),
    *,
    files: tuple[AttachmentPart, ...] = (),
    effort: str | None = None,
    model: str | None = None,
) -> ModelTurn:
    spec = SessionSpec(ThreadId("t"), SessionRowId("s"), "/", effort=effort, model=model)
    session = await answerer.open_session(spec)
    return session.start_turn(Prompt(MessageId("m"), text, attachments=files, history=history))


async def ask(
    answerer: ModelProviderAnswerer,
    text: str,
    history: tuple[HistoryEntry, ...] = (),
    *,
    files: tuple[AttachmentPart, ...] = (),
    effort: str | None = None,
    model: str | None = None,
) -> list[TurnEvent]:
    return [event async for event in await turn(answerer, text, history, files=files, effort=effort, model=model)]


def ended(events: list[TurnEvent]) -> TurnEnded:
    last = events[-1]
    assert isinstance(last, TurnEnded)
    assert sum(isinstance(event, TurnEnded) for event in events) == 1
    return last


def parts(events: list[TurnEvent]) -> list[object]:
    return [event.part for event in events if isinstance(event, PartEnded)]


def rows(models: Sequence[ModelInfo]) -> list[tuple[str, str, int | None]]:
    return [(model.id, model.title, model.context_window) for model in models]


Handler = Callable[[bytes, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def by_hand(handler: Handler) -> AsyncIterator[tuple[str, list[bytes]]]:
    seen: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            length = next((int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), 0)
            await reader.readexactly(length)
            seen.append(head)
            await handler(head, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", seen
    finally:
        server.close()


def reply(status: str, body: bytes = b"", *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", "connection: close", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def chat(*deltas: str, finish: str | None = "stop", done: bool = True) -> bytes:
    frame = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    choices = [{"index": 0, "delta": {"content": delta}, "finish_reason": None} for delta in deltas]
    if finish:
        choices.append({"index": 0, "delta": {}, "finish_reason": finish})  # type: ignore[dict-item]
    rows = [f"data: {json.dumps({**frame, 'choices': [choice]}, ensure_ascii=False)}\n\n" for choice in choices]
    return "".join([*rows, "data: [DONE]\n\n" if done else ""]).encode()


def streamed(kind: str, text: str) -> bytes:
    """Return the body of a whole streamed answer, as the fake server would send it."""
    answer = ScriptedAnswer(text=text, usage=(1, 2, 0))
    rows: list[str] = []

    def event(name: str, data: Json) -> None:
        told = {"type": name, **data} if name else data
        rows.append((f"event: {name}\n" if name else "") + f"data: {json.dumps(told, ensure_ascii=False)}\n\n")

    WIRES[kind].stream(answer, {"model": "m", "stream_options": {"include_usage": True}}, event, lambda _done, _total: None)
    return "".join(rows).encode()


def png(folder: Path, name: str = "p.png", size: int = 100) -> AttachmentPart:
    """Write what looks like a picture."""
    path = folder / name
    path.write_bytes(b"\x89PNG\r\n\x1a\n".ljust(size, b"."))
    return AttachmentPart(name, str(path), "image/png", size)


def pictures(request: RecordedRequest) -> list[str]:
    """List the pictures of a request as base64, whatever its format."""
    found: list[str] = []

    def look(value: object) -> None:
        if isinstance(value, dict):
            if isinstance(data := value.get("data"), str):
                found.append(data)
            for inner in value.values():
                look(inner)
        elif isinstance(value, list):
            for inner in value:
                look(inner)
        elif isinstance(value, str) and value.startswith("data:image/"):
            found.append(value.partition("base64,")[2])

    look(request.body)
    return found
