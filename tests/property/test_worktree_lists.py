# SPDX-License-Identifier: MIT
"""Lists of worktrees and progress are read right, whatever the names and however the pieces come."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.git.checkout import CheckoutProgress
from onesist_desktop.git.errors_of import plain_words
from onesist_desktop.git.worktree_list import GitWorktree, parse_lines, parse_records

_TEXT = st.text(st.characters(blacklist_characters="\0", blacklist_categories=("Cs",)), max_size=12)
_BRANCH = st.text("abc/-ą", min_size=1, max_size=8)
_PATH = _TEXT.map(lambda text: "/" + text + "/x")
_WORKTREES = st.lists(
    st.builds(
        GitWorktree,
        path=_PATH,
        head=st.sampled_from(["a" * 40, "b" * 64]),
        branch=_BRANCH,
        lock_reason=st.none() | _TEXT,
    ),
    min_size=1,
    max_size=5,
    unique_by=lambda worktree: worktree.path,
)


def record(worktree: GitWorktree, *, with_lock: bool) -> list[bytes]:
    lines = [f"worktree {worktree.path}", f"HEAD {worktree.head}", f"branch refs/heads/{worktree.branch}"]
    if with_lock and worktree.lock_reason is not None:
        lines.append(f"locked {worktree.lock_reason}".rstrip(" ") if not worktree.lock_reason else f"locked {worktree.lock_reason}")
    return [line.encode() for line in lines]


@given(_WORKTREES)
def test_records_with_nuls(worktrees: list[GitWorktree]) -> None:
    data = b"".join(b"".join(line + b"\0" for line in record(worktree, with_lock=True)) + b"\0" for worktree in worktrees)
    read = parse_records(data)
    assert [(one.path, one.head, one.branch, one.lock_reason) for one in read] == [
        (one.path, one.head, one.branch, one.lock_reason) for one in worktrees
    ]
    assert [one.is_main for one in read] == [index == 0 for index in range(len(read))]


@given(_WORKTREES)
def test_lines_of_old_versions(worktrees: list[GitWorktree]) -> None:
    data = b"".join(b"\n".join(record(worktree, with_lock=False)) + b"\n\n" for worktree in worktrees)
    read = parse_lines(data, [worktree.path for worktree in worktrees])
    assert [(one.path, one.head, one.branch) for one in read] == [(one.path, one.head, one.branch) for one in worktrees]


@given(st.lists(st.integers(1, 40), max_size=30), st.integers(1, 9_999))
def test_progress_in_any_pieces(cuts: list[int], total: int) -> None:
    lines = [f"Updating files: {100 * done // total:3}% ({done}/{total})" for done in range(0, total + 1, max(1, total // 7))]
    text = "Preparing worktree\n" + "\r".join(lines) + ", done.\nHEAD is now at abc\nwarning: something\n"
    told: list[tuple[str, int, int]] = []
    progress = CheckoutProgress(lambda *step: told.append(step))
    rest = text
    for cut in cuts:
        progress.feed(rest[:cut])
        rest = rest[cut:]
    progress.feed(rest)
    numbers = [done for _, done, _ in told]
    assert numbers == sorted(numbers)
    assert numbers[-1] == (total // max(1, total // 7)) * max(1, total // 7)
    assert all(step[0] == "files" and step[2] == total for step in told)
    assert plain_words(text) == "warning: something"
