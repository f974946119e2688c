# SPDX-License-Identifier: MIT
"""A window in which everything happens that it has words for."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit

from onesist_desktop.core.answerer import ModelInfo, PermissionMode, Readiness, SetupHelp
from onesist_desktop.core.errors import AttachmentError, AttachmentFault, DiskFullError, FailureReason
from onesist_desktop.core.ids import HandoffId, ProviderId, ThreadId
from onesist_desktop.core.messages import (
    AttachmentPart,
    CallState,
    ChangeKind,
    CommandPart,
    FileChangePart,
    Message,
    MessageKind,
    MessageStatus,
    PlanEntry,
    PlanPart,
    QuestionPart,
    Role,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolKind,
)
from onesist_desktop.core.records import RetireReason
from onesist_desktop.core.turn_events import CANCELLED, COMPLETED, STOPPED, ApprovalAsked, Outcome, OutcomeKind, Usage, failed
from onesist_desktop.services.events import AnswerGrew, ApprovalsChanged, NoticeLevel, NoticeRaised, RunChanged, ThreadChanged
from onesist_desktop.services.views import (
    ApprovalView,
    HandoffDelivery,
    ModelList,
    Outlook,
    ProviderUsage,
    RunDetails,
    RunStatus,
    ThreadState,
)
from onesist_desktop.ui.command_table import command_table
from onesist_desktop.ui.composer.sources import FileSource, PictureSource, TextSource
from onesist_desktop.ui.dialogs.add_agent_dialog import AddAgentDialog
from onesist_desktop.ui.dialogs.change_key_dialog import ChangeKeyDialog
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.palette.palette_dialog import PaletteDialog
from onesist_desktop.ui.settings.providers_page import ProvidersPage
from onesist_desktop.ui.settings.settings_dialog import SettingsDialog
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fakes import (
    CLAUDE,
    CODEX,
    OLLAMA,
    PROJECT,
    FakeServices,
    error_notice,
    message,
    preview_of,
    provider,
    queued,
    receipt,
    run_details,
    run_view,
    thread,
)
from tests.ui.helpers import find, opened, turns, until
from tests.ui.said import Said, close_dialogs, settle
from tests.ui.said_cards import ask, decided, go_on, wait_for_it
from tests.ui.said_cleanup import CLEANUP_ACTS
from tests.ui.said_copies import WORKSPACE_ACTS, fill_workspaces
from tests.ui.said_lineage import LINEAGE_ACTS

T1 = ThreadId("t1")
NOTICES = (
    "keyring_unavailable",
    "keyring_locked",
    "disk_full",
    "storage",
    "settings_broken",
    "settings_unreadable",
    "settings_value_ignored",
    "settings_newer_file",
    "database_backup",
    "interrupted_runs",
    "log_not_written",
    "project_not_opened",
    "internal_error",
    "stricter_mode_ask",
    "stricter_mode_plan",
    "stricter_mode_accept_edits",
)
ELSEWHERE = {"quit", "open_menu", "open_project", "stop", "new_thread", "next_thread", "previous_thread", "next_needing"}
ELSEWHERE |= {"new_thread_own_copy"}
"""Commands that leave the thread, or do nothing that is seen."""
# -- what there is to say -------------------------------------------------------------------------------------------------


def fill_up(services: FakeServices) -> None:
    """Threads in which everything has happened, and providers in every state."""
    services.providers_list += [
        provider(
            ProviderId(f"own-{reason}-{is_agent}"),
            "Own service",
            "openai",
            is_agent=is_agent,
            readiness=Readiness(is_ready=False, reason=reason.value) if reason else Readiness(is_ready=True, version="2.1"),
            is_custom=not is_agent,
            has_key=reason is None,
        )
        for reason in (None, *FailureReason)
        for is_agent in (True, False)
    ]
    now = time.time()
    services.put_thread(
        thread("t1", "my_title", provider_id=CLAUDE, updated_at=now), *messages(), resendable_id=message("t1", 70, Role.USER).id
    )
    services.put_thread(thread("t2", "my_fork", state=ThreadState.ASKS, parent_thread_id=T1, updated_at=now - 9))
    services.put_thread(
        thread("t3", "my_other", state=ThreadState.WORKING, parent_thread_id=ThreadId("?"), updated_at=now - 90_000)
    )
    services.put_thread(thread("t4", "my_failed", state=ThreadState.FAILED, updated_at=now - 300_000))
    services.put_thread(thread("t5", "my_new", is_unread=True, updated_at=now - 5000))
    # Whose agent keeps to two of the four permissions only.
    codex = services.providers_list[1]
    modes = frozenset({PermissionMode.ASK, PermissionMode.PLAN})
    services.providers_list[1] = replace(codex, capabilities=replace(codex.capabilities, modes=modes))
    snapshot = services.snapshots[T1]
    runs = (run_view("t1", RunStatus.FINISHED, outcome=COMPLETED, started_at=1.0, finished_at=43.0, usage=Usage(5, 5)),)
    services.snapshots[T1] = replace(snapshot, page=replace(snapshot.page, runs=runs))
    services.model_list.append(ModelInfo("my_model", "my_title", 200_000))


def messages() -> list[Message]:
    """Return messages with every part in every state, and every notice."""
    answer = {"provider_id": CLAUDE, "model": "Sonnet 4.5", "run_id": run_view("t1").id}
    return [
        message("t1", 1, Role.USER, "my_question", AttachmentPart("my_file.png", "/my_gone.png", "image/png", 512)),
        receipt("t1", 2),
        message(
            "t1",
            3,
            Role.ASSISTANT,
            ThinkingPart("my_thought"),
            PlanPart((PlanEntry("my_step"),)),
            CommandPart("c1", "my_command", output="my_line\n" * 300, exit_code=3, state=CallState.FAILED),
            *(CommandPart(f"c{state}", "my_command", output="my_line", state=state) for state in CallState),
            ToolCallPart("tool", "my_tool", "my_input", "my_result", CallState.WORKED),
            *(FileChangePart("my_file", kind, diff="-my_line\n+my_line") for kind in ChangeKind),
            QuestionPart("q", "my_question", answer="allow"),
            QuestionPart("q", "my_question", expired=True),
            *decided(),
            TextPart("my_answer\n\n```typescript\nmy_code\n```\n"),
            **answer,
        ),
        *(error_notice("t1", 4 + number, reason=reason.value, detail="HTTP 401") for number, reason in enumerate(FailureReason)),
        *(
            receipt("t1", 40 + number, receipt=kind, withdrawn=number == 0)
            for number, kind in enumerate(("back", "afresh", "nothing_fitted", "sliced", "?"))
        ),
        error_notice("t1", 46, outcome="stopped", delivery="uncertain"),
        message(
            "t1",
            47,
            Role.SYSTEM,
            kind=MessageKind.WORKSPACE,
            data={"code": "project_settings_withheld", "provider_id": CLAUDE},
        ),
        message("t1", 48, Role.SYSTEM, kind=MessageKind.WORKSPACE, data={"code": "?"}),
        message("t1", 49, Role.ASSISTANT, "my_half", status=MessageStatus.INTERRUPTED, provider_id=CLAUDE),
        message("t1", 50, Role.ASSISTANT, "my_old", rolled_back=True, provider_id=CLAUDE),
        *(
            error_notice("t1", 51 + number, reason=FailureReason.CONNECTION_LOST.value, delivery=delivery)
            for number, delivery in enumerate(("uncertain", "accepted", "refused"))
        ),
        *(
            error_notice("t1", 54 + number, reason=FailureReason.LIMIT_REACHED.value, resets_at=resets_at)
            for number, resets_at in enumerate((1.0, time.time() + 7_200, time.time() + 300_000))
        ),
        error_notice("t1", 57, reason=FailureReason.NOT_SIGNED_IN.value, provider_id=ProviderId("own-None-False")),
        error_notice("t1", 58, reason=FailureReason.MODE_UNSUPPORTED.value, detail="ask: my_reason"),
        message("t1", 70, Role.USER, "my_last"),
    ]


def approvals() -> tuple[ApprovalView, ...]:
    wanted = (
        ApprovalAsked("q1", "npm install", tool="bash", options=("allow", "allow_session", "deny", "deny_always")),
        ApprovalAsked("q2", "my_file", "my_change", tool="edit", options=("allow", "deny")),
        ApprovalAsked("q3", "my_question", tool="question", options=("my_", "deny")),
        ApprovalAsked("q4", "my_question", tool="my_tool", options=("allow", "deny")),
    )
    return tuple(ApprovalView(T1, run_view("t1").id, asked) for asked in wanted)


# -- making it say that ---------------------------------------------------------------------------------------------------


async def read_all(window: MainWindow, services: FakeServices, said: Said) -> None:
    for one in services.snapshots[T1].page.messages:
        window.transcript.jump_to(one.seq)
        await turns()
        for head in window.findChildren(QAbstractButton, "step_head"):
            if head.isVisible():
                head.click()
        await said.look(window)
    services.gates["page"] = asyncio.Event()
    services.failures["page"] = DiskFullError("my_reason")
    window.transcript.jump_to(62)
    await turns(20)
    said.look_at(window)
    services.gates.pop("page").set()
    await said.look(window)
    services.failures.clear()
    window.transcript.scroll_to_end()


async def work(window: MainWindow, services: FakeServices, said: Said) -> None:
    """A run in each of its states, with questions, a queue, and all that the banner may say."""
    bus = services.bus
    for status in RunStatus:
        bus.publish(RunChanged(run_view("t1", status, started_at=1.0)))
        await said.look(window)
    bus.publish(RunChanged(run_view("t1", RunStatus.STREAMING, started_at=1.0, retry_attempt=2, retry_max=5)))
    await said.look(window)
    bus.publish(RunChanged(run_view("t1", RunStatus.STREAMING, started_at=1.0)))
    for part in (
        ThinkingPart("my_thought"),
        CommandPart("c", "my_command"),
        ToolCallPart("r", "my_tool", tool=ToolKind.READ),
        ToolCallPart("s", "my_tool", tool=ToolKind.SEARCH),
        ToolCallPart("o", "my_tool"),
        FileChangePart("my_file", state=CallState.RUNNING),
    ):
        bus.publish(AnswerGrew(message("t1", 71, Role.ASSISTANT, part, provider_id=CLAUDE, run_id=run_view("t1").id)))
        await said.look(window)
    for one in approvals():
        bus.publish(ApprovalsChanged(T1, (one,)))
        window.transcript.scroll_to_end()
        await said.look(window)
    with_file = queued("t1", "w1", "my_wish", CODEX, attachments=(AttachmentPart("my_file", "/my_file"),))
    services.put_queue(T1, with_file, queued("t1", "w2", "my_wish", CODEX), is_held=True)
    await said.look(window)
    find(window, "delete_queued", QAbstractButton).click()
    await said.look(window)
    bus.publish(ApprovalsChanged(T1, ()))
    for reason in FailureReason:
        bus.publish(RunChanged(run_view("t1")))
        bus.publish(RunChanged(run_view("t1", RunStatus.FINISHED, outcome=Outcome(OutcomeKind.FAILED, reason, "HTTP 401"))))
    bus.publish(RunChanged(run_view("t1")))
    bus.publish(RunChanged(run_view("t1", RunStatus.FINISHED, outcome=COMPLETED)))
    await said.look(window)
    for code in NOTICES:
        bus.publish(NoticeRaised(NoticeLevel.WARNING, code, "my_detail"))
        await said.look(window)


async def choose(window: MainWindow, services: FakeServices, said: Said) -> None:
    """Open the pickers, with every outlook there is, and without models."""
    kinds = ((0, 0), (1, 0), (3, 0), (3, 1), (3, 3))
    outlooks = [(due, left_out, is_new) for due, left_out in kinds for is_new in (False, True)]
    composer = window.composer
    for due, left_out, is_new in outlooks:
        services.outlook_list = [Outlook(view.info.id, due, left_out, is_new) for view in services.providers_list]
        await open_picker(window, composer.provider_picker, said)
    await open_picker(window, composer.model_picker, said)
    for provider_id in (CODEX, CLAUDE):
        composer.choose_provider(provider_id)
        await open_picker(window, composer.mode_picker, said)
    composer.choose_provider(OLLAMA)
    services.failures["models"] = DiskFullError("my_reason")
    await open_picker(window, composer.model_picker, said)
    services.failures.clear()
    for provider_id in (CODEX, CLAUDE):
        for preview in (
            preview_of(provider_id, 3, 2, 1, text="my_text"),
            preview_of(provider_id, 3, 0, 3),
            preview_of(provider_id, 1, 1),
            replace(preview_of(provider_id, 3, 3, text="my_text"), occupied=76_000, context_window=200_000),
            replace(preview_of(provider_id, 3, 3, text="my_text"), occupied=200_000, context_window=200_000),
        ):
            services.previews[provider_id] = preview
            for chosen in (OLLAMA, provider_id):
                services.calls.clear()
                is_other = composer.options is None or composer.options.provider_id != chosen
                composer.choose_provider(chosen)
                # Who answers already is not asked about anew.
                await until(lambda other=is_other: not other or services.called("preview"))  # type: ignore[misc]
            await said.look(window)
            composer.open_preview()
            await said.look(window)
    services.bus.publish(RunChanged(run_view("t1")))
    await said.look(window)


async def open_picker(window: MainWindow, button: object, said: Said) -> None:
    button.open_menu()  # type: ignore[attr-defined]
    picker = button.picker  # type: ignore[attr-defined]
    assert picker is not None
    await settle(window)
    said.look_at(picker)
    said.texts.update(text for row in picker.rows for text in (row.title, row.subtitle, row.group, row.tip))
    picker.search.setText("?nothing?")
    said.look_at(picker)
    picker.hide()


async def write(window: MainWindow, services: FakeServices, said: Said) -> None:
    """Attach what can be attached and what can't, while it is copied and after."""
    composer = window.composer
    for fault in AttachmentFault:
        services.failures["add_file"] = AttachmentError(fault, "my_file", "my_reason")
        composer.attachments.take_files([f"/my_{fault.value}"])
        await said.look(window)
    services.failures = {"add_data": DiskFullError("my_reason")}
    composer.attachments.take([TextSource("my_text\n" * 4000)])
    await said.look(window)
    composer.attachments.take([PictureSource("image/png", b"")])
    await said.look(window)
    services.failures.clear()
    composer.attachments.take([TextSource("my_text\n" * 4000), PictureSource("image/png", b"x")])
    await said.look(window)
    services.gates["add_file"] = asyncio.Event()
    composer.put_text("my_text")
    composer.attachments.take_files(["/my_waiting"])
    await turns()
    composer.submit()
    await turns()
    said.look_at(window)
    services.gates.pop("add_file").set()
    await said.look(window)
    composer.attachments.take([FileSource(f"/my_file_{number}") for number in range(25)])
    await said.look(window)
    services.failures = {"send": DiskFullError("my_reason"), "save_draft": DiskFullError("my_reason")}
    composer.put_text("my_text")
    composer.submit()
    await said.look(window)
    services.failures.clear()
    window.preferences.open()
    find(window, "enter_sends", QAbstractButton).click()
    await said.look(window)


