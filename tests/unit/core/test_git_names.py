# SPDX-License-Identifier: MIT
"""Names of branches, on examples."""

from __future__ import annotations

import pytest

from onesist_desktop.core.git_names import SAFE_REF, default_branch, is_safe_ref, title_slug


@pytest.mark.parametrize("name", ["main", "feature/a-b_c.1", "HEAD", "origin/main", "a" * 200, "v1.2"])
def test_safe(name: str) -> None:
    assert is_safe_ref(name)
    assert SAFE_REF.match(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "-b",
        "--help",
        "a b",
        "a\n",
        "a\0",
        "é",
        "a~1",
        "a^",
        "a:b",
        "a?",
        "@{-1}",
        "a@{1}",
        "a\\b",
        "..",
        "a..b",
        "../x",
        "/a",
        "a/",
        "a//b",
        ".a",
        "a/.b",
        "a.lock",
        "a.lock/b",
        "a.",
    ],
)
def test_unsafe(name: str) -> None:
    assert not is_safe_ref(name)


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Fix the login loop", "fix-the-login-loop"),
        ("  Ünïcode: Größe!  ", "unicode-grosse"),
        ("修正", "thread"),
        ("", "thread"),
        ("...", "thread"),
        ("a.lock", "a-lock"),
        ("one two three four five six seven eight nine", "one-two-three-four-five-six-seven-eight"),
        ("x" * 60, "x" * 40),
    ],
)
def test_slugs(title: str, slug: str) -> None:
    assert title_slug(title) == slug


def test_slug_is_cut_between_words() -> None:
    assert title_slug("abc def ghi", 7) == "abc-def"
    assert title_slug("abc def ghi", 6) == "abc"


@pytest.mark.parametrize(
    ("title", "thread_id", "branch"),
    [
        ("Fix login", "0f5b2c1e-6f0b-4d2a-9b53-1d2f3aa1b2c3", "onesist/fix-login--a1b2c3"),
        ("", "0f5b2c1e-6f0b-4d2a-9b53-1d2f3aa1b2c3", "onesist/thread--a1b2c3"),
        ("x", "t1", "onesist/x--t1"),
        ("x", "", "onesist/x--e3b0c4"),
        ("x", "a/../b", "onesist/x--bea5b8"),
    ],
)
def test_branches(title: str, thread_id: str, branch: str) -> None:
    if "/" in thread_id:
        assert default_branch(title, thread_id) != default_branch(title, "a/../c")
        assert len(default_branch(title, thread_id)) == len(branch)
    else:
        assert default_branch(title, thread_id) == branch
