# SPDX-License-Identifier: MIT
"""``kill -9`` of the app at every step of a run loses nothing and lies about nothing.

Each test kills a real process of the app at an exact point and starts the app again on the same folder. What the agents were
really told is read from their own sessions and from the wire, never from the app's bookkeeping, which is what is judged.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.messages import CallState, CommandPart, Message, MessageStatus, QuestionPart, TextPart
from onesist_desktop.core.practice_commands import item_headings
from onesist_desktop.core.records import HandoffDelivery, RunStatus, SessionState
from onesist_desktop.core.turn_events import Delivery, OutcomeKind
from onesist_desktop.services.turns import CONTINUE
from onesist_desktop.storage.records import RunRecord
from tests.fakes.model_server import wire_texts
from tests.integration.agents.claude_rig import real_claude
from tests.integration.kill_rig import Driver, Place, place_in, runs

PRACTICE, MODEL, CLAUDE, API, OTHER_API = "practice-agent", "practice-model", "claude-code", "api-one", "api-two"

LEFTOVER = "setsid sleep 271 </dev/null >/dev/null 2>&1 & exec sleep 272"


Words = tuple[tuple[str, str], ...]

BACK: Words = ((PRACTICE, "Alpha"), (MODEL, "Beta"))
JOINED: Words = ((MODEL, "Beta"),)


@pytest.fixture(scope="module")
def after_a_switch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A thread that the practice agent began and the practice model went on with: a delta is owed to the agent."""
    folder = tmp_path_factory.mktemp("switched")
    with place_in(folder) as place:
        driver = place.start()
        for provider, text in BACK:
            ask(place, driver, provider, text)
        driver.close()
    return folder


