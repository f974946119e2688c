# SPDX-License-Identifier: MIT
"""How much a model can be asked to think: what its service tells in the list, else what the library's profiles know.

The profiles are the library's own, checked against the services for each of its versions. What nobody knows stays empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic_ai.profiles.google import GOOGLE_THINKING_LEVEL_SCALE, google_model_profile
from pydantic_ai.profiles.openai import openai_model_profile

_SCALE = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
_COMMON = ("low", "medium", "high")


def anthropic_efforts(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Read what Anthropic tells of a model's abilities. One that thinks by a budget only gets our words for budgets."""
    abilities = _inner(row, "capabilities")
    effort = _inner(abilities, "effort")
    if effort.get("supported") is True:
        return tuple(word for word in _SCALE if _inner(effort, word).get("supported") is True)
    return _COMMON if _inner(abilities, "thinking").get("supported") is True else ()


def google_efforts(model: str, row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the thinking levels of a Gemini model; one that thinks by a budget gets the library's words for budgets."""
    profile: Mapping[str, Any] = google_model_profile(model) or {}
    if not profile.get("supports_thinking") or row.get("thinking") is False:
        return ()
    levels = profile.get("google_thinking_levels") or frozenset(GOOGLE_THINKING_LEVEL_SCALE)
    return tuple(level.lower() for level in GOOGLE_THINKING_LEVEL_SCALE if level in levels)


def openai_efforts(model: str) -> tuple[str, ...]:
    """Return the efforts of a model of OpenAI's: those that are known exactly, else those that each reasoning model takes."""
    profile: Mapping[str, Any] = openai_model_profile(model) or {}
    if not profile.get("openai_supports_reasoning"):
        return ()
    known = profile.get("openai_reasoning_efforts")
    if known is not None:
        return tuple(word for word in _SCALE if word in known)
    return ("none", *_COMMON) if profile.get("openai_supports_reasoning_effort_none") else _COMMON


def compatible_efforts(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the efforts that each service with ``reasoning_effort`` takes, where the list says that the model has it."""
    told = row.get("supported_parameters")
    return _COMMON if isinstance(told, list) and {"reasoning_effort", "reasoning"} & {str(each) for each in told} else ()


def _inner(row: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    inner = row.get(key)
    return inner if isinstance(inner, Mapping) else {}
