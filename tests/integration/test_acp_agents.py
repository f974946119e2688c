# SPDX-License-Identifier: MIT
"""The adapter for the protocol on agents that follow only the standard, or not even that. Each is a real child process."""

import asyncio
import json
import sys
from pathlib import Path

import pytest

from onesist_desktop.agents.acp.answerer import AcpAnswerer
from onesist_desktop.agents.acp.known import AcpCommand, build_agent
from onesist_desktop.agents.acp.modes import Answering
from onesist_desktop.agents.acp.profile import AcpProfile
from onesist_desktop.agents.acp.program import AcpLimits
from onesist_desktop.core.answerer import Arrival, ModelInfo, PermissionMode
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.core.messages import AttachmentPart, CallState, CommandPart, ErrorPart
from onesist_desktop.core.turn_events import (
    COMPLETED,
    STOPPED,
    ApprovalAsked,
    AskKind,
    Delivery,
    PartStarted,
    PromptAccepted,
    SessionReported,
    UsageReported,
)
from onesist_desktop.process import tree
from onesist_desktop.process.environment import ShellEnvironment
from tests.integration.practice_rig import QUICK, Heard, Rig, answering, hear, prompt, rig_in

SCRIPT = Path(__file__).parents[1] / "fakes" / "acp_scripted.py"
REJECTED = {"outcome": "selected", "optionId": "reject"}


async def heard_of(rig: Rig, kind: str, text: str = "hi") -> Heard:
    session = await rig.scripted(SCRIPT, kind).open_session(rig.spec())
    return await hear(session.start_turn(prompt(text)))


async def test_the_first_update_counts_as_acceptance(tmp_path: Path) -> None:
    async with rig_in(tmp_path) as rig:
        session = await rig.scripted(SCRIPT, "echo").open_session(rig.spec(index_text="index"))
        first = await hear(session.start_turn(prompt("one", context="## ctx")))
        second = await hear(session.start_turn(prompt("two")))
    assert first.of(PromptAccepted) == [PromptAccepted("session/update agent_message_chunk")]
    assert json.loads(first.text) == ["index\n\n", "## ctx\n\n", "one"]
    # The index is told once.
    assert json.loads(second.text) == ["two"]
    assert first.end.outcome == COMPLETED
    assert first.of(UsageReported)[-1].usage.input_tokens == 3


async def test_an_answer_without_an_update_counts_as_acceptance(tmp_path: Path) -> None:
    async with rig_in(tmp_path) as rig:
        heard = await heard_of(rig, "silent")
    assert heard.of(PromptAccepted) == [PromptAccepted("the answer to session/prompt")]
    assert heard.end.outcome == COMPLETED


async def test_death_before_a_word_is_uncertain(tmp_path: Path) -> None:
    async with rig_in(tmp_path) as rig:
        heard = await heard_of(rig, "dies_silent")
    assert heard.end.delivery is Delivery.UNCERTAIN
    assert heard.end.outcome.reason is FailureReason.CRASHED
    assert "code 7" in heard.end.outcome.detail
    assert "panic: the sky fell" in heard.end.outcome.detail
    assert not heard.end.session_alive


async def test_death_in_the_middle_keeps_what_was_said(tmp_path: Path) -> None:
    async with rig_in(tmp_path) as rig:
        heard = await heard_of(rig, "dies_speaking")
    assert heard.text == "half an "
    assert heard.end.delivery is Delivery.ACCEPTED
    assert heard.end.outcome.reason is FailureReason.CRASHED
    assert not heard.end.reply_held


