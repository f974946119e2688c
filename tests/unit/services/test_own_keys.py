# SPDX-License-Identifier: MIT
from __future__ import annotations

from pathlib import Path

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.secrets.key_store import KeyStore
from onesist_desktop.services.events import NoticeRaised
from onesist_desktop.services.own_keys import OwnKeys
from tests.support.memory_keyring import MemoryKeyring
from tests.support.service_rig import service_rig

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
