# SPDX-License-Identifier: MIT
"""The documented formats of a status and of an index, and what is none."""

from __future__ import annotations

import pytest

from onesist_desktop.git.errors import GitOutputError
from onesist_desktop.git.porcelain import parse_index, parse_status

IDS = b"0" * 40 + b" " + b"1" * 40
PLAIN = b"1 %s N... 100644 100644 100644 " + IDS + b" %s\0"


def test_an_unborn_branch() -> None:
    report = parse_status(b"# branch.oid (initial)\0# branch.head main\0? a b\0")
    assert (report.branch, report.head) == ("main", "")
    assert [(entry.kind, entry.path) for entry in report.entries] == [("?", "a b")]


def test_a_detached_head_and_unknown_headers() -> None:
    report = parse_status(b"# branch.oid abc\0# branch.head (detached)\0# branch.ab +1 -2\0# stash 3\0# to come\0")
    assert (report.branch, report.head, report.entries) == ("", "abc", ())


def test_a_renamed_file_has_two_names() -> None:
    record = b"2 R. N... 100644 100644 100644 " + IDS + b" R100 new -> name\0? old\0? new\0"
    entries = parse_status(record).entries
    assert [(entry.kind, entry.path, entry.original) for entry in entries] == [("2", "new -> name", "? old"), ("?", "new", "")]


def test_a_conflict() -> None:
    (entry,) = parse_status(b"u UU N... 100644 100644 100644 100644 " + IDS + b" " + b"2" * 40 + b" a\nb\0").entries
    assert (entry.kind, entry.state, entry.path) == ("u", "UU", "a\nb")


@pytest.mark.parametrize(("state", "is_deleted"), [(b".D", True), (b"D.", True), (b"AD", False), (b"MD", False), (b".M", False)])
def test_deleted_means_that_nothing_is_left_to_lose(state: bytes, is_deleted: bool) -> None:
    (entry,) = parse_status(PLAIN % (state, b"x")).entries
    assert entry.is_deleted is is_deleted


@pytest.mark.parametrize(
    "output",
    [
        b"? cut off",
        b"?\0",
        b"? \0",
        b"! \0",
        b"1 .M N... 100644\0",
        b"1 .M N... 100644 100644 100644 " + IDS + b" \0",
        b"2 R. N... 100644 100644 100644 " + IDS + b" R100 new\0",
        b"x something\0",
        b"\0",
        b"fatal: not a git repository\0",
    ],
)
def test_what_is_no_status_is_refused_and_never_nothing(output: bytes) -> None:
    with pytest.raises(GitOutputError):
        parse_status(output)


def test_an_index() -> None:
    lines = [
        b"H 100644 " + b"1" * 40 + b" 0\tplain",
        b"h 100644 " + b"2" * 40 + b" 0\tassumed\tname",
        b"S 120000 " + b"3" * 40 + b" 0\tskipped\nname",
        b"s 100755 " + b"4" * 40 + b" 0\tboth",
        b"H 160000 " + b"5" * 40 + b" 0\tmodule",
        b"M 160000 " + b"5" * 40 + b" 2\tmodule",
        b"M 100644 " + b"6" * 40 + b" 1\tconflict",
    ]
    listing = parse_index(b"\0".join(lines) + b"\0")
    assert listing.gitlinks == ("module",)
    assert [(entry.path, entry.is_assumed_unchanged) for entry in listing.flagged] == [
        ("assumed\tname", True),
        ("skipped\nname", False),
        ("both", True),
    ]
    assert listing.flagged[0].info == "100644 " + "2" * 40 + " 0"


@pytest.mark.parametrize("output", [b"H 100644 1 0\tcut off", b"H 100644\tx\0", b"no tab\0"])
def test_what_is_no_index_is_refused(output: bytes) -> None:
    with pytest.raises(GitOutputError):
        parse_index(output)


def test_nothing_at_all() -> None:
    assert parse_index(b"").flagged == ()
    assert parse_status(b"").entries == ()
