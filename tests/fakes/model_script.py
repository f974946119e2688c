# SPDX-License-Identifier: MIT
"""What the fake model answers: directives in the last prompt, one per round of a turn.

========================  ==========================================================================================
``[[say:text]]``          that text
``[[think:text]]``        a thinking block, then the plain answer
``[[bash:command]]``      a call of the agent's shell tool, see :mod:`tests.fakes.model_tools`
``[[write:path|text]]``   a call of its tool that writes a file (``\\n`` in the text is a new line)
``[[ask:text|a|b]]``      a call of its tool that asks the person, with choices
``[[plan:one|two]]``      a call of its tool that keeps a plan
``[[mcp:TOOL|{json}]]``   a call of a tool of the MCP server ``tiny``
``[[tool:NAME|{json}]]``  a call of any tool
``[[slow:N]]``            N words; the last one waits for ``server.release()``
``[[slow:N|seconds]]``    N words with that time between them, cut short by ``server.release()``
``[[hang]]``              nothing at all until ``server.release()`` or until the client goes away
``[[err:529]]``           that HTTP status each time; ``[[err:529|2]]`` only at the first two tries of this prompt;
                          ``[[err:400||words]]`` with those words
                          (:mod:`tests.fakes.model_responses` reads some words, and takes the status 200)
``[[noend]]``             an answer without text, calls and reason to end, each time it is asked
``[[drop]]``              the connection is cut in the middle of the answer; ``[[drop:1]]`` only at the first try
``[[usage:in|out|cache]]``  token numbers of the answers to this prompt (no round of its own)
========================  ==========================================================================================

A round is one request of a turn: the first directive answers the first request, the next one the request that brings the
tool result, and so on; when none is left the model says what it saw. History that was handed over never fires a directive
again: where a prompt has our heading of the new message, only what follows the last such heading is read.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

NEW_MESSAGE = re.compile(r"^## (?:New message from the user|Pesan baru dari pengguna)\b.*$", re.M)
_OPENING = re.compile(r"\[\[(\w+)(?::|(?=\]\]))")
_TOOL = re.compile(r"([\w./:-]+)\|")
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Directive:
    """One scripted step."""

    name: str
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Conversation:
    """What a request shows of the talk: the person's prompts in order, and how many answers came after the last one."""

    prompts: tuple[str, ...]
    rounds: int

    @property
    def last(self) -> str:
        """The newest prompt without what was handed over before it."""
        return own_part(self.prompts[-1]) if self.prompts else ""


@dataclass(frozen=True, slots=True)
class ScriptedAnswer:
    """What to do with one request. ``tools`` are (name, input) in the neutral words of ``model_tools``."""

    action: str = "text"
    argument: str = ""
    text: str = ""
    thinking: str = ""
    tools: tuple[tuple[str, Json], ...] = ()
    usage: tuple[int, int, int] | None = None


def own_part(prompt: str) -> str:
    """Return what follows the last heading of a new message, or all of it where there is none."""
    headings = list(NEW_MESSAGE.finditer(prompt))
    return (prompt[headings[-1].end() :] if headings else prompt).strip()


def directives(text: str) -> list[Directive]:
    """List the directives of a text in order. The JSON of a tool call may hold brackets; other arguments end at ``]]``."""
    found: list[Directive] = []
    position = 0
    while (opening := _OPENING.search(text, position)) is not None:
        start = opening.end()
        end = text.find("]]", start)
        named = _TOOL.match(text, start) if opening[1] in {"tool", "mcp"} else None
        if named is not None:
            end = json.JSONDecoder().raw_decode(text, named.end())[1]
        if end < 0 or not text.startswith("]]", end):
            position = start
            continue
        found.append(Directive(opening[1], text[start:end]))
        position = end + 2
    return found


def answer_for(talk: Conversation, tries_before: int) -> ScriptedAnswer:
    """Choose the answer. ``tries_before`` counts earlier requests of the same round of the same prompt."""
    steps = directives(talk.last)
    numbers = [_numbers(step.argument) for step in steps if step.name == "usage"]
    usage = numbers[min(talk.rounds, len(numbers) - 1)] if numbers else None
    rounds = [step for step in steps if step.name != "usage"]
    plain = f"I was given {len(talk.prompts)} prompt(s). The last one reads: {talk.last}"
    if talk.rounds >= len(rounds):
        return ScriptedAnswer(text=plain, usage=usage)
    step = rounds[talk.rounds]
    match step.name:
        case "say":
            return ScriptedAnswer(text=step.argument, usage=usage)
        case "think":
            return ScriptedAnswer(text=plain, thinking=step.argument, usage=usage)
        case "bash":
            return ScriptedAnswer(text="Let me run it.", tools=(("bash", {"command": step.argument}),), usage=usage)
        case "write":
            path, _, text = step.argument.partition("|")
            call = {"path": path, "text": text.replace("\\n", "\n")}
            return ScriptedAnswer(text="Let me write it.", tools=(("write", call),), usage=usage)
        case "ask":
            question, *choices = step.argument.split("|")
            return ScriptedAnswer(tools=(("ask", {"question": question, "choices": choices}),), usage=usage)
        case "plan":
            return ScriptedAnswer(tools=(("plan", {"steps": step.argument.split("|")}),), usage=usage)
        case "mcp":
            name, _, given = step.argument.partition("|")
            return ScriptedAnswer(tools=(("mcp", {"tool": name, "arguments": json.loads(given or "{}")}),), usage=usage)
        case "noend":
            return ScriptedAnswer("noend", usage=usage)
        case "tool":
            name, _, given = step.argument.partition("|")
            return ScriptedAnswer(tools=((name, json.loads(given or "{}")),), usage=usage)
        case "err":
            code, times, words = [*step.argument.split("|", 2), "", ""][:3]
            still = not times or tries_before < int(times)
            return ScriptedAnswer("err" if still else "text", code, words if still else plain, usage=usage)
        case "drop":
            still = not step.argument or tries_before < int(step.argument)
            return ScriptedAnswer("drop" if still else "text", "", plain, usage=usage)
        case "slow":
            count, _, seconds = step.argument.partition("|")
            return ScriptedAnswer("slow", seconds, "".join(f"word{n} " for n in range(int(count))), usage=usage)
        case "hang":
            return ScriptedAnswer("hang", text=plain, usage=usage)
        case _:
            return ScriptedAnswer(text=plain, usage=usage)


def _numbers(text: str) -> tuple[int, int, int]:
    given = [int(number) for number in text.split("|") if number]
    return (*given, 0, 0, 0)[:3]  # type: ignore[return-value]
