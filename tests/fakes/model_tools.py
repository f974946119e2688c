# SPDX-License-Identifier: MIT
"""Scripted tool calls in the words of the agent that asked: each agent offers the model tools of its own names and shapes.

A neutral call (``bash``, ``write``, ``ask``, ``plan``, ``mcp``) becomes a call of the first of these tools that the request
offers. A call of any other name goes out as it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from typing import Any

Json = dict[str, Any]
Shape = Callable[[Json], Json | str]
"""Makes the agent's arguments of the neutral ones; a text for a tool that takes free text."""


def _same(given: Json) -> Json:
    return given


def _patch(given: Json) -> str:
    lines = "".join(f"+{line}\n" for line in given["text"].splitlines())
    return f"*** Begin Patch\n*** Add File: {given['path']}\n{lines}*** End Patch"


def _claude_ask(given: Json) -> Json:
    choices = [{"label": choice, "description": f"about {choice}"} for choice in given["choices"]]
    question = {"question": given["question"], "header": "Choice", "options": choices, "multiSelect": False}
    return {"questions": [question]}


def _opencode_ask(given: Json) -> Json:
    choices = [{"label": choice, "description": f"about {choice}"} for choice in given["choices"]]
    return {"questions": [{"question": given["question"], "header": "Choice", "options": choices}]}


def _codex_ask(given: Json) -> Json:
    choices = [{"label": choice, "description": f"about {choice}"} for choice in given["choices"]]
    return {"questions": [{"id": "choice", "header": "Choice", "question": given["question"], "options": choices}]}


def _claude_plan(given: Json) -> Json:
    return {"todos": [{"content": step, "status": "pending", "activeForm": step} for step in given["steps"]]}


def _opencode_plan(given: Json) -> Json:
    todo = {"status": "pending", "priority": "medium"}
    return {"todos": [{"id": str(number), "content": step, **todo} for number, step in enumerate(given["steps"])]}


def _codex_plan(given: Json) -> Json:
    return {"plan": [{"step": step, "status": "pending"} for step in given["steps"]]}


def _gemini_plan(given: Json) -> Json:
    return {"todos": [{"description": step, "status": "pending"} for step in given["steps"]]}


TOOLS: Mapping[str, Mapping[str, Shape]] = {
    "bash": {
        "Bash": lambda given: {"description": "scripted command", **given},
        "bash": lambda given: {"description": "scripted command", **given},
        "exec_command": lambda given: {"cmd": given["command"]},
        "run_shell_command": lambda given: {"description": "scripted command", **given},
        "shell": _same,
        "run_command": _same,
        "exec": _same,
    },
    "write": {
        "Write": lambda given: {"file_path": given["path"], "content": given["text"]},
        "apply_patch": _patch,
        "write": lambda given: {"filePath": given["path"], "content": given["text"]},
        "write_file": lambda given: {"file_path": given["path"], "content": given["text"]},
    },
    "ask": {
        "AskUserQuestion": _claude_ask,
        "request_user_input": _codex_ask,
        "question": _opencode_ask,
        "ask_user": _claude_ask,
    },
    "plan": {
        "TodoWrite": _claude_plan,
        "update_plan": _codex_plan,
        "todowrite": _opencode_plan,
        "write_todos": _gemini_plan,
    },
}
FREE_TEXT_TOOLS = frozenset({"apply_patch"})
"""Tools that take free text instead of JSON, in the formats that know such tools."""
MCP_PREFIXES = ("mcp__tiny__", "mcp_tiny_", "tiny__", "tiny_")
"""How agents name the tools of the server ``tiny``."""


def tool_call(name: str, given: Json, offered: Collection[str]) -> tuple[str, Json | str]:
    """Return the call that the agent understands, by the tools that its request offers."""
    if name == "mcp":
        tool = str(given["tool"])
        named = [prefix + tool for prefix in MCP_PREFIXES]
        # A server that has to be told apart from others of its kind gets a name of the adapter's own.
        ours = [each for each in sorted(offered) if each.startswith("onesist_") and each.endswith(f"_{tool}")]
        return next((each for each in [*named, *ours] if each in offered), named[0]), given["arguments"]
    shapes = TOOLS.get(name)
    if shapes is None:
        return name, given
    wanted = next((each for each in shapes if each in offered), next(iter(shapes)))
    return wanted, shapes[wanted](given)


def as_json_text(arguments: Json | str) -> str:
    """Return a call's arguments as the text that a wire format carries."""
    return arguments if isinstance(arguments, str) else json.dumps(arguments)
