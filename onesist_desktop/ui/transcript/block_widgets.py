# SPDX-License-Identifier: MIT
"""Which widget shows which kind of block."""

from __future__ import annotations

from onesist_desktop.ui.transcript.block_widget import BlockWidget
from onesist_desktop.ui.transcript.blocks import BlockKind
from onesist_desktop.ui.transcript.context import TranscriptContext


def make_block_widget(kind: BlockKind, context: TranscriptContext) -> BlockWidget:
    """Make a widget for the pool. Its module is loaded when the first of its kind is wanted: a quick start needs few of them."""
    match kind:
        case BlockKind.HEADER:
            from onesist_desktop.ui.transcript.header_block import HeaderBlock

            return HeaderBlock(context)
        case BlockKind.PROSE:
            from onesist_desktop.ui.transcript.prose_block import ProseBlock

            return ProseBlock(context)
        case BlockKind.CODE:
            from onesist_desktop.ui.transcript.code_block import CodeBlock

            return CodeBlock(context)
        case BlockKind.STEP:
            from onesist_desktop.ui.transcript.step_block import StepBlock

            return StepBlock(context)
        case BlockKind.OUTPUT:
            from onesist_desktop.ui.transcript.output_block import OutputBlock

            return OutputBlock(context)
        case BlockKind.ATTACHMENT:
            from onesist_desktop.ui.transcript.attachment_block import AttachmentBlock

            return AttachmentBlock(context)
        case BlockKind.NOTE:
            from onesist_desktop.ui.transcript.quiet_block import NoteBlock

            return NoteBlock(context)
        case BlockKind.RECEIPT:
            from onesist_desktop.ui.transcript.receipt_block import ReceiptBlock

            return ReceiptBlock(context)
        case BlockKind.LINEAGE:
            from onesist_desktop.ui.transcript.lineage_block import LineageBlock

            return LineageBlock(context)
        case BlockKind.ERROR:
            from onesist_desktop.ui.transcript.error_block import ErrorBlock

            return ErrorBlock(context)
        case BlockKind.QUIET:
            from onesist_desktop.ui.transcript.quiet_block import QuietBlock

            return QuietBlock(context)
        case BlockKind.CARD:
            from onesist_desktop.ui.transcript.card_block import CardBlock

            return CardBlock(context)
        case BlockKind.QUESTION:
            from onesist_desktop.ui.transcript.question_block import QuestionBlock

            return QuestionBlock(context)
        case BlockKind.FOOT:
            from onesist_desktop.ui.transcript.quiet_block import FootBlock

            return FootBlock(context)
