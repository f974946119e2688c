# SPDX-License-Identifier: MIT
"""Builds all objects and joins them. Knows every layer but the window, so that everything below it also runs without Qt."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
import time
import uuid
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from onesist_desktop.agents.claude_code.launch import remove_mcp_configs
from onesist_desktop.agents.opencode.launch import remove_folders
from onesist_desktop.answerers import Answerers
from onesist_desktop.core.answerer import HistoryServer
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.core.redaction import Redactor
from onesist_desktop.logs import close_log, open_log
from onesist_desktop.paths import AppPaths
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.process.leftovers import end_marked_by_app
from onesist_desktop.runtime.bus import EventBus
from onesist_desktop.runtime.shutdown import shut_down
from onesist_desktop.runtime.supervisor import TaskSupervisor
from onesist_desktop.secrets.key_store import KeyStore
from onesist_desktop.services.api import AppServices
from onesist_desktop.services.attachments import AttachmentService
from onesist_desktop.services.context import AnswererRegistry, ServiceContext
from onesist_desktop.services.drafts import DraftService
from onesist_desktop.services.forking import ForkService
from onesist_desktop.services.handoffs import HandoffService
from onesist_desktop.services.history_access import HistoryAccess
from onesist_desktop.services.lineage import LineageService
from onesist_desktop.services.live_runs import LiveRuns
from onesist_desktop.services.merging import MergeService
from onesist_desktop.services.model_catalog import ModelCatalog
from onesist_desktop.services.own_keys import OwnKeys, take_masked
from onesist_desktop.services.preferences import CurrentSettings, PreferenceService
from onesist_desktop.services.projects import ProjectService
from onesist_desktop.services.providers import ProviderService
from onesist_desktop.services.purging import Purge
from onesist_desktop.services.queue import Queue
from onesist_desktop.services.recovery import Recovery
from onesist_desktop.services.rewinding import RewindService
from onesist_desktop.services.runs import RunService
from onesist_desktop.services.shelf import ShelfService
from onesist_desktop.services.threads import ThreadService
from onesist_desktop.services.turns import TurnService
from onesist_desktop.settings.store import SettingsNotice, SettingsStore
from onesist_desktop.storage.attachments import AttachmentStore
from onesist_desktop.storage.database import Database
from onesist_desktop.storage.private import private_folder
from onesist_desktop.storage.unit_of_work import UnitOfWork
from onesist_desktop.workplaces import Workplaces

log = logging.getLogger(__name__)

TURNS_LIMIT_S = 8.0
STEP_LIMIT_S = 10.0
"""For each step of the shutdown. Runs have a limit of their own within it, after which they are left to the next start."""
PLACEHOLDER_KEY = "placeholder_key"
APP_MARK = "app_mark"

ErrorReporter = Callable[[BaseException, str], None]


@dataclass(frozen=True, slots=True)
class App:
    """The running app without its window.

    Attributes:
        services: What the window may use.
        settings_notices: What to tell of how the settings were read.
        backup: The copy that was made before a migration, if there was one.
        recovered_runs: How many runs a crash had cut off.
        log_fault: Why nothing is logged; empty when all is well.
    """

    services: AppServices
    settings: CurrentSettings
    settings_notices: tuple[SettingsNotice, ...]
    backup: Path | None
    recovered_runs: int
    log_fault: str
    context: ServiceContext
    turns: TurnService
    workplaces: Workplaces
    own_keys: OwnKeys
    purge: Purge
    merges: MergeService
    log_handler: logging.Handler

    async def after_start(self) -> None:
        """Do what need not be done before the window is shown: read keys, merge what waited, look who can answer, purge."""
        configured = [ProviderId(config.id) for config in self.settings.value.model_providers]
        await self.own_keys.load(configured)
        await self.merges.resume()
        await self.services.providers.refresh()
        await self.purge.run()

    async def close(self) -> None:
        """Shut down in order: runs, agents, tasks, database. A step that fails or hangs is logged, and the next one still runs."""
        steps: list[tuple[str, Callable[[], Awaitable[object]]]] = [("runs", lambda: self.turns.close(TURNS_LIMIT_S))]
        steps += [(f"provider {name}", answerer.close) for name, answerer in self.context.answerers.all().items()]
        steps += [("workplaces", self.workplaces.close)]
        steps += [("tasks", self.context.supervisor.close), ("tokens", self._revoke), ("database", self.context.database.close)]
        await shut_down(steps, on_error=_log_closing, limit_s=STEP_LIMIT_S)
        close_log(self.log_handler)

    async def _revoke(self) -> None:
        now = self.context.clock()
        await self.context.database.run(lambda uow: uow.tokens.revoke_all(now))


def _log_closing(error: BaseException, step: str) -> None:
    log.error("closing failed: %s", step, exc_info=error)


def own_command() -> tuple[str, ...]:
    """Return how this app starts itself. Isolated: a module in the folder it works in must not be taken for ours."""
    if getattr(sys, "frozen", False):
        return (sys.executable,)
    return (sys.executable, "-I", "-m", "onesist_desktop")


async def start_app(
    paths: AppPaths,
    environ: Mapping[str, str],
    on_error: ErrorReporter,
    *,
    system_locale: str = "en",
    make_keys: Callable[[Callable[[], None]], KeyStore] = lambda changed: KeyStore(on_keys_changed=changed),
) -> App:
    """Open the database, recover what a crash left, and build everything. The caller holds the single-instance lock.

    Raises:
        StorageError: The database can't be used; nothing was touched.
    """
    async with AsyncExitStack() as undo:
        app = await _start(undo, paths, environ, on_error, system_locale, make_keys)
        undo.pop_all()
        return app


async def _start(
    undo: AsyncExitStack,
    paths: AppPaths,
    environ: Mapping[str, str],
    on_error: ErrorReporter,
    system_locale: str,
    make_keys: Callable[[Callable[[], None]], KeyStore],
) -> App:
    """Do what :func:`start_app` says. ``undo`` gets what must be closed again when a later step fails."""
    database = Database(paths.database)
    undo.push_async_callback(database.close)
    backup = await database.open()
    own = await database.run(_own_values)
    redactor = Redactor(bytes.fromhex(own.placeholder_key))
    log_handler, log_fault = _open_log(paths, redactor)
    undo.callback(close_log, log_handler)
    store = SettingsStore(paths.settings)
    loaded = await store.load_async()
    settings = CurrentSettings(store, loaded.settings, system_locale)
    answerers = AnswererRegistry()
    supervisor = TaskSupervisor("app", on_error)
    undo.push_async_callback(supervisor.close)
    context = ServiceContext(
        database=database,
        bus=EventBus(on_error),
        supervisor=supervisor,
        answerers=answerers,
        redactor=redactor,
        preferences=settings,
        make_history_server=lambda token: _history_server(paths, token),
        clock=time.time,
        new_id=lambda: str(uuid.uuid4()),
    )
    key_store = make_keys(lambda: redactor.set_own_keys(key_store.own_keys()))
    own_keys = OwnKeys(context, key_store, own.masked)
    shell = ShellEnvironment(environ, app_mark=own.app_mark)
    built = Answerers(answerers, supervisor, settings, key_store, shell, paths, own_command())
    built.rebuild(settings.value)
    await end_marked_by_app(own.app_mark)
    attachments = AttachmentStore(paths.attachments)
    await asyncio.to_thread(_clear, paths.run, attachments)
    recovered = await Recovery(context).recover()
    live, catalog, queue = LiveRuns(), ModelCatalog(context), Queue(context)
    await catalog.load()
    turns = TurnService(context, live, queue, catalog, HistoryAccess(context))
    workplaces = Workplaces(context, shell, paths, turns, live, own.app_mark)
    await workplaces.recover()
    purge = Purge(context, attachments)
    await purge.note()
    merges = MergeService(context, live, turns)
    services = AppServices(
        projects=ProjectService(context),
        threads=ThreadService(context, live, queue),
        turns=turns,
        handoffs=HandoffService(context, catalog),
        providers=ProviderService(context, settings, key_store, own_keys, catalog, live, built.directory, built.rebuild),
        drafts=DraftService(context),
        attachments=AttachmentService(attachments),
        runs=RunService(context),
        preferences=PreferenceService(settings, context.bus),
        workspaces=workplaces.workspaces,
        cleanup=workplaces.cleanup,
        forks=ForkService(context, live, catalog),
        merges=merges,
        rewinds=RewindService(context, live, turns),
        lineage=LineageService(context, live, catalog),
        shelf=ShelfService(context, live, turns),
        bus=context.bus,
        supervisor=supervisor,
    )
    told = loaded.notices, backup, recovered, log_fault
    return App(services, settings, *told, context, turns, workplaces, own_keys, purge, merges, log_handler)


@dataclass(frozen=True, slots=True)
class _OwnValues:
    """What the app keeps of its own: two random values made at the first start, and ``services.own_keys.take_masked``."""

    placeholder_key: str
    app_mark: str
    masked: frozenset[str]


def _own_values(uow: UnitOfWork) -> _OwnValues:
    """Read the app's own values; the first thing that is done with the database."""
    values = []
    for name in (PLACEHOLDER_KEY, APP_MARK):
        value = uow.values.get(name)
        if value is None:
            value = secrets.token_hex(32)
            uow.values.put(name, value)
        values.append(value)
    return _OwnValues(values[0], values[1], take_masked(uow))


def _open_log(paths: AppPaths, redactor: Redactor) -> tuple[logging.Handler, str]:
    """Open the log. The app works without one, so a log that can't be written is only told."""
    try:
        return open_log(paths.logs, redactor.mask), ""
    except OSError as error:
        return logging.NullHandler(), str(error)


def _clear(folder: Path, attachments: AttachmentStore) -> None:
    """Make the folder for what only a running app needs, and take out what an app that was killed left there and half-written."""
    try:
        private_folder(folder)
        remove_mcp_configs(folder)
        remove_folders(folder)
        attachments.clear_unfinished()
    except OSError as error:
        log.warning("%s can't be cleared: %s", folder, error)


def _history_server(paths: AppPaths, token: str) -> HistoryServer:
    env = (("ONESIST_HISTORY_DB", str(paths.database)), ("ONESIST_HISTORY_TOKEN", token))
    return HistoryServer("onesist", (*own_command(), "mcp"), env)
