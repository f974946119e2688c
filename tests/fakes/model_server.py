# SPDX-License-Identifier: MIT
"""A fake model server on 127.0.0.1 that real agent programs and real client libraries are happy with.

It speaks Anthropic messages, OpenAI responses, OpenAI chat completions and Gemini's generateContent, with the model lists of
OpenAI, OpenRouter, Anthropic and Google, and the two calls by which Ollama tells the size of a model's window. What it answers is
scripted by directives in the prompt, see :mod:`tests.fakes.model_script`. In a test::

    with FakeModelServer() as server:
        ...  # ANTHROPIC_BASE_URL=server.url, or base_url=server.url + "/v1"
        assert server.model_requests()[-1].prompts == ("hello",)

or beside other processes: ``python -m tests.fakes.model_server --port 0 --ready FILE --log FILE``.
"""

from __future__ import annotations

import argparse
import json
import socketserver
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.fakes import model_anthropic, model_gemini, model_openai, model_responses
from tests.fakes.model_holds import ClientGoneError, Holds
from tests.fakes.model_script import Conversation, Json, ScriptedAnswer, answer_for


@dataclass(frozen=True, slots=True)
class FakeModel:
    """A model of the list. ``context_window`` is told only where ``window_key`` of the server names a field for it."""

    id: str
    title: str = ""
    context_window: int | None = None


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire format. ``stream`` gets what to emit an event with (name and data), and the pace."""

    conversation: Callable[[Json], Conversation]
    error_body: Callable[[int, str], Json]
    whole: Callable[[ScriptedAnswer, Json], Json]
    stream: Callable[[ScriptedAnswer, Json, Callable[[str, Json], None], Callable[[int, int], None]], None]
    error_headers: Callable[[str], dict[str, str]] = lambda _words: {}
    ends_with_done: bool = False


def _stream_chat(
    answer: ScriptedAnswer, body: Json, emit: Callable[[str, Json], None], between: Callable[[int, int], None]
) -> None:
    model_openai.stream(answer, body, lambda data: emit("", data), between)


def _stream_gemini(
    answer: ScriptedAnswer, body: Json, emit: Callable[[str, Json], None], between: Callable[[int, int], None]
) -> None:
    model_gemini.stream(answer, body, lambda data: emit("", data), between)


ANTHROPIC = Wire(model_anthropic.conversation, model_anthropic.error_body, model_anthropic.message_of, model_anthropic.stream)
CHAT = Wire(model_openai.conversation, model_openai.error_body, model_openai.completion_of, _stream_chat, ends_with_done=True)
RESPONSES = Wire(
    model_responses.conversation,
    model_responses.error_body,
    model_responses.response_of,
    model_responses.stream,
    model_responses.error_headers,
)
GEMINI = Wire(model_gemini.conversation, model_gemini.error_body, model_gemini.response_of, _stream_gemini)
WIRES = (
    ("/messages", ANTHROPIC),
    ("/chat/completions", CHAT),
    ("/responses", RESPONSES),
    (model_gemini.WHOLE, GEMINI),
    (model_gemini.STREAMED, GEMINI),
)


def wire_of(endpoint: str) -> Wire | None:
    """Return the format in which that endpoint asks a model for an answer, None if it doesn't."""
    return next((wire for ending, wire in WIRES if endpoint.endswith(ending)), None)


DEFAULT_MODELS = (
    FakeModel("claude-sonnet-5", "Claude Sonnet 5", 200_000),
    FakeModel("fake-small", "Fake small", 32_000),
)


@dataclass(slots=True)
class RecordedRequest:
    """One request as it came, and how it went. ``body`` is {} where none or no JSON was sent."""

    method: str
    path: str
    headers: dict[str, str]
    body: Json = field(default_factory=dict)
    status: int = 0
    client_gone: bool = False

    @property
    def endpoint(self) -> str:
        """The path without its query."""
        return self.path.split("?", maxsplit=1)[0]

    @property
    def is_model_call(self) -> bool:
        """Whether this asked a model for an answer, and not for something that a client wants to know for itself."""
        wire = wire_of(self.endpoint)
        return wire is not None and not (wire is GEMINI and model_gemini.side_schema(self.body))

    @property
    def prompts(self) -> tuple[str, ...]:
        """The person's prompts in it, oldest first, without what the client adds by itself."""
        wire = wire_of(self.endpoint) or ANTHROPIC
        return wire.conversation(self.body).prompts


def wire_texts(request: RecordedRequest) -> list[str]:
    """List every text that this request carries, in order: system prompt, prompts, answers, tool results, call arguments."""
    found: list[str] = []
    for key in ("system", "systemInstruction", "messages", "contents", "input", "prompt"):
        found.extend(_strings(request.body.get(key)))
    return found


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key not in {"type", "role", "id", "tool_use_id", "signature", "thoughtSignature", "cache_control"}:
                yield from _strings(item)


