# SPDX-License-Identifier: MIT
from __future__ import annotations

import errno
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.core.errors import DiskFullError, InvalidInputError, StorageError
from onesist_desktop.settings.codec import Decoding, decode, encode
from onesist_desktop.settings.schema import (
    AcpAgentConfig,
    AgentAccountConfig,
    AgentSettings,
    AppearanceSettings,
    HandoffSettings,
    Language,
    ModelProviderConfig,
    ModelProviderKind,
    Settings,
    Theme,
    WindowSettings,
)
from onesist_desktop.settings.store import NoticeKind, SettingsStore

OLLAMA = ModelProviderConfig("ollama", ModelProviderKind.OPENAI_COMPATIBLE, "Ollama", "http://127.0.0.1:11434/v1/", "llama", 8_192)
FULL = Settings(
    appearance=AppearanceSettings(Theme.DARK, Language.INDONESIAN, 125),
    handoff=HandoffSettings(32_000, rotates_automatically=True),
    agents=AgentSettings(
        claude_code_program="/opt/claude",
        codex_program="/opt/codex",
        opencode_program="/opt/opencode",
        acp_agents=(
            AcpAgentConfig("gem", "Gem", "gemini", ("--acp",)),
            AcpAgentConfig("goose", "Goose", "goose", ("acp",), "goose"),
        ),
        accounts=(AgentAccountConfig("codex-work", "Work", "codex", str(Path("/accounts/codex-work").absolute())),),
    ),
    model_providers=(
        OLLAMA,
        ModelProviderConfig("anthropic", ModelProviderKind.ANTHROPIC, "Anthropic", "https://api.anthropic.com"),
        ModelProviderConfig("openai", ModelProviderKind.OPENAI, "OpenAI", "https://api.openai.com/v1"),
        ModelProviderConfig("google", ModelProviderKind.GOOGLE, "Google", "https://generativelanguage.googleapis.com"),
    ),
    window=WindowSettings(900, 700, -4, None, is_maximized=True),
    recent_projects=("/home/a b/ünï", "/broken-\udcff-name"),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.json"


def write(path: Path, data: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")


def test_a_missing_file_gives_defaults_without_a_notice_and_without_a_file(path: Path) -> None:
    loaded = SettingsStore(path).load()
    assert loaded.settings == Settings()
    assert loaded.notices == ()
    assert not path.exists()


def test_everything_survives_a_round_trip(path: Path) -> None:
    SettingsStore(path).save(FULL)
    loaded = SettingsStore(path).load()
    assert loaded.settings == FULL
    assert loaded.notices == ()
    assert loaded.settings.model_providers[0].base_url == "http://127.0.0.1:11434/v1"


async def test_the_async_twins_do_the_same(path: Path) -> None:
    await SettingsStore(path).save_async(FULL)
    assert (await SettingsStore(path).load_async()).settings == FULL


def test_what_a_newer_version_wrote_is_kept(path: Path) -> None:
    future = {
        "version": 7,
        "hologram": {"depth": 3},
        "appearance": {"theme": "light", "glow": True},
        "model_providers": [
            {"id": "a", "kind": "openai_compatible", "title": "A", "base_url": "https://a.example", "region": "eu"},
            {"id": "b", "kind": "telepathy", "title": "B", "base_url": "https://b.example"},
        ],
    }
    write(path, future)
    store = SettingsStore(path)
    loaded = store.load()
    assert [config.id for config in loaded.settings.model_providers] == ["a"]
    assert {notice.kind for notice in loaded.notices} == {NoticeKind.NEWER_FILE, NoticeKind.VALUE_IGNORED}
    store.save(replace(loaded.settings, appearance=replace(loaded.settings.appearance, theme=Theme.DARK)))
    data = json.loads(path.read_text())
    assert data["version"] == 7
    assert data["hologram"] == {"depth": 3}
    assert data["appearance"] == {"theme": "dark", "language": "system", "text_size_percent": 100, "glow": True}
    assert data["model_providers"][0]["region"] == "eu"
    assert data["model_providers"][1] == future["model_providers"][1]  # type: ignore[index]


def test_a_file_from_before_accounts_and_known_agents_is_read_and_what_does_not_fit_is_kept(path: Path) -> None:
    old = {"id": "gem", "title": "Gem", "program": "gemini", "arguments": ["--acp"]}
    account = {"id": "work", "title": "Work", "agent": "codex", "folder": "relative"}
    later = {"id": "new", "title": "New", "kind": "quantum", "base_url": "https://example.com"}
    write(path, {"version": 1, "agents": {"acp_agents": [old], "accounts": [account]}, "model_providers": [later]})
    store = SettingsStore(path)
    loaded = store.load()
    assert loaded.settings.agents.acp_agents == (AcpAgentConfig("gem", "Gem", "gemini", ("--acp",)),)
    assert (loaded.settings.agents.accounts, loaded.settings.model_providers) == ((), ())
    assert [notice.kind for notice in loaded.notices] == [NoticeKind.VALUE_IGNORED] * 2
    store.save(loaded.settings)
    stored = json.loads(path.read_text())
    assert stored["agents"]["accounts"] == [account]
    assert stored["model_providers"] == [later]


def test_a_provider_that_was_removed_does_not_come_back(path: Path) -> None:
    store = SettingsStore(path)
    store.save(FULL)
    store.save(replace(FULL, model_providers=()))
    assert SettingsStore(path).load().settings.model_providers == ()


def test_saving_without_loading_keeps_unknown_keys(path: Path) -> None:
    write(path, {"version": 1, "later": 1})
    SettingsStore(path).save(Settings())
    assert json.loads(path.read_text())["later"] == 1


@pytest.mark.parametrize("content", ["", "{", "[]", "3", '{"a": 1}}', "\x00\x01", "[" * 100_000])
def test_a_broken_file_is_set_aside_and_defaults_are_used(path: Path, content: str) -> None:
    write(path, content)
    loaded = SettingsStore(path).load()
    assert loaded.settings == Settings()
    (notice,) = loaded.notices
    assert notice.kind is NoticeKind.BROKEN_FILE
    assert Path(notice.path).read_text() == content
    assert not path.exists()


def test_two_broken_files_do_not_overwrite_each_other(path: Path) -> None:
    names = []
    for content in ("{1", "{2"):
        write(path, content)
        names.append(SettingsStore(path).load().notices[0].path)
    assert [Path(name).read_text() for name in names] == ["{1", "{2"]


@pytest.mark.parametrize(
    ("data", "where"),
    [
        ({"appearance": {"theme": "pink"}}, "appearance.theme"),
        ({"appearance": {"text_size_percent": 49}}, "appearance.text_size_percent"),
        ({"appearance": {"text_size_percent": True}}, "appearance.text_size_percent"),
        ({"appearance": {"text_size_percent": "100"}}, "appearance.text_size_percent"),
        ({"appearance": []}, "appearance"),
        ({"handoff": {"cap_bytes": 1023}}, "handoff.cap_bytes"),
        ({"handoff": {"cap_bytes": 65537}}, "handoff.cap_bytes"),
        ({"handoff": {"cap_bytes": 1e4}}, "handoff.cap_bytes"),
        ({"agents": {"claude_code_program": None}}, "agents.claude_code_program"),
        ({"model_providers": {}}, "model_providers"),
        ({"model_providers": [{"id": "x"}]}, "model_providers[0]"),
        ({"model_providers": ["x"]}, "model_providers[0]"),
        ({"recent_projects": [3]}, "recent_projects[0]"),
        ({"window": {"width": -1}}, "window.width"),
    ],
)
def test_a_value_that_does_not_fit_costs_only_itself(path: Path, data: Any, where: str) -> None:
    write(path, {"version": 1, "handoff": {"rotates_automatically": True}} | data)
    loaded = SettingsStore(path).load()
    (notice,) = loaded.notices
    assert notice.kind is NoticeKind.VALUE_IGNORED
    assert notice.detail.startswith(where)
    if "handoff" not in data:
        assert loaded.settings.handoff.rotates_automatically
    assert path.exists()


@pytest.mark.parametrize("junk", [3, "text", {"a": 1}, [3, None], True])
def test_a_list_that_is_none_can_be_replaced(path: Path, junk: Any) -> None:
    write(path, {"version": 1, "model_providers": junk, "recent_projects": junk, "agents": junk})
    store = SettingsStore(path)
    store.load()
    store.save(FULL)
    settings = SettingsStore(path).load().settings
    assert settings.model_providers == FULL.model_providers
    assert settings.recent_projects == FULL.recent_projects


def test_a_key_in_an_address_is_refused_and_not_repeated(path: Path) -> None:
    entry = {"id": "x", "kind": "anthropic", "title": "X", "base_url": "https://me:sk-canary@host"}
    write(path, {"version": 1, "model_providers": [entry]})
    loaded = SettingsStore(path).load()
    assert loaded.settings.model_providers == ()
    assert "sk-canary" not in repr(loaded)


def test_a_second_provider_with_the_same_id_is_ignored(path: Path) -> None:
    entry = {"id": "x", "kind": "anthropic", "title": "X", "base_url": "https://host"}
    write(path, {"version": 1, "model_providers": [entry, {**entry, "title": "Y"}]})
    loaded = SettingsStore(path).load()
    assert [config.title for config in loaded.settings.model_providers] == ["X"]
    assert len(loaded.notices) == 1


@pytest.mark.parametrize("bad", ["", "UPPER", "../x", "a b", "-a", "a" * 65])
def test_ids_and_names_are_checked(bad: str) -> None:
    with pytest.raises(InvalidInputError):
        ModelProviderConfig(bad, ModelProviderKind.ANTHROPIC, "T", "https://h")
    with pytest.raises(InvalidInputError):
        ModelProviderConfig("ok", ModelProviderKind.ANTHROPIC, " ", "https://h")
    with pytest.raises(InvalidInputError):
        AcpAgentConfig("ok", "T", " ")


def test_a_value_out_of_bounds_is_refused_when_saving(path: Path) -> None:
    with pytest.raises(InvalidInputError, match=r"handoff\.cap_bytes"):
        SettingsStore(path).save(Settings(handoff=HandoffSettings(cap_bytes=5)))
    assert not path.exists()


def test_recent_projects_are_limited(path: Path) -> None:
    SettingsStore(path).save(Settings(recent_projects=tuple(f"/p{n}" for n in range(50))))
    assert len(SettingsStore(path).load().settings.recent_projects) == 20


def test_a_failed_write_leaves_the_old_file_and_no_litter(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SettingsStore(path)
    store.save(FULL)
    before = path.read_bytes()

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DiskFullError):
        store.save(Settings())
    assert path.read_bytes() == before
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_a_file_that_cannot_be_read_is_left_alone(path: Path) -> None:
    path.mkdir(parents=True)
    store = SettingsStore(path)
    loaded = store.load()
    assert loaded.settings == Settings()
    assert loaded.notices[0].kind is NoticeKind.UNREADABLE
    with pytest.raises(StorageError):
        store.save(Settings())
    assert path.is_dir()


@pytest.mark.skipif(os.name == "nt", reason="links and modes")
def test_a_linked_file_stays_a_link_and_only_the_owner_reads_it(path: Path, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "real.json"
    write(real, {})
    path.parent.mkdir(parents=True)
    path.symlink_to(real)
    SettingsStore(path).save(FULL)
    assert path.is_symlink()
    assert json.loads(real.read_text())["handoff"]["cap_bytes"] == 32_000
    assert real.stat().st_mode & 0o077 == 0


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text("ab é", max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab é", max_size=5), inner, max_size=3),
    max_leaves=8,
)
_NAMES = ["version", "appearance", "handoff", "agents", "model_providers", "window", "recent_projects", "other"]


@given(st.dictionaries(st.sampled_from(_NAMES), _JSON))
def test_any_object_decodes_and_its_unknown_keys_survive(data: dict[str, Any]) -> None:
    found = Decoding()
    settings = decode(Settings, data, found)
    written = encode(settings, data, found.kept_items)
    if "other" in data:
        assert written["other"] == data["other"]
    again = Decoding()
    assert decode(Settings, written, again) == settings
