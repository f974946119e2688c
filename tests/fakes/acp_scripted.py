# SPDX-License-Identifier: MIT
"""An agent that misbehaves as its first argument says. It writes the protocol by hand: the library would not let it."""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

KIND = sys.argv[1]


def send(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def update(session: str, body: dict[str, Any]) -> None:
    send({"method": "session/update", "params": {"sessionId": session, "update": body}})


def say(session: str, text: str) -> None:
    update(session, {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": text}})


def answer(request: dict[str, Any], result: Any) -> None:
    send({"id": request["id"], "result": result})


def refuse(request: dict[str, Any], code: int, message: str) -> None:
    send({"id": request["id"], "error": {"code": code, "message": message}})


def prompt(request: dict[str, Any]) -> None:
    session = request["params"]["sessionId"]
    match KIND:
        case "dies_silent":
            sys.stderr.write("panic: the sky fell\n")
            sys.exit(7)
        case "dies_speaking":
            say(session, "half an ")
            sys.stderr.write("panic: later\n")
            sys.exit(7)
        case "session_gone":
            return refuse(request, -32602, "session not found: gone")
        case "signed_out":
            return refuse(request, -32000, "Authentication required")
        case "overloaded":
            return refuse(request, -32603, "529 overloaded")
        case "big_line":
            sys.stdout.write('{"jsonrpc":"2.0","method":"session/update","params":"' + "x" * (20 << 20) + '"}\n')
            say(session, "after the big line")
        case "noise_between":
            sys.stdout.write("Warning: not JSON\n[1,2]\n5\n" + '{"id":[],"result":1}\n{"method":5}\n\n')
            update(session, {"sessionUpdate": "from_the_future", "x": 1})
            send({"method": "$/cancel_request", "params": {}})
            say(session, "still here")
            # An update of somebody else's session.
            say("other", "not for you")
        case "late_noise":
            update(session, {"sessionUpdate": "available_commands_update", "availableCommands": []})
            return refuse(request, -32602, "session not found: gone")
        case "floods":
            while True:
                sys.stdout.write("garbage\n" * 100)
                sys.stdout.flush()
        case "asks":
            options = [
                {"optionId": "once", "name": "Once", "kind": "allow_once"},
                {"optionId": "reject", "name": "No", "kind": "reject_once"},
            ]
            call = {"toolCallId": "c1", "kind": "execute", "title": "rm x", "rawInput": {"command": "rm x"}}
            params = {"sessionId": session, "toolCall": call, "options": options}
            send({"id": "ask-1", "method": "session/request_permission", "params": params})
            reply = json.loads(sys.stdin.readline())
            while "result" not in reply:
                reply = json.loads(sys.stdin.readline())
            say(session, json.dumps(reply["result"]))
            return answer(request, {"stopReason": "cancelled"})
        case "wants_files":
            params = {"sessionId": session, "path": "/etc/passwd"}
            send({"id": "fs-1", "method": "fs/read_text_file", "params": params})
            say(session, json.dumps(json.loads(sys.stdin.readline())["error"]["code"]))
        case "deaf":
            say(session, "working")
            while True:
                time.sleep(60)
        case "gets_nowhere":
            say(session, "hm")
            for used in range(1, 40):
                update(session, {"sessionUpdate": "usage_update", "used": used, "size": 1000})
                time.sleep(0.01)
            while True:
                time.sleep(60)
        case "replays_late":
            say(session, "the answer")
        case "configures":
            update(session, {"sessionUpdate": "usage_update", "used": 5, "size": 9000})
        case "max_tokens" | "refusal":
            return answer(request, {"stopReason": KIND})
        case "no_reason":
            return answer(request, None)
        case "echo":
            say(session, json.dumps([block.get("text") for block in request["params"]["prompt"]]))
    return answer(request, {"stopReason": "end_turn", "usage": {"inputTokens": 3, "outputTokens": 4, "totalTokens": 7}})


CHOSEN = {"model": "small", "effort": "low"}
SIGNED_IN: list[str] = []


def options() -> list[dict[str, Any]]:
    def select(name: str, category: str, values: list[str]) -> dict[str, Any]:
        rows = [{"value": value, "name": value.title()} for value in values]
        return {"id": name, "category": category, "type": "select", "currentValue": CHOSEN[name], "options": rows}

    # In a group, as some agents have it.
    model = select("model", "model", ["small", "big"])
    model["options"] = [{"group": "all", "name": "All", "options": model["options"]}]
    return [model, *([select("effort", "thought_level", ["low", "high"])] if CHOSEN["model"] == "big" else [])]


def handle(request: dict[str, Any]) -> None:
    match request.get("method"):
        case "initialize":
            if KIND == "garbage":
                sys.stdout.write("this is not a protocol\n")
                sys.exit(0)
            if KIND == "only_garbage":
                sys.stdout.write("nonsense\n" * 1000)
                sys.stdout.flush()
                time.sleep(60)
            if KIND == "never_ready":
                time.sleep(60)
            if KIND == "old_start":
                sys.stderr.write("cannot find the config\n")
                sys.exit(3)
            version = 2 if KIND == "version_2" else 1
            capabilities = {"loadSession": KIND in ("loads", "replays_late")}
            answer(request, {"protocolVersion": version, "agentCapabilities": capabilities})
        case "session/new":
            if KIND == "no_session":
                return refuse(request, -32603, "no room")
            if KIND == "malformed_session":
                return answer(request, {"session": "s"})
            if KIND == "wants_sign_in" and not SIGNED_IN:
                return refuse(request, -32000, "Authentication required")
            if KIND == "configures":
                return answer(request, {"sessionId": "s-1", "configOptions": options()})
            modes = None
            if KIND in ("modes", "refuses_modes"):
                names = [
                    {"id": name, "name": name}
                    for name in ("auto", "default", "plan", *(["yolo"] if KIND == "refuses_modes" else []))
                ]
                modes = {"currentModeId": "auto", "availableModes": names}
            answer(request, {"sessionId": "s-1", **({"modes": modes} if modes else {})})
        case "session/load":
            say("s-1", "a replayed answer")
            answer(request, {})
            if KIND == "replays_late":
                for word in ("one", "two", "three"):
                    say("s-1", word)
                    time.sleep(0.05)
        case "authenticate":
            SIGNED_IN.append(request["params"]["methodId"])
            sys.stderr.write(f"signed in by {SIGNED_IN[-1]}\n")
            answer(request, {})
        case "session/set_config_option":
            params = request["params"]
            if params["value"] == "nope":
                return refuse(request, -32602, "model not found: nope")
            CHOSEN[params["configId"]] = params["value"]
            sys.stderr.write(f"set {params['configId']} {params['value']}\n")
            answer(request, {"configOptions": options()})
        case "session/set_mode":
            if request["params"]["modeId"] == "yolo":
                return refuse(request, -32603, "Cannot enable privileged approval modes in an untrusted folder.")
            sys.stderr.write(f"mode {request['params']['modeId']}\n")
            answer(request, {})
        case "session/prompt":
            prompt(request)
    return None


for line in sys.stdin:
    handle(json.loads(line))
os._exit(0)
