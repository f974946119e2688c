# SPDX-License-Identifier: MIT
"""A message as plain text, for those who read history through a tool. Reasoning stays out: it belongs to who thought it."""

from __future__ import annotations

from onesist_desktop.core.messages import (
    AttachmentPart,
    CallState,
    CommandPart,
    FileChangePart,
    Message,
    Part,
    PlanPart,
    QuestionPart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolKind,
    is_empty,
)


def render_message(message: Message) -> str:
    """Return the message under a heading with its ``#seq``, role and provider. A notice is its kind line only."""
    if message.is_notice:
        return f"### #{message.seq} notice: {message.kind or 'system'}"
    provider = message.provider_id or ""
    if message.model:
        provider = f"{provider}, {message.model}" if provider else message.model
    heading = f"### #{message.seq} {message.role}"
    if provider:
        heading += f" ({provider})"
    if message.kind is not None:
        heading += f" [{message.kind}]"
    texts = [render_part(part) for part in message.parts if not is_empty(part)]
    return "\n\n".join([heading, *(text for text in texts if text)])


def render_part(part: Part) -> str:
    """Return one part as text; empty for reasoning."""
    match part:
        case ThinkingPart():
            return ""
        case TextPart(text):
            return text
        case CommandPart():
            return _command(part)
        case ToolCallPart():
            return _tool_call(part)
        case FileChangePart(path, change):
            return f"File {change}{_state(part.state)}: {path}"
        case AttachmentPart(name, path):
            return f"Attachment: {name} ({path})"
        case PlanPart(entries):
            return "\n".join(["Plan:", *(f"- [{entry.state}] {entry.text}" for entry in entries)])
        case QuestionPart(question=question, answer=answer, word=word):
            return f"Question: {question}\nAnswer: {answer if answer is not None else 'none'}" + (f"\n{word}" if word else "")
        case _:
            return f"Error: {part.reason}: {part.detail}" if part.detail else f"Error: {part.reason}"


def _command(part: CommandPart) -> str:
    code = "unknown" if part.exit_code is None else str(part.exit_code)
    lines = [f"Command{_state(part.state)}: {part.command}", f"Exit code: {code}"]
    if part.output:
        lines += ["Output:", part.output.rstrip("\n")]
    return "\n".join(lines)


def _tool_call(part: ToolCallPart) -> str:
    lines = [f"Tool{_state(part.state)}: {part.name} {part.arguments}".rstrip()]
    # What was read or found can be read again from the files, and would drown the rest.
    if part.result and part.tool not in (ToolKind.READ, ToolKind.SEARCH):
        lines.append(part.result)
    return "\n".join(lines)


def _state(state: CallState) -> str:
    return "" if state is CallState.WORKED else f" ({state})"