@pytest.fixture(scope="module")
def after_a_switch_from_claude(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with the real Claude Code and a model of the fake server."""
    folder = tmp_path_factory.mktemp("claude")
    with place_in(folder, real_claude()) as place:
        driver = place.start()
        ask(place, driver, CLAUDE, "Alpha [[say:alpha-answer]]")
        ask(place, driver, API, "Beta [[say:beta-answer]]")
        driver.close()
    return folder


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Place]:
    """Nothing was said yet."""
    with place_in(tmp_path) as place:
        yield place


@pytest.fixture
def switched(tmp_path: Path, after_a_switch: Path) -> Iterator[Place]:
    """See :func:`after_a_switch`."""
    with place_in(tmp_path, like=after_a_switch) as place:
        yield place


@pytest.fixture
def claude(tmp_path: Path, after_a_switch_from_claude: Path) -> Iterator[Place]:
    """See :func:`after_a_switch_from_claude`."""
    with place_in(tmp_path, real_claude(), like=after_a_switch_from_claude) as place:
        yield place


# -- what must hold after every kill ------------------------------------------------------------------------------------


def last_run(place: Place) -> RunRecord:
    return place.runs()[-1]


def start_again(place: Place, said: list[str]) -> Driver:
    """Start the app after a kill and check all that a start must never do."""
    told = place.told()
    driver = place.start()
    assert driver.first["recovered"] == 1
    assert place.told() == told, "the start sent something by itself"
    assert place.said() == said
    assert all(run.status is RunStatus.FINISHED for run in place.runs())
    assert all(message.status is not MessageStatus.STREAMING for message in place.messages())
    assert driver.first["approvals"] == 0
    assert place.processes() == [], "the first start's processes live on"
    check_receipts(place)
    return driver


def check_receipts(place: Place) -> None:
    """A receipt stands for a prompt if and only if the agent's session really holds it; stateless: if it was taken."""
    rows = place.rows()
    with_receipt = {message.run_id for message in place.receipts()}
    delivered = {handoff.run_id for handoff in place.handoffs() if handoff.delivery is HandoffDelivery.DELIVERED}
    assert with_receipt == delivered
    held: dict[tuple[str, str], bool] = {}
    counted: Counter[tuple[str, str]] = Counter()
    for run in place.runs():
        if run.handoff_id is not None:
            # A message that is sent again into the same session is the same prompt.
            key = (run.session_row_id or run.id, run.user_message_id)
            counted[key] += run.id in with_receipt
            is_stateless = run.session_row_id is None
            is_held = run.accepted_at is not None if is_stateless else run.user_message_id in place.prompts_of(rows[key[0]])
            held[key] = is_held
    assert {key: bool(is_held) for key, is_held in held.items()} == {key: bool(counted[key]) for key in held}
    assert all(count <= 1 for count in counted.values())


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
    contexts = [{_seq(heading) for heading in item_headings(turn.context)} for turn in turns]
    for message in place.content():
        places = [index for index, seqs in enumerate(contexts) if message.seq in seqs]
        places += [index for index, turn in enumerate(turns) if turn.message_id == message.id]
        if message.id in runs:
            asked = (runs[message.id].user_message_id, runs[message.id].id)
            places += [index for index, turn in enumerate(turns) if turn.message_id in asked and _is_answer(message, turn.answer)]
        assert len(places) == 1, f"#{message.seq} {message.role} {message.text[:60]!r}: {places}"


def _seq(heading: str) -> int:
    found = re.search(r"\(#(\d+)", heading)
    assert found is not None
    return int(found[1])


def _is_answer(message: Message, answer: str) -> bool:
    texts = [part.text.strip() for part in message.parts if isinstance(part, TextPart)]
    return bool(texts) and all(text in answer for text in texts)


def check_wire(place: Place) -> None:
    """The last request to the model holds each text of the thread exactly once, and nothing of it is missing."""
    *before, _last_answer = [
        part.text.strip() for message in place.content() for part in message.parts if isinstance(part, TextPart)
    ]
    wire = "\n".join(wire_texts(place.server.model_requests()[-1]))
    for text in before:
        # A prompt of the fake model spells the answer out, so a text may also be found inside another one.
        expected = sum(other.count(text) for other in before)
        assert wire.count(text) == expected, f"{text[:60]!r} is told {wire.count(text)} times instead of {expected}:\n{wire}"


# -- the practice agent: its session says exactly what it was told ------------------------------------------------------


def kill_at(place: Place, provider: str, text: str, point: str, mode: str = "ask") -> list[str]:
    """Get the app killed in the middle of a turn. Returns what the person wrote until then."""
    driver = place.start()
    said = place.said()
    driver.dies(do="send", provider=provider, text=text, die_at=point, mode=mode)
    return [*said, text]


def check_questions(place: Place) -> None:
    parts = [part for message in place.messages() for part in message.parts if isinstance(part, QuestionPart)]
    assert all(part.answer is not None or part.expired for part in parts)


@pytest.mark.parametrize(
    ("point", "text"),
    [
        ("sending", "Gamma"),
        ("accepted_unseen", "Gamma"),
        ("written:word 3", "Gamma\nrun: echo one\nslow 400"),
        ("answered", "Gamma"),
    ],
)
def test_practice_agent_that_is_owed_a_delta(switched: Place, point: str, text: str) -> None:
    said = kill_at(switched, PRACTICE, text, point, "full_access")
    driver = start_again(switched, said)
    go_on(switched, driver, PRACTICE)
    check_practice(switched)
    assert switched.said()[: len(said)] == said


@pytest.mark.parametrize(
    ("point", "text"),
    [
        ("preparing", "Gamma"),
        ("plan_uncommitted", "Gamma"),
        ("accepted_uncommitted", "Gamma"),
        ("asked", "Gamma\nrun: ls"),
    ],
)
def test_practice_agent_that_joins(fresh: Place, point: str, text: str) -> None:
    driver = fresh.start()
    ask(fresh, driver, MODEL, "Beta")
    driver.dies(do="send", provider=PRACTICE, text=text, die_at=point)
    driver = start_again(fresh, ["Beta", text])
    check_questions(fresh)
    go_on(fresh, driver, PRACTICE)
    check_practice(fresh)
    assert fresh.said()[:2] == ["Beta", text]


def test_leftover_process_is_ended_and_the_queue_is_held(switched: Place) -> None:
    driver = switched.start()
    said = [*switched.said(), f"run: {LEFTOVER}"]
    driver.ask(do="send", provider=PRACTICE, text=said[-1], mode="full_access", until="sleep 272")
    driver.ask(do="queue", provider=PRACTICE, text="First in the queue")
    driver.ask(do="queue", provider=MODEL, text="Second in the queue")
    leftover = switched.wait_for("sleep 271")
    driver.dies(do="die")
    assert runs(leftover)
    driver = start_again(switched, said)
    assert not runs(leftover)
    parts = [part for message in switched.messages() for part in message.parts if isinstance(part, CommandPart)]
    assert [part.state for part in parts] == [CallState.STOPPED]
    queued = ["First in the queue", "Second in the queue"]
    assert (driver.first["queue"], driver.first["held"]) == (queued, True)
    shown = driver.ask(do="again")
    assert (shown["queue"], shown["held"]) == (queued, True)
    shown = driver.ask(do="send_queued")
    assert shown["queue"] == []
    assert switched.said()[-2:] == queued
    go_on(switched, driver, PRACTICE)
    check_practice(switched)


def test_continue_that_did_not_arrive_is_not_taken_for_the_prompt_that_did(switched: Place) -> None:
    """The second try of a message goes under an id of its own: else the first one would be found in its place."""
    # Fails before a word is said, and the app doesn't live to hear it: the session holds the prompt alone.
    said = kill_at(switched, PRACTICE, "fail", "accepted")
    start_again(switched, said).dies(do="again", die_at="sending")
    # A kill during the recovery leaves all of it to the next start.
    switched.start(die_at="recovering")
    driver = start_again(switched, said)
    assert [run.delivery for run in switched.runs()[-2:]] == [Delivery.ACCEPTED, Delivery.REFUSED]
    go_on(switched, driver, PRACTICE)
    check_practice(switched)
    (row,) = [row for row in switched.rows().values() if row.provider_id == PRACTICE]
    asked = [turn.message for turn in switched.practice_sessions()[row.native_session_id or ""].turns]
    assert asked == ["Alpha", "fail", CONTINUE["en"], "Omega [[say:omega-answer]]"]


def test_killed_practice_agent_fails_the_run_and_the_next_turn_is_right(switched: Place) -> None:
    driver = switched.start()
    driver.ask(do="send", provider=PRACTICE, text="Gamma\nslow 400", until="word 3")
    switched.wait_for("practice-agent").kill()
    driver.ask(do="idle")
    run = last_run(switched)
    assert (run.outcome, run.reason, run.accepted_at is not None) == (OutcomeKind.FAILED, FailureReason.CRASHED, True)
    check_receipts(switched)
    go_on(switched, driver, PRACTICE)
    check_practice(switched)


# -- the real Claude Code: the wire says exactly what its model was told -------------------------------------------------


@pytest.mark.real_agent
@pytest.mark.parametrize(
    ("point", "text"),
    [
        ("plan_committed", "Gamma [[say:gamma-answer]]"),
        ("sending", "Gamma [[say:gamma-answer]]"),
        ("accepted_unseen", "Gamma [[hang]]"),
        # Its session holds the command and what came before it, but not the words that were on their way.
        ("written:word4", "Gamma [[bash:echo hi]] [[slow:6]]"),
        ("answered", "Gamma [[say:gamma-answer]]"),
    ],
)
def test_claude_code_that_is_owed_a_delta(claude: Place, point: str, text: str) -> None:
    said = kill_at(claude, CLAUDE, text, point, "full_access")
    if point in ("accepted_unseen", "written:word4"):
        # The program outlives the app: it is in the middle of its request when the app starts again and ends it.
        claude.server.wait_for_hold()
        assert claude.processes()
    driver = start_again(claude, said)
    go_on(claude, driver, CLAUDE)
    check_wire(claude)
    assert claude.said()[: len(said)] == said


@pytest.mark.real_agent
def test_leftover_command_of_claude_code_is_ended(claude: Place) -> None:
    driver = claude.start()
    said = [*claude.said(), f"Gamma [[bash:{LEFTOVER}]]"]
    driver.ask(do="send", provider=CLAUDE, text=said[-1], mode="full_access", until="sleep 272")
    leftover = claude.wait_for("sleep 271")
    driver.dies(do="die")
    assert runs(leftover)
    driver = start_again(claude, said)
    assert not runs(leftover)
    go_on(claude, driver, CLAUDE)
    check_wire(claude)


def claude_receipts(place: Place) -> list[Message]:
    return [message for message in place.receipts() if message.provider_id == CLAUDE]


@pytest.mark.real_agent
def test_claude_code_retry_that_did_not_arrive_is_not_taken_for_the_try_that_was_cut_off(claude: Place) -> None:
    driver = claude.start()
    said = [*claude.said(), "Gamma [[err:400]]"]
    driver.ask(do="send", provider=CLAUDE, text=said[-1])
    assert last_run(claude).outcome is OutcomeKind.FAILED
    assert claude_receipts(claude) == []
    driver.dies(do="again", die_at="sending")
    told = claude.told()
    driver = claude.start()
    assert claude.told() == told
    assert claude_receipts(claude) == []
    assert last_run(claude).delivery is not Delivery.ACCEPTED
    ask(claude, driver, CLAUDE, "Omega [[say:omega-answer]]")
    driver.close()
    assert len(claude_receipts(claude)) == 1
    assert claude.said() == [*said, "Omega [[say:omega-answer]]"]
    check_wire(claude)


@pytest.mark.real_agent
def test_killed_claude_code_fails_the_run_and_the_next_turn_is_right(claude: Place) -> None:
    driver = claude.start()
    driver.ask(do="send", provider=CLAUDE, text="Gamma [[slow:6]]", until="word4")
    claude.wait_for("--output-format").kill()
    driver.ask(do="idle")
    run = last_run(claude)
    assert (run.outcome, run.reason, run.accepted_at is not None) == (OutcomeKind.FAILED, FailureReason.CRASHED, True)
    ask(claude, driver, CLAUDE, "Omega [[say:omega-answer]]")
    driver.close()
    check_wire(claude)


# -- a stateless model: the wire says all, there is nothing at the other end --------------------------------------------


def test_stateless_model_killed_again_and_again(fresh: Place) -> None:
    """Each start recovers, goes on, switches, and is killed at the next point: loading the client takes longer than all else."""
    said: list[str] = []
    driver = fresh.start()
    for number, (point, text) in enumerate(
        [
            ("sending", "Gamma [[say:gamma-answer]]"),
            ("accepted_unseen", "Delta [[say:delta-answer]]"),
            ("written:word4", "Epsilon [[slow:6]]"),
        ]
    ):
        if number and driver.first["resendable"]:
            driver.ask(do="again")
        ask(fresh, driver, API, f"Switch {number} [[say:switched-{number}]]")
        said = [*fresh.said(), text]
        driver.dies(do="send", provider=OTHER_API, text=text, die_at=point)
        driver = start_again(fresh, said)
        assert driver.first["resendable"], point
    go_on(fresh, driver, OTHER_API)
    check_wire(fresh)
    assert fresh.said()[: len(said)] == said
