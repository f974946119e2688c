# SPDX-License-Identifier: MIT
"""A program that speaks Codex's app-server protocol and misbehaves on command. It is no model: the prompt says what it does.

``say WORDS``, ``split WORDS`` (characters cut between two writes), ``big N`` (a line of N bytes more than a text), ``garbage``,
``flood`` (5 MB to stderr first), ``crash``, ``crash-early`` (before it acknowledges), ``lost`` (the thread is gone), ``deaf``
(works on, ignores every request and SIGTERM), ``hold`` (waits for an interrupt), ``late`` (refuses the first two interrupts),
``grandchild`` (starts a sleeper in a session of its own, then waits), ``ask METHOD {params}``, ``old`` (an item of another turn
first), ``tell METHOD {params}``, ``unauthorized`` (says again and again that it retries after a 401). The model ``mute`` keeps it
from greeting; ``strict`` makes it leave once its model is asked for.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import Any

Json = dict[str, Any]
THREAD = "01a00000-0000-7000-8000-000000000001"


class Program:
    """State of the one thread."""

    def __init__(self) -> None:
        self.turns = 0
        self.interrupts_to_refuse = 0
        self.is_deaf = False

    @property
    def turn(self) -> str:
        """Id of the newest turn."""
        return f"turn-{self.turns}"

    def tell(self, method: str, **params: Any) -> None:
        """Send a notification of the newest turn."""
        write({"method": method, "params": {"threadId": THREAD, "turnId": self.turn, **params}})

    def say(self, words: str) -> None:
        """Answer with a text."""
        self.tell("item/completed", item={"type": "agentMessage", "id": f"m-{time.monotonic_ns()}", "text": words})

    def finish(self, status: str = "completed") -> None:
        """End the turn."""
        self.tell("turn/completed", turn={"id": self.turn, "status": status, "items": [], "error": None})

    def begin(self, call: Json) -> None:
        """Take a prompt."""
        params = call["params"]
        text = params["input"][0]["text"]
        action, _, words = text.partition(" ")
        if action == "crash-early":
            sys.stderr.write("it broke before reading\n")
            sys.stderr.flush()
            os._exit(3)
        if action == "lost":
            fail(call, f"thread not found: {THREAD}")
            return
        old = self.turn
        self.turns += 1
        reply(call, {"turn": {"id": self.turn, "status": "inProgress", "items": []}})
        if action == "old":
            late = {"type": "commandExecution", "id": "late", "command": "sleep", "status": "failed", "exitCode": 137}
            self.tell("item/completed", turnId=old, item=late)
        self.tell("turn/started", turn={"id": self.turn, "status": "inProgress", "items": []})
        user = {"type": "userMessage", "id": "u", "clientId": params["clientUserMessageId"], "content": params["input"]}
        self.tell("item/completed", item=user)
        self.work(action, words)

    def work(self, action: str, words: str) -> None:
        """Do what the prompt says."""
        match action:
            case "say" | "old":
                self.say(words)
                self.finish()
            case "split":
                params = {"threadId": THREAD, "turnId": self.turn, "item": {"type": "agentMessage", "id": "m", "text": words}}
                line = json.dumps({"method": "item/completed", "params": params}, ensure_ascii=False).encode()
                for byte in line:
                    os.write(1, bytes([byte]))
                os.write(1, b"\n")
                self.finish()
            case "big":
                self.say("x" * int(words))
                self.say("after")
                self.finish()
            case "garbage":
                os.write(1, b"this is no json\n\n[1, 2]\n\xff\xfe\n" + b"[" * 100_000 + b"\n")
                write({"method": "from/the/future", "params": [1]})
                write({"id": 99, "result": {}})
                write({"id": "odd", "result": None})
                self.tell("item/completed", item={"type": "agentMessage", "id": 7, "text": ["odd"]})
                self.tell("item/completed", item={"type": "from the future", "id": "f"})
                self.say("still here")
                self.finish()
            case "flood":
                for _ in range(80):
                    os.write(2, b"x" * 65_536)
                self.say("still here")
                self.finish()
            case "crash":
                self.tell("item/agentMessage/delta", itemId="m", delta="half of")
                sys.stderr.write("Segmentation fault\n")
                sys.stderr.flush()
                os._exit(139)
            case "deaf":
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                self.is_deaf = True
                self.say("I do not listen")
            case "late":
                self.interrupts_to_refuse = 2
                self.say("not yet")
            case "grandchild":
                child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
                self.say(f"pid {child.pid}")
            case "ask":
                method, _, params = words.partition(" ")
                asked = {"threadId": THREAD, "turnId": self.turn, "itemId": "i", **json.loads(params or "{}")}
                write({"id": 0, "method": method, "params": asked})
            case "tell":
                method, _, params = words.partition(" ")
                self.tell(method, **json.loads(params or "{}"))
                self.finish()
            case "unauthorized":
                for attempt in range(1, 6):
                    info = {"responseStreamDisconnected": {"httpStatusCode": 401}}
                    error = {"message": f"Reconnecting... {attempt}/5", "codexErrorInfo": info}
                    self.tell("error", error=error, willRetry=True)
            case _:
                self.say("holding")

    def handle(self, message: Json) -> None:
        """Answer one message of the client."""
        method, params = message.get("method", ""), message.get("params") or {}
        if self.is_deaf:
            return
        if not method:
            self.say(json.dumps(message.get("result", message.get("error")), sort_keys=True))
            self.finish()
            return
        match method:
            case "turn/start":
                self.begin(message)
            case "turn/interrupt" if self.interrupts_to_refuse:
                self.interrupts_to_refuse -= 1
                fail(message, "no active turn to interrupt")
            case "turn/interrupt":
                reply(message, {})
                self.finish("interrupted")
            case "thread/start" | "thread/resume" | "thread/fork":
                opened(message, params)
            case "account/read":
                reply(message, {"account": None, "requiresOpenaiAuth": False})
            case _ if "id" in message:
                reply(message, {})


def write(message: Json) -> None:
    """Write one message."""
    os.write(1, json.dumps(message, ensure_ascii=False).encode() + b"\n")


def reply(call: Json, result: Json) -> None:
    """Answer a call."""
    write({"id": call["id"], "result": result})


def fail(call: Json, words: str) -> None:
    """Refuse a call."""
    write({"id": call["id"], "error": {"code": -32600, "message": words}})


def opened(call: Json, params: Json) -> None:
    """Open the thread, or do what the model's name says."""
    model = params.get("model")
    if model == "mute":
        return
    if model == "strict":
        sys.stderr.write("no model of that name here\n")
        sys.stderr.flush()
        os._exit(2)
    if model == "empty":
        reply(call, {})
        return
    reply(call, {"thread": {"id": THREAD}, "cwd": params["cwd"], "model": "scripted"})


def main() -> None:
    """Serve until stdin ends."""
    if "--version" in sys.argv:
        os.write(1, b"codex-cli 0.0.1\n")
        return
    program = Program()
    for line in sys.stdin.buffer:
        program.handle(json.loads(line))
    while program.is_deaf:
        time.sleep(600)


if __name__ == "__main__":
    main()