class FakeModelServer:
    """The server. ``bad_keys``, ``models``, ``window_key`` and ``error_headers`` (of failures) may be changed while it runs."""

    def __init__(
        self,
        *,
        port: int = 0,
        models: Iterable[FakeModel] = DEFAULT_MODELS,
        bad_keys: Iterable[str] = (),
        window_key: str | None = None,
        log: Path | None = None,
    ) -> None:
        self.models = tuple(models)
        self.bad_keys = set(bad_keys)
        self.window_key = window_key
        self.error_headers: dict[str, str] = {}
        self.requests: list[RecordedRequest] = []
        self.holds = Holds()
        self._tries: Counter[str] = Counter()
        self._arrived = threading.Condition()
        self._log = log
        self._http = _Http(("127.0.0.1", port), _Handler)
        self._http.fake = self
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let waiting answers go and end the server."""
        self.holds.release()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join(5)

    @property
    def port(self) -> int:
        """The port that it listens at."""
        return int(self._http.server_address[1])

    @property
    def url(self) -> str:
        """Base address without a path."""
        return f"http://127.0.0.1:{self.port}"

    def release(self) -> int:
        """Let every answer go on that hangs or is slow at this moment. Returns how many those were."""
        return self.holds.release()

    def wait_for_hold(self, timeout_s: float = 20.0) -> None:
        """Block until an answer hangs or waits between its words. Raises TimeoutError."""
        if not self.holds.wait_for_one(timeout_s):
            raise TimeoutError("no answer waits")

    def wait_for_requests(self, count: int, timeout_s: float = 20.0) -> None:
        """Block until so many model calls have arrived. Raises TimeoutError."""
        with self._arrived:
            if not self._arrived.wait_for(lambda: len(self.model_requests()) >= count, timeout_s):
                raise TimeoutError(f"{len(self.model_requests())} of {count} model calls")

    def model_requests(self) -> list[RecordedRequest]:
        """The recorded requests that asked a model for an answer."""
        return [request for request in self.requests if request.is_model_call]

    def record(self, request: RecordedRequest) -> None:
        """Keep a request, and write it to the log. Called by the handler's threads."""
        with self._arrived:
            self.requests.append(request)
            if self._log is not None:
                row = {"method": request.method, "path": request.path, "headers": request.headers, "body": request.body}
                with self._log.open("a", encoding="utf-8") as stream:
                    stream.write(json.dumps(row) + "\n")
            self._arrived.notify_all()

    def answer(self, talk: Conversation) -> ScriptedAnswer:
        """Choose what to answer, counting the tries of each round."""
        key = json.dumps([talk.prompts, talk.rounds])
        with self._arrived:
            tries = self._tries[key]
            self._tries[key] += 1
        return answer_for(talk, tries)

    def model_list(self, *, anthropic: bool) -> Json:
        """Build the list of models in the form that the client expects."""
        rows: list[Json] = []
        for model in self.models:
            row: Json = {"id": model.id}
            if anthropic:
                row.update(type="model", display_name=model.title or model.id, created_at="2026-01-01T00:00:00Z")
            else:
                row.update(object="model", created=1_767_225_600, owned_by="fake", name=model.title or model.id)
            if self.window_key and model.context_window:
                row[self.window_key] = model.context_window
            rows.append(row)
        if anthropic:
            return {"data": rows, "has_more": False, "first_id": rows[0]["id"], "last_id": rows[-1]["id"]}
        return {"object": "list", "data": rows}


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64
    fake: FakeModelServer

    def server_bind(self) -> None:
        """Bind without asking the name service for our own name, which the base class does."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]  # type: ignore[assignment]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Stay silent: clients that are killed in a test close their connections in every way there is."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Http
    request_record: RecordedRequest

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class names it so
        """Keep stderr clean."""

    def _begin(self, *, with_body: bool = False) -> Json:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0)) if with_body else b""
        try:
            body = json.loads(raw) if raw else {}
        except ValueError:
            body = {}
        headers = {key.lower(): value for key, value in self.headers.items()}
        self.request_record = RecordedRequest(self.command, self.path, headers, body if isinstance(body, dict) else {})
        self.server.fake.record(self.request_record)
        return self.request_record.body

    def _send(self, status: int, body: Json, *, head_only: bool = False, headers: Mapping[str, str] | None = None) -> None:
        data = json.dumps(body).encode()
        self.request_record.status = status
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.send_header("request-id", f"req_fake_{time.monotonic_ns()}")
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        if not head_only:
            self.wfile.write(data)

    def _has_bad_key(self) -> bool:
        key = self.headers.get("x-api-key") or self.headers.get("x-goog-api-key")
        key = key or (self.headers.get("authorization") or "").removeprefix("Bearer ")
        return key in self.server.fake.bad_keys

    def _is_anthropic(self) -> bool:
        return "anthropic-version" in self.headers or "x-api-key" in self.headers

    def do_HEAD(self) -> None:
        self._begin()
        self._send(200, {}, head_only=True)

    def do_GET(self) -> None:
        self._begin()
        fake = self.server.fake
        path = self.request_record.endpoint
        if path == "/v1beta/models":
            if self._has_bad_key():
                self._send(400, model_gemini.bad_key_body())
                return
            self._send(200, model_gemini.model_list(fake.models))
        elif path.endswith("/models"):
            anthropic = self._is_anthropic()
            if self._has_bad_key():
                self._fail(401, ANTHROPIC if anthropic else CHAT)
                return
            self._send(200, fake.model_list(anthropic=anthropic))
        elif path == "/api/tags":
            self._send(200, {"models": [{"name": model.id, "model": model.id} for model in fake.models]})
        else:
            self._send(200 if path == "/" else 404, {})

    def do_POST(self) -> None:
        body = self._begin(with_body=True)
        path = self.request_record.endpoint
        try:
            if path == "/api/show":
                self._show(body)
            elif path.endswith("/messages/count_tokens"):
                self._send(200, {"input_tokens": max(1, len(json.dumps(body)) // 4)})
            elif path.endswith(model_gemini.COUNTED):
                self._send(200, {"totalTokens": model_gemini.tokens_of(body)})
            elif (wire := wire_of(path)) is not None:
                self._model_call(body, wire)
            else:
                self._fail(404, ANTHROPIC if self._is_anthropic() else CHAT)
        except (ClientGoneError, ConnectionError):
            self.request_record.client_gone = True
            self.close_connection = True

    def _show(self, body: Json) -> None:
        name = body.get("model") or body.get("name")
        model = next((model for model in self.server.fake.models if model.id == name), None)
        if model is None:
            self._send(404, {"error": f"model '{name}' not found"})
            return
        info: Json = {"general.architecture": "fake"}
        if model.context_window:
            info["fake.context_length"] = model.context_window
        self._send(200, {"details": {"family": "fake"}, "model_info": info, "capabilities": ["completion", "tools"]})

    def _fail(self, status: int, wire: Wire, text: str = "") -> None:
        words = {401: "invalid x-api-key", 404: "not found", 429: "Too many requests", 529: "Overloaded"}
        body = wire.error_body(status, text or words.get(status, f"scripted failure {status}"))
        self._send(status, body, headers={**wire.error_headers(text), **self.server.fake.error_headers})

    def _model_call(self, body: Json, wire: Wire) -> None:
        if self._has_bad_key():
            if wire is GEMINI:
                self._send(400, model_gemini.bad_key_body())
            else:
                self._fail(401, wire)
            return
        if not self.request_record.is_model_call:
            self._send(200, wire.whole(ScriptedAnswer(), body))
            return
        answer = self.server.fake.answer(wire.conversation(body))
        if answer.action == "err" and answer.argument != "200":
            self._fail(int(answer.argument), wire, answer.text)
            return
        if answer.action == "hang":
            self.server.fake.holds.wait(self.connection)
        if not body.get("stream") and not self.request_record.endpoint.endswith(model_gemini.STREAMED):
            if answer.action == "drop":
                raise ConnectionAbortedError
            self._send(200, wire.whole(answer, body))
            return
        self._start_stream()
        wire.stream(answer, body, self._event, self._pace(answer))
        if wire.ends_with_done:
            self._chunk(b"data: [DONE]\n\n")
        self.wfile.write(b"0\r\n\r\n")

    def _pace(self, answer: ScriptedAnswer) -> Any:
        def between(done: int, total: int) -> None:
            if answer.action == "drop":
                raise ConnectionAbortedError
            if answer.action == "slow" and answer.argument and done < total:
                self.server.fake.holds.wait(self.connection, float(answer.argument))
            elif answer.action == "slow" and done == total - 1:
                self.server.fake.holds.wait(self.connection)

        return between

    def _start_stream(self) -> None:
        self.request_record.status = 200
        self.send_response(200)
        self.send_header("content-type", "text/event-stream; charset=utf-8")
        self.send_header("cache-control", "no-cache")
        self.send_header("request-id", f"req_fake_{time.monotonic_ns()}")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()

    def _event(self, name: str, data: Json) -> None:
        """Send one event; where it has a name, its data has it as well."""
        head, told = (f"event: {name}\n", {"type": name, **data}) if name else ("", data)
        self._chunk(f"{head}data: {json.dumps(told)}\n\n".encode())

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()


def main() -> None:
    """Serve until the process is ended. The ready file gets the port as JSON once it listens."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--ready", type=Path)
    parser.add_argument("--log", type=Path)
    parser.add_argument("--bad-key", action="append", default=[])
    parser.add_argument("--window-key")
    parser.add_argument("--announce", action="store_true", help="write the address to stdout, to wait for it")
    given = parser.parse_args()
    with FakeModelServer(port=given.port, bad_keys=given.bad_key, window_key=given.window_key, log=given.log) as server:
        if given.ready is not None:
            part = given.ready.with_suffix(".part")
            part.write_text(json.dumps({"port": server.port, "url": server.url}), encoding="utf-8")
            part.replace(given.ready)
        if given.announce:
            sys.stdout.write(f"{server.url}\n")
            sys.stdout.flush()
        threading.Event().wait()


if __name__ == "__main__":
    main()
