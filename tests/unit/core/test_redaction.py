# SPDX-License-Identifier: MIT
"""Keys are hidden and found again."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from onesist_desktop.core.messages import (
    AttachmentPart,
    CommandPart,
    ErrorPart,
    FileChangePart,
    Part,
    PlanEntry,
    PlanPart,
    QuestionPart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
)
from onesist_desktop.core.redaction import Redactor, count_placeholders, is_maskable

KEY = "sk-test-0123456789abcdef"


def redactor(*keys: str) -> Redactor:
    made = Redactor(b"secret of the app")
    made.set_own_keys(keys)
    return made


def placeholder(secret: str) -> str:
    return f"[secret:{hmac.new(b'secret of the app', secret.encode(), hashlib.sha256).hexdigest()[:12]}]"


def test_same_key_same_placeholder() -> None:
    made = redactor(KEY)
    assert made.mask(f"a {KEY} b {KEY}") == f"a {placeholder(KEY)} b {placeholder(KEY)}"
    assert made.restore(made.mask(f"a {KEY}")) == f"a {KEY}"
    assert made.mask("nothing here") == made.restore("nothing here") == "nothing here"
    assert made.restore("[secret:000000000000]") == "[secret:000000000000]"


def test_spaces_around_a_key_are_no_part_of_it() -> None:
    assert redactor(f" {KEY}\n").mask(KEY) == placeholder(KEY)


@pytest.mark.parametrize(
    ("key", "masked"),
    [
        ("ollama", False),
        ("lm-studio", False),
        ("", False),
        ("12345678", False),
        ("a1b2c3d", False),
        ("a1b2c3d4", True),
        ("localserverwithout", True),
    ],
)
def test_words_are_left_alone(key: str, masked: bool) -> None:
    assert is_maskable(key) is masked
    assert (redactor(key).mask(f"use {key} now") != f"use {key} now") is masked


def test_longest_first_and_overlaps() -> None:
    long_key = KEY + "-and-more"
    assert redactor(KEY, long_key).mask(long_key) == placeholder(long_key)
    assert redactor(KEY, long_key).mask(KEY + "!") == placeholder(KEY) + "!"
    one, two = "AAAA1111BBBB2222", "BBBB2222CCCC3333"
    made = redactor(one, two)
    text = "AAAA1111BBBB2222CCCC3333."
    assert made.mask(text) == placeholder(one) + placeholder("CCCC3333") + "."
    assert made.restore(made.mask(text)) == text


def test_key_that_overlaps_itself() -> None:
    made = redactor("ab1ab1ab1")
    text = "ab1ab1ab1ab1"
    assert "ab1" not in made.mask(text)
    assert made.restore(made.mask(text)) == text


def test_forms_inside_json_and_urls() -> None:
    key = 'pass"word/with+signs=1'
    made = redactor(key)
    for form in (
        'pass\\"word/with+signs=1',
        'pass\\"word\\/with+signs=1',
        "pass%22word%2Fwith%2Bsigns%3D1",
        "pass%22word%2fwith%2bsigns%3d1",
    ):
        assert made.mask(f"x{form}y") == f"x{placeholder(form)}y"
        assert made.restore(made.mask(form)) == form


def test_placeholders_stay_when_masked_again() -> None:
    made = redactor(KEY, "deadbeef12345678")
    once = made.mask(KEY)
    assert made.mask(once) == once
    # Somebody else's words in the shape of a placeholder don't shield a key.
    short = "a1b2c3d4e5f6"
    assert short not in redactor(short).mask(f"[secret:{short}]")


def test_a_new_set_of_keys_replaces_the_old_one() -> None:
    made = redactor(KEY)
    masked = made.mask(KEY)
    made.set_own_keys([])
    assert made.mask(KEY) == KEY
    assert made.restore(masked) == masked


PARTS: list[Part] = [
    TextPart(KEY),
    ThinkingPart(KEY),
    CommandPart("c", f"curl {KEY}", KEY),
    ToolCallPart("c", KEY, KEY, KEY),
    FileChangePart(KEY, diff=KEY),
    AttachmentPart(KEY, KEY),
    PlanPart((PlanEntry(KEY), PlanEntry("b"))),
    QuestionPart("q", KEY, (KEY, "no"), KEY),
    QuestionPart("q", KEY),
    ErrorPart("crashed", KEY),
]


@pytest.mark.parametrize("part", PARTS)
def test_every_text_of_every_part_is_masked(part: Part) -> None:
    made = redactor(KEY)
    masked = made.mask_part(part)
    assert KEY not in repr(masked)
    assert type(masked) is type(part)
    assert made.mask_part(masked) == masked


def test_parts_are_restored_for_display_but_not_what_a_model_wrote() -> None:
    made = redactor(KEY)
    for part in PARTS:
        restored = made.restore_part(made.mask_part(part))
        match restored:
            case CommandPart():
                assert (restored.command, restored.output) == (f"curl {placeholder(KEY)}", KEY)
            case ToolCallPart():
                assert (restored.name, restored.arguments, restored.result) == (placeholder(KEY), placeholder(KEY), KEY)
            case FileChangePart():
                assert (restored.path, restored.diff) == (placeholder(KEY), KEY)
            case _:
                assert restored == part


def test_every_written_form_and_its_placeholder_are_listed_longest_first() -> None:
    redactor = Redactor(b"k" * 32)
    redactor.set_own_keys(['sk-"quoted"/0123456789', "ollama"])
    listed = redactor.placeholders
    assert all(redactor.mask(form) == placeholder for form, placeholder in listed.items())
    assert 'sk-\\"quoted\\"/0123456789' in listed
    assert "ollama" not in listed
    assert [len(form) for form in listed] == sorted((len(form) for form in listed), reverse=True)


def test_different_secrets_are_counted_once_each() -> None:
    assert count_placeholders("none [secret:x] [secret:...]") == 0
    assert count_placeholders("[secret:0123456789ab] [secret:0123456789ab] [secret:ffffffffffff]") == 2
