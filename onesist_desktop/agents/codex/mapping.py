# SPDX-License-Identifier: MIT
"""Maps the notifications of one turn to turn events. Pure: notifications in, events out.

``item/completed`` is the truth, what grew before only a preview. The prompt is accepted when the ``userMessage`` item with our
message's id is *completed*: before that a crash loses it. Items that are open when the turn ends get no completion of their own.
Text that was cut off isn't in the session, so such an answer doesn't count as held there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from onesist_desktop.agents.codex.failures import classify
from onesist_desktop.agents.codex.items import parts_of, plan_from_steps, plan_from_text
from onesist_desktop.agents.json_reading import Json, as_count, as_dict, as_text, dicts_in
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.ids import MessageId
from onesist_desktop.core.messages import CallState, CommandPart, Part, PlanPart, TextPart, ThinkingPart, ToolCallPart, close_part
from onesist_desktop.core.turn_events import (
    COMPLETED,
    STOPPED,
    Delivery,
    Outcome,
    PartChanged,
    PartEnded,
    PartGrew,
    PartStarted,
    PartWithdrawn,
    PromptAccepted,
    Retrying,
    SteerTaken,
    TurnEnded,
    TurnEvent,
    Usage,
    UsageReported,
    failed,
)

PROOF = "completed item of the user message with our id"
MAX_FRUITLESS_CALLS = 25
"""Model calls in a row of which nothing came, no text and no item. The program itself goes on for ever as long as the model asks
for tools that aren't there; such a turn is ended."""

_PLAN_KEY = "plan"
_ATTEMPT = re.compile(r"(\d+)/(\d+)")
_GIVE_UP_AFTER = 2


@dataclass(slots=True)
class _Open:
    """A part that is shown and not finished. ``text`` is what it grew to, ``number`` the piece of reasoning it is at."""

    part: Part
    text: str = ""
    number: int = 0


