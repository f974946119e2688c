# SPDX-License-Identifier: MIT
"""Builds the library's model for a request, and its settings.

The model never gets the key: the transport adds it. Retries are ours, so that they can be seen.
"""

from __future__ import annotations

import ssl
from typing import Any, cast, get_args

import httpx2
from anthropic import AsyncAnthropic
from openai import AsyncOpenAI
from pydantic_ai.models import Model
from pydantic_ai.models.anthropic import AnthropicModel, AnthropicModelSettings
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIChatModelSettings, OpenAIResponsesModel, OpenAIResponsesModelSettings
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
from pydantic_ai.settings import ModelSettings, ThinkingEffort

from onesist_desktop.core.budget import MIN_RESERVE
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.providers.config import ANTHROPIC, GOOGLE, OPENAI, family_of
from onesist_desktop.providers.wire.http import PLACEHOLDER_KEY, timeout_of
from onesist_desktop.providers.wire_values import Endpoint, Question, WireError

ANTHROPIC_WINDOW = 200_000


def model_for(endpoint: Endpoint, name: str, client: httpx2.AsyncClient) -> Model[Any]:
    """Build the model. Call it in a thread: it may import Google's library."""
    timeout = timeout_of(endpoint.limits)
    if endpoint.kind == ANTHROPIC:
        anthropic = AsyncAnthropic(
            api_key=PLACEHOLDER_KEY,
            base_url=endpoint.address.api,
            http_client=client,
            max_retries=0,
            timeout=timeout,
            open_telemetry=False,
        )
        return AnthropicModel(name, provider=AnthropicProvider(anthropic_client=anthropic))
    if endpoint.kind == GOOGLE:
        return _google(endpoint, name, client)
    openai = AsyncOpenAI(api_key=PLACEHOLDER_KEY, base_url=endpoint.address.api, http_client=client, max_retries=0, timeout=timeout)
    if endpoint.kind == OPENAI:
        return OpenAIResponsesModel(name, provider=OpenAIProvider(openai_client=openai))
    if family_of(endpoint.kind, endpoint.address) == "openai":
        return OpenAIChatModel(name, provider=OpenAIProvider(openai_client=openai))
    return OpenAIChatModel(name, provider=OpenAICompatibleProvider(endpoint.provider_id, openai_client=openai))


def _google(endpoint: Endpoint, name: str, client: httpx2.AsyncClient) -> Model[Any]:
    # Only those who use it wait for its import.
    from google.genai import Client
    from google.genai.types import HttpOptions
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    # The library makes connections of its own beside ours, and would read all certificates for them. They are never used,
    # and with these they reach nobody.
    trusts_nobody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    options = HttpOptions(
        base_url=endpoint.address.api,
        httpx_async_client=client,
        timeout=int(endpoint.limits.silence_s * 1_000),
        client_args={"verify": trusts_nobody},
        async_client_args={"verify": trusts_nobody, "ssl": trusts_nobody},
    )
    google = Client(vertexai=False, api_key=PLACEHOLDER_KEY, http_options=options)
    return GoogleModel(name, provider=GoogleProvider(client=google))


def settings_for(endpoint: Endpoint, question: Question, model: Model[Any], *, with_summary: bool = True) -> ModelSettings:
    """Build the settings: how much to think, and that the thinking is to be seen where a service hides it unless asked."""
    effort = question.effort
    if endpoint.kind == ANTHROPIC:
        return _anthropic(question, dict(model.profile))
    if endpoint.kind == GOOGLE:
        # "True" leaves the depth as it is, and asks for summaries of the thoughts.
        return ModelSettings(thinking=_known(effort) if effort else True)
    if endpoint.kind == OPENAI:
        # Nothing is kept at the other end: the conversation goes along each time.
        responses = OpenAIResponsesModelSettings(openai_store=False)
        if effort:
            responses["openai_reasoning_effort"] = cast(Any, effort)
        if with_summary and model.profile.get("openai_supports_reasoning") and effort != "none":
            responses["openai_reasoning_summary"] = "auto"
        return responses
    return OpenAIChatModelSettings(openai_reasoning_effort=cast(Any, effort)) if effort else ModelSettings()


def _anthropic(question: Question, profile: dict[str, Any]) -> ModelSettings:
    """Leave an answer the room that the history was cut for, and show the thinking of models that think.

    That interface wants a limit, and the library's default, the model's longest output, may not fit into the window beside a
    long history. The library lowers ours to what the model can give.
    """
    limit = max((question.context_window or ANTHROPIC_WINDOW) // 4, MIN_RESERVE)
    settings = AnthropicModelSettings(max_tokens=limit)
    is_adaptive = profile.get("anthropic_supports_adaptive_thinking", False)
    if is_adaptive and (question.effort or profile.get("thinking_enabled_by_default", False)):
        settings["anthropic_thinking"] = {"type": "adaptive", "display": "summarized"}
    if question.effort and (is_adaptive or profile.get("anthropic_supports_effort", False)):
        settings["anthropic_effort"] = cast(Any, question.effort)
    elif question.effort:
        settings["thinking"] = _known(question.effort)
    return settings


def _known(effort: str) -> ThinkingEffort:
    """Return one of the library's words. Raises WireError for another one, as the library has no depth or budget for it."""
    for word in get_args(ThinkingEffort):
        if word == effort:
            return cast(ThinkingEffort, word)
    raise WireError(FailureReason.BAD_REQUEST, f"The model has no reasoning effort called {effort}.")
