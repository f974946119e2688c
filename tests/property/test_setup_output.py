# SPDX-License-Identifier: MIT
from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.core.redaction import Redactor
from onesist_desktop.services.setup_run import OUTPUT_BYTES, SetupOutput, last_bytes

# Letters that stand in no placeholder and in nothing else here.
SECRET_LETTERS = "XYZW"
KEYS = st.lists(st.text(SECRET_LETTERS, min_size=16, max_size=24), min_size=1, max_size=3)


@given(KEYS, st.data())
def test_no_part_of_a_key_is_ever_shown_however_it_comes(keys: list[str], data: st.DataObject) -> None:
    redactor = Redactor(b"k" * 32)
    redactor.set_own_keys(keys)
    pieces = data.draw(st.lists(st.sampled_from(keys) | st.sampled_from(["a line\n", "é", " ", "\x1b[31m"]), max_size=8))
    written = "".join(pieces).encode()
    output, start = SetupOutput(redactor), 0
    for end in sorted(data.draw(st.sets(st.integers(0, len(written))))):
        output.feed(written[start:end])
        start = end
        assert not set(output.text(is_whole=False)) & set(SECRET_LETTERS)
    output.feed(written[start:])
    assert not set(output.text(is_whole=True)) & set(SECRET_LETTERS)


@pytest.mark.parametrize("shift", range(26))
@pytest.mark.parametrize("filler", [b"o", b"\x1b[0m"])
def test_no_rest_of_a_key_is_shown_where_the_front_was_cut(shift: int, filler: bytes) -> None:
    redactor = Redactor(b"k" * 32)
    redactor.set_own_keys(["XYZWXYZWXYZWXYZWXYZWXYZW"])
    output = SetupOutput(redactor)
    output.feed(b"XYZWXYZWXYZWXYZWXYZWXYZW" + b"." * shift)
    output.feed(filler * (80 * 1024 // len(filler)))
    output.feed(b"last")
    text = output.text(is_whole=True)
    assert not set(text) & set(SECRET_LETTERS)
    assert len(text.encode()) <= OUTPUT_BYTES


def test_a_key_that_was_cut_off_in_the_middle_is_left_out_and_a_word_stays() -> None:
    redactor = Redactor(b"k" * 32)
    redactor.set_own_keys(["sk-0123456789abcdef"])
    for written, shown in ((b"done: sk-01234567", "done: "), (b"all tasks", "all tasks")):
        output = SetupOutput(redactor)
        output.feed(written)
        assert output.text(is_whole=True) == shown


@given(st.text(), st.integers(1, 20))
def test_the_end_of_a_text_fits_and_is_whole(text: str, limit: int) -> None:
    end = last_bytes(text, limit)
    assert text.endswith(end)
    assert len(end.encode()) <= limit
    assert len(text.encode()) <= limit or len(end.encode()) > limit - 4