async def seek(window: MainWindow, services: FakeServices, said: Said) -> None:
    """Find in the thread, among the threads, and in the palette."""
    for wanted in ("my_answer", "?nothing?"):
        window.finding.open()
        window.page.find_bar.field.setText(wanted)
        said.look_at(window.page.find_bar)
        await turns(60)
        await said.look(window)
    window.page.find_bar.close_bar()
    window.sidebar.search.setText("?nothing?")
    await said.look(window)
    window.sidebar.search.clear()
    window.sidebar.select(T1)
    QTest.keyClick(window.sidebar.tree, Qt.Key.Key_Left)
    await said.look(window)
    for open_it in (window.palette_controller.open, window.palette_controller.open_threads):
        for typed in ("", "?nothing?"):
            open_it()
            await turns()
            find(window, "palette", PaletteDialog).field.setText(typed)
            await said.look(window)


async def inspect(window: MainWindow, services: FakeServices, said: Said) -> None:
    """Show runs in every state in the inspector."""
    panel = window.inspector.run

    async def show(details: RunDetails | None) -> None:
        panel.show_run(details)
        await turns()
        said.look_at(panel)

    if not window.layout_controller.is_inspector_shown:
        window.layout_controller.toggle_inspector()
    # It slides in where there is no room beside the conversation.
    await until(lambda: panel.mapTo(window, panel.rect().bottomRight()).x() < window.width())
    await show(None)
    await said.look(window)
    panel.show_usage((ProviderUsage(CLAUDE, 3, Usage(5, 5, 5)), ProviderUsage(OLLAMA, 1, Usage())))
    reply = next(one for one in services.snapshots[T1].page.messages if one.seq == 3)
    told = await services.read(HandoffId("h1"))
    failures = [Outcome(OutcomeKind.FAILED, reason, "HTTP 401") for reason in FailureReason]
    ended = [run_view("t1", RunStatus.FINISHED, outcome=outcome) for outcome in (COMPLETED, STOPPED, CANCELLED, *failures)]
    for run in (*(run_view("t1", status) for status in RunStatus), run_view("t1", retry_attempt=1, retry_max=3), *ended):
        await show(run_details(run, reply=reply))
    usages = (Usage(5, 5, 5, 0, 76_000, 200_000), Usage(5, 5, 0, 0, 76_000), Usage(5, 5))
    for usage in usages:
        for provider_id in (CLAUDE, OLLAMA):
            run = run_view("t1", RunStatus.FINISHED, provider_id, outcome=COMPLETED, usage=usage)
            await show(run_details(run, handoff=told, native_session_id="my_session"))
    for reason in RetireReason:
        run = replace(ended[-1], started_at=1.0)
        await show(run_details(run, native_session_id="my_session", session_note=reason.value, handoff=told, reply=reply))
        find(panel, "copy_details", QAbstractButton).click()
        said.texts.update(QApplication.clipboard().text().split("\n"))
    for mode in PermissionMode:
        await show(replace(run_details(ended[0]), mode=mode))
    for delivery in HandoffDelivery:
        await show(run_details(ended[0], handoff=replace(told, delivery=delivery)))
    await said.look(window)


