# SPDX-License-Identifier: MIT
"""The sentences of the practice providers."""

import string

import pytest

from onesist_desktop.core.practice_words import LONG_SECTIONS, Voice, code_block

ENGLISH = Voice.of("en")
INDONESIAN = Voice.of("id_ID.UTF-8")


def test_both_languages_have_the_same_sentences_with_the_same_values() -> None:
    assert ENGLISH.words.keys() == INDONESIAN.words.keys()
    for key, sentence in ENGLISH.words.items():
        fields = {name for _, name, _, _ in string.Formatter().parse(sentence) if name}
        assert fields == {name for _, name, _, _ in string.Formatter().parse(INDONESIAN.words[key]) if name}, key


@pytest.mark.parametrize(
    ("locale", "voice"), [("id", INDONESIAN), ("id-ID", INDONESIAN), ("", ENGLISH), ("idx", ENGLISH), ("fr_FR", ENGLISH)]
)
def test_the_locale_chooses(locale: str, voice: Voice) -> None:
    assert Voice.of(locale) == voice


def test_it_says_plainly_that_it_is_not_an_ai() -> None:
    assert "not an AI" in ENGLISH.received([], "", [], "")
    assert "bukan AI" in INDONESIAN.received([], "", [], "")


def test_it_tells_what_came_with_the_prompt() -> None:
    with_items = ENGLISH.received(["Earlier: 2"], "context", ["User (#1)", "Assistant (#2)"], "hello")
    assert "- Earlier: 2\n- A handoff block came with this message, with 2 items:\n  - User (#1)\n  - Assistant (#2)" in with_items
    assert "with 1 item:\n  - User (#1)" in ENGLISH.received([], "context", ["User (#1)"], "hello")
    assert with_items.endswith("```text\nhello\n```")
    assert "without items" in ENGLISH.received([], "context", [], "hello")
    without = ENGLISH.received([], "", [], "")
    assert "No handoff block" in without
    assert "(empty)" in without


def test_a_code_block_is_not_ended_by_what_is_in_it() -> None:
    assert code_block("a\n````\nb").splitlines()[0] == "`````text"
    assert code_block("plain") == "```text\nplain\n```"


def test_what_is_known_is_one_line_each() -> None:
    assert ENGLISH.known([]) == "I know nothing from earlier."
    known = ENGLISH.known(["a\nb", "x" * 5_000])
    assert "1. a b" in known
    assert known.endswith("…")


def test_long_and_slow_answers() -> None:
    assert ENGLISH.long_answer().count("### Section") == LONG_SECTIONS
    assert "".join(ENGLISH.slow_words(3)) == "word 1 word 2 word 3."
