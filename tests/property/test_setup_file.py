# SPDX-License-Identifier: MIT
from __future__ import annotations

import json
import posixpath

from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.core.setup_file import SetupFileError, parse_setup_file, repository_key

NAMES = st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1, max_size=12).filter(
    lambda name: name not in (".", "..") and name.strip()
)
COMMANDS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1).filter(str.strip)
PIECES = st.lists(st.sampled_from(["input", "code", "a", ".", "..", "", "/", " "]), max_size=7)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(["setup", "."]), inner),
)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused_with_words(data: bytes) -> None:
    try:
        parse_setup_file(data)
    except SetupFileError as error:
        assert str(error).encode()


@given(VALUES)
def test_any_json_is_read_or_refused_with_words(value: object) -> None:
    try:
        found = parse_setup_file(json.dumps(value).encode())
    except SetupFileError as error:
        assert str(error).encode()
    else:
        # Encodable, for the window and the database.
        "".join(found.unknown).encode()


@given(st.dictionaries(NAMES, COMMANDS, max_size=5), st.booleans(), st.sampled_from(["", "\ufeff"]))
def test_every_command_comes_out_as_it_went_in(commands: dict[str, str], ascii_only: bool, mark: str) -> None:
    text = json.dumps({"setup": {f"input/code/{name}": command for name, command in commands.items()}}, ensure_ascii=ascii_only)
    found = parse_setup_file((mark + text).encode())
    assert found.commands == {f"input/code/{name}": command for name, command in commands.items()}
    assert found.unknown == ()


@given(PIECES)
def test_a_key_never_leads_out_and_is_its_own_normal_form(pieces: list[str]) -> None:
    written = "/".join(pieces)
    key = repository_key(written)
    if key is not None:
        assert posixpath.normpath(key) == key
        assert not key.startswith(("/", ".."))
        assert repository_key(key) == key
        assert posixpath.normpath(written) == key
