# SPDX-License-Identifier: MIT
"""Blocks of every kind, and what the person wanted of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from onesist_desktop.core.ids import HandoffId, MessageId, ProviderId, RunId, ThreadId
from onesist_desktop.core.messages import AttachmentPart
from onesist_desktop.core.turn_events import ApprovalAsked, AskedChoice, AskedQuestion, AskKind
from onesist_desktop.services.views import ApprovalView
from onesist_desktop.ui.transcript.blocks import (
    AttachmentBody,
    Block,
    BlockKind,
    Body,
    CardBody,
    ErrorBody,
    FootBody,
    HeaderBody,
    NoteBody,
    OutputBody,
    QuietBody,
    ReceiptBody,
    StepBody,
)
from onesist_desktop.ui.transcript.context import BlockActions
from onesist_desktop.ui.transcript.notices import ErrorWords, Receipt
from onesist_desktop.ui.transcript.step_words import Step
from tests.ui.fakes import CLAUDE, CODEX

M1, M2 = MessageId("m1"), MessageId("m2")


def block(kind: BlockKind, body: Body, key: str = "k") -> Block:
    return Block(key, kind, body)


def card(
    title: str = "npm install",
    detail: str = "",
    tool: str = "execute",
    options: tuple[str, ...] = ("allow_once", "allow_always", "reject_once"),
    provider_id: ProviderId | None = CLAUDE,
    request_id: str = "q1",
    **more: bool,
) -> Block:
    asked = ApprovalAsked(request_id, title, detail, tool, "", options)
    return block(BlockKind.CARD, CardBody(ApprovalView(ThreadId("t"), RunId("r"), asked), provider_id, **more))


def questions(
    *asked: AskedQuestion, request_id: str = "q1", options: tuple[str, ...] = ("answer", "deny"), is_asked: bool = True
) -> Block:
    request = ApprovalAsked(request_id, "Sign-in", options=options, kind=AskKind.QUESTION, questions=asked or (SIGN_IN,))
    view = ApprovalView(ThreadId("t"), RunId("r"), request, asked_at=1_000.0)
    return block(BlockKind.QUESTION, CardBody(view, CLAUDE, is_asked))


SIGN_IN = AskedQuestion(
    "What should happen to the old phone?",
    "Sign-in",
    (AskedChoice("Stay signed in", "As it is today."), AskedChoice("Sign it out")),
    takes_text=True,
)
TOOLS = AskedQuestion("Which tools?", "", (AskedChoice("npm"), AskedChoice("pnpm " * 30), AskedChoice("yarn")), is_multiple=True)
OPEN = AskedQuestion("What is it called?", takes_text=True)


def step(what: str = "npm test", result: str = "worked", tone: str = "success", *, output: bool = True, **more: object) -> Block:
    is_opened = bool(more.pop("is_opened", False))
    made = Step("terminal", what, result, tone, is_code=True, **more)  # type: ignore[arg-type]
    return block(BlockKind.STEP, StepBody(M1, 3, made, is_opened, output))


def output(text: str = "one\ntwo", total: int = 2, shown: int = 2, **more: object) -> Block:
    part = int(more.pop("part", 3))  # type: ignore[call-overload]
    return block(BlockKind.OUTPUT, OutputBody(M1, part, text, total, shown, **more))  # type: ignore[arg-type]


def attachment(path: str, name: str = "a.png", media_type: str = "image/png", size: int = 41_200) -> Block:
    return block(BlockKind.ATTACHMENT, AttachmentBody(AttachmentPart(name, path, media_type, size)))


FAILED = ErrorWords(
    "Codex did not answer: its sign-in has run out",
    "Your message is kept.",
    "Sign in to Codex & send again.",
    "401 Unauthorized",
    provider_id=CODEX,
    needs_set_up=True,
)

SAMPLES: dict[BlockKind, list[Block]] = {
    BlockKind.HEADER: [
        block(BlockKind.HEADER, HeaderBody(M1, "Claude Code", CLAUDE, "Sonnet 4.5", "09:42", can_copy=True)),
        block(BlockKind.HEADER, HeaderBody(M2, "You", None, "", "09:51", is_user=True, can_copy=True, can_send_again=True)),
        block(BlockKind.HEADER, HeaderBody(M2, "A very long name of a provider " * 4, CODEX)),
    ],
    BlockKind.STEP: [
        step(),
        step("npm run build", "working", "secondary", output=False, is_running=True),
        step("src/auth/session.ts", "+6 −4", "secondary", label="Changed", is_opened=True),
        step("x " * 3000, "failed · exit code 1", "danger", is_opened=True),
    ],
    BlockKind.OUTPUT: [
        output("\n".join(f"line {number}" for number in range(12)), 214, 12, is_whole=False),
        output("@@ -1 +1 @@\n-a\n+b " + "wide " * 80, 3, 3, tone="diff"),
        output("Thinking about it. " * 12 + "\n\nDone.", 3, 3, tone="text"),
        output("middle\nof a long one", 400, 400, is_first=False, is_last=False),
    ],
    BlockKind.ATTACHMENT: [attachment("https://example.org/a.png"), attachment("", "notes.txt", "text/plain", 12)],
    BlockKind.NOTE: [block(BlockKind.NOTE, NoteBody("This answer was interrupted.")), block(BlockKind.NOTE, NoteBody("x " * 200))],
    BlockKind.RECEIPT: [
        block(BlockKind.RECEIPT, ReceiptBody(Receipt("Codex joined", "6 handed over", CODEX, CLAUDE, HandoffId("h1")))),
        block(BlockKind.RECEIPT, ReceiptBody(Receipt("Nothing fitted", "it is still owed", CODEX, None, None))),
        block(BlockKind.RECEIPT, ReceiptBody(Receipt("Codex is back " * 9, "6 " * 60, CODEX, CODEX, HandoffId("h2")))),
    ],
    BlockKind.ERROR: [
        block(BlockKind.ERROR, ErrorBody(FAILED, can_send_again=True)),
        block(BlockKind.ERROR, ErrorBody(ErrorWords("It ended", detail="long " * 400))),
    ],
    BlockKind.QUIET: [block(BlockKind.QUIET, QuietBody("You stopped Codex")), block(BlockKind.QUIET, QuietBody("words " * 90))],
    BlockKind.CARD: [
        card(),
        card("Install what it needs", "npm install\n" * 30),
        card("Which one?", "Blue: as it is\nGreen", "AskUserQuestion", ("Blue & white", "Green " * 30, "deny"), is_asked=False),
        card("Shall I?", tool="", options=("allow", "cancel"), provider_id=None),
    ],
    BlockKind.QUESTION: [questions(), questions(SIGN_IN, TOOLS, OPEN), questions(OPEN, is_asked=False)],
    BlockKind.FOOT: [block(BlockKind.FOOT, FootBody("12 s · 18,400 in, 1,210 out tokens"))],
}


@dataclass
class Wanted:
    """Records what the person wanted."""

    calls: list[tuple[object, ...]] = field(default_factory=list)

    def actions(self) -> BlockActions:
        names = BlockActions.__slots__
        return BlockActions(**{name: self._recorder(name) for name in names})  # type: ignore[arg-type]

    def _recorder(self, name: str) -> object:
        if name.startswith("why_no"):
            return lambda _message_id: ""
        return lambda *values: self.calls.append((name, *values))
