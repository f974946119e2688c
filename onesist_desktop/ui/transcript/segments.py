# SPDX-License-Identifier: MIT
"""What a text is cut into: pieces that can be rendered apart, so that a growing answer renders only its open end again. Pure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a text, small enough to be rendered in a moment.

    Attributes:
        text: Markdown, plain text or code. Of code without its fences.
        is_code: Whether it is code.
        language: Of code, as written behind the fence.
        is_open: Whether its end has not come yet.
        is_markdown: Whether prose is Markdown; else it is shown as it is.
        joins: Whether it goes on in the line where the piece above was cut.
        continues: Whether it goes on in the line below the piece above: a paragraph, list or table that was too long for one.
        is_first: Of code: whether its block begins here.
        is_last: Of code: whether its block ends here, as far as is known.
        first_line: Of code: how many lines of its block stand above.
    """

    text: str
    is_code: bool = False
    language: str = ""
    is_open: bool = False
    is_markdown: bool = True
    joins: bool = False
    continues: bool = False
    is_first: bool = True
    is_last: bool = True
    first_line: int = 0
