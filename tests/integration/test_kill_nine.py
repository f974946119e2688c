# SPDX-License-Identifier: MIT
"""``kill -9`` of the app within a step of a run, and with what a run leaves behind. Before and after each step: the kill grid.

Each test kills a real process of the app at an exact point and starts the app again on the same folder. What the agents were
really told is read from their own sessions and from the wire, never from the app's bookkeeping, which is what is judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.messages import CallState, CommandPart, Message
from onesist_desktop.core.turn_events import Delivery, OutcomeKind
from onesist_desktop.services.turns import CONTINUE
from tests.fakes.model_server import wire_texts
from tests.integration.agents.claude_rig import real_claude
from tests.integration.kill_checks import (
    API,
    CLAUDE,
    MODEL,
    OTHER_API,
    PRACTICE,
    ask,
    check_practice,
    check_questions,
    check_receipts,
    check_wire,
    go_on,
    kill_at,
    last_run,
    start_again,
)
from tests.integration.kill_rig import Place, place_in, runs

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


# -- the practice agent: its session says exactly what it was told ------------------------------------------------------


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


@pytest.mark.real_agent
def test_what_a_killed_claude_code_had_kept_of_its_answer_is_not_told_again(claude: Place) -> None:
    driver = claude.start()
    driver.ask(do="send", provider=CLAUDE, text="Gamma [[bash:echo kept-$((3 + 4))]] [[hang]]", mode="full_access", until="kept-7")
    # The program keeps what a command said before it asks the model what to do with it.
    claude.server.wait_for_hold()
    claude.wait_for("--output-format").kill()
    driver.ask(do="idle")
    run = last_run(claude)
    assert (run.outcome, run.reason, run.reply_held) == (OutcomeKind.FAILED, FailureReason.CRASHED, True)
    claude.server.release()
    ask(claude, driver, CLAUDE, "Omega [[say:omega-answer]]", mode="full_access")
    driver.close()
    told = "\n".join(wire_texts(claude.server.model_requests()[-1]))
    assert [told.count(words) for words in ("Let me run it.", "kept-7")] == [1, 1]
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