@pytest.mark.parametrize(
    ("kind", "reason", "delivery", "alive"),
    [
        ("session_gone", FailureReason.SESSION_LOST, Delivery.REFUSED, False),
        ("late_noise", FailureReason.SESSION_LOST, Delivery.REFUSED, False),
        ("signed_out", FailureReason.NOT_SIGNED_IN, Delivery.REFUSED, False),
        ("overloaded", FailureReason.OVERLOADED, Delivery.ACCEPTED, True),
        ("max_tokens", FailureReason.TOO_LONG, Delivery.ACCEPTED, True),
        ("refusal", FailureReason.PROVIDER_ERROR, Delivery.ACCEPTED, True),
        ("no_reason", FailureReason.PROVIDER_ERROR, Delivery.ACCEPTED, True),
    ],
)
async def test_what_the_agent_says_went_wrong(
    tmp_path: Path, kind: str, reason: FailureReason, delivery: Delivery, alive: bool
) -> None:
    async with rig_in(tmp_path) as rig:
        heard = await heard_of(rig, kind)
    assert heard.end.outcome.reason is reason
    assert heard.end.delivery is delivery
    assert heard.is_accepted is (delivery is Delivery.ACCEPTED)
    assert heard.end.session_alive is alive


async def test_a_line_of_20_mb_fails_alone(tmp_path: Path) -> None:
    async with rig_in(tmp_path) as rig:
        heard = await heard_of(rig, "big_line")
    assert heard.end.outcome == COMPLETED
    assert "after the big line" in heard.text
    (error,) = heard.parts_of(ErrorPart)
    assert error.reason == FailureReason.PROTOCOL


async def test_noise_between_messages_is_passed_over(tmp_path: Path) -> None:
    async with rig_in(tmp_path) as rig:
        heard = await heard_of(rig, "noise_between")
    assert heard.text == "still here"
    assert heard.end.outcome == COMPLETED


async def test_endless_garbage_ends_the_turn(tmp_path: Path) -> None:
    async with rig_in(tmp_path) as rig:
        heard = await heard_of(rig, "floods")
    assert heard.end.outcome.reason is FailureReason.PROTOCOL
    assert "garbage" in heard.end.outcome.detail
    assert heard.end.delivery is Delivery.UNCERTAIN


@pytest.mark.parametrize(
    ("kind", "reason", "word"),
    [
        ("garbage", FailureReason.PROTOCOL, "this is not a protocol"),
        ("only_garbage", FailureReason.PROTOCOL, "nonsense"),
        ("never_ready", FailureReason.PROTOCOL, "initialize"),
        ("old_start", FailureReason.CRASHED, "cannot find the config"),
        ("version_2", FailureReason.PROTOCOL, "version 2"),
        ("no_session", FailureReason.PROTOCOL, "no room"),
        ("malformed_session", FailureReason.PROTOCOL, "malformed"),
    ],
)
async def test_a_start_that_fails_is_typed_and_leaves_nothing(tmp_path: Path, kind: str, reason: FailureReason, word: str) -> None:
    async with rig_in(tmp_path) as rig:
        limits = AcpLimits(start_s=1.5 if kind == "never_ready" else 20.0, end_s=0.3)
        agent = rig.scripted(SCRIPT, kind, limits=limits)
        with pytest.raises(AnswererError) as caught:
            await agent.open_session(rig.spec())
    assert caught.value.reason is reason
    assert word in caught.value.detail


async def test_closing_does_not_wait_for_a_start_that_hangs(tmp_path: Path) -> None:
    async with rig_in(tmp_path) as rig:
        agent = rig.scripted(SCRIPT, "never_ready")
        opening = rig.supervisor.spawn(_reason_of_opening(agent, rig), name="open")
        while "open:scripted" not in rig.supervisor.running:
            await asyncio.sleep(0)
        async with asyncio.timeout(10):
            await agent.close()
        assert await opening is FailureReason.APP_CLOSED


async def _reason_of_opening(agent: AcpAnswerer, rig: Rig) -> FailureReason:
    with pytest.raises(AnswererError) as caught:
        await agent.open_session(rig.spec())
    return caught.value.reason


async def test_a_cancelled_opening_leaves_nothing(tmp_path: Path) -> None:
    async with rig_in(tmp_path) as rig:
        agent = rig.scripted(SCRIPT, "never_ready")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1.0):
                await agent.open_session(rig.spec())
        assert rig.supervisor.running == ()


