# SPDX-License-Identifier: MIT
"""Who can't answer: a limit and who goes on, a silence, a sign-in that ran out; and how full somebody is.

Everything is real but the model.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.messages import Role
from onesist_desktop.core.turn_events import OutcomeKind
from onesist_desktop.ui.transcript.notices import limit_text
from tests.fakes.model_script import Conversation, ScriptedAnswer
from tests.fakes.model_server import FakeModelServer
from tests.integration.agent_desk import CLAUDE, CODEX, claude_calls, codex_calls, desk, told
from tests.integration.agents.claude_rig import KEY
from tests.integration.window_rig import Person, open_window, until

pytestmark = pytest.mark.real_agent

MODEL = "api-model"


class LimitedServer(FakeModelServer):
    """A plan is used up while :attr:`ends_at` is set: in seconds since the epoch."""

    ends_at: int = 0

    def answer(self, talk: Conversation) -> ScriptedAnswer:
        """Refuse while the limit holds."""
        if self.ends_at:
            return ScriptedAnswer("err", "429", f"usage_limit_reached {self.ends_at}")
        return super().answer(talk)


@dataclass(frozen=True)
class Kept:
    """What a dialog that is cancelled must not change."""

    messages: list[str]
    runs: int
    calls: int


async def kept(person: Person, server: FakeModelServer) -> Kept:
    return Kept([str(m.id) for m in await person.messages()], len(await person.runs()), len(server.model_requests()))


async def shown_handover(person: Person) -> str:
    """Open *Continue with …*, wait until it is shown what goes over, and return the text."""
    person.click("continue_with")
    await until(lambda: person.find(QWidget, "continue_dialog"), "the dialog")
    await until(lambda: person.find(QPlainTextEdit, "continue_text"), "the text that goes over")
    return person.find(QPlainTextEdit, "continue_text")[0].toPlainText()


async def test_a_used_up_plan_is_gone_on_from_by_somebody_else(qapp: QApplication, tmp_path: Path) -> None:
    with LimitedServer() as server:
        async with open_window(qapp, tmp_path, desk(server, tmp_path)) as person:
            await person.must_complete(await person.ask("the first question [[say:the first answer]]", CODEX))
            server.ends_at = int(time.time()) + 5_400
            run = await person.ask("the second question [[say:the second answer]]")
            assert (run.reason, run.resets_at) == (FailureReason.LIMIT_REACHED, server.ends_at)
            await until(lambda: person.blocks("error_card"), "the card")
            (card,) = person.blocks("error_card")
            assert limit_text(server.ends_at, time.time()) in card
            assert "Your message is kept" in card
            # The way on comes with the end of the run, right after the card.
            await until(lambda: person.find(QWidget, "continue_with"), "the way on")
            (words,) = [b.text() for b in person.find(QWidget, "continue_with")]  # type: ignore[attr-defined]
            assert words == "Continue with Claude Code…"

            # Nothing goes over before it was shown, and a dialog that is cancelled changes nothing.
            before = await kept(person, server)
            text = await shown_handover(person)
            assert "the first question" in text
            assert "the first answer" in text
            assert "the second question" not in text
            person.click("cancel")
            await until(lambda: not person.find(QWidget, "continue_dialog"), "the dialog to close")
            assert await kept(person, server) == before
            assert person.find(QWidget, "continue_with")

            server.ends_at = 0
            again = await shown_handover(person)
            person.click("confirm")
            await until(lambda: claude_calls(server), "the request")
            await person.must_complete(await person.answered())
            users = [message.text for message in await person.messages() if message.role is Role.USER]
            assert users == ["the first question [[say:the first answer]]", "the second question [[say:the second answer]]"]
            call = claude_calls(server)[-1]
            (handed,) = await person.handed_over()
            assert again == handed.text, "what was shown is what went over"
            assert told(call).count(handed.text) == 1
            for part in ("the first question", "[[say:the second answer]]"):
                assert told(call).count(part) == 1
            assert person.last_text == "the second answer"
            assert person.window.composer.options is not None
            assert person.window.composer.options.provider_id == CLAUDE
            assert not person.find(QWidget, "continue_with"), "there is nothing to go on with any more"

            # Who had reached the limit comes back into its own session and is told what it missed.
            await person.must_complete(await person.ask("the third question [[say:the third answer]]", CODEX))
            whole = told(codex_calls(server)[-1])
            counts = {"the first question": 1, "the second question": 1, "the second answer": 2, "the third question": 1}
            assert {part: whole.count(part) for part in counts} == counts
            delta = (await person.handed_over())[-1]
            assert delta.strategy.value == "delta_since_target_last_seen"
            assert "the first" not in delta.text
            assert len(await person.sessions(CODEX)) == 1


async def test_a_silence_is_told_and_can_be_stopped(qapp: QApplication, tmp_path: Path) -> None:
    with FakeModelServer() as server:
        async with open_window(qapp, tmp_path, desk(server, tmp_path)) as person:
            object.__setattr__(person.app.context, "quiet_after_s", 0.5)
            await person.send("wait for it [[hang]]", CODEX)
            await until(lambda: any("No word from Codex" in text for text in person.texts("now_text")), "the silence to be told")
            person.click("stop_run")
            run = await person.answered()
            assert run.outcome is OutcomeKind.STOPPED
            assert not person.texts("now_text")
            await person.must_complete(await person.ask("and now [[say:here]]"))
            assert person.last_text == "here"


async def test_a_refused_sign_in_leads_to_the_settings_of_who_it_is(qapp: QApplication, tmp_path: Path) -> None:
    with FakeModelServer(bad_keys={KEY}) as server:
        async with open_window(qapp, tmp_path, desk(server, tmp_path)) as person:
            run = await person.ask("hello [[say:hi]]", CLAUDE)
            assert run.reason is FailureReason.NOT_SIGNED_IN
            await until(lambda: person.find(QWidget, "set_up"), "the way to sign in")
            person.click("set_up")
            await until(lambda: person.find(QWidget, "detail_claude-code"), "its settings")
            person.click("settings_done")
            await until(lambda: not person.find(QWidget, "settings_dialog"), "the settings to close")
            server.bad_keys.clear()
            await person.come_to_front()
            person.click("send_again")
            await until(lambda: person.is_working, "the run")
            await person.must_complete(await person.answered())
            assert told(claude_calls(server)[-1]).count("hello [[say:hi]]") == 1


async def test_the_meter_says_how_full_who_answers_next_will_be(qapp: QApplication, tmp_path: Path) -> None:
    def meter() -> str:
        found = person.find(QWidget, "context_meter")
        return found[0].accessibleName() if found else ""

    with FakeModelServer() as server:
        model = {
            "id": MODEL,
            "kind": "openai_compatible",
            "title": "A model",
            "base_url": f"{server.url}/v1",
            "default_model": "not-listed",
        }
        async with open_window(qapp, tmp_path, desk(server, tmp_path, [model])) as person:
            await person.must_complete(await person.ask("how full? [[usage:100000|400|20000]] [[say:so full]]", CODEX))
            (session,) = await person.sessions(CODEX)
            assert (session.occupied, session.context_window) == (120_400, 258_400)
            await until(lambda: meter() == "Room of Codex: 47 % full", "the meter")
            # Nobody knows how large the room of another one is.
            person.choose(MODEL)
            await person.come_to_front()
            await until(lambda: meter().startswith("How full it is isn't known:"), "the meter to say so")
            assert "A model" in meter()
            person.choose(CODEX)
            await person.come_to_front()
            await until(lambda: meter() == "Room of Codex: 47 % full", "the meter of who answers now")
