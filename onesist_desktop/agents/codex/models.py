# SPDX-License-Identifier: MIT
"""Which models Codex offers. Its list has no context windows; these are in the catalog that it prints on request."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from onesist_desktop.agents.codex.rpc import AppServer
from onesist_desktop.agents.installed import ask
from onesist_desktop.agents.json_reading import Json, as_count, as_dict, as_text, dicts_in, text_at
from onesist_desktop.core.answerer import ModelInfo
from onesist_desktop.core.errors import OnesistError

log = logging.getLogger(__name__)

_MAX_PAGES = 10
_WHOLE = 100


async def listed(server: AppServer) -> list[ModelInfo]:
    """Ask a running program. Raises as ``AppServer.call``."""
    found: list[ModelInfo] = []
    cursor: str | None = None
    for _ in range(_MAX_PAGES):
        page = await server.call("model/list", {"cursor": cursor})
        found += [_info(model) for model in dicts_in(page.get("data")) if model.get("hidden") is not True]
        cursor = as_text(page.get("nextCursor")) or None
        if cursor is None:
            break
    return [model for model in found if model.id]


async def windows(command: Sequence[str], env: Mapping[str, str], limit_s: float) -> dict[str, int]:
    """Return the context window in tokens by model, as its turns will report it; empty where the program doesn't tell."""
    try:
        said = await ask(command, ["debug", "models"], env, limit_s)
        told: Json = as_dict(json.loads(said.text)) if said.returncode == 0 else {}
    except (OnesistError, ValueError, RecursionError) as error:
        log.info("Codex doesn't tell the windows of its models: %s", error)
        return {}
    found = {}
    for model in dicts_in(told.get("models")):
        share = as_count(model.get("effective_context_window_percent")) or _WHOLE
        found[as_text(model.get("slug"))] = as_count(model.get("context_window")) * share // _WHOLE
    return {name: window for name, window in found.items() if name and window}


def with_windows(models: Iterable[ModelInfo], by_name: Mapping[str, int]) -> list[ModelInfo]:
    """Add the windows that are known."""
    return [replace(model, context_window=by_name.get(model.id)) for model in models]


def _info(model: Json) -> ModelInfo:
    efforts = tuple(as_text(one.get("reasoningEffort")) for one in dicts_in(model.get("supportedReasoningEfforts")))
    name = text_at(model, "model", "id")
    return ModelInfo(name, text_at(model, "displayName") or name, None, efforts, as_text(model.get("defaultReasoningEffort")))