async def test_a_prompt_that_cannot_be_built_is_refused(tmp_path: Path) -> None:
    async with rig_in(tmp_path) as rig:
        session = await rig.scripted(SCRIPT, "echo").open_session(rig.spec(index_text="index"))
        broken = await hear(session.start_turn(prompt("hi", attachments=(AttachmentPart("a", "relative/a"),))))
        assert broken.end.delivery is Delivery.REFUSED
        assert broken.end.outcome.reason is FailureReason.BAD_REQUEST
        heard = await hear(session.start_turn(prompt("half \ud83d a pair")))
    assert json.loads(heard.text) == ["index\n\n", "half \ufffd a pair"]


async def test_an_agent_that_can_only_load(tmp_path: Path) -> None:
    async with rig_in(tmp_path) as rig:
        session = await rig.scripted(SCRIPT, "loads").open_session(rig.spec(native_session_id="s-1"))
        heard = await hear(session.start_turn(prompt("hi")))
        # The replayed history isn't taken for an answer.
        assert heard.parts == []
        with pytest.raises(AnswererError) as cut:
            await rig.scripted(SCRIPT, "loads").open_session(rig.spec(native_session_id="s-1", truncate_to="x"))
        with pytest.raises(AnswererError) as unable:
            await rig.scripted(SCRIPT, "echo").open_session(rig.spec(native_session_id="s-1"))
    assert cut.value.reason is FailureReason.SESSION_LOST
    assert unable.value.reason is FailureReason.SESSION_LOST


@pytest.mark.parametrize(
    ("option", "told"),
    [("allow", {"outcome": "selected", "optionId": "once"}), ("deny", {"outcome": "selected", "optionId": "reject"})],
)
async def test_a_permission_request_creates_its_card(tmp_path: Path, option: str, told: dict[str, str]) -> None:
    async with rig_in(tmp_path) as rig:
        session = await rig.scripted(SCRIPT, "asks").open_session(rig.spec())
        turn = session.start_turn(prompt("hi"))
        heard = await hear(turn, answering(turn, option))
    (asked,) = heard.of(ApprovalAsked)
    assert (asked.title, asked.detail, asked.options) == ("rm x", "rm x", ("allow", "deny"))
    assert asked.kind is AskKind.COMMAND
    assert heard.of(PromptAccepted) == [PromptAccepted("session/request_permission")]
    assert json.loads(heard.text) == {"outcome": told}
    assert heard.parts_of(CommandPart)[0].state is (CallState.STOPPED if option == "allow" else CallState.REFUSED)
    # Cancelled because the person said no is their doing; cancelled out of the blue is a failure.
    assert (heard.end.outcome == STOPPED) is (option == "deny")


async def test_wrong_answers_to_an_approval_are_ignored(tmp_path: Path) -> None:
    async with rig_in(tmp_path) as rig:
        session = await rig.scripted(SCRIPT, "asks").open_session(rig.spec())
        turn = session.start_turn(prompt("hi"))

        async def react(event: ApprovalAsked) -> None:
            await turn.decide("unknown", "allow")
            await turn.decide(event.request_id, "maybe")
            await turn.decide(event.request_id, "once")
            await turn.decide(event.request_id, "deny")
            await turn.decide(event.request_id, "allow")

        heard = await hear(turn, lambda event: react(event) if isinstance(event, ApprovalAsked) else None)
    assert json.loads(heard.text)["outcome"]["optionId"] == "reject"


async def test_files_are_not_served(tmp_path: Path) -> None:
    async with rig_in(tmp_path) as rig:
        heard = await heard_of(rig, "wants_files")
    assert heard.text == "-32601"


