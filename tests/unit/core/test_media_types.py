# SPDX-License-Identifier: MIT
from __future__ import annotations

import pytest

from onesist_desktop.core.media_types import BINARY, HEAD_BYTES, PICTURES, media_type_of, picture_type

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
JPEG = b"\xff\xd8\xff\xe0\0\x10JFIF"
WEBP = b"RIFF\x24\0\0\0WEBPVP8 "


@pytest.mark.parametrize(
    ("head", "found"),
    [
        (PNG, "image/png"),
        (JPEG, "image/jpeg"),
        (b"GIF87a...", "image/gif"),
        (b"GIF89a...", "image/gif"),
        (WEBP, "image/webp"),
        (b"RIFF\x24\0\0\0WAVEfmt ", ""),
        (b"", ""),
        (b"hello", ""),
    ],
)
def test_pictures_are_known_by_how_they_begin(head: bytes, found: str) -> None:
    assert picture_type(head) == found
    assert not found or found in PICTURES


@pytest.mark.parametrize(
    ("name", "head", "said", "found"),
    [
        ("a.txt", PNG, "text/plain", "image/png"),
        ("a.png", b"hello", "", "text/plain"),
        ("a.png", b"hello", "image/png", "text/plain"),
        ("a.png", b"\0\1\2", "image/png", BINARY),
        ("notes.csv", b"a,b", "", "text/csv"),
        ("data.json", b"{}", "", "application/json"),
        ("a.svg", b"<svg/>", "", "image/svg+xml"),
        ("Makefile", b"all:\n", "", "text/plain"),
        ("a.rs", "fn main() { /* ünï */ }".encode(), "", "text/plain"),
        ("a.pdf", b"%PDF-1.7\n\0\xff", "", "application/pdf"),
        ("a.txt", b"\0\1", "", BINARY),
        ("unknown", b"\xff\xfe\0", "", BINARY),
        ("empty", b"", "", "text/plain"),
        ("page", b"<p>", "text/html; charset=utf-8", "text/html"),
        ("latin.txt", b"caf\xe9", "", BINARY),
    ],
)
def test_other_files_by_name_and_by_whether_they_are_text(name: str, head: bytes, said: str, found: str) -> None:
    assert media_type_of(name, head, said) == found


def test_a_letter_that_is_cut_at_the_end_of_what_is_seen_is_no_reason_to_doubt() -> None:
    head = ("x" * (HEAD_BYTES - 2) + "€").encode()[:HEAD_BYTES]
    assert media_type_of("a.txt", head) == "text/plain"
    assert media_type_of("a.txt", b"\xff" * HEAD_BYTES) == BINARY
