# SPDX-License-Identifier: MIT
"""Masking hides every key and can be undone exactly."""

from __future__ import annotations

import json
from urllib.parse import quote, quote_plus

from hypothesis import assume, given
from hypothesis import strategies as st

from onesist_desktop.core.redaction import PLACEHOLDER_START, Redactor, is_maskable

# Few letters, so that keys overlap, contain and repeat one another.
tight_keys = st.text("aB1", min_size=8, max_size=24).filter(is_maskable)
wide_keys = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp")), min_size=16, max_size=40)
key_sets = st.lists(st.one_of(tight_keys, wide_keys), min_size=1, max_size=4)


def redactor(keys: list[str]) -> Redactor:
    made = Redactor(b"k" * 32)
    made.set_own_keys(keys)
    return made


@st.composite
def keys_and_text(draw: st.DrawFn) -> tuple[list[str], str]:
    keys = draw(key_sets)
    pieces = st.one_of(
        st.sampled_from(keys),
        st.sampled_from(keys).flatmap(lambda key: st.integers(1, len(key)).map(lambda cut: key[:cut])),
        st.text(max_size=10),
        st.text("aB1", max_size=10),
    )
    return keys, "".join(draw(st.lists(pieces, max_size=8)))


@given(keys_and_text())
def test_round_trip_is_exact_and_nothing_leaks(case: tuple[list[str], str]) -> None:
    keys, text = case
    assume(PLACEHOLDER_START not in text)
    assume(not any(key in PLACEHOLDER_START for key in keys))
    made = redactor(keys)
    masked = made.mask(text)
    assert made.restore(masked) == text
    assert made.mask(masked) == masked
    for key in keys:
        assert key.strip() not in masked or not key.strip()


@given(wide_keys, st.text(max_size=20), st.text(max_size=20))
def test_forms_in_json_and_urls_are_hidden_too(key: str, before: str, after: str) -> None:
    assume(PLACEHOLDER_START not in before + key + after)
    made = redactor([key])
    for written in (
        json.dumps({"k": before + key + after}),
        json.dumps([key], ensure_ascii=False),
        f"https://h/?q={quote(key)}&p={quote_plus(key)}",
        quote(key, safe="").lower(),
    ):
        masked = made.mask(written)
        assert made.restore(masked) == written
        for form in (key, json.dumps(key)[1:-1], quote(key, safe=""), quote_plus(key)):
            assert form not in masked


@given(tight_keys, st.binary(min_size=1, max_size=8), st.binary(min_size=1, max_size=8))
def test_placeholders_belong_to_the_key_of_the_app(secret: str, one: bytes, other: bytes) -> None:
    first, second = Redactor(one), Redactor(other)
    first.set_own_keys([secret])
    second.set_own_keys([secret])
    if one.rstrip(b"\0") != other.rstrip(b"\0"):
        assert first.mask(secret) != second.mask(secret)
        assert second.restore(first.mask(secret)) == first.mask(secret)