@dataclass(slots=True)
class TurnMapper:
    """State of one turn.

    Attributes:
        message_id: Id under which the prompt was sent.
        history_server: Name of our own MCP server in this session, or empty.
        turn_id: The program's id of the turn, once it is known.
        has_started: Whether the program works on it, so that it can be interrupted.
        stop_requested: Set when a person stopped the turn.
        is_accepted: Whether the prompt was proved to be in the session.
        ended: The last event, once the turn has ended.
        give_up: Why the turn has to be interrupted, set by itself when going on can't help.
        steered: Messages that were handed to the running turn and wait for their proof.
        old_turns: Ids of turns that have ended. What they left running still reports when it ends.
    """

    message_id: str
    history_server: str = ""
    turn_id: str = ""
    has_started: bool = False
    stop_requested: bool = False
    is_accepted: bool = False
    ended: TurnEnded | None = None
    give_up: Outcome | None = None
    steered: set[str] = field(default_factory=set)
    old_turns: frozenset[str] = frozenset()
    _open: dict[str, _Open] = field(default_factory=dict)
    _has_lost_text: bool = False
    _error: Json = field(default_factory=dict)
    _refused: int = 0
    _fruitless: int = 0
    _before: Usage | None = None
    _resets_at: float | None = None

    def feed(self, method: str, params: Json) -> list[TurnEvent]:
        """Take the next notification of our thread. Unknown ones are no error; after the end nothing comes any more."""
        if method == "account/rateLimits/updated":
            self._note_limits(as_dict(params.get("rateLimits")))
        if self.ended is not None or not self._is_ours(params):
            return []
        item = as_dict(params.get("item"))
        match method:
            case "turn/started":
                self.turn_id = as_text(as_dict(params.get("turn")).get("id")) or self.turn_id
                self.has_started = True
            case "item/started" if item.get("type") != "userMessage":
                return self._started(item)
            case "item/completed":
                return self._user_message(item) if item.get("type") == "userMessage" else self._completed(item)
            case "item/agentMessage/delta":
                return self._grow(params, TextPart(""))
            case "item/reasoning/summaryTextDelta" | "item/reasoning/textDelta":
                return self._grow(params, ThinkingPart(""), as_count(params.get("summaryIndex")))
            case "item/plan/delta":
                return self._grow_plan(params)
            case "item/commandExecution/outputDelta":
                return self._grow_output(params)
            case "item/fileChange/patchUpdated":
                return self._started({**params, "type": "fileChange", "id": params.get("itemId"), "status": "inProgress"})
            case "turn/plan/updated":
                return self._plan(params)
            case "thread/tokenUsage/updated":
                return self._usage(as_dict(params.get("tokenUsage")))
            case "error":
                return self._failure(params)
            case "turn/completed":
                return self._finish(as_dict(params.get("turn")))
        return []

    def end(self, outcome: Outcome, delivery: Delivery | None = None, *, session_alive: bool = True) -> list[TurnEvent]:
        """End the turn without the program's word: it died, or never took the prompt."""
        if self.ended is not None:
            return []
        events = self._close_open()
        known = Delivery.ACCEPTED if self.is_accepted else Delivery.UNCERTAIN
        anchor = self.turn_id if self.is_accepted and self.turn_id else None
        self.ended = TurnEnded(outcome, delivery or known, not self._has_lost_text, anchor, session_alive)
        return [*events, self.ended]

    def _is_ours(self, params: Json) -> bool:
        told = as_text(params.get("turnId")) or as_text(as_dict(params.get("turn")).get("id"))
        return not told or (told == self.turn_id if self.turn_id else told not in self.old_turns)

    # Items -------------------------------------------------------------------------------------------------------------

    def _user_message(self, item: Json) -> list[TurnEvent]:
        client_id = as_text(item.get("clientId"))
        if client_id == self.message_id and not self.is_accepted:
            self.is_accepted = True
            return [PromptAccepted(PROOF)]
        if client_id in self.steered:
            self.steered.discard(client_id)
            events = self._cut_off_texts()
            held, self._has_lost_text = not self._has_lost_text, False
            return [*events, SteerTaken(MessageId(client_id), held)]
        return self._cut_off_texts()

    def _started(self, item: Json) -> list[TurnEvent]:
        self._fruitless = 0
        events: list[TurnEvent] = []
        for key, part in parts_of(item, self.history_server):
            if key in self._open:
                self._open[key].part = part
                events.append(PartChanged(key, part))
            elif not isinstance(part, TextPart | ThinkingPart | PlanPart):
                # Those begin empty; they are shown when something comes.
                self._open[key] = _Open(part)
                events.append(PartStarted(key, part))
        return events

    def _completed(self, item: Json) -> list[TurnEvent]:
        self._fruitless = 0
        events: list[TurnEvent] = []
        for key, part in parts_of(item, self.history_server):
            found = part
            was_shown = self._open.pop(key, None) is not None
            is_blank = isinstance(found, TextPart | ThinkingPart) and not found.text.strip()
            if is_blank or (isinstance(found, PlanPart) and not found.entries):
                events += [PartWithdrawn(key)] if was_shown else []
                continue
            if isinstance(found, ToolCallPart | CommandPart) and found.state is CallState.RUNNING:
                found = replace(found, state=CallState.WORKED)
            events.append(PartEnded(key, found))
        return events

    def _grow(self, params: Json, empty: TextPart | ThinkingPart, number: int = 0) -> list[TurnEvent]:
        key, grown = as_text(params.get("itemId")), as_text(params.get("delta"))
        if not key or not grown:
            return []
        self._fruitless = 0
        opened = self._open.get(key)
        if opened is None:
            self._open[key] = _Open(empty, grown, number)
            return [PartStarted(key, replace(empty, text=grown))]
        if number != opened.number:
            opened.number, grown = number, f"\n\n{grown}"
        opened.text += grown
        return [PartGrew(key, grown)]

    def _grow_plan(self, params: Json) -> list[TurnEvent]:
        key = as_text(params.get("itemId"))
        opened = self._open.get(key)
        text = (opened.text if opened else "") + as_text(params.get("delta"))
        part = plan_from_text(text)
        if not key or not part.entries:
            return []
        self._open[key] = _Open(part, text)
        return [PartChanged(key, part) if opened else PartStarted(key, part)]

    def _grow_output(self, params: Json) -> list[TurnEvent]:
        key, grown = as_text(params.get("itemId")), as_text(params.get("delta"))
        opened = self._open.get(key)
        if opened is None or not grown:
            return []
        opened.text += grown
        return [PartGrew(key, grown)]

    def _plan(self, params: Json) -> list[TurnEvent]:
        part = plan_from_steps(params.get("plan"))
        if not part.entries:
            return []
        self._fruitless = 0
        key = f"{self.turn_id}:{_PLAN_KEY}"
        was_shown = key in self._open
        self._open[key] = _Open(part)
        return [PartChanged(key, part) if was_shown else PartStarted(key, part)]

    # Usage and limits --------------------------------------------------------------------------------------------------

    def _usage(self, told: Json) -> list[TurnEvent]:
        total, last = _tokens(as_dict(told.get("total"))), _tokens(as_dict(told.get("last")))
        occupied = as_count(as_dict(told.get("last")).get("totalTokens"))
        window = as_count(told.get("modelContextWindow"))
        if self._before is None:
            self._before = _minus(total, last)
        usage = replace(_minus(total, self._before), occupied=occupied or None, context_window=window or None)
        self._fruitless += 1
        if self._fruitless > MAX_FRUITLESS_CALLS and self.give_up is None:
            detail = f"{self._fruitless} model calls in a row, and nothing came of them"
            self.give_up = failed(FailureReason.RUNAWAY, detail)
        return [UsageReported(usage)]

    def _note_limits(self, limits: Json) -> None:
        windows = (as_dict(limits.get(key)) for key in ("primary", "secondary"))
        used_up = [as_count(one.get("resetsAt")) for one in windows if as_count(one.get("usedPercent")) >= 100]
        self._resets_at = float(max(used_up)) if any(used_up) else self._resets_at

    # The end -----------------------------------------------------------------------------------------------------------

    def _failure(self, params: Json) -> list[TurnEvent]:
        error = as_dict(params.get("error"))
        if params.get("willRetry") is not True:
            self._error = error
            return []
        reason = classify(error)
        self._refused = self._refused + 1 if reason is FailureReason.NOT_SIGNED_IN else 0
        if self._refused >= _GIVE_UP_AFTER and self.give_up is None:
            # It would try for a while what can't work. Once is not enough to tell: it may be renewing what it signs in with.
            self.give_up = failed(reason, as_text(error.get("message")))
        counted = _ATTEMPT.search(as_text(error.get("message")))
        attempt, of = (int(counted[1]), int(counted[2])) if counted else (1, 0)
        if reason is FailureReason.PROVIDER_ERROR and counted:
            reason = FailureReason.CONNECTION_LOST
        return [*self._withdraw_texts(), Retrying(attempt, of, reason)]

    def _finish(self, turn: Json) -> list[TurnEvent]:
        self.turn_id = as_text(turn.get("id")) or self.turn_id
        status = as_text(turn.get("status"))
        error = as_dict(turn.get("error")) or self._error
        if status == "completed":
            outcome = COMPLETED
        elif self.stop_requested:
            outcome = STOPPED
        elif self.give_up is not None:
            outcome = self.give_up
        elif status == "interrupted":
            outcome = STOPPED
        else:
            outcome = self._failed(error)
        return self.end(outcome)

    def _failed(self, error: Json) -> Outcome:
        reason = classify(error)
        detail = "\n".join(said for key in ("message", "additionalDetails") if (said := as_text(error.get(key))))
        return failed(reason, detail, self._resets_at if reason is FailureReason.LIMIT_REACHED else None)

    def _close_open(self) -> list[TurnEvent]:
        events = self._cut_off_texts()
        for key, opened in self._open.items():
            part = opened.part
            if isinstance(part, CommandPart) and not part.output:
                part = replace(part, output=opened.text)
            events.append(PartEnded(key, close_part(part)))
        self._open.clear()
        return events

    def _cut_off_texts(self) -> list[TurnEvent]:
        # A message that comes in between makes the program ask the model anew; what was half said stays out of the thread.
        events: list[TurnEvent] = []
        for key, opened in self._take_texts():
            self._has_lost_text = self._has_lost_text or isinstance(opened.part, TextPart)
            part = TextPart(opened.text) if isinstance(opened.part, TextPart) else ThinkingPart(opened.text)
            events.append(PartEnded(key, part))
        return events

    def _withdraw_texts(self) -> list[TurnEvent]:
        return [PartWithdrawn(key) for key, _ in self._take_texts()]

    def _take_texts(self) -> list[tuple[str, _Open]]:
        texts = [(key, opened) for key, opened in self._open.items() if isinstance(opened.part, TextPart | ThinkingPart)]
        for key, _ in texts:
            del self._open[key]
        return texts


def parts_after(turn: Json, message_id: str, history_server: str) -> tuple[Part, ...] | None:
    """Return what a stored turn holds as the answer to a message, None if that message isn't in it."""
    found: list[Part] | None = None
    for item in dicts_in(turn.get("items")):
        if item.get("type") == "userMessage":
            if as_text(item.get("clientId")) == message_id:
                found = []
        elif found is not None:
            found += [close_part(part) for _, part in parts_of(item, history_server)]
    return tuple(found) if found is not None else None


def _tokens(told: Json) -> Usage:
    given, cached, written = (as_count(told.get(key)) for key in ("inputTokens", "cachedInputTokens", "cacheWriteInputTokens"))
    # The program counts what came from a cache as input, too.
    fresh = max(0, given - cached - written)
    return Usage(fresh, as_count(told.get("outputTokens")), cached, written)


def _minus(left: Usage, right: Usage) -> Usage:
    return Usage(
        max(0, left.input_tokens - right.input_tokens),
        max(0, left.output_tokens - right.output_tokens),
        max(0, left.cache_read_tokens - right.cache_read_tokens),
        max(0, left.cache_write_tokens - right.cache_write_tokens),
    )
