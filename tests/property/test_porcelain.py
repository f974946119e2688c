# SPDX-License-Identifier: MIT
"""Any names come back as they were, whatever is in them; anything else than the format is refused and never taken for nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.git.errors import GitOutputError
from onesist_desktop.git.porcelain import parse_index, parse_status
from onesist_desktop.git.runner import encode

NAMES = st.one_of(
    st.binary(min_size=1, max_size=30).map(lambda name: name.replace(b"\0", b"?")),
    st.sampled_from([b" ", b"# branch.oid x", b"a -> b", b"\t\n\"'", b"? x", b"2 R. x", b"\xff\xfe", b"!", b"u UU"]),
)
IDS = b"1" * 40 + b" " + b"2" * 40
STATES = st.sampled_from([b".M", b"M.", b"MM", b"A.", b"AD", b".D", b"D.", b".T", b".A"])


@st.composite
def records(draw: st.DrawFn) -> tuple[bytes, tuple[str, bytes, bytes]]:
    """Draw a record with its kind, name and former name."""
    kind, name = draw(st.sampled_from("12u?!")), draw(NAMES)
    if kind in "?!":
        return kind.encode() + b" " + name + b"\0", (kind, name, b"")
    if kind == "u":
        return b"u UU N... 100644 100644 100644 100644 " + IDS + b" " + b"3" * 40 + b" " + name + b"\0", (kind, name, b"")
    start = kind.encode() + b" " + draw(STATES) + b" N... 100644 100644 100644 " + IDS
    if kind == "1":
        return start + b" " + name + b"\0", (kind, name, b"")
    former = draw(NAMES)
    return start + b" R87 " + name + b"\0" + former + b"\0", (kind, name, former)


@given(st.lists(records()))
def test_every_record_comes_back(drawn: list[tuple[bytes, tuple[str, bytes, bytes]]]) -> None:
    output = b"# branch.oid abc\0# branch.head main\0" + b"".join(raw for raw, _ in drawn)
    found = parse_status(output).entries
    assert [(entry.kind, encode(entry.path), encode(entry.original)) for entry in found] == [what for _, what in drawn]


@given(st.lists(records(), min_size=1), st.data())
def test_an_answer_that_breaks_off_is_refused(drawn: list[tuple[bytes, tuple[str, bytes, bytes]]], data: st.DataObject) -> None:
    raw = b"".join(raw for raw, _ in drawn)
    cut = raw[: data.draw(st.integers(1, len(raw) - 1))]
    try:
        found = parse_status(cut).entries
    except GitOutputError:
        return
    assert cut.endswith(b"\0")
    assert [(entry.kind, encode(entry.path)) for entry in found] == [what[:2] for _, what in drawn][: len(found)]


@given(st.binary(max_size=200))
def test_noise_is_refused_or_read_and_nothing_else(noise: bytes) -> None:
    for parse in (parse_status, parse_index):
        try:
            parse(noise)
        except GitOutputError:
            continue


@given(st.lists(st.tuples(st.sampled_from([b"H", b"h", b"S", b"s", b"M"]), st.sampled_from([b"100644", b"160000"]), NAMES)))
def test_every_marked_file_of_an_index_is_found(drawn: list[tuple[bytes, bytes, bytes]]) -> None:
    output = b"".join(tag + b" " + mode + b" " + b"1" * 40 + b" 0\t" + name + b"\0" for tag, mode, name in drawn)
    listing = parse_index(output)
    assert [(entry.tag.encode(), encode(entry.path)) for entry in listing.flagged] == [
        (tag, name) for tag, _, name in drawn if tag in b"hSs"
    ]
    assert {encode(path) for path in listing.gitlinks} == {name for _, mode, name in drawn if mode == b"160000"}
