# SPDX-License-Identifier: MIT
"""Pieces that are rendered apart show what the renderer makes of the whole text."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication

from onesist_desktop.ui.transcript.prose_dress import displayed
from onesist_desktop.ui.transcript.safe_markdown import FEATURES
from onesist_desktop.ui.transcript.stream_buffer import StreamBuffer

LINES = st.sampled_from(
    [
        "words **bold** end",
        "more `code`",
        "",
        "",
        "# Heading",
        "===",
        "---",
        "***",
        "```py",
        "```",
        "~~~",
        "    indented",
        "- item",
        "* other",
        "1. one",
        "2) two",
        "   inside",
        "  by two",
        "> quoted",
        ">> twice",
        "<b>html</b>",
        "7",
        "-",
    ]
)


def shown(markdown: str) -> str:
    document = QTextDocument()
    document.setMarkdown(markdown, FEATURES)
    return displayed(document)


@pytest.mark.usefixtures("qapp")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(LINES, max_size=14))
def test_what_is_shown_is_the_whole_document(qapp: QApplication, lines: list[str]) -> None:
    # Fences inside lists are treated otherwise on purpose, so they stand behind an end of each list here.
    # Qt takes lines between two rules at the very start for a preface and leaves them out, so there are words before.
    text = "start\n\n" + "\n".join(f"\nend of it\n\n{line}" if line.startswith(("```", "~~~")) else line for line in lines)
    buffer = StreamBuffer(text)
    pieces = [*buffer.finished, *buffer.tail(is_open=False)]
    apart = " ".join(piece.text if piece.is_code else shown(piece.text) for piece in pieces)
    assert apart.split() == shown(text).split()
