# SPDX-License-Identifier: MIT
"""Colours for code: which letters of a line are a keyword, a string and so on. See docs/decisions/0013-code-highlighting.md.

Pygments is imported with the first code that is shown, never on the way to the first window.
"""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pygments.lexer import Lexer

MAX_LETTERS = 100_000
"""Longer code stays plain. Chunks of the transcript are far shorter."""

_CACHED_LETTERS = 2_000_000
# The patterns of some lexers take seconds for these: C's tries each space with each other one.
_LONG_LINE = re.compile(r"[^\n]{1000}")
_LONG_GAP = re.compile(r"\s{100}")
# The names that people write behind a fence and that no lexer has.
_ALIASES = {"shell-session": "console", "jsonc": "json", "vue3": "vue", "golang": "go", "text": "", "txt": "", "plain": ""}


class Span(NamedTuple):
    """Letters of one line that have one colour: from ``start``, ``length`` many. ``kind`` is one of ``Theme.syntax_color``."""

    start: int
    length: int
    kind: str


Spans = tuple[Span, ...]


class Highlighter:
    """Reads code in small steps and keeps what it found. One for each transcript."""

    def __init__(self) -> None:
        self._lexers: dict[str, Lexer | None] = {}
        self._names: dict[str, str] | None = None
        self._cache: OrderedDict[tuple[str, str], list[Spans]] = OrderedDict()
        self._cached_letters = 0

    def known(self, text: str, language: str) -> list[Spans] | None:
        """Return the colours of a text that was read before; none of a language that isn't known."""
        if not language or not is_readable(text):
            return []
        found = self._cache.get((language, text))
        if found is not None:
            self._cache.move_to_end((language, text))
        return found

    def is_loaded(self, language: str) -> bool:
        """Whether nothing has to be imported to read this language."""
        return language.lower() in self._lexers

    def load(self, language: str) -> None:
        """Import what reads a language. Takes up to 30 ms, once for each language."""
        name = language.lower()
        if name not in self._lexers:
            self._lexers[name] = self._find(_ALIASES.get(name, name))

    def read(self, text: str, language: str) -> Iterator[list[Spans]]:
        """Yield the colours so far, after each line or few letters. The last of it is kept for :meth:`known`."""
        self.load(language)
        lexer = self._lexers[language.lower()]
        lines: list[Spans] = []
        if lexer is not None and is_readable(text):
            for lines in _read(lexer, text):
                yield lines
        self._keep(text, language, lines)
        yield lines

    def go_on(self, reading: Iterator[list[Spans]], limit_s: float) -> bool:
        """Go on with a reading for so long. Return whether it is over, so that :meth:`known` has the colours."""
        end = time.perf_counter() + limit_s
        return all(time.perf_counter() <= end for _ in reading)

    def glance(self, text: str, language: str, limit_s: float) -> list[Spans]:
        """Return the colours of a text that will soon be another and isn't kept: of its first lines if there is no more time."""
        lexer = self._lexers.get(language.lower())
        lines: list[Spans] = []
        if lexer is not None and is_readable(text):
            end = time.perf_counter() + limit_s
            for found in _read(lexer, text):
                lines = found
                if time.perf_counter() > end:
                    break
        return lines

    def _keep(self, text: str, language: str, lines: list[Spans]) -> None:
        self._cache[language, text] = lines
        self._cached_letters += len(text)
        while self._cached_letters > _CACHED_LETTERS and len(self._cache) > 1:
            (_, dropped), _ = self._cache.popitem(last=False)
            self._cached_letters -= len(dropped)

    def _find(self, name: str) -> Lexer | None:
        from pygments.lexers import find_lexer_class, get_all_lexers

        if self._names is None:
            # Without plugins: looking for those goes through all installed packages.
            self._names = {alias: title for title, aliases, _, _ in get_all_lexers(plugins=False) for alias in aliases}
        title = self._names.get(name)
        made = find_lexer_class(title) if title else None
        return made(stripnl=False, ensurenl=False) if made is not None else None


def is_readable(text: str) -> bool:
    """Whether a text can be read in bounded time. Nobody reads the colours of what can't."""
    return len(text) <= MAX_LETTERS and _LONG_LINE.search(text) is None and _LONG_GAP.search(text) is None


def _read(lexer: Lexer, text: str) -> Iterator[list[Spans]]:
    from pygments.token import STANDARD_TYPES

    kinds: dict[object, str] = {}
    lines: list[Spans] = []
    line: list[Span] = []
    column = 0
    for count, (_, token, value) in enumerate(lexer.get_tokens_unprocessed(text), 1):
        kind = kinds.get(token)
        if kind is None:
            kind = kinds[token] = _kind(STANDARD_TYPES, token)
        if line and line[-1].kind == _NAME:
            # Many lexers don't tell a call from any other name.
            line[-1] = line[-1]._replace(kind="function" if value.startswith("(") else "")
        if "\n" not in value:
            if kind:
                line.append(Span(column, len(value), kind))
            column += len(value)
        else:
            for index, piece in enumerate(value.split("\n")):
                if index:
                    lines.append(_colored(line))
                    line = []
                    column = 0
                if piece and kind:
                    line.append(Span(column, len(piece), kind))
                column += len(piece)
        if count % 64 == 0:
            yield lines
    lines.append(_colored(line))
    yield lines


def _colored(line: list[Span]) -> Spans:
    return tuple(span for span in line if span.kind and span.kind != _NAME)


# Short names of Pygments' tokens, longest first where one begins another.
_KINDS = (
    ("kt", "type"),
    ("k", "keyword"),
    ("ow", "keyword"),
    ("c", "comment"),
    ("s", "string"),
    ("dl", "string"),
    ("m", "number"),
    ("il", "number"),
    ("nf", "function"),
    ("fm", "function"),
    ("nd", "function"),
    ("nb", "function"),
    ("nc", "type"),
    ("ne", "type"),
    ("nt", "keyword"),
    ("na", "function"),
    ("gi", "added"),
    ("gd", "removed"),
    ("gu", "comment"),
    ("gh", "keyword"),
    ("gp", "comment"),
)
_NAME = "name"
_NAMES = frozenset({"n", "nx"})


def _kind(names: dict[object, str], token: object) -> str:
    short = names.get(token, "")
    while not short and getattr(token, "parent", None) is not None:
        token = token.parent  # type: ignore[attr-defined]
        short = names.get(token, "")
    if short in _NAMES:
        return _NAME
    return next((kind for start, kind in _KINDS if short.startswith(start)), "")
