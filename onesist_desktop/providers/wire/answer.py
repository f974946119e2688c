# SPDX-License-Identifier: MIT
"""Asks a model and streams its answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import httpx2
from anthropic import AsyncAnthropic
from openai import AsyncOpenAI
from pydantic_ai import direct
from pydantic_ai import messages as pm
from pydantic_ai.models import Model, StreamedResponse
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
from pydantic_ai.settings import ModelSettings

from onesist_desktop.core.budget import MIN_RESERVE
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.messages import CallState, TextPart, ThinkingPart, ToolCallPart
from onesist_desktop.core.turn_events import Delivery, PromptAccepted, TurnEvent, Usage, UsageReported
from onesist_desktop.providers.config import ANTHROPIC, family_of
from onesist_desktop.providers.part_log import PartLog
from onesist_desktop.providers.wire.conversation import messages_of
from onesist_desktop.providers.wire.failures import wire_error
from onesist_desktop.providers.wire.http import PLACEHOLDER_KEY, PlainTransport, client_for, timeout_of
from onesist_desktop.providers.wire_values import Ending, Endpoint, Question, WireError

PROOF = "response headers"
ANTHROPIC_WINDOW = 200_000


async def ask(
    endpoint: Endpoint, question: Question, plain: PlainTransport, parts: PartLog, emit: Callable[[TurnEvent], None]
) -> Ending:
    """Send one request and report its answer through ``emit``. Cancelling it closes the connection.

    Raises:
        WireError: It failed. What arrived before is in ``parts``.
    """
    was_accepted = False

    def on_response(status: int) -> None:
        nonlocal was_accepted
        if 200 <= status < 300 and not was_accepted:
            was_accepted = True
            emit(PromptAccepted(PROOF))

    messages = await asyncio.to_thread(messages_of, question)
    try:
        async with client_for(endpoint, plain, on_response) as client:
            model = _model_for(endpoint, question.model, client)
            settings = _settings_for(endpoint, question.context_window)
            async with direct.model_request_stream(model, messages, model_settings=settings, instrument=False) as stream:
                try:
                    async for event in stream:
                        for turned in _turned(event, parts):
                            emit(turned)
                finally:
                    if usage := _usage_of(stream, question.context_window):
                        emit(UsageReported(usage))
                return _ending_of(stream, endpoint)
    except WireError:
        raise
    except Exception as error:  # noqa: BLE001 - three libraries' errors, each turned into one of ours
        # Without the cause: its request would drag the conversation through tracebacks.
        raise wire_error(error, endpoint) from None


def _model_for(endpoint: Endpoint, name: str, client: httpx2.AsyncClient) -> Model:
    """Build the library's model. It never gets the key: the transport adds it. Retries are ours, so that they can be seen."""
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
    openai = AsyncOpenAI(api_key=PLACEHOLDER_KEY, base_url=endpoint.address.api, http_client=client, max_retries=0, timeout=timeout)
    if family_of(endpoint.kind, endpoint.address) == "openai":
        return OpenAIChatModel(name, provider=OpenAIProvider(openai_client=openai))
    return OpenAIChatModel(name, provider=OpenAICompatibleProvider(endpoint.provider_id, openai_client=openai))


def _settings_for(endpoint: Endpoint, context_window: int | None) -> ModelSettings | None:
    """Leave an answer of Anthropic's the room that the history was cut for.

    That interface wants a limit, and the library's default, the model's longest output, may not fit into the window beside a
    long history. The library lowers ours to what the model can give.
    """
    if endpoint.kind != ANTHROPIC:
        return None
    return ModelSettings(max_tokens=max((context_window or ANTHROPIC_WINDOW) // 4, MIN_RESERVE))


def _turned(event: pm.ModelResponseStreamEvent, parts: PartLog) -> Iterator[TurnEvent]:
    match event:
        case pm.PartStartEvent(index=index, part=pm.TextPart(content=text)):
            yield from parts.start(index, TextPart, text)
        case pm.PartStartEvent(index=index, part=pm.ThinkingPart(content=text)):
            yield from parts.start(index, ThinkingPart, text)
        case pm.PartDeltaEvent(index=index, delta=pm.TextPartDelta(content_delta=text)):
            yield from parts.grow(index, text)
        case pm.PartDeltaEvent(index=index, delta=pm.ThinkingPartDelta(content_delta=str(text))):
            yield from parts.grow(index, text)
        case pm.PartEndEvent(index=index, part=pm.TextPart(content=text) | pm.ThinkingPart(content=text)):
            yield from parts.end(index, text)
        case pm.PartEndEvent(index=index, part=pm.ToolCallPart() as call):
            # No tools were offered, so nobody runs this.
            arguments = call.args_as_json_str()
            yield from parts.add(index, ToolCallPart(call.tool_call_id, call.tool_name, arguments, state=CallState.REFUSED))


def _usage_of(stream: StreamedResponse, context_window: int | None) -> Usage | None:
    """Read the numbers. The library counts cached input and reasoning as part of input and output; we keep them apart."""
    usage = stream.usage
    if not usage.input_tokens and not usage.output_tokens:
        return None
    reasoning = usage.output_reasoning_tokens or usage.details.get("reasoning_tokens", 0)
    return Usage(
        input_tokens=max(0, usage.input_tokens - usage.cache_read_tokens - usage.cache_write_tokens),
        output_tokens=usage.output_tokens,
        cache_read_tokens=usage.cache_read_tokens,
        cache_write_tokens=usage.cache_write_tokens,
        # The next call sends all of this again, but for the thinking.
        occupied=usage.input_tokens + max(0, usage.output_tokens - reasoning) if stream.finish_reason else None,
        context_window=context_window,
    )


def _ending_of(stream: StreamedResponse, endpoint: Endpoint) -> Ending:
    details = stream.provider_details or {}
    # The library assumes "stop" where a chat service says nothing. Then only the numbers, which come last, tell a whole
    # answer from a connection that was closed in the middle.
    said_so = details.get("finish_reason") or (endpoint.kind == ANTHROPIC and stream.finish_reason)
    if not said_so and not stream.usage.output_tokens:
        detail = "The connection ended before the answer did."
        raise WireError(FailureReason.CONNECTION_LOST, detail, delivery=Delivery.UNCERTAIN)
    if stream.finish_reason == "length":
        return Ending(was_cut=True, detail="The answer reached the longest output that the model may give, and ends there.")
    if stream.finish_reason == "content_filter":
        return Ending(was_filtered=True, detail=str(details.get("refusal") or "The provider's filter ended the answer."))
    if stream.finish_reason == "error":
        raise WireError(FailureReason.PROVIDER_ERROR, "The provider ended the answer with an error.")
    return Ending()
