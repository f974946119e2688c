# SPDX-License-Identifier: MIT
from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.secrets.key_store import SERVICE_NAME, KeyStore
from onesist_desktop.services.events import NoticeRaised
from onesist_desktop.services.own_keys import OwnKeys, take_masked
from onesist_desktop.storage import backups
from onesist_desktop.storage.unit_of_work import UnitOfWork
from tests.support.memory_keyring import MemoryKeyring
from tests.support.service_rig import Rig, service_rig

KEY = "sk-canary-0123456789abcdef"


async def test_a_key_that_was_pasted_before_it_was_saved_is_taken_out_of_the_database(tmp_path: Path) -> None:
    keyring = MemoryKeyring()
    async with service_rig(tmp_path) as rig:
        await rig.send(f"try {KEY} please")
        await rig.send("next", "agent-b")
        keys = KeyStore(find_backend=lambda: keyring, on_keys_changed=lambda: rig.context.redactor.set_own_keys(keys.own_keys()))
        await keys.save(ProviderId("api-x"), KEY)
        await OwnKeys(rig.context, keys).mask_stored()
        stored = (await rig.messages())[0].text
        assert KEY not in stored
        assert rig.context.redactor.restore(stored) == f"try {KEY} please"
        assert all(KEY not in handoff.text for handoff in await rig.handed_over())
        # Not in the log of the open database either: a crash would leave it there.
        assert KEY.encode() not in (tmp_path / "onesist.db-wal").read_bytes()
    for path in tmp_path.rglob("onesist.db*"):
        assert KEY.encode() not in path.read_bytes()


async def test_a_keyring_that_can_not_be_used_is_told_and_the_app_goes_on(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        told: list[NoticeRaised] = []
        rig.context.bus.subscribe(NoticeRaised, told.append)

        def broken() -> MemoryKeyring:
            raise RuntimeError("no secret service")

        await OwnKeys(rig.context, KeyStore(find_backend=broken)).load([ProviderId("api-x")])
        assert [notice.code for notice in told] == ["keyring_locked"]
        await rig.send("still works")
        assert (await rig.messages())[-1].text == "fine"


@dataclass
class Start:
    """One run of the app, as bootstrap begins it. ``searched`` tells of each search whether it went through everything."""

    rig: Rig
    own_keys: OwnKeys
    keys: KeyStore
    searched: list[tuple[str, bool]] = field(default_factory=list)

    async def load(self) -> None:
        await self.own_keys.load([API])

    def has_searched_all_for(self, key: str) -> bool:
        return (key, True) in self.searched


API = ProviderId("api-x")


@asynccontextmanager
async def started(folder: Path, keyring: MemoryKeyring | None, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Start]:
    searched: list[tuple[str, bool]] = []
    real = UnitOfWork.replace_everywhere

    def replace(self: UnitOfWork, secret: str, placeholder: str, *, only_watched: bool = False) -> int:
        searched.append((secret, not only_watched))
        return real(self, secret, placeholder, only_watched=only_watched)

    def backend() -> MemoryKeyring:
        if keyring is None:
            raise RuntimeError("locked")
        return keyring

    with monkeypatch.context() as patch:
        patch.setattr(UnitOfWork, "replace_everywhere", replace)
        async with service_rig(folder) as rig:
            masked = await rig.context.database.run(take_masked)
            keys = KeyStore(find_backend=backend, on_keys_changed=lambda: rig.context.redactor.set_own_keys(keys.own_keys()))
            yield Start(rig, OwnKeys(rig.context, keys, masked), keys, searched)


async def is_stored(start: Start) -> bool:
    return any(KEY in message.text for message in await start.rig.messages())


def keyring_with(key: str) -> MemoryKeyring:
    keyring = MemoryKeyring()
    keyring.set_password(SERVICE_NAME, API, key)
    return keyring


async def test_a_start_searches_only_what_was_written_before_the_keys_were_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with started(tmp_path, keyring_with(KEY), monkeypatch) as start:
        await start.load()
        assert start.has_searched_all_for(KEY)
    async with started(tmp_path, keyring_with(KEY), monkeypatch) as start:
        await start.rig.send(f"typed at once: {KEY}")
        assert await is_stored(start)
        await start.load()
        assert not await is_stored(start)
        assert start.searched
        assert not start.has_searched_all_for(KEY)
        searches = len(start.searched)
        await start.own_keys.mask_stored()
        assert len(start.searched) == searches


async def test_a_crash_before_the_keys_were_known_makes_the_next_start_search_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with started(tmp_path, keyring_with(KEY), monkeypatch) as start:
        await start.load()
    async with started(tmp_path, keyring_with(KEY), monkeypatch) as start:
        await start.rig.send(f"typed at once: {KEY}")
    async with started(tmp_path, keyring_with(KEY), monkeypatch) as start:
        await start.load()
        assert start.has_searched_all_for(KEY)
        assert not await is_stored(start)


async def test_a_key_of_a_locked_keyring_is_searched_for_everywhere_once_it_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with started(tmp_path, keyring_with(KEY), monkeypatch) as start:
        await start.load()
    async with started(tmp_path, None, monkeypatch) as start:
        await start.load()
        await start.rig.send(f"nobody knows {KEY}")
        assert await is_stored(start)
        start.keys.save_for_session(API, KEY)
        await start.own_keys.mask_stored()
        assert not await is_stored(start)
    async with started(tmp_path, None, monkeypatch) as start:
        await start.load()
        await start.rig.send(f"nobody knows {KEY}")
    async with started(tmp_path, keyring_with(KEY), monkeypatch) as start:
        await start.load()
        assert not await is_stored(start)


async def test_a_new_key_is_taken_out_of_copies_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with started(tmp_path, MemoryKeyring(), monkeypatch) as start:
        await start.load()
        await start.rig.send(f"pasted {KEY}")
        copy = backups.back_up(tmp_path / "onesist.db", "0001")
        assert KEY.encode() in copy.read_bytes()
        await start.keys.save(API, KEY)
        await start.own_keys.mask_stored()
        assert KEY.encode() not in copy.read_bytes()
