# SPDX-License-Identifier: MIT
"""What removing a worktree would lose, measured on real repositories (RULES A3, A6, A10, A11, A16, B15a)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from onesist_desktop.core.workspaces import Contents, InnerWork, InnerWorks
from onesist_desktop.git.contents import contents
from onesist_desktop.git.errors import GitError
from onesist_desktop.git.ignored import ignored_files
from onesist_desktop.git.reachable import loose_commits
from tests.support.git_rig import GitRig

IGNORES = b".env\n*.db\nnode_modules/\n.venv\ntarget/\nbuild/\n__pycache__/\nprivate/\nvendor/\n"


@pytest.fixture
def rig(tmp_path: Path) -> GitRig:
    return GitRig(tmp_path)


async def measure(rig: GitRig, folder: Path, key: str = ".") -> Contents:
    return await contents(rig.git, await rig.open(key), str(folder), clock=lambda: 12.5)


async def test_a_fresh_worktree_holds_nothing(rig: GitRig) -> None:
    rig.repository(commits=3)
    found = await measure(rig, rig.worktree("own", "own"))
    assert found.holds_nothing
    assert (found.commits.count, found.loose_commits, found.stashes, found.is_detached, found.measured_at) == (0, 0, 0, False, 12.5)
    assert found.caches == ()


# Commits


async def test_commits_of_a_branch_with_no_remote_and_no_upstream(rig: GitRig) -> None:
    rig.repository()
    folder = rig.worktree("own", "feature/x")
    first = rig.commit("it's -> “new” 文", cwd=folder)
    rig.commit("second", cwd=folder)
    found = await measure(rig, folder)
    short = [rig.run("rev-parse", "--short", name) for name in (f"{first}", "feature/x")]
    assert found.commits.names == (f"{short[1]} second", f"{short[0]} it's -> “new” 文")
    assert (found.commits.count, found.loose_commits, found.holds_nothing) == (2, 0, True)


@pytest.mark.parametrize(
    "ref", ["refs/heads/other", "refs/tags/v1", "refs/remotes/origin/x", "refs/onesist/kept/1", "refs/notes/x"]
)
async def test_any_other_ref_holds_commits(rig: GitRig, ref: str) -> None:
    rig.repository()
    folder = rig.worktree("own", "own")
    rig.run("update-ref", ref, rig.commit(cwd=folder))
    rig.commit("only here", cwd=folder)
    assert (await measure(rig, folder)).commits.count == 1


@pytest.mark.parametrize("ref", ["refs/worktree/mine", "refs/bisect/bad"])
async def test_a_ref_of_the_worktree_itself_holds_none(rig: GitRig, ref: str) -> None:
    rig.repository()
    folder = rig.worktree("own")
    rig.commit(cwd=folder)
    rig.run("update-ref", ref, "HEAD", cwd=folder)
    found = await measure(rig, folder)
    assert (found.commits.count, found.loose_commits, found.is_detached) == (1, 0, True)


async def test_a_branch_whose_name_begins_alike_does_not_hide_it(rig: GitRig) -> None:
    rig.repository()
    folder = rig.worktree("own", "own")
    rig.commit(cwd=folder)
    rig.run("branch", "own2", "own")
    assert (await measure(rig, folder)).commits.count == 0


async def test_the_heads_of_others_hold_commits_and_its_own_does_not(rig: GitRig) -> None:
    rig.repository()
    folder = rig.worktree("own")
    commit = rig.commit(cwd=folder)
    assert (await measure(rig, folder)).commits.count == 1
    other = rig.worktree("other")
    rig.run("checkout", "-q", commit, cwd=other)
    assert (await measure(rig, folder)).commits.count == 0
    rig.commit("one more", cwd=folder)
    assert (await measure(rig, folder)).commits.count == 1
    # Its folder was deleted by hand: Git will forget it soon.
    other.rename(rig.folder / "moved away")
    assert (await measure(rig, folder)).commits.count == 2


async def test_more_commits_than_are_named_are_all_counted(rig: GitRig) -> None:
    rig.repository()
    folder = rig.worktree("own", "own")
    for number in range(60):
        rig.run("commit", "-q", "--allow-empty", "-m", f"{number}", cwd=folder)
    found = await measure(rig, folder)
    assert (found.commits.count, len(found.commits.names)) == (60, 50)


async def test_no_commits_at_all(rig: GitRig) -> None:
    rig.repository(commits=0)
    rig.write("new")
    found = await measure(rig, rig.project)
    assert (found.changes.untracked.count, found.commits.count, found.loose_commits, found.is_detached) == (1, 0, 0, False)


async def test_an_orphan_branch_still_knows_what_was_there_before(rig: GitRig) -> None:
    rig.repository()
    folder = rig.worktree("own")
    commit = rig.commit(cwd=folder)
    rig.run("checkout", "-q", "--orphan", "empty", cwd=folder)
    assert await loose_commits(rig.git, str(folder)) == [commit]
    found = await measure(rig, folder)
    assert (found.commits.count, found.loose_commits) == (0, 1)


async def test_a_missing_object_makes_the_count_unknown(rig: GitRig) -> None:
    rig.repository()
    folder = rig.worktree("own", "own")
    lost = rig.commit("lost", cwd=folder)
    rig.commit("head", cwd=folder)
    (rig.project / ".git/objects" / lost[:2] / lost[2:]).unlink()
    found = await measure(rig, folder)
    assert found.commits.count is None
    assert not found.holds_nothing


# Commits that only the worktree's own Git folder names


async def test_commits_of_the_reflog(rig: GitRig) -> None:
    rig.repository()
    folder = rig.worktree("own", "own")
    rig.commit("one", cwd=folder)
    lost = rig.commit("two", cwd=folder)
    rig.run("reset", "-q", "--hard", "HEAD~2", cwd=folder)
    other = rig.commit("another", cwd=folder)
    rig.run("commit", "-q", "--amend", "--allow-empty", "-m", "amended", cwd=folder)
    assert await loose_commits(rig.git, str(folder)) == sorted([lost, other])
    found = await measure(rig, folder)
    assert (found.loose_commits, found.commits.count) == (3, 1)
    rig.run("update-ref", "refs/onesist/kept/1", lost)
    assert await loose_commits(rig.git, str(folder)) == [other]


async def test_commits_of_the_reflog_whose_objects_are_gone(rig: GitRig) -> None:
    rig.repository()
    folder = rig.worktree("own", "own")
    lost = rig.commit("one", cwd=folder)
    rig.run("reset", "-q", "--hard", "HEAD~1", cwd=folder)
    (rig.project / ".git/objects" / lost[:2] / lost[2:]).unlink()
    (rig.project / ".git/worktrees/own/ORIG_HEAD").unlink()
    assert await loose_commits(rig.git, str(folder)) == []
    assert (await measure(rig, folder)).loose_commits == 0


async def test_a_reflog_that_cannot_be_read_is_unknown(rig: GitRig) -> None:
    rig.repository()
    folder = rig.worktree("own", "own")
    log = rig.project / ".git/worktrees/own/logs/HEAD"
    log.unlink()
    assert (await measure(rig, folder)).loose_commits == 0
    log.symlink_to(log)
    assert (await measure(rig, folder)).loose_commits is None
    with pytest.raises(GitError):
        await loose_commits(rig.git, str(folder))


@pytest.mark.parametrize(
    "name", ["ORIG_HEAD", "MERGE_HEAD", "FETCH_HEAD", "BISECT_EXPECTED_REV", "rebase-merge/autostash", "refs/worktree/a/b"]
)
async def test_commits_that_only_one_file_names(rig: GitRig, name: str) -> None:
    rig.repository()
    folder = rig.worktree("own", "own")
    commit = rig.run("commit-tree", "-m", "nowhere", "HEAD^{tree}", cwd=folder)
    rig.write(f".git/worktrees/own/{name}", f"{commit}\t\tfrom x\n".encode() if "FETCH" in name else f"{commit}\n".encode())
    assert await loose_commits(rig.git, str(folder)) == [commit]
    assert (await measure(rig, folder)).loose_commits == 1


async def test_a_blob_and_a_tag_below_a_ref_of_its_own(rig: GitRig) -> None:
    rig.repository()
    folder = rig.worktree("own", "own")
    blob = rig.run("hash-object", "-w", "--stdin", stdin=b"only here", cwd=folder)
    rig.run("update-ref", "refs/worktree/blob", blob, cwd=folder)
    assert await loose_commits(rig.git, str(folder)) == [blob]


async def test_a_rebase_with_autostash(rig: GitRig) -> None:
    rig.repository(files={"a": b"1\n", "b": b"1\n"})
    folder = rig.worktree("own", "own")
    rig.write("a", b"mine\n", into=folder)
    rig.commit("mine", cwd=folder)
    rig.write("a", b"theirs\n")
    rig.commit("theirs")
    rig.write("b", b"unfinished\n", into=folder)
    rig.run("rebase", "-q", "--autostash", "main", cwd=folder, ok=(1,))
    stash = (rig.project / ".git/worktrees/own/rebase-merge/autostash").read_text().strip()
    assert stash in await loose_commits(rig.git, str(folder))
    found = await measure(rig, folder)
    assert (found.changes.operation, found.is_detached, found.holds_nothing) == ("rebase", True, False)


async def test_stashes_are_the_repositorys(rig: GitRig) -> None:
    rig.repository()
    folder = rig.worktree("own", "own")
    for text in (b"1", b"2"):
        rig.write("read me.txt", text, into=folder)
        rig.run("stash", "push", "-q", "-m", "line", cwd=folder)
    rig.run("pack-refs", "--all")
    found = await measure(rig, folder)
    assert (found.stashes, found.loose_commits, found.holds_nothing) == (2, 0, True)


# Ignored files


async def test_ignored_files_are_counted_apart_from_caches(rig: GitRig) -> None:
    rig.repository(files={".gitignore": IGNORES, "Cargo.toml": b"", "build/forced": b"tracked\n"} | {"web/x": b""})
    rig.run("add", "-f", "build/forced")
    rig.commit()
    folder = rig.worktree("own", "own")
    for name in (
        *(".env", "data/local.db", "build/only copy.bin", "private/deep/er/key", "web/target/result"),
        *("node_modules/a/index.js", "web/node_modules/b.js", ".venv/bin/python", "src/__pycache__/a.pyc", "target/debug/x"),
        *("private/node_modules/y.js", "node_modules/a/.env.local"),
    ):
        rig.write(name, into=folder)
    rig.write(".pytest_cache/.gitignore", b"*\n", into=folder)
    rig.write(".pytest_cache/v/x", into=folder)
    rig.write("new", into=folder)
    found = await measure(rig, folder)
    assert found.ignored.names == (
        *(".env", "build/only copy.bin", "data/local.db", "node_modules/a/.env.local", "private/deep/er/key", "web/target/result"),
    )
    assert set(found.caches) == {
        *("node_modules/", "web/node_modules/", ".venv/", "src/__pycache__/", "target/", "private/node_modules/", ".pytest_cache/"),
    }
    assert found.changes.untracked.names == ("new",)
    assert not found.holds_nothing
    assert await ignored_files(rig.git, str(folder)) == list(found.ignored.names)


async def test_only_caches_are_nothing(rig: GitRig) -> None:
    rig.repository(files={".gitignore": IGNORES})
    folder = rig.worktree("own", "own")
    rig.write("node_modules/a", into=folder)
    (folder / ".venv").symlink_to(rig.home)
    found = await measure(rig, folder)
    assert (found.ignored.count, found.caches, found.holds_nothing) == (0, (".venv/", "node_modules/"), True)


async def test_ignored_links_count_and_are_not_followed(rig: GitRig) -> None:
    rig.repository(files={".gitignore": b"private/\nlink\n"})
    folder = rig.worktree("own", "own")
    rig.write("outside/secret", into=rig.folder)
    (folder / "private").mkdir()
    (folder / "private/out").symlink_to(rig.folder / "outside")
    (folder / "link").symlink_to(rig.folder / "outside")
    assert await ignored_files(rig.git, str(folder)) == ["link", "private/out"]


async def test_more_ignored_files_than_are_named_and_strange_names(rig: GitRig) -> None:
    rig.repository(files={".gitignore": b"private/\n*.log\n"})
    folder = rig.worktree("own", "own")
    names = [f"private/{number}" for number in range(70)] + ["a -> b.log", "line\nbreak.log", os.fsdecode(b"caf\xe9.log")]
    for name in names:
        rig.write(name, into=folder)
    found = await measure(rig, folder)
    assert (found.ignored.count, len(found.ignored.names)) == (73, 50)
    assert sorted(await ignored_files(rig.git, str(folder))) == sorted(names)


# Repositories inside


async def test_repositories_inside(rig: GitRig) -> None:
    rig.repository(files={".gitignore": IGNORES, "tracked/file": b"x"})
    folder = rig.worktree("own", "own")
    for path in ("new", "vendor/lib", "node_modules/linked", "tracked", "empty"):
        (folder / path).mkdir(parents=True, exist_ok=True)
        rig.run("init", "-q", cwd=folder / path)
    rig.write("new/file", into=folder)
    rig.commit(cwd=folder / "new")
    rig.write("vendor/lib/file", into=folder)
    found = await measure(rig, folder)
    files = {work.path: work.files for work in found.submodules.first}
    assert files.keys() == {"new/", "vendor/lib/", "node_modules/linked/", "tracked/", "empty/"}
    assert None not in files.values()
    assert found.ignored.count == 0
    before = found.fingerprint
    rig.commit("inside", cwd=folder / "tracked")
    assert (await measure(rig, folder)).fingerprint != before


async def test_another_worktree_inside_counts(rig: GitRig) -> None:
    rig.repository()
    folder = rig.worktree("own", "own")
    rig.run("worktree", "add", "-q", "-b", "inner", str(folder / "inner"))
    found = await measure(rig, folder)
    assert [work.path for work in found.submodules.first] == ["inner/"]


# Submodules


def _with_submodule(rig: GitRig) -> Path:
    library = rig.folder / "library"
    library.mkdir()
    rig.run("init", "-q", cwd=library)
    rig.write("code", into=library)
    rig.write(".gitignore", b".env\n", into=library)
    rig.commit(cwd=library)
    rig.repository()
    rig.run("submodule", "--quiet", "add", "--", str(library), "lib dir")
    rig.commit("with a submodule")
    folder = rig.worktree("own", "own")
    rig.run("submodule", "--quiet", "update", "--init", cwd=folder)
    return folder


async def test_a_clean_submodule_holds_nothing(rig: GitRig) -> None:
    folder = _with_submodule(rig)
    found = await measure(rig, folder)
    assert found.holds_nothing


@pytest.mark.parametrize("hiding", ["", "config", "gitmodules"])
async def test_a_dirty_submodule(rig: GitRig, hiding: str) -> None:
    folder = _with_submodule(rig)
    if hiding == "config":
        rig.run("config", "submodule.lib dir.ignore", "all")
    elif hiding == "gitmodules":
        rig.run("config", "-f", ".gitmodules", "submodule.lib dir.ignore", "all", cwd=folder)
        rig.run("commit", "-q", "-a", "-m", "hide", cwd=folder)
    rig.write("lib dir/code", b"changed", into=folder)
    rig.write("lib dir/new", into=folder)
    rig.write("lib dir/.env", into=folder)
    found = await measure(rig, folder)
    assert found.submodules == InnerWorks(1, (InnerWork("lib dir/", changed=1, new=1),))
    assert found.changes.modified.names == ("lib dir",)
    assert found.ignored.names == ("lib dir/.env",)
    assert await ignored_files(rig.git, str(folder)) == ["lib dir/.env"]


async def test_a_submodule_with_commits_a_stash_and_no_remote(rig: GitRig) -> None:
    folder = _with_submodule(rig)
    rig.commit("ahead", cwd=folder / "lib dir")
    found = await measure(rig, folder)
    assert found.submodules.first == (InnerWork("lib dir/", commits=1),)
    assert found.changes.modified.names == ("lib dir",)
    rig.run("reset", "-q", "--hard", "HEAD~1", cwd=folder / "lib dir")
    assert (await measure(rig, folder)).submodules.first == (InnerWork("lib dir/", commits=1),)
    rig.write("lib dir/code", b"changed", into=folder)
    rig.run("stash", "-q", cwd=folder / "lib dir")
    assert (await measure(rig, folder)).submodules.first[0].stashes == 1
    rig.run("remote", "remove", "origin", cwd=folder / "lib dir")
    found = await measure(rig, folder)
    assert found.submodules.first[0].path == "lib dir/"
    assert not found.holds_nothing


async def test_a_submodule_that_was_taken_out_keeps_its_commits_in_the_count(rig: GitRig) -> None:
    folder = _with_submodule(rig)
    rig.commit("ahead", cwd=folder / "lib dir")
    rig.run("submodule", "--quiet", "deinit", "-f", "lib dir", cwd=folder)
    found = await measure(rig, folder)
    assert found.submodules.first == (InnerWork("lib dir/", commits=1),)


async def test_files_in_the_folder_of_a_submodule_that_is_not_checked_out(rig: GitRig) -> None:
    _with_submodule(rig)
    folder = rig.worktree("second", "second")
    assert (await measure(rig, folder)).holds_nothing
    rig.write("lib dir/deep/only here", into=folder)
    assert rig.run("status", "--porcelain", "-uall", "--ignored", cwd=folder) == ""
    found = await measure(rig, folder)
    assert found.changes.untracked.names == ("lib dir/deep/only here",)
    rig.write("lib dir/deep/only here", b"and longer", into=folder)
    assert (await measure(rig, folder)).fingerprint != found.fingerprint


async def test_a_hostile_submodule_runs_nothing(rig: GitRig) -> None:
    folder = _with_submodule(rig)
    trap = rig.folder / "ran"
    program = rig.write("trap.sh", f"#!/bin/sh\necho x >> '{trap}'\ncat\n".encode(), into=rig.folder)
    program.chmod(0o700)
    inside = folder / "lib dir"
    for name in ("filter.evil.clean", "filter.evil.process", "core.fsmonitor", "diff.external"):
        rig.run("config", name, str(program), cwd=inside)
    rig.write(".gitattributes", b"* filter=evil\n", into=inside)
    rig.write("code", b"changed", into=inside)
    trap.unlink(missing_ok=True)
    found = await measure(rig, folder)
    assert found.submodules.count == 1
    assert not trap.exists()


async def test_a_broken_submodule_counts_as_something(rig: GitRig) -> None:
    folder = _with_submodule(rig)
    (folder / "lib dir/.git").write_text("gitdir: /nowhere\n")
    found = await measure(rig, folder)
    assert found.submodules == InnerWorks(None, (InnerWork("lib dir/", is_readable=False),))
    assert found.ignored.count is None
    assert not found.holds_nothing
    with pytest.raises(GitError):
        await ignored_files(rig.git, str(folder))


# Where it is


async def test_a_bare_repository_with_peers(rig: GitRig) -> None:
    rig.run("init", "-q", "--bare", ".git")
    rig.run("commit-tree", "-m", "first", rig.run("mktree"), ok=(0,))
    first = rig.run("commit-tree", "-m", "first", rig.run("mktree"))
    rig.run("update-ref", "refs/heads/main", first)
    one, two = rig.project / "one", rig.project / "two"
    rig.run("worktree", "add", "-q", "-b", "one", str(one), "main")
    rig.run("worktree", "add", "-q", "-b", "two", str(two), "main")
    rig.write("new", into=one)
    rig.commit("in two", cwd=two)
    assert (await measure(rig, one)).changes.untracked.names == ("new",)
    found = await measure(rig, two)
    assert (found.commits.count, found.changes.count) == (1, 0)


async def test_a_worktree_of_another_repository_is_refused(rig: GitRig) -> None:
    rig.repository()
    rig.repository("input/code/other")
    folder = rig.worktree("own", "own", cwd=rig.project / "input/code/other")
    with pytest.raises(GitError):
        await measure(rig, folder)
    assert (await measure(rig, folder, "input/code/other")).holds_nothing


async def test_a_failing_git_is_no_zero(rig: GitRig) -> None:
    rig.repository()
    folder = rig.worktree("own", "own")
    (rig.project / ".git/worktrees/own/HEAD").write_text("nonsense")
    with pytest.raises(GitError):
        await measure(rig, folder)


# The fingerprint


async def test_the_fingerprint_changes_with_everything(rig: GitRig) -> None:
    rig.repository(files={".gitignore": IGNORES, "a": b"1", "b": b"1"})
    folder = rig.worktree("own", "own")
    seen = [(await measure(rig, folder)).fingerprint]
    assert (await measure(rig, folder)).fingerprint == seen[0]

    async def is_new() -> None:
        found = (await measure(rig, folder)).fingerprint
        assert found not in seen
        seen.append(found)

    rig.write("a", b"22", into=folder)
    await is_new()
    rig.write("a", b"33", into=folder)
    os.utime(folder / "a", ns=(1, 1))
    await is_new()
    for number in range(60):
        rig.write(f"private/{number:02}", into=folder)
    await is_new()
    rig.write("private/59", b"past the names that are shown", into=folder)
    await is_new()
    rig.write("new", into=folder)
    await is_new()
    rig.write("new", b"longer than it was", into=folder)
    await is_new()
    rig.run("add", "a", cwd=folder)
    await is_new()
    rig.run("update-index", "--assume-unchanged", "b", cwd=folder)
    rig.write("b", b"2", into=folder)
    await is_new()
    rig.write("b", b"333", into=folder)
    await is_new()
    rig.run("commit", "-q", "-m", "work", cwd=folder)
    await is_new()
    rig.run("commit", "-q", "--amend", "-m", "reworded", cwd=folder)
    await is_new()
    rig.run("checkout", "-q", "--detach", cwd=folder)
    await is_new()
    (folder / "b").unlink()
    await is_new()
    rig.write(".git/worktrees/own/BISECT_LOG", b"")
    await is_new()


async def test_measuring_changes_nothing(rig: GitRig) -> None:
    rig.repository(files={"a": b"1"})
    folder = rig.worktree("own", "own")
    (folder / "a").touch()
    admin = rig.project / ".git/worktrees/own"
    before = {path: path.read_bytes() for path in admin.rglob("*") if path.is_file()}
    await measure(rig, folder)
    assert {path: path.read_bytes() for path in admin.rglob("*") if path.is_file()} == before
