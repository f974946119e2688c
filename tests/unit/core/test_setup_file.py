# SPDX-License-Identifier: MIT
from __future__ import annotations

import json

import pytest

from onesist_desktop.core.setup_file import MAX_BYTES, SetupFileError, command_sha256, parse_setup_file, repository_key


def test_commands_are_kept_exactly_and_keys_are_put_in_order() -> None:
    command = "  echo 'a'  &&\r\n\techo \"é 漢字\" \\\n"
    data = json.dumps({"setup": {"./": command, "input/code//api/": "make", "input/./code/my app": "x"}}).encode()
    assert parse_setup_file(data).commands == {".": command, "input/code/api": "make", "input/code/my app": "x"}


@pytest.mark.parametrize("data", [b"{}", b'{"setup": {}}'])
def test_a_file_may_ask_for_nothing(data: bytes) -> None:
    found = parse_setup_file(data)
    assert (dict(found.commands), found.unknown) == ({}, ())


def test_a_byte_order_mark_and_windows_line_ends_are_accepted() -> None:
    data = b'\xef\xbb\xbf{\r\n  "setup": {\r\n    ".": "npm ci"\r\n  }\r\n}\r\n'
    assert parse_setup_file(data).commands == {".": "npm ci"}


def test_keys_that_mean_nothing_are_reported_and_the_rest_is_used() -> None:
    setup = {".": "ok", "/etc": "x", "..": "x", "input/code/a/b": "x", "input\\code\\a": "x", "": "x", "a\nb" + "c" * 200: "x"}
    found = parse_setup_file(json.dumps({"$schema": "x", "teardown": {}, "setup": setup}).encode())
    assert found.commands == {".": "ok"}
    assert found.unknown[:7] == (
        "$schema", "teardown", "setup./etc", "setup...", "setup.input/code/a/b", "setup.input\\code\\a", "setup.",
    )  # fmt: skip
    assert found.unknown[7].startswith("setup.a�b")
    assert len(found.unknown[7]) == 80


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "Line 1, column 1"),
        (b'{"setup": {".": "a",}}', "Line 1"),
        (b"[]", "The file has to be an object"),
        (b"null", "The file has to be an object"),
        (b'{"setup": []}', '"setup" has to be an object'),
        (b'{"setup": null}', '"setup" has to be an object'),
        (b'{"setup": {".": ["a", "b"]}}', 'The command of "." has to be text'),
        (b'{"setup": {".": null}}', "has to be text"),
        (b'{"setup": {".": " \\n"}}', "is empty"),
        (b'{"setup": {".": "a\\u0000b"}}', "no program can be given"),
        (b'{"setup": {".": "a\\ud800b"}}', "no program can be given"),
        (b'{"setup": {"\\ud800": 1}, "setup": {}}', "twice"),
        (b'{"setup": {".": "a", ".": "a"}}', '"." stands there twice'),
        (b'{"setup": {".": "a", "./": "b"}}', '"." stands there twice'),
        (b"\xff\xfe{\x00}\x00", "not UTF-8"),
        (b"[" * 60_000, "nested too deeply"),
        (b"1" * 5_000, "digits"),
        (b" " * (MAX_BYTES + 1), "larger than 64 KiB"),
    ],
)
def test_what_is_wrong_is_said(data: bytes, words: str) -> None:
    with pytest.raises(SetupFileError, match=words):
        parse_setup_file(data)


def test_the_largest_file_is_read() -> None:
    data = b'{"setup": {".": "a"}}'
    assert parse_setup_file(data + b" " * (MAX_BYTES - len(data))).commands == {".": "a"}


@pytest.mark.parametrize("written", ["", " ", "/", "/input/code/a", "input", "input/code", "..", "input/code/..", "a/../.", "a\0"])
def test_what_is_no_repository_of_a_project(written: str) -> None:
    assert repository_key(written) is None


def test_a_consent_holds_for_each_character() -> None:
    digests = {command_sha256(command) for command in ("a", "a ", "A", "á", "a\n")}
    assert len(digests) == 5
