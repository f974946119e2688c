# SPDX-License-Identifier: MIT
"""Names against Git itself."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from onesist_desktop.core.git_names import SAFE_REF, default_branch, is_safe_ref, title_slug

GIT = shutil.which("git")
any_text = st.text(st.characters(exclude_categories=()), max_size=80)
nasty = st.lists(
    st.sampled_from(["..", ".lock", "@{", "-", "--", "/", ".", "~", " ", "\n", "é", "日本", "HEAD", "@", "a", "\x7f"]), max_size=8
).map("".join)
names = st.one_of(any_text, nasty)


def git_accepts(name: str) -> bool:
    """Ask Git. A name that can't even be passed to a program is none."""
    assert GIT
    done = subprocess.run(
        [GIT, "check-ref-format", "--branch", name], capture_output=True, env={"PATH": "/usr/bin:/bin"}, cwd="/", check=False
    )
    return done.returncode == 0


pytestmark = pytest.mark.skipif(GIT is None, reason="needs git")


@settings(max_examples=40)
@given(title=names, thread_id=st.one_of(st.uuids().map(str), names))
@example(title="", thread_id="")
@example(title="修正ログイン", thread_id="0f5b2c1e-6f0b-4d2a-9b53-1d2f3a4b5c6d")
@example(title="a.lock", thread_id="x.lock")
@example(title="..", thread_id="ab/../..")
@example(title="-", thread_id="------")
def test_default_branch_is_always_taken_by_git(title: str, thread_id: str) -> None:
    branch = default_branch(title, thread_id)
    assert git_accepts(branch), branch
    assert is_safe_ref(branch)
    assert branch.startswith("onesist/")
    assert len(branch) <= 60


@settings(max_examples=60)
@given(
    name=st.one_of(
        st.text("ab.-/_", max_size=9),
        st.lists(st.sampled_from(["a", ".", "-", "/", ".lock", "lock", "_", "HEAD"]), max_size=6).map("".join),
    )
)
@example(name="refs/heads/a")
@example(name="a.lock/b")
@example(name="a.")
@example(name="a./b")
def test_safe_ref_agrees_with_git(name: str) -> None:
    # HEAD names a commit safely, but is no branch.
    assert is_safe_ref(name) == (git_accepts(name) or name == "HEAD")


@given(name=names)
def test_no_option_space_or_escape_gets_through(name: str) -> None:
    if is_safe_ref(name):
        assert SAFE_REF.fullmatch(name)
        assert name.isascii()
        assert not name.startswith(("-", "/", "."))
        assert ".." not in name
        assert not any(char.isspace() for char in name)


@given(title=names, first=st.uuids(), second=st.uuids())
def test_threads_of_one_title_get_different_branches(title: str, first: object, second: object) -> None:
    same_tail = str(first)[-6:] == str(second)[-6:]
    assert (default_branch(title, str(first)) == default_branch(title, str(second))) == same_tail


@given(title=names, max_chars=st.integers(6, 60))
def test_slug_is_short_plain_and_never_empty(title: str, max_chars: int) -> None:
    slug = title_slug(title, max_chars)
    assert 0 < len(slug) <= max_chars
    assert slug.isascii()
    assert slug.replace("-", "").isalnum()
    assert "--" not in slug
    assert title_slug(slug, max_chars) == slug
