# SPDX-License-Identifier: MIT
"""Starting on folders in all sorts of states, and what a start that fails leaves behind."""

from __future__ import annotations

import logging
import os
import shutil
from pathlib import Path

import pytest

from onesist_desktop.bootstrap import App, start_app
from onesist_desktop.core.errors import DiskFullError, NotFoundError
from onesist_desktop.paths import AppPaths, app_paths
from onesist_desktop.services.recovery import Recovery
from onesist_desktop.services.views import Draft
from onesist_desktop.workplaces import NO_HOOKS
from tests.unit.storage.test_files import NEEDS_MOUNT, fill_up, small_disk


def paths_in(folder: Path) -> AppPaths:
    return app_paths({"ONESIST_DB_PATH": str(folder / "onesist.db")})


async def start(folder: Path) -> App:
    def fault(error: BaseException, where: str) -> None:
        raise AssertionError(where) from error

    environ = {"HOME": str(folder), "PATH": os.environ["PATH"], "SHELL": "/bin/sh"}
    return await start_app(paths_in(folder), environ, fault)


def log_handlers() -> list[logging.Handler]:
    return [h for h in logging.getLogger("onesist_desktop").handlers if isinstance(h, logging.FileHandler | logging.NullHandler)]


@pytest.mark.parametrize("kind", ["a file", "a folder in the place of the log"])
async def test_a_log_that_can_not_be_written_is_told_and_stops_no_start(tmp_path: Path, kind: str) -> None:
    if kind == "a file":
        (tmp_path / "logs").write_text("not a folder")
    else:
        (tmp_path / "logs" / "onesist.log").mkdir(parents=True)
    app = await start(tmp_path)
    assert str(tmp_path / "logs") in app.log_fault
    project = await app.services.projects.open_folder(str(tmp_path))
    assert project.folder_exists
    await app.close()
    assert log_handlers() == []


async def test_a_start_that_fails_closes_what_it_had_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(_self: Recovery) -> int:
        raise DiskFullError("no room for recovery")

    with monkeypatch.context() as patch:
        patch.setattr(Recovery, "recover", broken)
        with pytest.raises(DiskFullError):
            await start(tmp_path)
    assert log_handlers() == []
    assert not (tmp_path / "onesist.db-wal").exists()
    app = await start(tmp_path)
    assert app.log_fault == ""
    await app.close()


async def test_what_a_killed_app_left_of_sessions_is_cleared_and_nothing_else(tmp_path: Path) -> None:
    run = paths_in(tmp_path).run
    run.mkdir()
    (run / "onesist-claude-abc.json").write_text("a token")
    (run / "onesist-opencode-abc").mkdir()
    (run / "onesist-opencode-abc" / "onesist-environment.js").write_text("a plug-in")
    (run / "mine.json").write_text("not ours")
    app = await start(tmp_path)
    assert sorted(path.name for path in run.iterdir()) == ["mine.json", NO_HOOKS]
    assert list((run / NO_HOOKS).iterdir()) == []
    await app.close()


async def test_the_folder_for_running_sessions_is_made_for_its_owner_only(tmp_path: Path) -> None:
    app = await start(tmp_path)
    assert paths_in(tmp_path).run.stat().st_mode & 0o077 == 0 or os.name == "nt"
    await app.close()


@NEEDS_MOUNT
async def test_a_start_on_a_full_disk_says_so_and_loses_nothing(tmp_path: Path) -> None:
    app = await start(tmp_path)
    await app.services.projects.open_folder(str(tmp_path))
    await app.close()
    with small_disk(tmp_path) as mount:
        shutil.copy(tmp_path / "onesist.db", mount / "onesist.db")
        fill_up(mount)
        with pytest.raises(DiskFullError, match="What was stored before is safe"):
            await start(mount)
        assert log_handlers() == []
        (mount / "fill").unlink()
        app = await start(mount)
        assert [project.root_path for project in await app.services.projects.recent()] == [str(tmp_path)]
        await app.close()


async def test_what_was_deleted_goes_for_good_after_the_next_start_and_not_before(tmp_path: Path) -> None:
    app = await start(tmp_path)
    services = app.services
    project = await services.projects.open_folder(str(tmp_path))
    kept, gone, late = [await services.threads.create(project.id, title) for title in ("kept", "gone", "late")]
    part = await services.attachments.add_data("notes.txt", "text/plain", b"notes")
    await services.drafts.save(project.id, gone.id, Draft("look", (part,)))
    await services.shelf.delete(gone.id)
    await app.purge.run()
    await services.shelf.restore(gone.id)
    await services.shelf.delete(gone.id)
    await app.close()

    app = await start(tmp_path)
    shelf = app.services.shelf
    await shelf.delete(late.id)
    await app.purge.run()
    with pytest.raises(NotFoundError):
        await shelf.restore(gone.id)
    assert not Path(part.path).exists()
    await shelf.restore(late.id)
    assert {view.id for view in await app.services.threads.list_threads(project.id)} == {kept.id, late.id}
    await app.close()
