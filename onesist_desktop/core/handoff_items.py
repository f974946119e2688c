# SPDX-License-Identifier: MIT
"""Turns messages into the items that a handoff is made of.

Verbatim and without judgement: what a person or an answer said, what was run and changed. Reasoning, reads, searches and
other tool calls stay out. Secrets must have been replaced before (``core.redaction``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from onesist_desktop.core.handoff_text import KIND_CODES, ItemKind, rendered_bytes
from onesist_desktop.core.messages import (
    AttachmentPart,
    CallState,
    ChangeKind,
    CommandPart,
    ErrorPart,
    FileChangePart,
    Message,
    MessageKind,
    MessageStatus,
    Part,
    PlanPart,
    PlanState,
    QuestionPart,
    Role,
    TextPart,
    ToolCallPart,
    ToolKind,
)

INTERRUPTED = "Interrupted: this answer was cut off before its end."
_PLAN_MARKS = {PlanState.OPEN: "[ ]", PlanState.ACTIVE: "[>]", PlanState.DONE: "[x]"}


@dataclass(frozen=True, slots=True)
class HandoffItem:
    """One whole piece of history. A value: equal items at different places of a history are still different items.

    Attributes:
        kind: Given as an ItemKind or its plain string.
        seq: Seq of the message; for a brought item its seq in the branch.
        brought: It came with a merge, so it is never the thread's last or first message.
        size_bytes: UTF-8 size with heading, escapes and separator, in the language where it is longest.
        code: Kind and ``brought`` as one number, of ``handoff_text.KIND_CODES``.
    """

    kind: ItemKind
    seq: int
    text: str
    brought: bool = field(default=False, kw_only=True)
    size_bytes: int = field(init=False, compare=False, repr=False)
    code: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        kind = ItemKind(self.kind)
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "size_bytes", rendered_bytes(kind, self.seq, self.text, self.brought))
        object.__setattr__(self, "code", KIND_CODES[kind, self.brought])


def handoff_items(messages: Iterable[Message]) -> list[HandoffItem]:
    """List the items of messages in their order. Notices but compactions, rolled back and streaming messages give none."""
    items: list[HandoffItem] = []
    for message in messages:
        if _is_summary(message):
            items += _summary_items(message)
        elif message.is_content:
            items += _merge_items(message) if message.kind is MessageKind.MERGE else _content_items(message)
    return items


def due_messages(messages: Sequence[Message], *, known_upto_seq: int, current_seq: int, own_seqs: Collection[int]) -> list[Message]:
    """List what a session has not seen, with the summaries whose whole coverage it has not seen.

    Args:
        messages: The thread in order, notices too.
        known_upto_seq: 0 without a session row.
        current_seq: Seq of the message that is about to be sent.
        own_seqs: Seqs that the session holds by itself; a set, as it is asked for each message.
    """
    content = [message for message in messages if message.is_content]
    due = [known_upto_seq < message.seq < current_seq and message.seq not in own_seqs for message in content]
    first_seen = next((message.seq for message, is_due in zip(content, due, strict=True) if not is_due), current_seq)
    due_seqs = {message.seq for message, is_due in zip(content, due, strict=True) if is_due}
    return [
        message
        for message in messages
        if (message.is_content and message.seq in due_seqs)
        or (_is_summary(message) and message.seq < current_seq and _covers_upto(message) < first_seen)
    ]


def _is_summary(message: Message) -> bool:
    return message.kind is MessageKind.COMPACTION and not message.rolled_back and message.status is not MessageStatus.STREAMING


def _covers_upto(message: Message) -> int:
    """Return the last seq that a summary stands for: all before itself unless it says so."""
    return int(message.data.get("covers_upto", message.seq - 1))


def _summary_items(message: Message) -> list[HandoffItem]:
    return [HandoffItem(ItemKind.SUMMARY, message.seq, message.text)] if message.text.strip() else []


def _merge_items(message: Message) -> list[HandoffItem]:
    """Expand a merge into what it brought: ``data["items"]`` as ``[kind, seq, text]``. Without that list its text is one item."""
    brought = [HandoffItem(ItemKind(kind), int(seq), str(text), brought=True) for kind, seq, text in message.data.get("items", ())]
    if not brought and message.text.strip():
        return [HandoffItem(ItemKind.USER, message.seq, message.text, brought=True)]
    return brought


def _content_items(message: Message) -> Iterator[HandoffItem]:
    """Yield a message's items in the order of its parts; texts that nothing else separates are one item."""
    speaker = ItemKind.USER if message.role is Role.USER else ItemKind.ASSISTANT
    texts: list[str] = []
    for part in message.parts:
        said = _said(part)
        if said:
            texts.append(said)
            continue
        done = _done(part)
        if done is None:
            continue
        if texts:
            yield HandoffItem(speaker, message.seq, "\n\n".join(texts))
            texts = []
        yield HandoffItem(done[0], message.seq, done[1])
    if texts:
        yield HandoffItem(speaker, message.seq, "\n\n".join(texts))
    files = _changed_files(message.parts)
    if files:
        yield HandoffItem(ItemKind.FILES, message.seq, files)
    if message.status is MessageStatus.INTERRUPTED and not any(isinstance(part, ErrorPart) for part in message.parts):
        yield HandoffItem(ItemKind.ERROR, message.seq, INTERRUPTED)


def _said(part: Part) -> str:
    """Return what a part adds to the text of its message."""
    match part:
        case TextPart(text) if text.strip():
            return text
        case AttachmentPart(name, path):
            return f"Attachment: {name} ({path})"
        case QuestionPart(question=question, answer=str(answer), word=word):
            return f"Question: {question}\nAnswer: {answer}" + (f"\n{word}" if word else "")
        case _:
            return ""


def _done(part: Part) -> tuple[ItemKind, str] | None:
    """Return the item that a part is by itself."""
    match part:
        case CommandPart():
            return ItemKind.COMMAND, _command_text(part)
        case ToolCallPart(tool=ToolKind.DELEGATE, name=name, result=result, state=state) if result.strip():
            label = "" if state is CallState.WORKED else f" ({_state_word(state)})"
            return ItemKind.ASSISTANT, f"Result of {name}{label}:\n{result}"
        case PlanPart(entries) if entries:
            return ItemKind.PLAN, "\n".join(f"{_PLAN_MARKS[entry.state]} {entry.text}" for entry in entries)
        case ErrorPart(reason, detail):
            return ItemKind.ERROR, f"Error: {reason}\n{detail}" if detail else f"Error: {reason}"
        case _:
            return None


def _command_text(part: CommandPart) -> str:
    code = "unknown" if part.exit_code is None else str(part.exit_code)
    if part.state in {CallState.STOPPED, CallState.REFUSED, CallState.RUNNING}:
        code += f" ({_state_word(part.state)})"
    output = f"Output:\n{part.output}" if part.output else "Output: none"
    return f"Command: {part.command}\nExit code: {code}\n{output}"


def _state_word(state: CallState) -> str:
    """A call that still runs in a settled message was cut off with it."""
    return "interrupted" if state in {CallState.RUNNING, CallState.STOPPED} else str(state)


def _changed_files(parts: Iterable[Part]) -> str:
    """Return the files that a message changed, once each, as ``added: path``. Changes that failed or were refused are none."""
    lines: dict[str, None] = {}
    for part in parts:
        if isinstance(part, FileChangePart) and part.state not in {CallState.FAILED, CallState.REFUSED}:
            label = "" if part.state is CallState.WORKED else " (interrupted)"
            lines[f"{ChangeKind(part.change)}: {part.path}{label}"] = None
    return "\n".join(lines)