async def command(window: MainWindow, services: FakeServices, said: Said) -> None:
    """Do everything that there is a command for, and note which dialogs come."""
    for one in command_table():
        action = window.commands.action(one.id)
        if action.isEnabled() and one.id not in ELSEWHERE:
            action.trigger()
            await said.look(window)
    for has_key in (True, False):
        ChangeKeyDialog(window.theme, "Own service", window, has_key=has_key).open()
        await said.look(window)
    window.thread_controller.rename()
    await said.look(window)
    window.close()
    await said.look(window)


async def set_up(window: MainWindow, services: FakeServices, said: Said) -> None:
    """Look at each page of the settings, with everything changed."""
    await services.preferences.save(replace(services.preferences.view, notifies=False, handoff_cap_bytes=8_000, enter_sends=False))
    window.preferences.open()
    await settle(window)
    dialog = find(window, "settings_dialog", SettingsDialog)
    for row in range(dialog.navigation.count()):
        dialog.navigation.setCurrentRow(row)
        await turns()
        said.look_at(dialog)
    dialog.show_error("my_reason")
    await said.look(window)


async def set_up_answers(window: MainWindow, services: FakeServices, said: Said) -> None:
    """Look at everybody's own part of the settings, at their questions, and add somebody in each way."""
    setup = SetupHelp("npm install -g my_agent", "my_agent", "https://my_site")
    kept, lists = list(services.providers_list), dict(services.model_lists)
    for number, view in enumerate(services.providers_list[:2]):
        services.providers_list[number] = replace(
            view, info=replace(view.info, setup=setup), takes_program=True, can_have_accounts=number == 0
        )
    services.providers_list.append(
        provider(ProviderId("my_account"), "my_account", "openai", account_of=CLAUDE, account_folder="/my_folder", is_custom=True)
    )
    services.providers_list.append(provider(ProviderId("my_agent"), "my_agent", "other", is_custom=True))
    models = tuple(ModelInfo(f"my_{number}", "", number * 1_000 or None) for number in range(12))
    services.model_lists = {
        CLAUDE: ModelList(models, fetched_at=1_764_511_500.0),
        CODEX: ModelList(models, fetched_at=1_764_511_500.0, failure=failed(FailureReason.NOT_SIGNED_IN)),
        OLLAMA: ModelList(),
    }
    for reason, warning in (("", "key_over_http"), ("not_signed_in", "text_over_http"), ("", "")):
        has_key = bool(warning)
        services.providers_list[2] = replace(
            services.providers_list[2],
            is_custom=True,
            has_key=has_key,
            needs_key=not has_key and not reason,
            warning=warning,
            readiness=Readiness(is_ready=not reason, reason=reason, detail="my_detail"),
        )
        await look_at_them(window, said, OLLAMA)
    await look_at_them(window, said, *(view.info.id for view in window.book.providers))
    page = find(window, "providers_page", ProvidersPage)
    services.failures["set_program"] = DiskFullError("my_reason")
    page.go_to(CODEX)
    find(page, "look_up_program", QAbstractButton).click()
    await settle(window)
    said.look_at(page.window())
    services.failures["models"] = DiskFullError("my_reason")
    find(page, "refresh_models", QAbstractButton).click()
    await settle(window)
    said.look_at(page.window())
    services.failures.clear()
    for provider_id, do in ((OLLAMA, "change_key"), (OLLAMA, "remove_key"), (OLLAMA, "remove_provider"), (CLAUDE, "add_account")):
        window.provider_setup.open_provider_settings(provider_id)
        find(window, do, QAbstractButton).click()
        await said.look(window)
    for provider_id in (ProviderId("my_account"), ProviderId("my_agent")):
        window.provider_setup.open_provider_settings(provider_id)
        find(window, "remove_provider", QAbstractButton).click()
        await said.look(window)
    await add_in_each_way(window, services, said)
    services.providers_list, services.model_lists = kept, lists
    window.refresh_providers()