async def test_a_deaf_agent_is_ended_by_stop(tmp_path: Path) -> None:
    async with rig_in(tmp_path) as rig:
        agent = rig.scripted(SCRIPT, "deaf", limits=AcpLimits(cancel_s=0.2, end_s=0.3))
        session = await agent.open_session(rig.spec())
        child = session.link.child
        turn = session.start_turn(prompt("hi"))
        heard = await hear(turn, lambda event: turn.stop() if isinstance(event, PartStarted) else None)
    assert heard.end.outcome == STOPPED
    assert heard.end.delivery is Delivery.ACCEPTED
    assert not heard.end.reply_held
    assert not heard.end.session_alive
    assert child.returncode is not None
    assert tree.family(child.pid, child.mark) == []


async def test_the_mode_is_set_explicitly(tmp_path: Path) -> None:
    async with rig_in(tmp_path) as rig:
        agent = rig.scripted(SCRIPT, "modes", profile=AcpProfile({PermissionMode.ASK: ("ask", "default")}))
        session = await agent.open_session(rig.spec())
        await agent.release(rig.spec().session_key)
        # Its own default would have been another one.
        assert "mode default" in session.link.child.stderr_tail


@pytest.mark.parametrize(
    ("kind", "mode", "answering"),
    [
        ("modes", PermissionMode.PLAN, Answering.READS),
        ("modes", PermissionMode.ACCEPT_EDITS, Answering.EDITS),
        ("modes", PermissionMode.FULL_ACCESS, Answering.EVERYTHING),
        ("echo", PermissionMode.ASK, Answering.PERSON),
        ("echo", PermissionMode.ACCEPT_EDITS, Answering.EDITS),
        ("echo", PermissionMode.PLAN, Answering.NOTHING),
        ("echo", PermissionMode.FULL_ACCESS, Answering.EVERYTHING),
        ("refuses_modes", PermissionMode.FULL_ACCESS, Answering.EVERYTHING),
    ],
)
async def test_a_mode_that_the_agent_lacks_is_kept_to_by_answering(
    tmp_path: Path, kind: str, mode: PermissionMode, answering: Answering
) -> None:
    async with rig_in(tmp_path) as rig:
        session = await rig.scripted(SCRIPT, kind).open_session(rig.spec(mode=mode))
    assert session.answering is answering


@pytest.mark.parametrize("mode", [PermissionMode.ASK, PermissionMode.ACCEPT_EDITS, PermissionMode.PLAN])
async def test_a_mode_that_nobody_can_keep_to_is_refused(tmp_path: Path, mode: PermissionMode) -> None:
    async with rig_in(tmp_path) as rig:
        # It has no modes, and nobody knows whether it asks.
        agent = rig.scripted(SCRIPT, "echo", profile=AcpProfile(asks=False))
        with pytest.raises(AnswererError) as caught:
            await agent.open_session(rig.spec(mode=mode))
        assert caught.value.reason is FailureReason.MODE_UNSUPPORTED
        limited = rig.scripted(SCRIPT, "echo", modes=frozenset({PermissionMode.FULL_ACCESS}))
        with pytest.raises(AnswererError):
            await limited.open_session(rig.spec(mode=mode))


@pytest.mark.parametrize(
    ("mode", "told"),
    [(PermissionMode.FULL_ACCESS, {"outcome": "selected", "optionId": "once"}), (PermissionMode.PLAN, REJECTED)],
)
async def test_a_mode_answers_requests_without_the_person(tmp_path: Path, mode: PermissionMode, told: dict[str, str]) -> None:
    async with rig_in(tmp_path) as rig:
        session = await rig.scripted(SCRIPT, "asks").open_session(rig.spec(mode=mode))
        heard = await hear(session.start_turn(prompt("hi")))
    assert heard.of(ApprovalAsked) == []
    assert json.loads(heard.text) == {"outcome": told}
    refused = mode is PermissionMode.PLAN
    assert heard.parts_of(CommandPart)[0].state is (CallState.REFUSED if refused else CallState.STOPPED)


