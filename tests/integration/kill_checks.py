# SPDX-License-Identifier: MIT
"""What must hold after every kill of the app and every fault (docs/design.md sections 4 and 5).

What the agents were really told is read from their own sessions and from the wire, never from the app's bookkeeping, which is
what is judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from onesist_desktop.core.messages import Message, MessageKind, MessageStatus, QuestionPart, TextPart
from onesist_desktop.core.practice_commands import item_headings
from onesist_desktop.core.records import HandoffDelivery, RunStatus, SessionState
from onesist_desktop.core.turn_events import Delivery, OutcomeKind
from onesist_desktop.services.turns import CONTINUE
from onesist_desktop.storage.records import RunRecord, SessionRecord
from tests.fakes.model_server import wire_texts
from tests.integration.kill_rig import Driver, Place

PRACTICE, MODEL, CLAUDE, API, OTHER_API = "practice-agent", "practice-model", "claude-code", "api-one", "api-two"


def last_run(place: Place) -> RunRecord:
    return place.runs()[-1]


def start_again(place: Place, said: list[str], recovered: int = 1) -> Driver:
    """Start the app after a kill and check all that a start must never do. ``recovered`` runs had been cut off."""
    told = place.told()
    driver = place.start()
    assert driver.first["recovered"] == recovered
    assert place.told() == told, "the start sent something by itself"
    assert place.said() == said
    assert driver.first["approvals"] == 0
    assert driver.first["held"] or not driver.first["queue"]
    assert place.processes() == [], "the first start's processes live on"
    check_rows(place)
    return driver


def check_rows(place: Place) -> None:
    """What has to hold whenever nothing runs."""
    assert all(run.status is RunStatus.FINISHED for run in place.runs())
    assert all(message.status is not MessageStatus.STREAMING for message in place.messages())
    check_questions(place)
    check_receipts(place)
    check_known(place)


def check_known(place: Place) -> None:
    """No session counts as knowing a message that it was neither told nor asked, nor said itself."""
    content = {message.seq: message for message in place.content()}
    delivered = {handoff.run_id: handoff for handoff in place.handoffs() if handoff.delivery is HandoffDelivery.DELIVERED}
    for row in place.rows().values():
        if row.state is SessionState.RETIRED:
            continue
        accepted = [run for run in place.runs() if run.session_row_id == row.id and run.accepted_at is not None]
        ids = {message_id for run in accepted for message_id in (run.user_message_id, run.reply_message_id)}
        told = {seq for run in accepted if run.id in delivered for seq in delivered[run.id].covered_seqs}
        unknown = [seq for seq, message in content.items() if message.id not in ids and seq not in told]
        assert all(seq > row.known_upto_seq for seq in unknown), f"{row.provider_id} knows up to {row.known_upto_seq}: {unknown}"


def check_receipts(place: Place) -> None:
    """A receipt stands for a prompt if and only if the agent's session really holds it; stateless: if it was taken.

    What was set aside isn't in the transcript, and neither are its receipts.
    """
    rows, shown = place.rows(), {message.id for message in place.messages()}
    runs = [run for run in place.runs() if run.user_message_id in shown]
    with_receipt = {message.run_id for message in place.receipts()}
    delivered = {handoff.run_id for handoff in place.handoffs() if handoff.delivery is HandoffDelivery.DELIVERED}
    assert with_receipt == delivered & {run.id for run in runs}
    held: dict[tuple[str, str], bool] = {}
    counted: Counter[tuple[str, str]] = Counter()
    for run in runs:
        if run.handoff_id is not None and not _is_given_up(run, rows):
            # A message that is sent again into the same session is the same prompt.
            key = (run.session_row_id or run.id, run.user_message_id)
            counted[key] += run.id in with_receipt
            is_stateless = run.session_row_id is None
            is_held = run.accepted_at is not None if is_stateless else run.user_message_id in place.prompts_of(rows[key[0]])
            held[key] = is_held
    assert {key: bool(is_held) for key, is_held in held.items()} == {key: bool(counted[key]) for key in held}
    assert all(count <= 1 for count in counted.values())


def _is_given_up(run: RunRecord, rows: Mapping[str, SessionRecord]) -> bool:
    """Nobody could tell whether the prompt arrived, so its session is never used again, whatever it holds."""
    row = rows.get(run.session_row_id or "")
    return run.delivery is Delivery.UNCERTAIN and row is not None and row.state is SessionState.RETIRED


def go_on(place: Place, driver: Driver, provider: str) -> None:
    """Do what the thread offers, then ask once more, and end the app in order."""
    if driver.ask(do="look")["resendable"]:
        driver.ask(do="again")
        assert last_run(place).outcome is OutcomeKind.COMPLETED, last_run(place)
    ask(place, driver, provider, "Omega [[say:omega-answer]]")
    driver.close()
    check_receipts(place)


def ask(place: Place, driver: Driver, provider: str, text: str, mode: str = "ask") -> None:
    driver.ask(do="send", provider=provider, text=text, mode=mode)
    assert last_run(place).outcome is OutcomeKind.COMPLETED, last_run(place)


def check_practice(place: Place) -> None:
    """The session of the practice agent holds each message of the thread exactly once: told, asked, or its own answer."""
    (row,) = [row for row in place.rows().values() if row.state is SessionState.ACTIVE and row.provider_id == PRACTICE]
    turns = place.practice_sessions()[row.native_session_id or ""].turns
    runs = {run.reply_message_id: run for run in place.runs() if run.session_row_id == row.id and run.reply_message_id}
    # What a handover had no room for can be read by the tool.
    told = [handoff for handoff in place.handoffs() if handoff.session_row_id == row.id]
    left_out = {seq for handoff in told if handoff.delivery is HandoffDelivery.DELIVERED for seq in handoff.omitted_seqs}
    contexts = [item_headings(turn.context) for turn in turns]
    for message in place.content():
        places = _told_in(message, contexts)
        places += [index for index, turn in enumerate(turns) if turn.message_id == message.id]
        if message.id in runs:
            asked = (runs[message.id].user_message_id, runs[message.id].id)
            places += [index for index, turn in enumerate(turns) if turn.message_id in asked and _is_answer(message, turn.answer)]
        # What a program that died had kept of an answer nobody knows, so it may be told again.
        is_unsure = message.id in runs and runs[message.id].outcome is not OutcomeKind.COMPLETED
        assert len(places) == (message.seq not in left_out) or (is_unsure and len(places) == 2), (
            f"#{message.seq} {message.role} {message.text[:60]!r}: {places}"
        )


def _told_in(message: Message, contexts: Sequence[Sequence[str]]) -> list[int]:
    """Return which handovers tell a message. What a merge brought has no heading of its own, but those of its items."""
    if message.kind is not MessageKind.MERGE:
        return [index for index, headings in enumerate(contexts) if any(f"(#{message.seq})" in each for each in headings)]
    items = [f"(#{seq}, branch)" for _, seq, _ in message.data["items"]]
    told = [[index for index, headings in enumerate(contexts) for each in headings if item in each] for item in items]
    assert all(each == told[0] for each in told), f"of #{message.seq} not all is told, or some of it twice: {told}"
    return told[0]


def _is_answer(message: Message, answer: str) -> bool:
    texts = [part.text.strip() for part in message.parts if isinstance(part, TextPart)]
    return bool(texts) and all(text in answer for text in texts)


def continued(place: Place) -> int:
    """How often the session that was asked last, holding a message already, was told to go on: that has no row of its own."""
    row_id = last_run(place).session_row_id
    asked = Counter(run.user_message_id for run in place.runs() if row_id and run.session_row_id == row_id and run.prompt_held)
    return sum(count - 1 for count in asked.values())


def check_wire(place: Place) -> None:
    """The last request to the model holds each text of the thread exactly once, and nothing of it is missing."""
    *before, _last_answer = [
        part.text.strip() for message in place.content() for part in message.parts if isinstance(part, TextPart)
    ]
    wire = "\n".join(wire_texts(place.server.model_requests()[-1]))
    for text in before:
        # A prompt of the fake model spells the answer out, so a text may also be found inside another one.
        expected = sum(other.count(text) for other in before) + continued(place) * CONTINUE["en"].count(text)
        assert wire.count(text) == expected, f"{text[:60]!r} is told {wire.count(text)} times instead of {expected}:\n{wire}"


def kill_at(place: Place, provider: str, text: str, point: str, mode: str = "ask") -> list[str]:
    """Get the app killed in the middle of a turn. Returns what the person wrote until then."""
    driver = place.start()
    said = place.said()
    driver.dies(do="send", provider=provider, text=text, die_at=point, mode=mode)
    return [*said, text]


def check_questions(place: Place) -> None:
    parts = [part for message in place.messages() for part in message.parts if isinstance(part, QuestionPart)]
    assert all(part.answer is not None or part.expired for part in parts)
