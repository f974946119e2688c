# SPDX-License-Identifier: MIT
"""What the pictures tell: the project of a small shop, its threads, and what was said in three of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from onesist_desktop.core.answerer import ModelInfo, PermissionMode, Readiness
from onesist_desktop.core.handoff import HandoffItem
from onesist_desktop.core.ids import HandoffId, MessageId, ProviderId, QueuedId, RunId, ThreadId
from onesist_desktop.core.messages import (
    AttachmentPart,
    CallState,
    CommandPart,
    FileChangePart,
    Message,
    MessageStatus,
    QuestionPart,
    Role,
)
from onesist_desktop.core.transition import TransitionKind
from onesist_desktop.core.turn_events import COMPLETED, ApprovalAsked, AskedChoice, AskedQuestion, AskKind, Usage
from onesist_desktop.services.views import (
    ApprovalView,
    Draft,
    HandoffDelivery,
    HandoffPreview,
    HandoffView,
    Outlook,
    ProjectView,
    ProviderUsage,
    ProviderView,
    QueuedView,
    QueueView,
    RunDetails,
    RunStatus,
    RunView,
    ThreadState,
    ThreadView,
)
from tests.ui.fakes import CLAUDE, CODEX, OLLAMA, PRACTICE, PROJECT, FakeServices, error_notice, message, provider, receipt, thread

MINUTE, HOUR, DAY = 60, 3_600, 86_400
TODAY = 1_764_288_000.0
"""Friday, 28 November 2025, 00:00 UTC."""
NOW = TODAY + 9 * HOUR + 53 * MINUTE + 20

OPENCODE, ANTHROPIC, OPENAI, GEMINI = (ProviderId(name) for name in ("opencode", "anthropic", "openai", "gemini"))
LOGIN, STORE = ThreadId("login"), ThreadId("store")

_CODE = """export function writeSession(user: User, remember: boolean) {
  cookies.set('sid', user.token, { maxAge: remember ? 2_592_000 : 0 });
  if (remember) cookies.set('sid', user.token);  // overwrites it without an age
}"""
_DIFF = """@@ -12,8 +12,10 @@
 export function writeSession(
   user: User, remember: boolean
 ) {
-  cookies.set('sid', user.token, {
-    maxAge: remember ? AGE : 0,
-    path: '/',
-  });
+  const maxAge = remember
+    ? AGE : undefined;
+  cookies.set('sid', user.token,
+    { maxAge, httpOnly: true });
+  audit('sign-in', user.id);
+  return maxAge;
 }"""


@dataclass(frozen=True, slots=True)
class Words:
    """What people say in the pictures, in one language."""

    titles: dict[str, str]
    found: str
    choices: str
    smaller: str
    done: str
    noticed: str
    queued: str
    draft: str


ENGLISH = Words(
    {
        "login": "Fix the login loop",
        "store": "Use SessionStore instead",
        "signout": "Only the sign-out part",
        "others": "What do others do?",
        "notes": "Release notes for 2.4",
        "search": "Speed up the product search",
        "index": "With a search index",
        "rounding": "Explain the rounding on invoices",
        "customer": "Explain it to a customer",
        "tour": "A tour of Onesist",
        "import": "Import customers from the old shop",
        "backup": "Backup every night",
        "loyalty": "Names for the loyalty card",
        "photos": "Move photos to the new server",
    },
    "The session cookie is written twice, and the second write loses its age:",
    "1. **Smaller:** work out the age first and write the cookie once.\n"
    "2. **Safer:** move the cookie behind `SessionStore`, which also signs out old devices.",
    "Codex, please do the smaller one and run the tests.",
    "The cookie is now written once, and its age is worked out before that.",
    "All 18 login tests pass. I also noticed that the page itself asks for a new session when ",
    "Then add a test for a session that ran out while the page was open.",
    "Please check that change, and compare it with the picture.",
)
INDONESIAN = Words(
    {
        "login": "Perbaiki login yang berulang",
        "store": "Pakai SessionStore saja",
        "signout": "Hanya bagian keluar",
        "others": "Bagaimana yang lain?",
        "notes": "Catatan rilis 2.4",
        "search": "Percepat pencarian produk",
        "index": "Dengan indeks pencarian",
        "rounding": "Jelaskan pembulatan faktur",
        "customer": "Jelaskan ke pelanggan",
        "tour": "Mengenal Onesist",
        "import": "Impor pelanggan dari toko lama",
        "backup": "Cadangan tiap malam",
        "loyalty": "Nama kartu pelanggan",
        "photos": "Pindahkan foto ke server baru",
    },
    "Cookie sesi ditulis dua kali, dan penulisan kedua menghilangkan masa berlakunya:",
    "1. **Lebih kecil:** hitung dulu masa berlakunya, lalu tulis cookie sekali saja.\n"
    "2. **Lebih aman:** pindahkan cookie ke `SessionStore`; perangkat lama ikut keluar.",
    "Codex, tolong kerjakan yang lebih kecil dan jalankan pengujiannya.",
    "Cookie kini ditulis sekali, dan masa berlakunya dihitung lebih dulu.",
    "Ke-18 pengujian login berhasil. Saya juga melihat bahwa halaman itu meminta sesi baru saat ",
    "Tambah juga pengujian untuk sesi yang habis saat halaman terbuka.",
    "Tolong periksa perubahan itu, dan bandingkan dengan gambarnya.",
)


def words_of(language: str) -> Words:
    """Return what is said in a language."""
    return INDONESIAN if language == "id" else ENGLISH


def providers() -> list[ProviderView]:
    """List who may answer."""
    no_key = Readiness(is_ready=False, reason="key_missing")
    return [
        provider(CLAUDE, "Claude Code", "anthropic"),
        provider(CODEX, "Codex", "openai"),
        provider(OPENCODE, "Opencode", "opencode"),
        provider(ANTHROPIC, "Anthropic", "anthropic", is_agent=False, needs_key=True, has_key=True, default_model="Sonnet 4.5"),
        provider(OPENAI, "OpenAI", "openai", is_agent=False, readiness=no_key, needs_key=True),
        provider(GEMINI, "Gemini", "google", is_agent=False, needs_key=True, has_key=True),
        provider(OLLAMA, "Ollama", "local", is_agent=False),
        provider(PRACTICE, "Practice agent", "practice"),
    ]


def threads(words: Words) -> list[ThreadView]:
    """List the threads of the sidebar."""
    titles = words.titles

    def made(name: str, provider_id: ProviderId, at: float, parent: str = "", fork: int = 0, **more: object) -> ThreadView:
        lineage = {"parent_thread_id": ThreadId(parent), "forked_at_seq": fork} if parent else {}
        return thread(name, titles[name], provider_id=provider_id, updated_at=at, **lineage, **more)

    yesterday = TODAY - DAY
    return [
        made("login", CODEX, NOW - 8, model="GPT-5 Codex", state=ThreadState.WORKING),
        made("store", OPENCODE, NOW - 60, "login", 2, model="kimi-k2", state=ThreadState.ASKS),
        made("signout", OLLAMA, NOW - 3_300, "store", 3),
        made("others", CLAUDE, NOW - 3_900, "login", 4),
        made("notes", GEMINI, TODAY + 9 * HOUR + 35 * MINUTE),
        made("search", CLAUDE, TODAY + 8 * HOUR, is_unread=True),
        made("index", CODEX, TODAY + 7 * HOUR, "search", 2, state=ThreadState.FAILED),
        made("rounding", CLAUDE, yesterday + 16 * HOUR + 20 * MINUTE),
        made("customer", ANTHROPIC, yesterday + 15 * HOUR, "rounding", 2),
        made("tour", PRACTICE, yesterday + 11 * HOUR + 5 * MINUTE),
        made("import", OPENCODE, TODAY - 3 * DAY + 10 * HOUR),
        made("backup", CODEX, TODAY - 7 * DAY + 9 * HOUR),
        made("loyalty", OLLAMA, TODAY - 9 * DAY + 9 * HOUR),
        made("photos", OPENCODE, TODAY - 14 * DAY + 9 * HOUR),
    ]


def services_with(*shown: ThreadView) -> FakeServices:
    """Make services that know who answers, and these threads."""
    services = FakeServices(providers_list=providers())
    services.model_list = [ModelInfo("Sonnet 4.5", "", 200_000), ModelInfo("Opus 4.1", "", 200_000)]
    for view in shown:
        services.put_thread(view)
    return services


# -- a thread in the middle of work -----------------------------------------------------------------------------------------


def _at(clock: str) -> float:
    hours, minutes = clock.split(":")
    return TODAY + int(hours) * HOUR + int(minutes) * MINUTE


def _command(name: str, command: str, **more: object) -> CommandPart:
    return CommandPart(name, command, **more)  # type: ignore[arg-type]


def working_run() -> RunView:
    """Return the run that works."""
    usage = Usage(18_400, 1_210, occupied=76_000, context_window=200_000)
    return RunView(
        RunId("r7"),
        LOGIN,
        3,
        CODEX,
        "GPT-5 Codex",
        RunStatus.STREAMING,
        MessageId("login-7"),
        MessageId("login-8"),
        HandoffId("h1"),
        usage=usage,
        started_at=NOW - 42,
    )


def login_messages(words: Words) -> list[Message]:
    """Return what was said before and while Codex works."""
    failed = _command("c1", "npm test -- login", output="1 failed", exit_code=1, state=CallState.FAILED)
    worked = _command("c2", "npm test -- login", output="18 passed", exit_code=0, state=CallState.WORKED)
    change = FileChangePart("src/auth/session.ts", call_id="f1", diff=_DIFF)
    code = f"{words.found}\n\n```ts\n{_CODE}\n```\n\n{words.choices}"
    return [
        message("login", 4, Role.USER, words.titles["login"], created_at=_at("9:41")),
        message(
            "login",
            5,
            Role.ASSISTANT,
            code,
            failed,
            provider_id=CLAUDE,
            model="Sonnet 4.5",
            created_at=_at("9:42"),
            run_id=RunId("r5"),
        ),
        receipt("login", 6, provider_id=CODEX, previous_provider_id=CLAUDE),
        message("login", 7, Role.USER, words.smaller, created_at=_at("9:51")),
        message(
            "login",
            8,
            Role.ASSISTANT,
            words.done,
            change,
            worked,
            _command("c3", "npx tsc --noEmit"),
            words.noticed,
            provider_id=CODEX,
            model="GPT-5 Codex",
            created_at=_at("9:52"),
            status=MessageStatus.STREAMING,
            run_id=RunId("r7"),
        ),
    ]


def working(language: str = "en") -> FakeServices:
    """A thread in the middle of work: Codex answers, one message waits, and a draft would go to Claude Code."""
    words = words_of(language)
    views = threads(words)
    services = services_with(*views)
    run = working_run()
    messages = login_messages(words)
    parts = (
        AttachmentPart("login-loop.png", "/pictures/login-loop.png", "image/png", 52_000),
        AttachmentPart("session.ts", "/src/session.ts", "text/plain", 900),
    )
    waiting = QueuedView(QueuedId("q1"), LOGIN, words.queued, CODEX, "GPT-5 Codex")
    earlier = RunView(
        RunId("r5"),
        LOGIN,
        2,
        CLAUDE,
        "Sonnet 4.5",
        RunStatus.FINISHED,
        MessageId("login-4"),
        MessageId("login-5"),
        outcome=COMPLETED,
    )
    services.put_thread(
        views[0],
        *messages,
        run=run,
        queue=QueueView(LOGIN, (waiting,)),
        draft=Draft(words.draft, parts),
    )
    snapshot = services.snapshots[LOGIN]
    services.snapshots[LOGIN] = replace(snapshot, page=replace(snapshot.page, runs=(earlier, run)))
    handoff = HandoffView(
        HandoffId("h1"), LOGIN, CODEX, "full_thread_summary", HandoffDelivery.DELIVERED, "x", 6_900, 6, 2, NOW - 60
    )
    services.usage_list = [
        ProviderUsage(CLAUDE, 3, Usage(42_300, 3_870)),
        ProviderUsage(CODEX, 1, Usage(18_400, 1_210)),
    ]
    services.run_list[run.id] = RunDetails(
        run, PermissionMode.ASK, PROJECT.root_path, 7, handoff, "7f3a91", reply=messages[-1], previous_run_id=RunId("r5")
    )
    told = tuple(HandoffItem("user", seq, f"message {seq}") for seq in (6, 7, 8))  # type: ignore[arg-type]
    services.previews[CLAUDE] = HandoffPreview(
        LOGIN, CLAUDE, TransitionKind.DELTA, 3, told, 0, "x" * 4_100, 16_000, occupied=76_000, context_window=200_000
    )
    services.outlook_list = [Outlook(CLAUDE, 3), Outlook(CODEX, 0), Outlook(OPENCODE, 8, 2, is_new=True), Outlook(OLLAMA, 8, 6)]
    return services


# -- an agent that asks, an answer that failed ------------------------------------------------------------------------------


def asking() -> FakeServices:
    """An agent waits for an answer and for leave to run a command."""
    views = threads(ENGLISH)
    services = services_with(*views)
    run = RunView(
        RunId("r9"),
        STORE,
        1,
        OPENCODE,
        "kimi-k2",
        RunStatus.STREAMING,
        MessageId("store-1"),
        MessageId("store-2"),
        started_at=NOW - 48,
    )
    allowed = _command("c1", "npm test", output="18 passed", exit_code=0, state=CallState.WORKED)
    waiting = _command("c2", "npm install connect-redis@7")
    ask = ApprovalAsked(
        "a2",
        "npm install connect-redis@7",
        "",
        "bash",
        "c2",
        ("allow_once", "allow_always", "reject_once"),
    )
    question = ApprovalAsked(
        "a1",
        "When someone signs in on a new phone, what should happen to the old one?",
        "",
        "",
        "",
        ("Stay signed in on both", "Sign the old one out after a day"),
    )
    views[1] = replace(views[1])
    services.put_thread(
        views[1],
        message("store", 1, Role.USER, "Move the cookie behind SessionStore.", created_at=_at("9:53")),
        message(
            "store",
            2,
            Role.ASSISTANT,
            "I can do that in two steps. First I need one decision from you, then one package.",
            allowed,
            waiting,
            provider_id=OPENCODE,
            model="kimi-k2",
            created_at=_at("9:54"),
            status=MessageStatus.STREAMING,
            run_id=run.id,
        ),
        run=run,
        approvals=(ApprovalView(STORE, run.id, question), ApprovalView(STORE, run.id, ask)),
    )
    return services


def failed() -> FakeServices:
    """Codex did not answer, because its sign-in ran out."""
    views = threads(ENGLISH)
    views[0] = replace(views[0], state=ThreadState.FAILED)
    services = services_with(*views)
    test = _command("c1", "npm test -- login", output="1 failed", exit_code=1, state=CallState.FAILED)
    asked = (
        "After I sign in, the page jumps back to the login form. It only happens to customers who ticked “Remember me”."
        " Please find out why."
    )
    found = (
        "The session cookie is written twice, and the second write loses its age. The smaller way is to work out the age first"
        " and write the cookie once; the safer way is to move it behind `SessionStore`.\n\nI have changed nothing yet. Tell me"
        " which way you prefer, or ask someone else."
    )
    services.put_thread(
        views[0],
        message("login", 1, Role.USER, asked, created_at=_at("9:41")),
        message(
            "login",
            2,
            Role.ASSISTANT,
            found,
            test,
            "Nothing else was run.",
            provider_id=CLAUDE,
            model="Sonnet 4.5",
            created_at=_at("9:42"),
        ),
        message("login", 3, Role.USER, ENGLISH.smaller, created_at=_at("9:51")),
        error_notice("login", 4, created_at=_at("9:52")),
        resendable_id=MessageId("login-3"),
    )
    return services


def beginning() -> FakeServices:
    """A project without a thread."""
    return services_with()


def no_project() -> FakeServices:
    """Nothing is open yet; three folders were before."""
    services = services_with()
    services.recents = [
        replace(PROJECT, opened_at=NOW - HOUR),
        ProjectView(PROJECT.id, "Laporan 2025", "/home/sari/Documents/laporan-2025", opened_at=TODAY - 3 * DAY),
        ProjectView(PROJECT.id, "Blog", "/home/sari/Sites/blog", opened_at=TODAY - 16 * DAY),
    ]
    return services


# -- what agents ask, and limits --------------------------------------------------------------------------------------------


def _store_services(*approvals: ApprovalView) -> FakeServices:
    """Opencode works in the thread about the store, and waits on these."""
    views = threads(ENGLISH)
    services = services_with(*views)
    run = _store_run()
    allowed = _command("c1", "npm test", output="18 passed", exit_code=0, state=CallState.WORKED)
    earlier = QuestionPart("a0", "npm test", ("allow", "allow_session", "deny"), "allow_session", kind="command")
    services.put_thread(
        views[1],
        message("store", 1, Role.USER, "Move the cookie behind SessionStore.", created_at=_at("9:53")),
        message(
            "store",
            2,
            Role.ASSISTANT,
            "I can do that in two steps. First I need one decision from you, then one package.",
            earlier,
            allowed,
            provider_id=OPENCODE,
            model="kimi-k2",
            created_at=_at("9:54"),
            status=MessageStatus.STREAMING,
            run_id=run.id,
        ),
        run=run,
        approvals=approvals,
    )
    return services


def _store_run() -> RunView:
    user, reply = MessageId("store-1"), MessageId("store-2")
    return RunView(RunId("r9"), STORE, 1, OPENCODE, "kimi-k2", RunStatus.STREAMING, user, reply, started_at=NOW - 190)


def _asked(request: ApprovalAsked, cwd: str = PROJECT.root_path) -> ApprovalView:
    return ApprovalView(STORE, RunId("r9"), request, asked_at=NOW - 130, cwd=cwd)


def approving() -> FakeServices:
    """A command and a change of a file wait for leave."""
    command = ApprovalAsked(
        "a2",
        "npm install connect-redis@7",
        "npm install connect-redis@7",
        "bash",
        "c2",
        ("allow", "allow_session", "deny"),
        kind=AskKind.COMMAND,
        reason="SessionStore needs a place to keep sessions.",
        takes_word=True,
    )
    change = ApprovalAsked(
        "a3", "src/auth/session.ts", "", "edit", "c3", ("allow", "allow_session", "deny"), kind=AskKind.EDIT, diff=_DIFF
    )
    return _store_services(_asked(command, f"{PROJECT.root_path}/packages/api"), _asked(change))


def questioning() -> FakeServices:
    """One question with choices, and a way to say something else."""
    choices = (
        AskedChoice("Stay signed in on both", "As it is today."),
        AskedChoice("Sign the old one out after a day", "It needs one more table."),
    )
    question = AskedQuestion(
        "When someone signs in on a new phone, what should happen to the old one?", "Sign-in", choices, takes_text=True
    )
    request = ApprovalAsked("a1", "Sign-in", options=("answer", "deny"), kind=AskKind.QUESTION, questions=(question,))
    return _store_services(_asked(request))


def limited() -> FakeServices:
    """Claude Code has reached its limit; Codex could go on. Its room is nearly full."""
    services = failed()
    notice = error_notice(
        "login",
        4,
        reason="limit_reached",
        provider_id=CLAUDE,
        detail="You've hit your session limit",
        resets_at=TODAY + 18 * HOUR + 46 * MINUTE,
        created_at=_at("9:52"),
    )
    snapshot = services.snapshots[LOGIN]
    messages = (*snapshot.page.messages[:-1], notice)
    view = replace(snapshot.thread, provider_id=CLAUDE, model="Sonnet 4.5")
    services.threads[LOGIN] = view
    services.snapshots[LOGIN] = replace(snapshot, thread=view, page=replace(snapshot.page, messages=messages))
    told = tuple(HandoffItem("user", seq, f"message {seq}") for seq in (1, 2))  # type: ignore[arg-type]
    text = (
        "# What happened before you joined\n\nThis is history for you to know, not new instructions.\n\n## User #1\n"
        "After I sign in, the page jumps back to the login form.\n\n## Claude Code #2\nThe session cookie is written twice,"
        " and the second write loses its age."
    )
    services.previews[CODEX] = HandoffPreview(
        LOGIN, CODEX, TransitionKind.HANDOFF, 2, told, 0, text, 16_000, occupied=4_000, context_window=272_000
    )
    services.previews[CLAUDE] = HandoffPreview(LOGIN, CLAUDE, TransitionKind.REUSE, 0, occupied=176_000, context_window=200_000)
    return services


def unheld() -> FakeServices:
    """Codex can't be held to what it may do, so nothing was sent."""
    services = failed()
    full = frozenset({PermissionMode.FULL_ACCESS})
    for number, view in enumerate(services.providers_list):
        if view.info.id == CODEX:
            services.providers_list[number] = replace(view, capabilities=replace(view.capabilities, modes=full))
    snapshot = services.snapshots[LOGIN]
    notice = error_notice(
        "login", 4, reason="mode_unsupported", provider_id=CODEX, detail="ask", delivery="refused", created_at=_at("9:52")
    )
    services.snapshots[LOGIN] = replace(snapshot, page=replace(snapshot.page, messages=(*snapshot.page.messages[:-1], notice)))
    return services
