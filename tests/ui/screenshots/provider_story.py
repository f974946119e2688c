# SPDX-License-Identifier: MIT
"""What the pictures about those who answer tell: agents in every state, a second account, keys, lists of models."""

from __future__ import annotations

from dataclasses import replace

from onesist_desktop.core.answerer import AnswererInfo, ModelInfo, Readiness, SetupHelp
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.core.turn_events import failed
from onesist_desktop.services.views import KnownAgentView, ModelList, ProviderView
from tests.ui.fakes import CLAUDE, CODEX, OLLAMA, PRACTICE, FakeServices, provider
from tests.ui.screenshots import story

WORK = ProviderId("codex-work")
EFFORTS = ("minimal", "low", "medium", "high")
HELP = {
    CLAUDE: SetupHelp("npm install -g @anthropic-ai/claude-code", "claude", "https://code.claude.com/docs"),
    CODEX: SetupHelp("npm install -g @openai/codex", "codex login", "https://developers.openai.com/codex"),
    story.OPENCODE: SetupHelp("npm install -g opencode-ai", "opencode auth login", "https://opencode.ai/docs"),
    WORK: SetupHelp(
        "npm install -g @openai/codex",
        "CODEX_HOME=/home/sari/.local/share/onesist/accounts/codex-work codex login",
        "https://developers.openai.com/codex",
    ),
}


def _agent(provider_id: ProviderId, title: str, family: str, readiness: Readiness, **more: object) -> ProviderView:
    view = provider(provider_id, title, family, readiness=readiness, takes_program=True, **more)
    capabilities = replace(view.capabilities, takes_effort=True, lists_models=True)
    return replace(view, info=AnswererInfo(provider_id, title, family, HELP[provider_id]), capabilities=capabilities)


def providers() -> list[ProviderView]:
    """List who may answer: ready, signed out, not installed; with a key, without one, with one that was refused."""

    def found(name: str, version: str, *, is_signed_in: bool | None) -> Readiness:
        return Readiness(is_ready=True, version=version, program=f"/usr/local/bin/{name}", is_signed_in=is_signed_in)

    folder = "/home/sari/.local/share/onesist/accounts/codex-work"
    signed_out = replace(
        found("codex", "0.171.0", is_signed_in=False), is_ready=False, reason="not_signed_in", detail="Not logged in"
    )
    missing = Readiness(is_ready=False, reason="program_missing")
    refused = Readiness(is_ready=False, reason="not_signed_in", detail="401: invalid x-api-key")
    return [
        _agent(CLAUDE, "Claude Code", "anthropic", found("claude", "2.1.332", is_signed_in=None), can_have_accounts=True),
        _agent(CODEX, "Codex", "openai", found("codex", "0.171.0", is_signed_in=True), can_have_accounts=True),
        _agent(WORK, "Codex, work account", "openai", signed_out, account_of=CODEX, account_folder=folder, is_custom=True),
        _agent(story.OPENCODE, "Opencode", "opencode", missing),
        provider(
            story.ANTHROPIC,
            "Anthropic",
            "anthropic",
            is_agent=False,
            readiness=refused,
            needs_key=True,
            has_key=True,
            is_custom=True,
        ),
        provider(
            story.OPENAI, "OpenAI", "openai", is_agent=False, needs_key=True, has_key=True, is_custom=True, default_model="gpt-5"
        ),
        provider(OLLAMA, "Ollama", "local", is_agent=False, is_custom=True, default_model="qwen3-coder"),
        provider(PRACTICE, "Practice agent", "practice"),
    ]


def services(_: str = "en") -> FakeServices:
    """Make services that know all this."""
    made = FakeServices(providers_list=providers())
    made.put_thread(story.threads(story.ENGLISH)[0])
    codex = tuple(
        ModelInfo(model, title, window, EFFORTS, "medium")
        for model, title, window in (
            ("gpt-5-codex", "GPT-5 Codex", 272_000),
            ("gpt-5", "GPT-5", 272_000),
            ("gpt-5-mini", "GPT-5 mini", 128_000),
            ("o4-mini", "", None),
        )
    )
    day = story.TODAY + 2 * story.DAY + 14 * story.HOUR + 5 * story.MINUTE
    made.model_lists = {
        CODEX: ModelList(codex, fetched_at=day),
        story.ANTHROPIC: ModelList(
            (ModelInfo("claude-sonnet-4-5", "Claude Sonnet 4.5", 200_000),),
            fetched_at=day,
            failure=failed(FailureReason.NOT_SIGNED_IN, "401: invalid x-api-key"),
        ),
        OLLAMA: ModelList(tuple(ModelInfo(f"model-{number}", "", 32_000 * number) for number in range(1, 15)), fetched_at=day),
        WORK: ModelList(),
    }
    gemini = SetupHelp("npm install -g @google/gemini-cli", "gemini", "https://geminicli.com")
    made.known_agents_list = [
        KnownAgentView("gemini", "Gemini CLI", "google", gemini, program="/usr/local/bin/gemini"),
        KnownAgentView("qwen", "Qwen Code", "other", SetupHelp("npm install -g @qwen-code/qwen-code", "qwen")),
        KnownAgentView("goose", "Goose", "other", SetupHelp(site="https://block.github.io/goose")),
        KnownAgentView("copilot", "Copilot CLI", "other", SetupHelp("npm install -g @github/copilot", "copilot login")),
    ]
    return made