async def test_an_unknown_command_promises_little_and_learns(tmp_path: Path) -> None:
    async with rig_in(tmp_path) as rig:
        command = AcpCommand(ProviderId("own"), program=sys.executable, arguments=(str(SCRIPT), "modes"))
        agent = build_agent(command, ShellEnvironment(rig.inherited), rig.supervisor, limits=QUICK)
        rig.answerers.append(agent)
        before = agent.capabilities
        assert (before.modes, before.can_resume, before.takes_mcp) == (frozenset({PermissionMode.FULL_ACCESS}), False, False)
        await agent.open_session(rig.spec(mode=PermissionMode.FULL_ACCESS))
        # One of its modes is known to ask, so now the others can be kept to.
        assert agent.capabilities.modes == frozenset(PermissionMode)
        assert agent.capabilities.takes_mcp
        assert (await agent.check()).program == sys.executable


async def test_signing_in_where_no_person_is_needed(tmp_path: Path) -> None:
    async with rig_in(tmp_path) as rig:
        profile = AcpProfile(auth_method="key", auth_variable="AGENT_KEY")
        with pytest.raises(AnswererError) as caught:
            await rig.scripted(SCRIPT, "wants_sign_in", profile=profile).open_session(rig.spec())
        assert caught.value.reason is FailureReason.NOT_SIGNED_IN
        willing = rig.scripted(SCRIPT, "wants_sign_in", profile=AcpProfile(auth_method="key"))
        session = await willing.open_session(rig.spec("row-2"))
        assert "signed in by key" in session.link.child.stderr_tail


async def test_a_late_replay_is_no_answer(tmp_path: Path) -> None:
    async with rig_in(tmp_path) as rig:
        agent = rig.scripted(SCRIPT, "replays_late", profile=AcpProfile(replays_late=True))
        session = await agent.open_session(rig.spec(native_session_id="s-1"))
        heard = await hear(session.start_turn(prompt("hi")))
    assert heard.text == "the answer"


async def test_an_agent_that_gets_nowhere_is_stopped(tmp_path: Path) -> None:
    async with rig_in(tmp_path) as rig:
        agent = rig.scripted(SCRIPT, "gets_nowhere", limits=AcpLimits(cancel_s=0.2, end_s=0.3))
        heard = await hear((await agent.open_session(rig.spec())).start_turn(prompt("hi")))
    assert heard.end.outcome.reason is FailureReason.RUNAWAY


async def test_models_and_efforts_are_chosen_and_remembered(tmp_path: Path) -> None:
    async with rig_in(tmp_path) as rig:
        agent = rig.scripted(SCRIPT, "configures")
        assert await agent.list_models() == ()
        session = await agent.open_session(rig.spec(model="big", effort="high"))
        heard = await hear(session.start_turn(prompt("hi")))
        assert heard.of(SessionReported)[0].model == "big"
        assert "set model big" in session.link.child.stderr_tail
        assert "set effort high" in session.link.child.stderr_tail
        assert await agent.list_models() == (ModelInfo("small", "Small"), ModelInfo("big", "Big", 9000, ("low", "high"), "high"))
        assert agent.capabilities.lists_models
        assert agent.capabilities.tells_windows
        # Another model goes into the running session; none means the one that it began with.
        assert await agent.open_session(rig.spec()) is session
        assert session.model == "small"
        with pytest.raises(AnswererError) as caught:
            await agent.open_session(rig.spec(model="nope"))
        assert caught.value.reason is FailureReason.MODEL_UNKNOWN


async def test_without_the_extension_nothing_is_known_afterwards(tmp_path: Path) -> None:
    async with rig_in(tmp_path) as rig:
        spec = rig.spec(native_session_id="s-1")
        for agent in (rig.scripted(SCRIPT, "echo"), rig.scripted(SCRIPT, "echo", can_verify=True)):
            assert await agent.verify(spec, prompt("x").message_id) is Arrival.UNKNOWN
            assert await agent.read_back(spec, prompt("x").message_id) is None
            assert await agent.list_models() == ()
