# SPDX-License-Identifier: MIT
"""Builds all objects and joins them. Knows every layer but the window, so that everything below it also runs without Qt."""

from __future__ import annotations

import logging
import secrets
import sys
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from onesist_desktop.agents.claude_code.answerer import ClaudeCodeAnswerer
from onesist_desktop.agents.practice.provider import practice_agent
from onesist_desktop.core.answerer import Answerer, HistoryServer
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.core.redaction import Redactor
from onesist_desktop.logs import close_log, open_log
from onesist_desktop.paths import AppPaths
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.process.leftovers import end_marked_by_app
from onesist_desktop.providers.practice_model import PracticeModel
from onesist_desktop.providers.registry import ModelProviders
from onesist_desktop.runtime.bus import EventBus
from onesist_desktop.runtime.supervisor import TaskSupervisor
from onesist_desktop.secrets.key_store import KeyStore
from onesist_desktop.services.api import AppServices
from onesist_desktop.services.context import AnswererRegistry, ServiceContext
from onesist_desktop.services.handoffs import HandoffService
from onesist_desktop.services.history_access import HistoryAccess
from onesist_desktop.services.live_runs import LiveRuns
from onesist_desktop.services.model_catalog import ModelCatalog
from onesist_desktop.services.own_keys import OwnKeys
from onesist_desktop.services.preferences import CurrentSettings
from onesist_desktop.services.projects import ProjectService
from onesist_desktop.services.providers import ProviderService
from onesist_desktop.services.queue import Queue
from onesist_desktop.services.recovery import Recovery
from onesist_desktop.services.threads import ThreadService
from onesist_desktop.services.turns import TurnService
from onesist_desktop.settings.schema import Settings
from onesist_desktop.settings.store import SettingsNotice, SettingsStore
from onesist_desktop.storage.database import Database
from onesist_desktop.storage.unit_of_work import UnitOfWork

log = logging.getLogger(__name__)

TURNS_LIMIT_S = 8.0
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
    """

    services: AppServices
    settings: CurrentSettings
    settings_notices: tuple[SettingsNotice, ...]
    backup: Path | None
    recovered_runs: int
    context: ServiceContext
    turns: TurnService
    own_keys: OwnKeys
    log_handler: logging.Handler

    async def after_start(self) -> None:
        """Do what need not be done before the window is shown: read keys, look who can answer."""
        configured = [ProviderId(config.id) for config in self.settings.value.model_providers]
        await self.own_keys.load(configured)
        await self.services.providers.refresh()

    async def close(self) -> None:
        """Shut down in order: runs, agents, tasks, database. Whatever fails is logged, and the next step still runs."""
        steps: list[tuple[str, Callable[[], object]]] = [("runs", lambda: self.turns.close(TURNS_LIMIT_S))]
        steps += [(f"provider {name}", answerer.close) for name, answerer in self.context.answerers.all().items()]
        steps += [("tasks", self.context.supervisor.close), ("tokens", self._revoke), ("database", self.context.database.close)]
        for name, step in steps:
            try:
                await step()  # type: ignore[misc]
            except Exception:
                log.exception("closing failed: %s", name)
        close_log(self.log_handler)

    async def _revoke(self) -> None:
        now = self.context.clock()
        await self.context.database.run(lambda uow: uow.tokens.revoke_all(now))


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
    database = Database(paths.database)
    backup = await database.open()
    placeholder_key, app_mark = await database.run(_own_values)
    redactor = Redactor(bytes.fromhex(placeholder_key))
    log_handler = open_log(paths.logs, redactor.mask)
    store = SettingsStore(paths.settings)
    loaded = await store.load_async()
    settings = CurrentSettings(store, loaded.settings, system_locale)
    answerers = AnswererRegistry()
    supervisor = TaskSupervisor("app", on_error)
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
    own_keys = OwnKeys(context, key_store)
    shell = ShellEnvironment(environ, app_mark=app_mark)
    rebuild = _answerer_builder(context, settings, key_store, shell, paths)
    rebuild(settings.value)
    await end_marked_by_app(app_mark)
    recovered = await Recovery(context).recover()
    live, catalog = LiveRuns(), ModelCatalog(answerers, context.clock)
    queue = Queue(context)
    turns = TurnService(context, live, queue, catalog, HistoryAccess(context))
    services = AppServices(
        projects=ProjectService(context),
        threads=ThreadService(context, live, queue),
        turns=turns,
        handoffs=HandoffService(context, catalog),
        providers=ProviderService(context, settings, key_store, own_keys, catalog, live, rebuild),
        bus=context.bus,
        supervisor=supervisor,
    )
    return App(services, settings, loaded.notices, backup, recovered, context, turns, own_keys, log_handler)


def _own_values(uow: UnitOfWork) -> tuple[str, str]:
    """Read the app's own random values, made at the first start."""
    values = []
    for name in (PLACEHOLDER_KEY, APP_MARK):
        value = uow.values.get(name)
        if value is None:
            value = secrets.token_hex(32)
            uow.values.put(name, value)
        values.append(value)
    return values[0], values[1]


def _history_server(paths: AppPaths, token: str) -> HistoryServer:
    env = (("ONESIST_HISTORY_DB", str(paths.database)), ("ONESIST_HISTORY_TOKEN", token))
    return HistoryServer("onesist", (*own_command(), "mcp"), env)


def _answerer_builder(
    context: ServiceContext, settings: CurrentSettings, keys: KeyStore, shell: ShellEnvironment, paths: AppPaths
) -> Callable[[Settings], Sequence[Answerer]]:
    claude_code = ClaudeCodeAnswerer(
        shell, context.supervisor, program=lambda: settings.value.agents.claude_code_program or None
    )
    practice = practice_agent((*own_command(), "practice-agent"), paths.practice, shell, context.supervisor, locale=settings.locale)
    practice_model = PracticeModel(locale=settings.locale)
    models = ModelProviders((), keys)

    def rebuild(new: Settings) -> Sequence[Answerer]:
        unused = models.update(new.model_providers)
        context.answerers.replace([claude_code, *models.answerers, practice, practice_model])
        return unused

    return rebuild
