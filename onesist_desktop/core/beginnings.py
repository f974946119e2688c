# SPDX-License-Identifier: MIT
"""The beginning of an answer in one line, as a person reads it: without the marks of Markdown."""

from __future__ import annotations

import re

# A fence, alone in its line; what stands before a heading, a quote, an entry of a list.
_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})[^`\n]*$", re.MULTILINE)
_LEAD = re.compile(r"^[ \t]*(?:(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+)+", re.MULTILINE)
_BOLD = re.compile(r"\*\*(?=\S)([^*\n]+?)(?<=\S)\*\*")
_CODE = re.compile(r"(?<!`)(`+)(?!`)([^`\n]+)\1(?!`)")


def beginning_of(markdown: str, limit: int) -> str:
    """Return the first words of a Markdown text, at most ``limit`` characters, with "…" where there are more.

    Only what surely is a mark goes: underscores, single asterisks and pairs that span lines are part of many a name.
    """
    text = _LEAD.sub("", _FENCE.sub("", markdown))
    text = _CODE.sub(r"\2", _BOLD.sub(r"\1", text))
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"
