# SPDX-License-Identifier: MIT
"""What a person began to answer in cards, kept while the cards are scrolled out of view and back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(slots=True)
class QuestionDraft:
    """What was chosen for one question: the ordinals of its choices, and what was written instead.

    ``takes_own``: what was written counts, and not only stands there.
    """

    chosen: set[int] = field(default_factory=set)
    text: str = ""
    takes_own: bool = False


@dataclass(slots=True)
class CardDraft:
    """What was done in one card so far.

    Attributes:
        is_whole: All of what would run is shown.
        is_saying: The field for a word with the refusal is open.
        word: What is written there.
        questions: By the ordinal of the question.
    """

    is_whole: bool = False
    is_saying: bool = False
    word: str = ""
    questions: dict[int, QuestionDraft] = field(default_factory=dict)

    def question(self, ordinal: int) -> QuestionDraft:
        """Return what was chosen for a question."""
        return self.questions.setdefault(ordinal, QuestionDraft())


class CardDrafts:
    """The drafts of the shown thread's cards. ``root`` is the folder of its project, empty where none is known."""

    def __init__(self) -> None:
        self._drafts: dict[str, CardDraft] = {}
        self.root = ""

    def of(self, request_id: str) -> CardDraft:
        """Return what was done in a card."""
        return self._drafts.setdefault(request_id, CardDraft())

    def keep(self, request_ids: Iterable[str]) -> None:
        """Forget the drafts of all other cards: they were answered or withdrawn."""
        wanted = set(request_ids)
        self._drafts = {request_id: draft for request_id, draft in self._drafts.items() if request_id in wanted}
