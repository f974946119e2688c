# SPDX-License-Identifier: MIT
"""Replaces secrets by placeholders wherever text goes from one provider to another, and back for display.

A placeholder is derived from the secret with a key that stays in the app: the same secret always has the same one, and
nobody can find the secret from it by guessing.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from urllib.parse import quote, quote_plus

from onesist_desktop.core.messages import (
    AttachmentPart,
    CommandPart,
    ErrorPart,
    FileChangePart,
    Part,
    PlanPart,
    QuestionPart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
)

PLACEHOLDER_START = "[secret:"
_PLACEHOLDER = re.compile(r"\[secret:[0-9a-f]{12}\]")
_MIN_CHARS = 16
_MIN_MIXED_CHARS = 8


@dataclass(frozen=True, slots=True)
class _Table:
    """One set of secrets: each form in which one may be written, longest first, and what each placeholder stands for."""

    placeholders: Mapping[str, str]
    originals: Mapping[str, str]


class Redactor:
    """Masks and restores the person's own keys.

    A key that could be an ordinary word is left alone: local servers take any word such as ``ollama`` as their key, and
    that word must not vanish from every text. Kept are keys of 16 characters or more, and of 8 or more that mix letters
    and digits. The forms that a key takes inside JSON and in a URL count as secrets of their own.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._table = _Table({}, {})

    def set_own_keys(self, keys: Iterable[str]) -> None:
        """Replace the set of keys. Placeholders of keys that are no longer in it can't be restored."""
        forms = {form for key in keys if is_maskable(key.strip()) for form in _written_forms(key.strip())}
        placeholders = {form: self._placeholder(form) for form in sorted(forms, key=lambda form: (-len(form), form))}
        originals = {placeholder: form for form, placeholder in placeholders.items()}
        for rest in _rests(placeholders):
            originals.setdefault(self._placeholder(rest), rest)
        self._table = _Table(placeholders, originals)

    @property
    def placeholders(self) -> Mapping[str, str]:
        """What is masked, in every form in which it may be written, longest first, and what stands for it."""
        return self._table.placeholders

    def mask(self, text: str) -> str:
        """Replace every key. Placeholders of ours that stand there already stay as they are."""
        table = self._table
        spans = sorted(_spans(text, table), key=lambda span: (span[0], -span[1]))
        pieces: list[str] = []
        end_of_last = 0
        for start, end in spans:
            if end <= end_of_last:
                continue
            # Where keys overlap, the second one's rest is a secret too.
            begin = max(start, end_of_last)
            secret = text[begin:end]
            pieces += text[end_of_last:begin], secret if secret in table.originals else self._placeholder(secret)
            end_of_last = end
        return "".join([*pieces, text[end_of_last:]])

    def restore(self, text: str) -> str:
        """Put the keys back, for display only. Placeholders that nobody knows stay."""
        if PLACEHOLDER_START not in text:
            return text
        originals = self._table.originals
        return _PLACEHOLDER.sub(lambda match: originals.get(match[0], match[0]), text)

    def mask_part(self, part: Part) -> Part:
        """Mask every text of a part. Ids stay."""
        return _map_part(part, self.mask, self.mask)

    def restore_part(self, part: Part) -> Part:
        """Restore a part for display. Commands, arguments and paths that a model wrote stay masked."""
        return _map_part(part, self.restore, _unchanged)

    def _placeholder(self, secret: str) -> str:
        digest = hmac.new(self._key, secret.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()
        return f"{PLACEHOLDER_START}{digest[:12]}]"


def count_placeholders(text: str) -> int:
    """Return how many different secrets are hidden in a text."""
    return len(set(_PLACEHOLDER.findall(text)))


def is_maskable(key: str) -> bool:
    """Tell whether a key is long enough, or mixed enough, not to be an ordinary word."""
    if len(key) >= _MIN_CHARS:
        return True
    return len(key) >= _MIN_MIXED_CHARS and any(char.isalpha() for char in key) and any(char.isdigit() for char in key)


def _written_forms(key: str) -> set[str]:
    """Return the key as it is, as it stands inside JSON strings, and as it stands in URLs."""
    escaped = {json.dumps(key)[1:-1], json.dumps(key, ensure_ascii=False)[1:-1]}
    forms = {key} | escaped | {form.replace("/", "\\/") for form in escaped}
    for quoted in (quote(key, safe="", errors="replace"), quote(key, errors="replace"), quote_plus(key, errors="replace")):
        forms |= {quoted, re.sub("%[0-9A-F]{2}", lambda match: match[0].lower(), quoted)}
    return forms


def _spans(text: str, table: _Table) -> Iterator[tuple[int, int]]:
    """Yield where a key stands, overlapping ones too, and where one of our placeholders does."""
    for form in table.placeholders:
        start = text.find(form)
        while start >= 0:
            yield start, start + len(form)
            start = text.find(form, start + 1)
    if PLACEHOLDER_START in text:
        yield from (match.span() for match in _PLACEHOLDER.finditer(text) if match[0] in table.originals)


def _rests(forms: Iterable[str]) -> Iterator[str]:
    """Yield what is left of a secret whose beginning is hidden as the end of another one (or of itself)."""
    listed = list(forms)
    for first in listed:
        for second in listed:
            for length in range(1, min(len(first), len(second))):
                if first.endswith(second[:length]):
                    yield second[length:]


def _unchanged(text: str) -> str:
    return text


def _map_part(part: Part, shown: Callable[[str], str], written: Callable[[str], str]) -> Part:
    """Apply ``shown`` to the texts that people read, and ``written`` to what a model wrote for a program to use."""
    match part:
        case TextPart(text) | ThinkingPart(text):
            return replace(part, text=shown(text))
        case CommandPart():
            return replace(part, command=written(part.command), output=shown(part.output))
        case ToolCallPart():
            return replace(part, name=written(part.name), arguments=written(part.arguments), result=shown(part.result))
        case FileChangePart():
            return replace(part, path=written(part.path), diff=shown(part.diff))
        case AttachmentPart():
            return replace(part, name=shown(part.name), path=shown(part.path))
        case PlanPart(entries):
            return replace(part, entries=tuple(replace(entry, text=shown(entry.text)) for entry in entries))
        case QuestionPart():
            answer = None if part.answer is None else shown(part.answer)
            options = tuple(shown(option) for option in part.options)
            return replace(part, question=shown(part.question), options=options, answer=answer, word=shown(part.word))
        case _:
            return _map_error(part, shown)


def _map_error(part: ErrorPart, shown: Callable[[str], str]) -> ErrorPart:
    """Map the last kind of part. Its type makes the checker complain when a new kind isn't mapped above."""
    return replace(part, detail=shown(part.detail))