async def look_at_them(window: MainWindow, said: Said, *provider_ids: ProviderId) -> None:
    """Look at their own parts."""
    window.refresh_providers()
    for provider_id in provider_ids:
        window.provider_setup.open_provider_settings(provider_id)
        await settle(window)
        said.look_at(find(window, "settings_dialog", SettingsDialog))


async def add_in_each_way(window: MainWindow, services: FakeServices, said: Said) -> None:
    """Add an agent that is known, installed or not, any command, an account, and a model, which is tried out."""
    goose = services.known_agents_list[1]
    services.known_agents_list = [
        replace(goose, key=f"my_{number}", title="my_agent", program=program, provider_id=added)
        for number, (program, added) in enumerate((("/my_program", None), ("", None), ("", CLAUDE)))
    ]
    for key in ("my_0", "my_1", "other"):
        window.provider_setup.add_agent()
        await settle(window)
        find(window, f"agent_{key}", QAbstractButton).click()
        await said.look(window)
    services.failures = {"known_agents": DiskFullError("my_reason"), "add_agent": DiskFullError("my_reason")}
    window.provider_setup.add_agent()
    await settle(window)
    find(window, "agent_title", QLineEdit).setText("Codex")
    said.look_at(window.findChildren(AddAgentDialog)[-1])
    find(window, "agent_title", QLineEdit).setText("my_agent")
    find(window, "agent_command", QLineEdit).setText("my_agent")
    find(window, "save", QAbstractButton).click()
    await said.look(window)
    services.failures.clear()
    for failure in (None, failed(FailureReason.CONNECTION_LOST)):
        services.model_lists[ProviderId("added")] = ModelList((ModelInfo("my_model"),), failure=failure)
        window.add_model()
        find(window, "save_and_test", QAbstractButton).click()
        await said.look(window)


