# SPDX-License-Identifier: MIT
"""A program that speaks Claude Code's stream-json and misbehaves on command. It is no model: the prompt says what it does.

``say WORDS``, ``split WORDS`` (characters cut between two writes), ``big N`` (one line of N bytes more than a text), ``garbage``,
``crash``, ``crash-early`` (before it acknowledges), ``deaf`` (works on, ignores every request and SIGTERM), ``hold`` (waits
for an interrupt), ``grandchild`` (starts a sleeper in a session of its own, then waits), ``ask``, ``edit PATH`` (asks to write
that file), ``noise N`` (N bytes on stderr before the answer), ``empty`` (begins answers without end and never says anything).
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


def write(frame: Json) -> None:
    """Write one frame."""
    os.write(1, json.dumps(frame, ensure_ascii=False).encode() + b"\n")


def flag(name: str) -> str:
    """Return the value of an option, or an empty string."""
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else ""


def assistant(words: str) -> None:
    """Answer with a text."""
    message = {"id": "msg_1", "model": "scripted", "content": [{"type": "text", "text": words}]}
    write({"type": "assistant", "uuid": "a-1", "message": message})


def result(**more: Any) -> None:
    """End the turn."""
    write({"type": "result", "subtype": "success", "is_error": False, "terminal_reason": "completed", **more})


def is_deaf() -> bool:
    """Tell whether a deaf turn runs."""
    return signal.getsignal(signal.SIGTERM) is signal.SIG_IGN


def work(frame: Json) -> None:
    """Do what the prompt says."""
    text = frame["message"]["content"]
    action, _, words = text.partition(" ")
    if action == "crash-early":
        sys.stderr.write("it broke before reading\n")
        sys.stderr.flush()
        os._exit(3)
    write({"type": "system", "subtype": "status", "status": "requesting", "user_message_uuids": [frame["uuid"]]})
    match action:
        case "say":
            assistant(words)
            result()
        case "split":
            message = {"id": "msg_1", "model": "scripted", "content": [{"type": "text", "text": words}]}
            line = json.dumps({"type": "assistant", "uuid": "a-1", "message": message}, ensure_ascii=False).encode()
            for byte in line:
                os.write(1, bytes([byte]))
            os.write(1, b"\n")
            result()
        case "big":
            assistant("x" * int(words))
            assistant("after")
            result()
        case "garbage":
            os.write(1, b"this is no json\n\n[1, 2]\n\xff\xfe\n" + b"[" * 100_000 + b"\n")
            write({"type": "from_the_future", "data": [1]})
            assistant("still here")
            result()
        case "crash":
            assistant("half of")
            sys.stderr.write("Segmentation fault\n")
            sys.stderr.flush()
            os._exit(139)
        case "deaf":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            assistant("I do not listen")
        case "grandchild":
            sleeper = [sys.executable, "-c", "import time; time.sleep(600)"]
            child = subprocess.Popen(sleeper, start_new_session=True)
            assistant(f"pid {child.pid}")
        case "noise":
            sys.stderr.write("E" * int(words))
            sys.stderr.flush()
            assistant("after the noise")
            result()
        case "empty":
            for number in range(1000):
                begun = {"type": "message_start", "message": {"id": f"empty-{number}"}}
                write({"type": "stream_event", "event": begun})
        case "edit":
            given = {"file_path": words, "content": "new\n"}
            request = {"subtype": "can_use_tool", "tool_name": "Write", "input": given, "tool_use_id": "t"}
            write({"type": "control_request", "request_id": "edit-1", "request": request})
        case "edit-withdrawn":
            given = {"file_path": words, "content": "new\n"}
            request = {"subtype": "can_use_tool", "tool_name": "Write", "input": given, "tool_use_id": "t"}
            write({"type": "control_request", "request_id": "edit-1", "request": request})
            write({"type": "control_cancel_request", "request_id": "edit-1"})
            assistant("never mind")
            result()
        case "ask":
            request = {"subtype": "can_use_tool", "tool_name": "Bash", "input": {"command": "ls"}, "tool_use_id": "t"}
            write({"type": "control_request", "request_id": "ask-1", "request": request})
        case _:
            assistant("holding")


def control(frame: Json) -> None:
    """Answer a control request."""
    request = frame["request"]
    answer = {"subtype": "success", "request_id": frame["request_id"], "response": {}}
    if request["subtype"] == "initialize":
        answer["response"] = {"models": [], "account": {"apiKeySource": "test"}}
    write({"type": "control_response", "response": answer})
    if request["subtype"] == "interrupt":
        write({"type": "result", "subtype": "error_during_execution", "is_error": True, "terminal_reason": "aborted_streaming"})
    elif request["subtype"] == "end_session":
        os._exit(0)


def main() -> None:
    """Serve until stdin ends."""
    if flag("--resume") == "dead":
        write({"type": "result", "is_error": True, "errors": ["No conversation found with session ID: dead"]})
        sys.exit(1)
    if flag("--model") == "mute":
        time.sleep(600)
    for line in sys.stdin.buffer:
        frame = json.loads(line)
        if frame["type"] == "user":
            work(frame)
        elif is_deaf():
            continue
        elif frame["type"] == "control_request":
            control(frame)
        elif frame["type"] == "control_response":
            assistant(json.dumps(frame["response"]["response"]))
            result()
    while is_deaf():
        time.sleep(600)


if __name__ == "__main__":
    main()
