# SPDX-License-Identifier: MIT
"""Maps Claude Code's output frames to turn events. Pure: frames in, events out.

``assistant`` frames are the truth and come one per content block; ``stream_event`` frames are only a preview of them. A
preview that no ``assistant`` frame confirmed (the program asked the model again) is withdrawn. Frames of subagents carry the
id of the call that started them and are no part of the answer. Whether a turn failed is told by ``is_error`` of its result,
never by ``subtype``; the text of a failure comes as an answer of the model ``<synthetic>`` and never becomes one.

An answer without anything in it makes the program ask again by itself, a few times. We count the model calls of which nothing
came, and end a turn that goes on like that.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from onesist_desktop.agents.claude_code.blocks import blocks_of
from onesist_desktop.agents.claude_code.failures import LimitNote, asked_wait, classify, is_session_lost
from onesist_desktop.agents.claude_code.tools import SHELL_TOOLS, ended_part, plan_from_text, started_part
from onesist_desktop.agents.json_reading import (
    Json,
    as_count,
    as_dict,
    as_list,
    as_text,
    plain_text,
    text_at,
)
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.messages import Part, TextPart, ThinkingPart, close_part
from onesist_desktop.core.turn_events import (
    COMPLETED,
    STOPPED,
    Delivery,
    Outcome,
    OutcomeKind,
    PartChanged,
    PartEnded,
    PartGrew,
    PartStarted,
    PartWithdrawn,
    PromptAccepted,
    Retrying,
    SessionReported,
    TurnEnded,
    TurnEvent,
    Usage,
    UsageReported,
    failed,
)

SYNTHETIC_MODEL = "<synthetic>"
_GIVE_UP = (FailureReason.NOT_SIGNED_IN,)
_DONE = ("completed", "cancelled", "discarded", "refused")
# More than the program's own tries of one request.
MAX_BARREN_CALLS = 25
_CHANGES_FOLDER = re.compile(r"(?:^|[\s;&|(])(?:cd|pushd|popd|Set-Location|Push-Location)(?:\s|$)")


@dataclass(slots=True)
class _RunningCall:
    key: str
    block: Json
    part: Part


@dataclass(slots=True)
class TurnMapper:
    """State of one turn.

    Attributes:
        prompt_uuid: The id under which the prompt was sent.
        history_server: Name of our own MCP server in this session, or empty.
        stop_requested: Set when a person stopped the turn: how it then ends is *stopped*, not a failure.
        is_accepted: Whether the prompt was proved to be in the session.
        ended: The last event, once the turn has ended.
        give_up_reason: Set when retrying can't help; the turn should then be interrupted.
        windows: Context window in tokens by model, as results told it; shared by all turns.
        now: Tells the time, in seconds since the epoch.
        left_folder: Whether a command may have moved the shell to another folder.
    """

    prompt_uuid: str
    history_server: str = ""
    stop_requested: bool = False
    is_accepted: bool = False
    ended: TurnEnded | None = None
    give_up_reason: FailureReason | None = None
    windows: dict[str, int] = field(default_factory=dict)
    now: Callable[[], float] = time.time
    left_folder: bool = False
    _message_id: str = ""
    _previews: dict[str, str] = field(default_factory=dict)
    _confirmed: dict[str, int] = field(default_factory=dict)
    _calls: dict[str, _RunningCall] = field(default_factory=dict)
    _denied: set[str] = field(default_factory=set)
    _anchor: str | None = None
    _model: str = ""
    _usage: Usage = field(default_factory=Usage)
    _failure: Outcome | None = None
    _give_up_detail: str = ""
    _lifecycle: str = ""
    _limit: LimitNote = field(default_factory=LimitNote)
    _model_calls: int = 0
    _barren_calls: int = 0
    _has_shown: bool = False

    def feed(self, frame: Json) -> list[TurnEvent]:
        """Take the next frame. Unknown ones are no error; after the end nothing comes any more."""
        if self.ended is not None:
            return []
        events = self._acceptance(frame)
        if as_text(frame.get("parent_tool_use_id")):
            return events
        match frame.get("type"):
            case "system":
                events += self._system(frame)
            case "stream_event":
                events += self._stream(as_dict(frame.get("event")))
            case "assistant":
                events += self._assistant(frame)
            case "user" if frame.get("isReplay") is not True:
                events += self._user(frame)
            case "command_lifecycle" if frame.get("command_uuid") == self.prompt_uuid:
                self._lifecycle = as_text(frame.get("state"))
            case "rate_limit_event":
                self._limit.take(as_dict(frame.get("rate_limit_info")))
            case "result":
                events += self._result(frame)
        return events

    def plan_of(self, call_id: str) -> str:
        """Return the plan that a call was made with; empty where it holds none."""
        call = self._calls.get(call_id)
        return as_text(as_dict(call.block.get("input")).get("plan")) if call is not None else ""

    def show_plan(self, call_id: str, plan: str) -> list[TurnEvent]:
        """Show the plan that came with a request instead of the call: newer versions keep it in a file and not in the call."""
        call = self._calls.get(call_id)
        shown = plan_from_text(plan)
        if call is None or not plan.strip() or call.part == shown:
            return []
        call.part = shown
        return [PartChanged(call.key, shown)]

    def end(self, outcome: Outcome, *, delivery: Delivery | None = None, reply_held: bool, session_alive: bool) -> list[TurnEvent]:
        """End the turn without a result of the program: it died, or was ended by force."""
        if self.ended is not None:
            return []
        known = Delivery.ACCEPTED if self.is_accepted else Delivery.UNCERTAIN
        self.ended = TurnEnded(outcome, delivery or known, reply_held, self._anchor_after(outcome), session_alive)
        return [*self._close_open(), self.ended]

    # Acceptance --------------------------------------------------------------------------------------------------------

    def _acceptance(self, frame: Json) -> list[TurnEvent]:
        if self.is_accepted:
            return []
        named = [frame.get("user_message_uuid"), *as_list(frame.get("user_message_uuids"))]
        if frame.get("isReplay") is True and frame.get("uuid") == self.prompt_uuid:
            proof = "replayed user message"
        elif self.prompt_uuid in named and frame.get("subtype") != "init":
            # The first frame of a turn names it too, before the request to the model.
            proof = f"{frame.get('type')} {frame.get('subtype') or ''}".strip() + " that names the prompt"
        else:
            return []
        self.is_accepted = True
        return [PromptAccepted(proof)]

    # Frames ------------------------------------------------------------------------------------------------------------

    def _system(self, frame: Json) -> list[TurnEvent]:
        match frame.get("subtype"):
            case "init":
                cwd, model = text_at(frame, "cwd"), text_at(frame, "model")
                self._model = model or self._model
                return [SessionReported(as_text(frame.get("session_id")), cwd or None, model or None)]
            case "api_retry":
                return [self._retry(frame)]
            case "permission_denied":
                self._denied.add(as_text(frame.get("tool_use_id")))
            case "session_state_changed" if frame.get("state") == "idle" and self._lifecycle in _DONE:
                return self._end_without_result()
        return []

    def _end_without_result(self) -> list[TurnEvent]:
        # A prompt that was cancelled before its turn began has no result, and neither has one whose id the program knows:
        # it takes that for answered and asks no model. Ours are new each time, but such a turn must never wait for ever.
        is_dropped = self._lifecycle != "completed" and not self.is_accepted
        outcome = STOPPED if self.stop_requested else failed(FailureReason.PROTOCOL, f"prompt {self._lifecycle} without a result")
        return self.end(outcome, delivery=Delivery.REFUSED if is_dropped else None, reply_held=True, session_alive=True)

    def _retry(self, frame: Json) -> Retrying:
        status = frame.get("error_status")
        status = status if isinstance(status, int) else None
        word = as_text(frame.get("error"))
        reason = FailureReason.CONNECTION_LOST if status is None and word in {"", "unknown"} else classify(word, status=status)
        if reason in _GIVE_UP and self.give_up_reason is None:
            self.give_up_reason = reason
            self._give_up_detail = " ".join(str(said) for said in (status, word) if said)
        delay_s = as_count(frame.get("retry_delay_ms")) / 1000
        attempt = as_count(frame.get("attempt"))
        if reason is FailureReason.RATE_LIMITED and asked_wait(attempt, delay_s):
            self._limit.resets_at = self.now() + delay_s
        return Retrying(attempt, as_count(frame.get("max_retries")), reason, delay_s)

    def _stream(self, event: Json) -> list[TurnEvent]:
        match event.get("type"):
            case "message_start":
                self._message_id = as_text(as_dict(event.get("message")).get("id"))
                self._count_call()
                return self._withdraw_previews()
            case "content_block_delta":
                delta = as_dict(event.get("delta"))
                grown = text_at(delta, "text", "thinking")
                key = f"{self._message_id}:{event.get('index')}"
                if not grown:
                    return []
                part = TextPart(grown) if "text" in delta else ThinkingPart(grown)
                if key in self._previews:
                    return [PartGrew(key, grown)]
                self._previews[key] = self._message_id
                return [PartStarted(key, part)]
        return []

    def _count_call(self) -> None:
        self._model_calls += 1
        self._barren_calls += 1
        if self._barren_calls > MAX_BARREN_CALLS and self.give_up_reason is None:
            self.give_up_reason = FailureReason.RUNAWAY
            self._give_up_detail = f"{MAX_BARREN_CALLS} model calls without an answer"

    def _assistant(self, frame: Json) -> list[TurnEvent]:
        message = as_dict(frame.get("message"))
        if message.get("model") == SYNTHETIC_MODEL or as_text(frame.get("error")):
            self._note_failure(frame, message)
            return []
        self._anchor = as_text(frame.get("uuid")) or self._anchor
        message_id = as_text(message.get("id"))
        events = self._occupancy(message)
        for block in blocks_of(message):
            index = self._confirmed.get(message_id, 0)
            self._confirmed[message_id] = index + 1
            events += self._block(f"{message_id}:{index}", block)
        if any(isinstance(event, PartStarted | PartEnded) for event in events):
            self._barren_calls = 0
            self._has_shown = True
        return events

    def _block(self, key: str, block: Json) -> list[TurnEvent]:
        was_shown = self._previews.pop(key, None) is not None
        match block.get("type"):
            case "text" if as_text(block.get("text")).strip():
                return [PartEnded(key, TextPart(as_text(block.get("text"))))]
            case "thinking" if as_text(block.get("thinking")).strip():
                return [PartEnded(key, ThinkingPart(as_text(block.get("thinking"))))]
            case "tool_use":
                part = started_part(block, self.history_server)
                call_id = as_text(block.get("id"))
                self._calls[call_id] = _RunningCall(call_id or key, block, part)
                return [PartStarted(call_id or key, part)]
        return [PartWithdrawn(key)] if was_shown else []

    def _user(self, frame: Json) -> list[TurnEvent]:
        metas = {as_text(meta.get("id")): meta for meta in map(as_dict, as_list(frame.get("tool_result_meta")))}
        events: list[TurnEvent] = []
        for block in blocks_of(as_dict(frame.get("message"))):
            call = self._calls.pop(as_text(block.get("tool_use_id")), None) if block.get("type") == "tool_result" else None
            if call is None:
                continue
            self._note_folder(call.block)
            call_id = as_text(block.get("tool_use_id"))
            verdict = self._verdict(call_id, metas.get(call_id, {})) if block.get("is_error") is True else ""
            events.append(PartEnded(call.key, ended_part(call.block, call.part, block, frame.get("tool_use_result"), verdict)))
        # The note that a person interrupted is an entry of the session too, and the last one of a stopped turn.
        if events or self.stop_requested:
            self._anchor = as_text(frame.get("uuid")) or self._anchor
        return events

    def _note_folder(self, block: Json) -> None:
        if as_text(block.get("name")) in SHELL_TOOLS:
            command = as_text(as_dict(block.get("input")).get("command"))
            self.left_folder = self.left_folder or _CHANGES_FOLDER.search(command) is not None

    def _verdict(self, call_id: str, meta: Json) -> str:
        if call_id in self._denied or as_dict(meta.get("permission_decision")).get("decision") == "reject":
            return "rejected"
        # The program calls what was cut off by an interrupt rejected, too.
        if self.stop_requested:
            return "stopped"
        return "rejected" if as_text(meta.get("non_execution_kind")) else ""

    # The end -----------------------------------------------------------------------------------------------------------

    def _result(self, frame: Json) -> list[TurnEvent]:
        named = as_list(frame.get("user_message_uuids"))
        if named and self.prompt_uuid not in named:
            return []
        outcome = self._with_reset(self._checked_for_words(self._outcome(frame)))
        is_lost = outcome.reason is FailureReason.SESSION_LOST
        if is_lost:
            delivery = Delivery.REFUSED
        elif self.is_accepted:
            delivery = Delivery.ACCEPTED
        else:
            delivery = Delivery.UNCERTAIN
        events = [*self._close_open(), UsageReported(self._total_usage(frame))]
        self.ended = TurnEnded(outcome, delivery, anchor=self._anchor_after(outcome), session_alive=not is_lost)
        return [*events, self.ended]

    def _outcome(self, frame: Json) -> Outcome:
        reason = as_text(frame.get("terminal_reason"))
        words = "\n".join(as_text(error) for error in as_list(frame.get("errors")))
        is_aborted = reason.startswith("aborted")
        if frame.get("is_error") is not True and not is_aborted:
            # Versions before terminal_reason end a stopped turn as if it had worked.
            return STOPPED if self.stop_requested and not reason else COMPLETED
        if self.stop_requested and (is_aborted or self._failure is None):
            return STOPPED
        if self.give_up_reason is not None:
            return failed(self.give_up_reason, self._give_up_detail)
        if is_session_lost(words):
            return failed(FailureReason.SESSION_LOST, words)
        if self._failure is not None:
            return self._failure
        if is_aborted:
            return STOPPED
        text = as_text(frame.get("result")) or words
        status = frame.get("api_error_status")
        return failed(classify(status=status if isinstance(status, int) else None, text=text), text)

    def _checked_for_words(self, outcome: Outcome) -> Outcome:
        """Tell a turn in which the model was asked again and again and never said anything."""
        is_told = self._failure is not None and self._failure.reason is not FailureReason.PROVIDER_ERROR
        is_silent = self._model_calls > 1 and not self._has_shown and not self.stop_requested and not is_told
        if is_silent and (outcome.kind is OutcomeKind.COMPLETED or outcome.reason is FailureReason.PROVIDER_ERROR):
            return failed(FailureReason.RUNAWAY, outcome.detail or f"{self._model_calls} model calls without an answer")
        return outcome

    def _with_reset(self, outcome: Outcome) -> Outcome:
        limits = (FailureReason.RATE_LIMITED, FailureReason.LIMIT_REACHED)
        return replace(outcome, resets_at=self._limit.resets_at) if outcome.reason in limits else outcome

    def _anchor_after(self, outcome: Outcome) -> str | None:
        # Stopped before any answer: the prompt is in the session and stays. Failed so: nobody wants to come back there.
        is_kept = self.is_accepted and outcome.kind is OutcomeKind.STOPPED
        return self._anchor or (self.prompt_uuid if is_kept else None)

    def _note_failure(self, frame: Json, message: Json) -> None:
        text = plain_text(message.get("content"))
        status = frame.get("api_error_status")
        # Its own word tells a limit of the plan from a passing one; the service calls both the same.
        words = [as_text(frame.get(key)) for key in ("api_error", "api_error_type", "error")]
        self._limit.take(as_dict(as_dict(frame.get("api_error_params")).get("rate_limit_info")))
        self._limit.take_text(text, self.now())
        self._failure = failed(classify(*words, status=status if isinstance(status, int) else None, text=text), text)

    def _close_open(self) -> list[TurnEvent]:
        events = self._withdraw_previews()
        events += [PartEnded(call.key, close_part(call.part)) for call in self._calls.values()]
        self._calls.clear()
        return events

    def _withdraw_previews(self) -> list[TurnEvent]:
        withdrawn: list[TurnEvent] = [PartWithdrawn(key) for key in self._previews]
        self._previews.clear()
        return withdrawn

    # Usage -------------------------------------------------------------------------------------------------------------

    def _occupancy(self, message: Json) -> list[TurnEvent]:
        self._model = as_text(message.get("model")) or self._model
        told = as_dict(message.get("usage"))
        keys = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
        occupied = sum(as_count(told.get(key)) for key in keys)
        if not occupied or occupied == self._usage.occupied:
            return []
        self._usage = replace(self._usage, occupied=occupied)
        return [UsageReported(self._usage)]

    def _total_usage(self, frame: Json) -> Usage:
        told = as_dict(frame.get("usage"))
        for model, numbers in as_dict(frame.get("modelUsage")).items():
            told_of = as_dict(numbers)
            window = as_count(told_of.get("contextWindow"))
            # Of a model that the program doesn't know it says a million.
            if window and told_of.get("costBasis") != "unknown":
                self.windows[model] = window
        return Usage(
            input_tokens=as_count(told.get("input_tokens")),
            output_tokens=as_count(told.get("output_tokens")),
            cache_read_tokens=as_count(told.get("cache_read_input_tokens")),
            cache_write_tokens=as_count(told.get("cache_creation_input_tokens")),
            occupied=self._usage.occupied,
            context_window=self.windows.get(self._model),
        )
