# SPDX-License-Identifier: MIT
"""Asks a model and streams its answer."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator

from pydantic_ai import direct
from pydantic_ai import messages as pm
from pydantic_ai.models import StreamedResponse

from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.messages import CallState, TextPart, ThinkingPart, ToolCallPart
from onesist_desktop.core.turn_events import Delivery, PartGrew, PartStarted, PromptAccepted, TurnEvent, Usage, UsageReported
from onesist_desktop.providers.config import OPENAI, OPENAI_COMPATIBLE
from onesist_desktop.providers.part_log import PartLog
from onesist_desktop.providers.wire.answer_stream import EndlessError
from onesist_desktop.providers.wire.build import model_for, settings_for
from onesist_desktop.providers.wire.conversation import Talk, talk_of
from onesist_desktop.providers.wire.failures import wire_error
from onesist_desktop.providers.wire.http import KeyTransport, PlainTransport, client_for
from onesist_desktop.providers.wire_values import Ending, Endpoint, Question, WireError

PROOF = "response headers"
MAX_ANSWER_CHARS = 16 * 1024 * 1024
_ABOUT_PICTURES = re.compile(r"image|picture|vision|multi-?modal|inline_?data", re.I)
_ABOUT_SUMMARIES = re.compile(r"reasoning.{0,3}summar|organization must be verified", re.I)
_UNFINISHED = frozenset({"in_progress", "queued"})
_REFUSALS = frozenset({FailureReason.BAD_REQUEST, FailureReason.MODEL_UNKNOWN})


async def ask(
    endpoint: Endpoint, question: Question, plain: PlainTransport, parts: PartLog, emit: Callable[[TurnEvent], None]
) -> Ending:
    """Send one request and report its answer through ``emit``. Cancelling it closes the connection.

    A model that takes no pictures refuses those of earlier messages too; then it is asked again without them. So it is
    without the summary of its thoughts, where the account may not have that.

    Raises:
        WireError: It failed. What arrived before is in ``parts``.
    """
    talk = await asyncio.to_thread(talk_of, question, endpoint.kind)
    request = _Request(endpoint, question, plain, parts, emit)
    try:
        return await request.send(talk)
    except WireError as error:
        if error.reason not in _REFUSALS or request.was_accepted:
            raise
        if endpoint.kind == OPENAI and _ABOUT_SUMMARIES.search(error.detail):
            return await request.send(talk, with_summary=False)
        if not (talk.has_images or talk.has_earlier_images) or not _ABOUT_PICTURES.search(error.detail):
            raise
        if talk.has_images:
            detail = f"The model {question.model} doesn't take this picture, or no pictures at all. {error.detail}"
            raise WireError(FailureReason.BAD_REQUEST, detail, delivery=error.delivery) from None
    talk = await asyncio.to_thread(talk_of, question, endpoint.kind, with_earlier_images=False)
    return await request.send(talk)


class _Request:
    """A question to one provider, sent once or, where it is refused for what could be left out, once more."""

    def __init__(
        self, endpoint: Endpoint, question: Question, plain: PlainTransport, parts: PartLog, emit: Callable[[TurnEvent], None]
    ) -> None:
        self._endpoint = endpoint
        self._question = question
        self._plain = plain
        self._parts = parts
        self._emit = emit
        self.was_accepted = False

    async def send(self, talk: Talk, *, with_summary: bool = True) -> Ending:
        """Send it and report the answer. Raises WireError."""
        endpoint, limits = self._endpoint, self._endpoint.limits
        quiet = asyncio.timeout(limits.quiet_s)
        transport = KeyTransport(endpoint, self._plain, self._on_answer)
        try:
            async with quiet, client_for(endpoint, transport) as client:
                model = await asyncio.to_thread(model_for, endpoint, self._question.model, client)
                settings = settings_for(endpoint, self._question, model, with_summary=with_summary)
                async with direct.model_request_stream(model, talk.messages, model_settings=settings, instrument=False) as stream:
                    try:
                        await self._read(stream, quiet, transport)
                    finally:
                        if usage := _usage_of(stream, self._question.context_window):
                            self._emit(UsageReported(usage))
                    return _ending_of(stream, endpoint)
        except WireError:
            raise
        except TimeoutError as error:
            if not quiet.expired():
                raise wire_error(error, endpoint) from None
            detail = f"The connection stayed open for {limits.quiet_s:g} seconds, but nothing was said."
            raise WireError(FailureReason.RUNAWAY, detail, delivery=Delivery.UNCERTAIN) from None
        except Exception as error:  # noqa: BLE001 - four libraries' errors, each turned into one of ours
            # Without the cause: its request would drag the conversation through tracebacks.
            raise wire_error(error, endpoint) from None
        finally:
            await transport.end_answer()

    def _on_answer(self) -> None:
        if not self.was_accepted:
            self.was_accepted = True
            self._emit(PromptAccepted(PROOF))

    async def _read(self, stream: StreamedResponse, quiet: asyncio.Timeout, transport: KeyTransport) -> None:
        """Report the answer as it grows. It has no limit in time, as long as it goes on, but one in size."""
        loop = asyncio.get_running_loop()
        length = 0
        async for event in stream:
            for turned in _turned(event, self._parts):
                self._emit(turned)
                length += _length_of(turned)
                quiet.reschedule(loop.time() + self._endpoint.limits.quiet_s)
            if length > MAX_ANSWER_CHARS:
                transport.give_up(EndlessError(f"The answer went on after {MAX_ANSWER_CHARS} characters."))


def _length_of(event: TurnEvent) -> int:
    if isinstance(event, PartGrew):
        return len(event.text)
    return len(event.part.text) if isinstance(event, PartStarted) and isinstance(event.part, TextPart | ThinkingPart) else 0


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
    said_so = details.get("finish_reason") or (endpoint.kind != OPENAI_COMPATIBLE and stream.finish_reason)
    if said_so in _UNFINISHED:
        said_so = None
    # Elsewhere each whole answer says how it ended, and numbers come before that too.
    if not said_so and (endpoint.kind != OPENAI_COMPATIBLE or not stream.usage.output_tokens):
        detail = "The connection ended before the answer did."
        raise WireError(FailureReason.CONNECTION_LOST, detail, delivery=Delivery.UNCERTAIN)
    if stream.finish_reason == "length":
        return Ending(was_cut=True, detail="The answer reached the longest output that the model may give, and ends there.")
    if stream.finish_reason == "content_filter":
        return Ending(
            was_filtered=True,
            detail=str(details.get("refusal") or details.get("block_reason_message") or "The provider's filter ended the answer."),
        )
    if stream.finish_reason == "error":
        raise WireError(FailureReason.PROVIDER_ERROR, "The provider ended the answer with an error.")
    return Ending()
