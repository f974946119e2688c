# SPDX-License-Identifier: MIT
"""Own copies through the real window: made, worked in, counted, removed; then the repository and the database are asked."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QListView, QWidget

from onesist_desktop.core.messages import MessageKind, Role
from onesist_desktop.core.records import RetireReason
from onesist_desktop.core.workspaces import WorktreeState
from onesist_desktop.storage.records import WorktreeRecord
from tests.integration.window_rig import Person, open_window, until

AGENT = "practice-agent"


def git(*args: str, cwd: Path) -> str:
    """Run Git as somebody outside the app would; the tests' environment masks the machine's configuration."""
    identity = {"GIT_AUTHOR_NAME": "T", "GIT_AUTHOR_EMAIL": "t@example.invalid"}
    identity |= {name.replace("AUTHOR", "COMMITTER"): value for name, value in identity.items()}
    program = shutil.which("git")
    assert program
    env = {**os.environ, **identity}
    return subprocess.run([program, *args], cwd=cwd, env=env, check=True, capture_output=True, text=True).stdout.strip()


def make_project(folder: Path) -> Path:
    project = folder / "Toko Kita"
    project.mkdir()
    git("init", "-qb", "main", cwd=project)
    (project / "shop.txt").write_text("open\n")
    (project / ".gitignore").write_text(".env\n")
    git("add", "--all", cwd=project)
    git("commit", "-qm", "The shop", cwd=project)
    return project


async def copies(person: Person) -> list[WorktreeRecord]:
    return await person.app.context.database.run(lambda uow: uow.worktrees.listed())


async def notices(person: Person, kind: MessageKind = MessageKind.WORKSPACE) -> list[str]:
    return [str(m.data["code"]) for m in await person.messages() if m.role is Role.SYSTEM and m.kind is kind]


async def work_in_own_copy(person: Person) -> WorktreeRecord:
    """Open the dialog from the palette, take what it proposes, and wait until the thread works there."""
    await person.by_palette("own_copy")
    await until(lambda: person.find(QWidget, "own_copy_dialog"), "the dialog")
    dialog = person.find(QWidget, "own_copy_dialog")[0]
    await until(lambda: (found := dialog.findChild(QAbstractButton, "save")) is not None and found.isEnabled(), "its button")
    person.click("save")
    await until(lambda: not person.find(QWidget, "own_copy_dialog"), "the copy to be made")
    (made,) = [copy for copy in await copies(person) if copy.state is WorktreeState.READY]
    return made


async def open_cleanup(person: Person) -> QListView:
    await person.by_palette("clean_up")
    await until(lambda: person.find(QListView, "cleanup_list"), "the clean-up")
    view = person.find(QListView, "cleanup_list")[0]
    await until(lambda: view.model().rowCount() > 0, "its rows")
    return view


async def test_a_thread_moves_to_an_own_copy_and_is_handed_its_history_there(qapp: QApplication, tmp_path: Path) -> None:
    project = make_project(tmp_path)
    async with open_window(qapp, tmp_path) as person:
        await person.must_complete(await person.ask("What is this project?", AGENT))
        copy = await work_in_own_copy(person)
        await until(lambda: person.texts("workspace_branch") == [copy.branch], "the bar")
        assert person.texts("workspace_kind") == ["Own copy of Toko Kita"]
        assert await notices(person) == ["moved"]
        person.choose(AGENT)
        await person.send("run: pwd > where.txt")
        await until(lambda: person.find(QWidget, "approval_card"), "the approval card")
        person.click_option("allow")
        run = await person.answered()
        await person.must_complete(run)
        assert run.cwd == copy.path == os.path.realpath(copy.path)
        assert (Path(copy.path) / "where.txt").read_text().strip() == copy.path
        assert not (project / "where.txt").exists()
        assert "What is this project?" in (await person.handed_over())[-1].text
        assert [row.retired_reason for row in await person.sessions(AGENT)] == [RetireReason.CWD_CHANGED, None]
        await until(lambda: person.texts("changed_files") == ["1 changed"], "the counts")
    assert git("branch", "--list", copy.branch, cwd=project)
    assert f"worktree {copy.path}" in git("worktree", "list", "--porcelain", cwd=project)


async def test_removing_an_own_copy_says_what_would_be_lost_and_keeps_the_rest(qapp: QApplication, tmp_path: Path) -> None:
    project = make_project(tmp_path)
    async with open_window(qapp, tmp_path) as person:
        await person.must_complete(await person.ask("Hello", AGENT))
        copy = await work_in_own_copy(person)
        path = Path(copy.path)
        (path / "shop.txt").write_text("closed\n")
        git("commit", "-qam", "Closed", cwd=path)
        (path / "shop.txt").write_text("open again\n")
        (path / "new.txt").write_text("new\n")
        (path / ".env").write_text("SECRET=1\n")
        view = await open_cleanup(person)
        await until(lambda: person.texts("cleanup_sum") or view.model().rowCount(), "the footer")
        view.setCurrentIndex(view.model().index(0, 0))
        view.setFocus()
        model = view.model()
        await until(lambda: model.rows()[0].is_measured and model.rows()[0].size_bytes is not None, "the counts")  # type: ignore[attr-defined]
        QTest.keyClick(view, Qt.Key.Key_Space)
        person.click("remove")
        await until(lambda: person.find(QWidget, "removal_confirm"), "the confirm")
        await until(lambda: person.find(QWidget, "seen"), "the box that repeats the numbers")
        (confirm,) = person.find(QAbstractButton, "confirm")
        assert not confirm.isEnabled()
        person.click("seen")
        assert confirm.isEnabled()
        person.click("confirm")
        await until(lambda: person.find(QWidget, "cleanup_results"), "the results")
        person.click("close")
        await until(lambda: person.texts("workspace_kind") == ["Project folder"], "the bar")
        assert not path.exists()
        assert await copies(person) == []
        assert await notices(person) == ["moved", "own_copy_removed"]
        run = await person.ask("Where are you?", AGENT)
        assert run.cwd == str(project)
    assert git("log", "-1", "--format=%s", copy.branch, cwd=project) == "Closed"
    kept = [found.read_text() for found in project.rglob(".env")]
    assert kept == ["SECRET=1\n"]
    git("fsck", "--strict", cwd=project)


async def test_a_copy_removed_outside_is_said_and_made_again(qapp: QApplication, tmp_path: Path) -> None:
    project = make_project(tmp_path)
    async with open_window(qapp, tmp_path) as person:
        await person.must_complete(await person.ask("Hello", AGENT))
        copy = await work_in_own_copy(person)
        shutil.rmtree(copy.path)
        await until(lambda: person.find(QAbstractButton, "offer_remake"), "the offer")
        failed = await person.ask("Are you there?", AGENT)
        assert str(failed.reason) == "workspace_missing"
        assert not Path(copy.path).exists()
        person.click("offer_remake")
        await until((Path(copy.path) / "shop.txt").exists, "the copy")
        await until(lambda: person.texts("workspace_branch") == [copy.branch], "the bar")
        assert (await notices(person))[-1] == "own_copy_remade"
    assert git("branch", "--list", copy.branch, cwd=project)


async def test_a_folder_that_is_no_repository_can_become_one(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        (person.project / "notes.txt").write_text("keep\n")
        await person.must_complete(await person.ask("Hello", AGENT))
        await person.by_palette("own_copy")
        await until(lambda: person.find(QWidget, "copy_problem"), "the problem")
        assert not (person.project / ".git").exists()
        person.click("remedy_make_repository")
        await until((person.project / ".git").exists, "the repository")
        await until(lambda: not person.find(QWidget, "copy_problem"), "the problem to be solved")
        await until(lambda: person.texts("copy_lacks"), "what the copy will lack")
        assert "1 changed or new file not committed" in person.texts("copy_lacks")[0]
        person.click("cancel")
        await until(lambda: not person.find(QWidget, "own_copy_dialog"), "the dialog to close")
    assert (person.project / "notes.txt").read_text() == "keep\n"
    assert git("status", "--porcelain", cwd=person.project) == "?? notes.txt"


async def test_a_branch_changed_outside_shows(qapp: QApplication, tmp_path: Path) -> None:
    make_project(tmp_path)
    async with open_window(qapp, tmp_path) as person:
        await person.must_complete(await person.ask("Hello", AGENT))
        copy = await work_in_own_copy(person)
        await until(lambda: person.texts("workspace_branch") == [copy.branch], "the bar")
        git("switch", "-qc", "elsewhere", cwd=Path(copy.path))
        await until(lambda: person.texts("workspace_branch") == ["elsewhere"], "the other branch")
