# SPDX-License-Identifier: MIT
"""Blocks and widgets whose heights a test knows: a paragraph is a block, ten letters are a line of ten pixels."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QPushButton, QWidget

from onesist_desktop.core.ids import MessageId
from onesist_desktop.core.messages import CommandPart, Message, MessageKind, MessageStatus, Role, TextPart
from onesist_desktop.ui.transcript.block_widget import BlockWidget
from onesist_desktop.ui.transcript.blocks import (
    Block,
    BlockKind,
    CardBody,
    HeaderBody,
    OutputBody,
    ProseBody,
    QuietBody,
    StepBody,
)
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.message_state import MessageState
from onesist_desktop.ui.transcript.step_words import step_of

LINE = 10


class FakeBlocks:
    """Cuts a message at its empty lines."""

    def __init__(self, context: TranscriptContext) -> None:
        self.context = context
        self.made = 0
        self.forgotten: list[MessageId] = []
        self._kept: dict[MessageId, tuple[Message, MessageState, tuple[Block, ...]]] = {}

    def blocks_of(self, message: Message, state: MessageState) -> tuple[Block, ...]:
        kept = self._kept.get(message.id)
        if kept is not None and kept[:2] == (message, state):
            return kept[2]
        before = {block.key: block for block in kept[2]} if kept is not None else {}
        blocks = tuple(before[made.key] if before.get(made.key) == made else made for made in self._cut(message, state))
        self._kept[message.id] = message, state, blocks
        self.made += 1
        return blocks

    def is_whole(self, message_id: MessageId) -> bool:
        return message_id in self._kept

    def code_of(self, message: Message, fence: str) -> str:
        return f"code {fence} of {message.seq}"

    def forget(self, message_id: MessageId) -> None:
        self._kept.pop(message_id, None)
        self.forgotten.append(message_id)

    def _cut(self, message: Message, state: MessageState) -> list[Block]:
        if message.is_notice:
            name = "error" if message.kind is MessageKind.ERROR else "quiet"
            return [Block(name, BlockKind.QUIET, QuietBody(f"{name} {state.is_resendable}"))]
        if not message.parts and message.status is not MessageStatus.STREAMING:
            return []
        name = self.context.title(message.provider_id)
        head = HeaderBody(
            message.id, name, message.provider_id, is_user=message.role is Role.USER, can_send_again=state.is_resendable
        )
        blocks = [Block("head", BlockKind.HEADER, head, 0)]
        for number, part in enumerate(message.parts):
            if isinstance(part, TextPart):
                pieces = part.text.split("\n\n")
                blocks += [Block(f"{number}.{index}", BlockKind.PROSE, ProseBody(text)) for index, text in enumerate(pieces)]
            elif isinstance(part, CommandPart):
                step = step_of(part, name)
                assert step is not None
                is_opened = number in state.opened
                blocks.append(Block(f"{number}", BlockKind.STEP, StepBody(message.id, number, step, is_opened)))
                if is_opened:
                    lines = part.output.count("\n") + 1
                    output = OutputBody(message.id, number, part.output, lines, lines)
                    blocks.append(Block(f"{number}.out", BlockKind.OUTPUT, output, 0))
        if state.run is not None:
            blocks.append(Block("run", BlockKind.FOOT, ProseBody(str(state.run.outcome))))
        return blocks


class FakeWidget(BlockWidget):
    """Counts what is done to it."""

    def __init__(self, context: TranscriptContext, kind: BlockKind, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.kind = kind
        self.shows = 0
        self.measures = 0
        self.extra = 0
        self.button = QPushButton(self)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.setGeometry(0, 0, 20, 10)
        self.button.setVisible(kind in {BlockKind.STEP, BlockKind.CARD})
        self.button.clicked.connect(self._on_clicked)

    def show_block(self, block: Block) -> None:
        if self.block is not None and self.block.body == block.body:
            self.block = block
            return
        self.block = block
        self.shows += 1
        self.button.setText(block.key)

    def height_for(self, width: int) -> int:
        self.measures += 1
        assert self.block is not None
        match self.block.body:
            case ProseBody(text=text) | OutputBody(text=text):
                letters = max(1, width // 10)
                return sum(LINE * (1 + len(line) // letters) for line in text.split("\n")) + self.extra
            case CardBody():
                return 80
            case _:
                return 24

    def release(self) -> None:
        super().release()
        self.extra = 0

    def rect_of(self, position: int) -> QRect:
        return QRect(0, position, 1, LINE)

    def text(self) -> str:
        return self.block.body.text if self.block is not None and isinstance(self.block.body, ProseBody) else ""

    def top_in(self, view: QWidget) -> int:
        return self.mapTo(view, QPoint(0, 0)).y()

    def _on_clicked(self) -> None:
        assert self.block is not None
        if isinstance(self.block.body, StepBody):
            self.context.actions.toggle_step(self.block.body.message_id, self.block.body.part)
        elif isinstance(self.block.body, CardBody):
            self.context.actions.decide(self.block.body.approval.request.request_id, "allow")


def fake_widget(kind: BlockKind, context: TranscriptContext) -> BlockWidget:
    return FakeWidget(context, kind)
