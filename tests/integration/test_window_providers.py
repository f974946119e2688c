# SPDX-License-Identifier: MIT
"""Who answers, set up in the settings by mouse and keyboard and then asked: real programs, real database, a fake model."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QWidget

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.ids import ProviderId
from tests.fakes.model_server import FakeModelServer, RecordedRequest
from tests.integration.agent_desk import CODEX, codex_calls, desk, path_desk, pick, settings_of
from tests.integration.agents.agent_rig import ROOT
from tests.integration.agents.claude_rig import real_claude
from tests.integration.agents.codex_rig import CONFIG, KEY, real_codex
from tests.integration.window_rig import Person, open_window, until

pytestmark = pytest.mark.real_agent

SECOND_KEY, SECOND_NAME = "sk-codex-second-9876543210", "SECOND_PROVIDER_KEY"


async def open_answers(person: Person, provider_id: str = "") -> None:
    """Open *Who answers* in the settings, and there somebody's own part."""
    await person.by_palette("providers")
    await until(lambda: person.find(QWidget, "providers_page"), "the settings")
    if provider_id:
        person.click(f"provider_{provider_id}")
        await until(lambda: person.find(QWidget, f"detail_{provider_id}"), "its own part")


async def close_settings(person: Person) -> None:
    person.click("settings_done")
    await until(lambda: not person.find(QWidget, "settings_dialog"), "the settings to close")
    await person.come_to_front()


def field(person: Person, name: str) -> QLineEdit:
    return person.find(QLineEdit, name)[-1]


def enter(person: Person, name: str, text: str) -> None:
    """Write into a field of a dialog what was not there."""
    edit = field(person, name)
    edit.setFocus()
    edit.selectAll()
    QTest.keyClicks(edit, text)


def said(person: Person, name: str) -> str:
    return " ".join(person.texts(name))


def models(person: Person) -> list[str]:
    return [row.accessibleName() for row in person.find(QWidget, "model_row")]


async def test_programs_are_found_chosen_and_looked_up_again(qapp: QApplication, tmp_path: Path) -> None:
    with FakeModelServer() as server:
        async with open_window(qapp, tmp_path, path_desk(server, tmp_path)) as person:
            await open_answers(person)
            for name, program in (("claude-code", real_claude()), (CODEX, real_codex())):
                person.click(f"provider_{name}")
                await until(lambda name=name: person.find(QWidget, f"detail_{name}"), "its own part")  # type: ignore[misc]
                view = next(v for v in person.app.services.providers.list_providers() if v.info.id == name)
                assert view.readiness is not None
                assert (view.readiness.program, bool(view.readiness.version)) == (program, True)
                assert said(person, "program_version") == view.readiness.version
                assert said(person, "program_found").endswith(Path(program).name)
                await until(lambda: models(person) and not person.find(QWidget, "cancel_models"), "its models")
                assert name != CODEX or any("room for" in row for row in models(person)), models(person)
                assert said(person, "models_date").startswith("as of ")
                if name != CODEX:
                    person.click("all_providers")

            # The list is had again when that is wanted.
            fetched = (await person.app.services.providers.models(ProviderId(CODEX))).fetched_at
            person.click("refresh_models")
            await until(lambda: person.find(QWidget, "cancel_models"), "that it is asked")
            await until(lambda: not person.find(QWidget, "cancel_models"), "the new list")
            assert ((await person.app.services.providers.models(ProviderId(CODEX))).fetched_at or 0) > (fetched or 0)
            assert models(person)

            # What is no program is said at its field and changes nothing.
            enter(person, "program_path", str(tmp_path / "no-such-program"))
            QTest.keyClick(field(person, "program_path"), Qt.Key.Key_Return)
            await until(lambda: "is not a program" in said(person, "field_line"), "what is wrong")
            assert not settings_of(person).get("agents", {}).get("codex_program")
            # What is a program, and another one, is taken, and it is said that it doesn't do.
            enter(person, "program_path", "/bin/false")
            person.click("use_program")
            await until(lambda: settings_of(person).get("agents", {}).get("codex_program") == "/bin/false", "the choice to be kept")
            await until(lambda: said(person, "detail_state") not in {"Ready", "Looking…"}, "that it doesn't do")
            assert person.find(QWidget, "detail_note")
            # Looked up again, all is well.
            person.click("look_up_program")
            await until(lambda: said(person, "detail_state") == "Ready", "that it is ready again")
            assert said(person, "program_version") == view.readiness.version  # type: ignore[union-attr]
            assert not settings_of(person)["agents"]["codex_program"]
            await close_settings(person)
            await person.must_complete(await person.ask("hello [[say:hi]]", CODEX))