async def open_menus(window: MainWindow, services: FakeServices, said: Said) -> None:
    """Open each context menu."""
    at = window.mapToGlobal(QPoint(400, 300))
    services.recents = [PROJECT, replace(PROJECT, id=type(PROJECT.id)("p2"), title="my_project")]
    for open_it in (window.menus.open_projects, window.menus.open_app_menu, window.menus.open_thread_menu):
        open_it(at)
        await said.look(window)
    window.transcript.menu_wanted.emit(at, message("t1", 3, Role.ASSISTANT).id)
    await said.look(window)


async def leave(window: MainWindow, services: FakeServices, said: Said) -> None:
    """A thread without a message, one without a name, a folder that is gone, and the start page."""
    services.bus.publish(ThreadChanged(replace(services.threads[T1], title="")))
    window.show_thread(ThreadId("t2"))
    await said.look(window)
    window.open_project(replace(PROJECT, folder_exists=False))
    await said.look(window)
    services.recents = [PROJECT, replace(PROJECT, folder_exists=False)]
    window.show_start_page()
    await said.look(window)
    services.failures["open_folder"] = DiskFullError("my_reason")
    window.open_folder("/my_folder")
    await said.look(window)


ACTS = (
    read_all,
    work,
    ask,
    wait_for_it,
    choose,
    go_on,
    write,
    seek,
    inspect,
    command,
    set_up,
    set_up_answers,
    open_menus,
    *WORKSPACE_ACTS,
    *LINEAGE_ACTS,
    *CLEANUP_ACTS,
    leave,
)


async def everything_said(services: FakeServices, theme: Theme, said: Said, size: tuple[int, int]) -> None:
    """Open the window and all that it can open, and note what is said."""
    fill_up(services)
    fill_workspaces(services)
    async with opened(services, theme) as window:
        window.resize(*size)
        await said.look(window)
        for act in ACTS:
            await act(window, services, said)
        close_dialogs(window)
    # A first start: no project, and nobody who can answer.
    empty = FakeServices(providers_list=[], recents=[])
    fill_workspaces(empty)
    async with opened(empty, theme, None) as window:
        window.resize(*size)
        await said.look(window)
        window.open_project(PROJECT)
        await said.look(window)
