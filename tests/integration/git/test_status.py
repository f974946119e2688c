# SPDX-License-Identifier: MIT
"""Quick counts of real working trees: states, names, and configurations that try to hide changes."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from onesist_desktop.git.contents import contents
from onesist_desktop.git.errors import GitError
from onesist_desktop.git.status import changes
from tests.support.git_rig import GitRig


@pytest.fixture
def rig(tmp_path: Path) -> GitRig:
    return GitRig(tmp_path)


async def test_no_commits_yet(rig: GitRig) -> None:
    rig.repository(commits=0)
    rig.write("new.txt")
    found = await changes(rig.git, str(rig.project))
    assert (found.branch, found.head, found.untracked.names, found.count) == ("main", "", ("new.txt",), 1)


async def test_kinds_are_counted_apart(rig: GitRig) -> None:
    rig.repository(files={name: name.encode() for name in ("changed", "staged", "gone", "gone staged", "both", "renamed")})
    rig.write("changed", b"other")
    rig.write("staged", b"other")
    rig.run("add", "staged")
    (rig.project / "gone").unlink()
    rig.run("rm", "-q", "gone staged")
    rig.write("both", b"staged")
    rig.run("add", "both")
    rig.write("both", b"and changed")
    rig.run("mv", "renamed", "to")
    rig.write("new")
    found = await changes(rig.git, str(rig.project))
    assert set(found.modified.names) == {"changed", "staged", "both", "to"}
    assert set(found.deleted.names) == {"gone", "gone staged"}
    assert found.untracked.names == ("new",)
    assert (found.branch, found.head, found.count) == ("main", rig.run("rev-parse", "HEAD"), 7)


async def test_content_that_only_the_index_holds_is_a_change_and_no_deletion(rig: GitRig) -> None:
    rig.repository(files={"old": b"one"})
    rig.write("added")
    rig.write("old", b"two")
    rig.run("add", "-A")
    (rig.project / "added").unlink()
    (rig.project / "old").unlink()
    found = await changes(rig.git, str(rig.project))
    assert set(found.modified.names) == {"added", "old"}
    assert found.deleted.count == 0


NAMES = [
    "a b",
    'quo"te',
    "tab\there",
    "line\nbreak",
    "from -> to",
    "Müller 文件",
    "-dash",
    " lead",
    "back\\slash",
    "# branch.head x",
]


@pytest.mark.parametrize("name", NAMES)
async def test_names(rig: GitRig, name: str) -> None:
    rig.repository(files={name: b"x" * 200, "plain": b"y" * 300})
    rig.write(name, b"z")
    rig.write("plain", b"y" * 300 + b"!")
    rig.run("mv", "--", "plain", f"{name} moved")
    rig.write(f"{name} new")
    found = await changes(rig.git, str(rig.project))
    assert set(found.modified.names) == {name, f"{name} moved"}
    assert found.untracked.names == (f"{name} new",)


@pytest.mark.skipif(os.name == "nt" or os.uname().sysname == "Darwin", reason="these systems allow no such names")
async def test_names_that_are_no_utf8(rig: GitRig) -> None:
    name = os.fsdecode(b"caf\xe9 \xff")
    rig.repository(files={name: b"x"})
    rig.write(name, b"y")
    rig.write(f"{name}2")
    found = await changes(rig.git, str(rig.project))
    assert (found.modified.names, found.untracked.names) == ((name,), (f"{name}2",))
    assert (rig.project / found.untracked.names[0]).exists()


async def test_detached_and_a_branch_that_is_called_so(rig: GitRig) -> None:
    rig.repository()
    detached = await changes(rig.git, str(rig.worktree("one")))
    assert (detached.branch, bool(detached.head)) == ("", True)
    assert (await changes(rig.git, str(rig.worktree("two", "(detached)")))).branch == "(detached)"


def _conflict(rig: GitRig, folder: Path) -> None:
    rig.run("checkout", "-q", "-b", "other", cwd=folder)
    rig.write("read me.txt", b"theirs\n", into=folder)
    rig.commit("theirs", cwd=folder)
    rig.run("checkout", "-q", "-b", "ours", "HEAD~1", cwd=folder)
    rig.write("read me.txt", b"ours\n", into=folder)
    rig.commit("ours", cwd=folder)


@pytest.mark.parametrize("operation", ["merge", "rebase", "cherry-pick", "revert"])
@pytest.mark.parametrize("where", ["main", "linked"])
async def test_unfinished_operations_with_conflicts(rig: GitRig, operation: str, where: str) -> None:
    rig.repository(commits=2)
    folder = rig.project if where == "main" else rig.worktree("own", "own")
    _conflict(rig, folder)
    if operation == "revert":
        rig.write("read me.txt", b"later\n", into=folder)
        rig.commit("later", cwd=folder)
    rig.run(operation, "HEAD~1" if operation == "revert" else "other", cwd=folder, ok=(1,))
    found = await changes(rig.git, str(folder))
    assert found.operation == operation
    assert found.conflicted.names == ("read me.txt",)
    assert "read me.txt" in found.modified.names
    if where == "linked":
        assert (await changes(rig.git, str(rig.project))).operation == ""


async def test_am_old_rebase_and_bisect(rig: GitRig) -> None:
    rig.repository(commits=4)
    folder = rig.worktree("own", "own")
    _conflict(rig, folder)
    patch = rig.run("format-patch", "-1", "--stdout", "other", cwd=folder).encode("utf-8", "surrogateescape") + b"\n"
    rig.run("am", "-q", cwd=folder, stdin=patch, ok=(128,))
    assert (await changes(rig.git, str(folder))).operation == "am"
    rig.run("am", "--abort", cwd=folder)
    rig.run("rebase", "-q", "--apply", "other", cwd=folder, ok=(1, 128))
    assert (await changes(rig.git, str(folder))).operation == "rebase"
    rig.run("rebase", "--abort", cwd=folder)
    rig.run("bisect", "start", "HEAD", "HEAD~3", cwd=folder)
    assert (await changes(rig.git, str(folder))).operation == "bisect"
    assert (await changes(rig.git, str(rig.project))).operation == ""


async def test_a_pick_of_several_that_stopped_between_two(rig: GitRig) -> None:
    rig.repository()
    _conflict(rig, rig.project)
    rig.run("branch", "-f", "more", "other")
    rig.run("cherry-pick", "other", "other~1", ok=(1,))
    rig.run("checkout", "-q", "--theirs", "read me.txt")
    rig.run("add", "-A")
    rig.run("commit", "-q", "-m", "settled")
    assert (await changes(rig.git, str(rig.project))).operation == "cherry-pick"


@pytest.mark.parametrize("flag", ["--assume-unchanged", "--skip-worktree"])
async def test_files_that_git_was_told_not_to_look_at(rig: GitRig, flag: str) -> None:
    names = ["plain", "line\nbreak", "same", "also"]
    rig.repository(files=dict.fromkeys(names, b"one\n"))
    folder = rig.worktree("own", "own")
    rig.run("update-index", flag, *names, cwd=folder)
    rig.write("plain", b"two\n", into=folder)
    rig.write("line\nbreak", b"three\n", into=folder)
    (folder / "same").touch()
    index = (rig.project / ".git/worktrees/own/index").read_bytes()
    assert rig.run("status", "--porcelain", cwd=folder) == ""
    found = await changes(rig.git, str(folder))
    assert set(found.modified.names) == {"plain", "line\nbreak"}
    assert found.count == 2
    assert (rig.project / ".git/worktrees/own/index").read_bytes() == index


async def test_an_assumed_file_that_is_gone(rig: GitRig) -> None:
    rig.repository()
    rig.run("update-index", "--assume-unchanged", "read me.txt")
    (rig.project / "read me.txt").unlink()
    assert (await changes(rig.git, str(rig.project))).deleted.names == ("read me.txt",)


async def test_flags_in_a_split_index(rig: GitRig) -> None:
    rig.repository(files={f"file {number}": b"x" for number in range(30)})
    rig.run("update-index", "--split-index")
    rig.run("update-index", "--assume-unchanged", "file 7")
    rig.write("file 7", b"other")
    before = {path.name: path.read_bytes() for path in (rig.project / ".git").iterdir() if path.is_file()}
    assert (await changes(rig.git, str(rig.project))).modified.names == ("file 7",)
    assert {path.name: path.read_bytes() for path in (rig.project / ".git").iterdir() if path.is_file()} == before


async def test_a_sparse_checkout_is_clean_and_a_change_in_it_is_not(rig: GitRig) -> None:
    rig.repository(files={"top": b"t", "in/a": b"a", "out/b": b"b", "out/deep/c": b"c"})
    folder = rig.worktree("own", "own")
    rig.run("sparse-checkout", "set", "in", cwd=folder)
    assert not (folder / "out").exists()
    assert (await changes(rig.git, str(folder))).count == 0
    rig.run("config", "sparse.expectFilesOutsideOfPatterns", "true")
    rig.write("out/b", b"other", into=folder)
    found = await changes(rig.git, str(folder))
    assert (found.modified.names, found.deleted.count) == (("out/b",), 0)


HIDING = [
    ("status.showUntrackedFiles", "no"),
    ("core.untrackedCache", "keep"),
    ("core.ignoreStat", "true"),
    ("core.trustctime", "false"),
    ("core.checkStat", "minimal"),
    ("core.ignoreCase", "true"),
    ("status.renames", "copies"),
    ("status.branch", "false"),
    ("status.relativePaths", "true"),
    ("diff.ignoreSubmodules", "all"),
    ("color.status", "always"),
    ("core.quotePath", "true"),
]


@pytest.mark.parametrize(("name", "value"), HIDING)
async def test_no_setting_hides_anything(rig: GitRig, name: str, value: str) -> None:
    rig.repository(files={"same size": b"one", "Letters": b"x"})
    rig.run("config", name, value)
    old = (rig.project / "same size").stat()
    rig.run("status")
    rig.write("same size", b"two")
    os.utime(rig.project / "same size", ns=(old.st_atime_ns, old.st_mtime_ns))
    rig.write("folder/new")
    rig.write("letters", b"another file, unless the disk can't tell them apart")
    found = await changes(rig.git, str(rig.project))
    assert "same size" in found.modified.names
    assert set(found.untracked.names) == {"folder/new", "letters"}


async def test_replaced_objects_hide_nothing(rig: GitRig) -> None:
    rig.repository()
    old = rig.run("rev-parse", "HEAD")
    rig.write("read me.txt", b"two\n")
    new = rig.commit()
    rig.run("reset", "-q", "--soft", old)
    rig.run("replace", old, new)
    assert (await changes(rig.git, str(rig.project))).modified.names == ("read me.txt",)


async def test_a_stale_lock_does_not_matter(rig: GitRig) -> None:
    rig.repository()
    rig.write("read me.txt", b"two\n")
    rig.write(".git/index.lock", b"")
    assert (await changes(rig.git, str(rig.project))).count == 1


async def test_looking_writes_nothing(rig: GitRig) -> None:
    rig.repository()
    (rig.project / "read me.txt").touch()
    index = (rig.project / ".git/index").read_bytes()
    await changes(rig.git, str(rig.project))
    assert (rig.project / ".git/index").read_bytes() == index


async def test_a_configuration_that_points_elsewhere_is_refused(rig: GitRig) -> None:
    rig.repository()
    (rig.folder / "clean").mkdir()
    rig.run("config", "core.worktree", str(rig.folder / "clean"))
    with pytest.raises(GitError):
        await changes(rig.git, str(rig.project))


async def test_a_worktrees_own_configuration_that_points_elsewhere_is_refused(rig: GitRig) -> None:
    rig.repository()
    folder, other = rig.worktree("own", "own"), rig.worktree("other", "other")
    rig.run("config", "extensions.worktreeConfig", "true")
    rig.run("config", "--worktree", "core.worktree", str(other), cwd=folder)
    rig.write("new", into=folder)
    with pytest.raises(GitError):
        await changes(rig.git, str(folder))


async def test_a_folder_of_another_worktree_and_no_worktree_are_refused(rig: GitRig) -> None:
    rig.repository()
    one, two = rig.worktree("one", "one"), rig.worktree("two", "two")
    (one / ".git").write_bytes((two / ".git").read_bytes())
    for path in (one, rig.home, rig.folder / "missing"):
        with pytest.raises(GitError):
            await changes(rig.git, str(path))
    (rig.project / "below").mkdir()
    with pytest.raises(GitError):
        await changes(rig.git, str(rig.project / "below"))


async def test_a_damaged_index_is_a_failure_and_not_clean(rig: GitRig) -> None:
    rig.repository()
    rig.write(".git/index", b"DIRC nothing of the kind")
    with pytest.raises(GitError):
        await changes(rig.git, str(rig.project))


@pytest.mark.skipif(os.name == "nt", reason="needs links")
async def test_a_link_in_the_path_and_a_name_with_a_line_break(rig: GitRig) -> None:
    rig.repository()
    folder = rig.worktree("line\nbreak Müller", "own")
    rig.write("new", into=folder)
    (rig.folder / "link").symlink_to(rig.base)
    assert (await changes(rig.git, str(rig.folder / "link" / "line\nbreak Müller"))).untracked.names == ("new",)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything can be read by root")
async def test_a_folder_that_cannot_be_read_is_unknown(rig: GitRig) -> None:
    rig.repository()
    (rig.write("closed/new").parent).chmod(0)
    try:
        found = await changes(rig.git, str(rig.project))
    finally:
        (rig.project / "closed").chmod(0o700)
    assert found.untracked.count is None
    assert found.count is None


@pytest.mark.skipif(os.name == "nt", reason="needs a shell")
@pytest.mark.parametrize(("fails", "is_refused"), [("status", True), ("ls-files", True), ("rev-parse", True), ("diff", False)])
async def test_a_failing_command_is_never_taken_for_no_changes(tmp_path: Path, fails: str, is_refused: bool) -> None:
    rig = _with_git_that(tmp_path, f'case "$*" in *" {fails} "*) exit 128;; esac')
    rig.repository()
    rig.run("update-index", "--assume-unchanged", "read me.txt")
    if is_refused:
        with pytest.raises(GitError):
            await changes(rig.git, str(rig.project))
    else:
        assert (await changes(rig.git, str(rig.project))).count is None


@pytest.mark.skipif(os.name == "nt", reason="needs a shell")
async def test_a_warning_about_a_folder_makes_the_new_files_unknown(tmp_path: Path) -> None:
    words = "warning: could not open directory 'closed/': Permission denied"
    rig = _with_git_that(tmp_path, f'case "$*" in *" status "*) echo "{words}" >&2;; esac')
    rig.repository()
    found = await changes(rig.git, str(rig.project))
    assert (found.untracked.count, found.count, found.modified.count) == (None, None, 0)


def _with_git_that(folder: Path, does: str) -> GitRig:
    program = folder / "git.sh"
    program.write_text(f'#!/bin/sh\n{does}\nexec {shutil.which("git")} "$@"\n')
    program.chmod(0o700)
    return GitRig(folder, program=str(program))


async def test_a_hostile_configuration_runs_nothing(rig: GitRig) -> None:
    rig.repository(files={"a.txt": b"one\n", ".gitattributes": b"*.txt filter=evil diff=evil\n*.bin filter=slow\n", "b.bin": b"x"})
    trap = rig.folder / "ran"
    program = rig.write("trap.sh", f"#!/bin/sh\necho $0 $@ >> '{trap}'\ncat\n".encode(), into=rig.folder)
    program.chmod(0o700)
    for name in (
        *(
            "core.fsmonitor",
            "filter.evil.clean",
            "filter.evil.smudge",
            "filter.slow.process",
            "diff.external",
            "diff.evil.textconv",
        ),
        *("diff.evil.command", "core.pager", "core.editor", "core.sshCommand", "gpg.program", "core.alternateRefsCommand"),
    ):
        rig.run("config", name, str(program))
    rig.run("config", "log.showSignature", "true")
    hooks = rig.folder / "hooks"
    for name in ("post-index-change", "reference-transaction", "post-checkout", "fsmonitor-watchman"):
        rig.write(name, program.read_bytes(), into=hooks).chmod(0o700)
        rig.write(f".git/hooks/{name}", program.read_bytes()).chmod(0o700)
    rig.run("config", "core.hooksPath", str(hooks))
    rig.write("a.txt", b"two\n")
    rig.write("b.bin", b"y")
    (rig.project / ".gitattributes").touch()
    trap.unlink(missing_ok=True)
    found = await changes(rig.git, str(rig.project))
    assert {"a.txt", "b.bin"} <= set(found.modified.names)
    whole = await contents(rig.git, await rig.open(), str(rig.project), clock=lambda: 0.0)
    assert whole.changes == found
    rig.run("-c", "core.fsmonitor=false", "update-index", "--assume-unchanged", "a.txt", "b.bin")
    trap.unlink(missing_ok=True)
    assert {"a.txt", "b.bin"} <= set((await changes(rig.git, str(rig.project))).modified.names)
    assert not trap.exists()