async def test_an_agent_that_is_a_command_is_added_and_answers(qapp: QApplication, tmp_path: Path) -> None:
    script = ROOT / "tests/fakes/acp_scripted.py"
    async with open_window(qapp, tmp_path) as person:
        await open_answers(person)
        person.click("add_agent")
        await until(lambda: person.find(QWidget, "add_agent_dialog"), "the dialog")
        await until(lambda: not person.find(QWidget, "agents_looking"), "the known agents")
        other = person.find(QAbstractButton, "agent_other")[0]
        other.setFocus()
        QTest.keyClick(other, Qt.Key.Key_Space)
        enter(person, "agent_title", "Echo")
        enter(person, "agent_command", shlex.join([sys.executable, str(script), "echo"]))
        person.click("save")
        await until(lambda: not person.find(QWidget, "add_agent_dialog"), "it to be added")
        (config,) = settings_of(person)["agents"]["acp_agents"]
        assert (config["title"], config["program"], config["arguments"]) == ("Echo", sys.executable, [str(script), "echo"])
        await close_settings(person)
        person.choose(config["id"])
        await person.come_to_front()
        # It keeps to no mode that asks, so it answers only who allows it everything.
        pick(person.window.composer.mode_picker, PermissionMode.FULL_ACCESS.value)
        await person.come_to_front()
        await person.must_complete(await person.ask("is anybody there?"))
        assert person.last_text == '["is anybody there?"]'


async def test_two_accounts_of_codex_and_a_model_that_thinks_more(qapp: QApplication, tmp_path: Path) -> None:
    with FakeModelServer() as server:
        environment = {**desk(server, tmp_path), SECOND_NAME: SECOND_KEY}
        async with open_window(qapp, tmp_path, environment) as person:
            await open_answers(person, CODEX)
            person.click("add_account")
            await until(lambda: person.find(QWidget, "add_account_dialog"), "the dialog")
            enter(person, "account_title", "Work")
            QTest.keyClick(field(person, "account_title"), Qt.Key.Key_Return)
            await until(lambda: not person.find(QWidget, "add_account_dialog"), "it to be added")
            (account,) = settings_of(person)["agents"]["accounts"]
            second = account["id"]
            folder = Path(account["folder"])
            await until(lambda: person.find(QWidget, f"detail_{second}"), "its own part")
            assert folder.is_relative_to(person.data)
            assert said(person, "detail_title") == "Codex · Work"
            # As if somebody had signed in there.
            (folder / "config.toml").write_text(CONFIG.format(url=server.url, key_name=SECOND_NAME, retries=0), encoding="utf-8")
            await close_settings(person)
            await person.must_complete(await person.ask("one [[say:first]]", CODEX))
            await person.must_complete(await person.ask("two [[say:second]]", second))
            await person.must_complete(await person.ask("three [[say:third]]", CODEX))
            keys = [request.headers["authorization"] for request in codex_calls(server)]
            assert keys == [f"Bearer {key}" for key in (KEY, SECOND_KEY, KEY)]
            assert len(await person.sessions(CODEX)) == len(await person.sessions(second)) == 1

            # A model, and how much it thinks: chosen for the thread, on the wire, and remembered.
            listed = (await person.app.services.providers.models(ProviderId(CODEX))).models
            model = next(each for each in listed if "high" in each.efforts and each.id != "gpt-5.5")
            composer = person.window.composer
            picker = composer.model_picker.picker
            assert picker is not None
            composer.model_picker.open_menu()
            await until(lambda: model.id in [row.key for row in picker.shown_rows], "the models")
            picker.hide()
            pick(composer.model_picker, model.id)
            await until(composer.effort_picker.isVisible, "that it can think more")
            await person.come_to_front()
            pick(composer.effort_picker, "high")
            await person.come_to_front()
            await person.must_complete(await person.ask("four [[say:fourth]]"))
            assert asked_of(codex_calls(server)[-1]) == (model.id, "high")
        async with open_window(qapp, tmp_path, environment) as person:
            await until(lambda: person.window.thread_id is not None, "the thread")
            await until(lambda: person.window.composer.options is not None, "what is chosen")
            await person.must_complete(await person.ask("five [[say:fifth]]"))
            run = (await person.runs())[-1]
            assert (run.provider_id, run.model, run.effort) == (CODEX, model.id, "high")
            assert asked_of(codex_calls(server)[-1]) == (model.id, "high")


def asked_of(request: RecordedRequest) -> tuple[str, str]:
    return request.body["model"], request.body["reasoning"]["effort"]


async def test_two_keys_of_one_address(qapp: QApplication, tmp_path: Path) -> None:
    with FakeModelServer() as server:
        async with open_window(qapp, tmp_path) as person:
            await open_answers(person)
            keys = {"Private": "sk-private-0123456789abcdef", "Office": "sk-office-0123456789abcdef"}
            for title, key in keys.items():
                person.click("add_model")
                await until(lambda: person.find(QWidget, "key_dialog"), "the dialog")
                service = person.find(QComboBox, "service")[0]
                service.setCurrentIndex(service.count() - 1)
                for name, text in (
                    ("title", title),
                    ("base_url", f"{server.url}/v1"),
                    ("default_model", "fake-small"),
                    ("key", key),
                ):
                    enter(person, name, text)
                person.click("save")
                await until(lambda: not person.find(QWidget, "key_dialog"), "the key to be saved")
                await until(lambda title=title: said(person, "detail_title") == title, "its own part")  # type: ignore[misc]
                person.click("all_providers")
            await close_settings(person)
            ids = {config["title"]: config["id"] for config in settings_of(person)["model_providers"]}
            for title in (*keys, "Private"):
                await person.must_complete(await person.ask(f"asked of {title} [[say:yes]]", ids[title]))
            sent = [request.headers["authorization"] for request in server.model_requests()]
            assert sent == [f"Bearer {keys[title]}" for title in (*keys, "Private")]
            assert "sk-" not in (person.data / "settings.json").read_text(encoding="utf-8")
