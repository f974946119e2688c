# SPDX-License-Identifier: MIT
"""A stateless model API as an answerer: OpenAI, Anthropic, Google or an OpenAI-compatible address, with the person's own key.

Acceptance is proved by response headers with a 2xx status. Nothing of a conversation is held at the other end.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from onesist_desktop.core.answerer import (
    AnswererInfo,
    Arrival,
    Capabilities,
    KeySource,
    ModelInfo,
    PermissionMode,
    Prompt,
    ReadBack,
    Readiness,
    SessionSpec,
)
from onesist_desktop.core.errors import AnswererError, FailureReason, KeyringError
from onesist_desktop.core.ids import MessageId, ProviderId, SessionRowId
from onesist_desktop.core.turn_events import TurnEvent
from onesist_desktop.providers.config import OPENAI, OPENAI_COMPATIBLE, ProviderConfig, RequestLimits, address_of, family_of
from onesist_desktop.providers.library import wire_module
from onesist_desktop.providers.model_turn import ModelTurn
from onesist_desktop.providers.models import ModelCache, ModelCatalog
from onesist_desktop.providers.part_log import PartLog
from onesist_desktop.providers.wire_values import Ending, Endpoint, Question, WireError
from onesist_desktop.runtime.supervisor import TaskSupervisor

if TYPE_CHECKING:
    from onesist_desktop.providers.wire.http import PlainTransport

_LOG = logging.getLogger(__name__)
_CAPABILITIES = Capabilities(
    is_agent=False,
    # It holds nothing, so it can always tell that a prompt isn't held.
    can_verify=True,
    can_change_model=True,
    lists_models=True,
    tells_windows=True,
    tells_occupancy=True,
    tells_retries=True,
    takes_images=True,
    shows_thinking=True,
    takes_effort=True,
    acceptance_proof="response headers",
    # Without tools it can do nothing that any mode forbids.
    modes=frozenset(PermissionMode),
)


class ModelProviderAnswerer:
    """Implements ``core.answerer.Answerer`` for one configured model provider.

    Args:
        config: The provider; it doesn't change during the answerer's life.
        keys: Where its key comes from, asked at each turn.
        limits: Waiting times and retries.
    """

    def __init__(self, config: ProviderConfig, keys: KeySource, limits: RequestLimits | None = None) -> None:
        self.config = config
        self._keys = keys
        self._limits = limits or RequestLimits()
        self._address = address_of(config.kind, config.base_url)
        self._info = AnswererInfo(ProviderId(config.id), config.title, family_of(config.kind, self._address))
        self._cache = ModelCache(self._fetch_models)
        self._supervisor = TaskSupervisor(f"provider:{config.id}", _log_failure)
        self._plain: PlainTransport | None = None
        self._opening = asyncio.Lock()

    def __repr__(self) -> str:
        return f"ModelProviderAnswerer({self.config.id!r})"

    @property
    def info(self) -> AnswererInfo:
        """Id, name and family."""
        return self._info

    @property
    def capabilities(self) -> Capabilities:
        """What it can do: answer, and nothing else. OpenAI's own list of models doesn't tell their windows."""
        return replace(_CAPABILITIES, tells_windows=False) if self.config.kind == OPENAI else _CAPABILITIES

    @property
    def catalog(self) -> ModelCatalog | None:
        """The newest list of models with its date; None before the first."""
        return self._cache.catalog

    async def check(self) -> Readiness:
        """Ask for the list of models, which shows whether the address and the key are right. No model call."""
        try:
            catalog = await self._cache.refresh()
        except AnswererError as error:
            return Readiness(is_ready=False, reason=error.reason, detail=error.detail)
        return Readiness(is_ready=True, detail=f"{self._address.api}: {len(catalog.models)}")

    async def list_models(self) -> Sequence[ModelInfo]:
        """List the models, from memory for a quarter of an hour. Empty where the service has no list. Raises AnswererError."""
        return (await self._cache.get()).models

    async def open_session(self, spec: SessionSpec) -> ModelSession:
        """Check that there is a model and, where one is needed, a key. Raises AnswererError."""
        model = spec.model or self.config.default_model
        if not model:
            raise AnswererError(FailureReason.MODEL_UNKNOWN, "No model is chosen.")
        await self._endpoint()
        return ModelSession(self, spec, model)

    async def verify(self, spec: SessionSpec, message_id: MessageId) -> Arrival:
        """Answer NOT_ARRIVED: no stateless provider holds a prompt."""
        return Arrival.NOT_ARRIVED

    async def read_back(self, spec: SessionSpec, message_id: MessageId) -> ReadBack | None:
        """Answer None: there is nothing to read."""
        return None

    async def release(self, session_key: SessionRowId) -> None:
        """Do nothing: no process serves a session."""

    async def close(self) -> None:
        """End running turns and close the connections."""
        await self._supervisor.close()
        plain, self._plain = self._plain, None
        if plain is not None:
            await plain.end()

    def start_turn(self, spec: SessionSpec, model: str, prompt: Prompt) -> ModelTurn:
        """Prepare a turn; sessions call this."""

        async def ask(parts: PartLog, emit: Callable[[TurnEvent], None]) -> Ending:
            try:
                endpoint = await self._endpoint()
            except AnswererError as error:
                raise WireError(error.reason, error.detail) from None
            question = Question(model, prompt, spec.index_text, self._window_of(model), spec.effort or "")
            wire = await wire_module("answer")
            ending: Ending = await wire.ask(endpoint, question, await self._transport(), parts, emit)
            return ending

        return ModelTurn(ask, self._supervisor, self._limits, prompt.message_id)

    def _window_of(self, model: str) -> int | None:
        told = self._cache.catalog.window_of(model) if self._cache.catalog is not None else None
        return self.config.context_window or told

    async def _endpoint(self) -> Endpoint:
        needs_key = self.config.kind != OPENAI_COMPATIBLE
        try:
            key = await self._keys.get(self._info.id)
        except KeyringError as error:
            if needs_key:
                raise AnswererError(FailureReason.KEY_MISSING, str(error)) from None
            # A local server needs none; one that does will say so.
            key = None
        if key is None and needs_key:
            raise AnswererError(FailureReason.KEY_MISSING, f"There is no key for {self.config.title}.")
        if key is not None and not (key.isascii() and key.isprintable()):
            raise AnswererError(FailureReason.KEY_MISSING, "The key holds characters that can't be sent.")
        return Endpoint(self.config.id, self.config.kind, self._address, self._limits, key or None)

    async def _transport(self) -> PlainTransport:
        async with self._opening:
            if self._plain is not None:
                return self._plain
            http = await wire_module("http")
            plain: PlainTransport = await asyncio.to_thread(http.PlainTransport, self._address)
            self._plain = plain
            return plain

    async def _fetch_models(self) -> Sequence[ModelInfo]:
        endpoint = await self._endpoint()
        listing = await wire_module("listing")
        try:
            models: tuple[ModelInfo, ...] = await listing.list_models(endpoint, await self._transport())
        except WireError as error:
            raise AnswererError(error.reason, error.detail) from None
        return models


class ModelSession:
    """Implements ``core.answerer.Session``: a model, chosen for one run."""

    def __init__(self, answerer: ModelProviderAnswerer, spec: SessionSpec, model: str) -> None:
        self._answerer = answerer
        self._spec = spec
        self._model = model

    @property
    def native_session_id(self) -> str | None:
        """None: a stateless provider has no session."""
        return None

    def start_turn(self, prompt: Prompt) -> ModelTurn:
        """Prepare a turn. Nothing is sent until it is iterated."""
        return self._answerer.start_turn(self._spec, self._model, prompt)


def _log_failure(error: BaseException, name: str) -> None:
    # The type only: an error of a library may quote the conversation.
    _LOG.error("%s failed: %s", name, type(error).__name__)
