# SPDX-License-Identifier: MIT
from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail, null
from keyring.errors import KeyringLocked, PasswordDeleteError

from onesist_desktop.core.errors import InvalidInputError, KeyringError
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.secrets.key_store import SERVICE_NAME, KeyState, KeyStore

A, B = ProviderId("a"), ProviderId("b")
OLD, KEY, NEW = "sk-old-canary-0001", "sk-canary-0002", "sk-new-canary-0003"


class MemoryKeyring(KeyringBackend):
    """A real backend class that keeps passwords in memory."""

    priority = 1  # type: ignore[assignment]

    def __init__(self, **passwords: str) -> None:
        super().__init__()
        self.passwords: dict[tuple[str, str], str] = {(SERVICE_NAME, name): key for name, key in passwords.items()}
        self.calls: list[str] = []

    def get_password(self, service: str, username: str) -> str | None:
        self.calls.append("get")
        return self.passwords.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.calls.append("set")
        self.passwords[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if (service, username) not in self.passwords:
            raise PasswordDeleteError("not found")
        del self.passwords[service, username]


class ForgetfulKeyring(MemoryKeyring):
    def set_password(self, service: str, username: str, password: str) -> None:
        """Say nothing and keep nothing."""


class CuttingKeyring(MemoryKeyring):
    def set_password(self, service: str, username: str, password: str) -> None:
        super().set_password(service, username, password[:5])


class LockedKeyring(MemoryKeyring):
    def get_password(self, service: str, username: str) -> str | None:
        raise KeyringLocked("Collection is locked")


class QuotingKeyring(MemoryKeyring):
    def set_password(self, service: str, username: str, password: str) -> None:
        raise RuntimeError(f"can't store {password!r}")


class HangingKeyring(MemoryKeyring):
    """Hangs at one method until it is told to go on."""

    def __init__(self, method: str, **passwords: str) -> None:
        super().__init__(**passwords)
        self.method = method
        self.reached, self.go_on, self.left = threading.Event(), threading.Event(), threading.Event()

    def _hang(self, method: str) -> None:
        if method == self.method and not self.go_on.is_set():
            self.reached.set()
            self.go_on.wait(20)

    def get_password(self, service: str, username: str) -> str | None:
        self._hang("get")
        return super().get_password(service, username)

    def set_password(self, service: str, username: str, password: str) -> None:
        self._hang("set")
        super().set_password(service, username, password)

    def delete_password(self, service: str, username: str) -> None:
        super().delete_password(service, username)
        self.left.set()


def store_of(backend: Any, **options: Any) -> KeyStore:
    return KeyStore(find_backend=lambda: backend, **options)


async def test_a_saved_key_is_read_back_and_known() -> None:
    backend = MemoryKeyring()
    changes: list[list[str]] = []
    store = store_of(backend, on_keys_changed=lambda: changes.append(store.own_keys()))
    assert store.state(A) is KeyState.NONE
    assert await store.get(A) is None
    await store.save(A, KEY)
    assert backend.calls == ["get", "get", "set", "get"]
    assert await store.get(A) == KEY
    assert store.state(A) is KeyState.KEYRING
    assert changes == [[KEY]]
    assert await store_of(backend).get(A) == KEY


async def test_keys_of_all_providers_are_loaded_at_once() -> None:
    store = store_of(MemoryKeyring(a=OLD, other=NEW))
    await store.load([A, B])
    assert store.own_keys() == [OLD]
    assert (store.state(A), store.state(B)) == (KeyState.KEYRING, KeyState.NONE)


async def test_nothing_is_asked_where_no_provider_is_configured() -> None:
    def must_not() -> Any:
        raise AssertionError

    await KeyStore(find_backend=must_not).load([])


async def test_a_provider_without_a_key_asks_the_keyring_once() -> None:
    backend = MemoryKeyring()
    store = store_of(backend)
    for _ in range(3):
        assert await store.get(A) is None
    assert backend.calls == ["get"]


@pytest.mark.parametrize(
    "backend", [fail.Keyring(), null.Keyring(), ForgetfulKeyring(), CuttingKeyring(), LockedKeyring(), QuotingKeyring()]
)
async def test_a_key_that_is_not_kept_is_not_called_saved(backend: Any) -> None:
    store = store_of(backend)
    with pytest.raises(KeyringError) as refused:
        await store.save(A, KEY)
    assert KEY not in str(refused.value)
    assert refused.value.__cause__ is None
    assert store.state(A) is KeyState.NONE
    assert getattr(backend, "passwords", {}) == {}


async def test_the_session_takes_what_the_keyring_refused() -> None:
    store = store_of(fail.Keyring())
    with pytest.raises(KeyringError):
        await store.save(A, KEY)
    store.save_for_session(A, KEY)
    assert await store.get(A) == KEY
    assert store.state(A) is KeyState.SESSION
    assert store.own_keys() == [KEY]


async def test_saving_ends_the_key_of_the_session_and_replaced_keys_stay_known() -> None:
    store = store_of(MemoryKeyring(a=OLD))
    await store.load([A])
    store.save_for_session(A, KEY)
    await store.save(A, NEW)
    assert store.state(A) is KeyState.KEYRING
    assert await store.get(A) == NEW
    assert store.own_keys() == [OLD, KEY, NEW]


@pytest.mark.parametrize("make", [CuttingKeyring, ForgetfulKeyring])
async def test_a_failed_replacement_keeps_the_old_key(make: Callable[..., MemoryKeyring]) -> None:
    backend = make(a="old")
    store = store_of(backend)
    await store.load([A])
    with pytest.raises(KeyringError):
        await store.save(A, KEY)
    assert backend.passwords == {(SERVICE_NAME, "a"): "old"}
    assert await store.get(A) == "old"


@pytest.mark.parametrize("bad", ["", " ", "a b", "a\n", "a" * 1281])
async def test_a_bad_key_reaches_no_keyring(bad: str) -> None:
    backend = MemoryKeyring(a=OLD)
    store = store_of(backend)
    with pytest.raises(InvalidInputError):
        await store.save(A, bad)
    with pytest.raises(InvalidInputError):
        store.save_for_session(A, bad)
    assert backend.calls == []
    assert store.own_keys() == []
    assert store.state(A) is KeyState.NONE


async def test_deleting_forgets_both_and_a_missing_key_is_no_error() -> None:
    backend = MemoryKeyring(a=OLD)
    store = store_of(backend)
    await store.load([A])
    store.save_for_session(A, KEY)
    await store.delete(A)
    await store.delete(B)
    assert backend.passwords == {}
    assert store.state(A) is KeyState.NONE
    assert store.own_keys() == [OLD, KEY]


@pytest.mark.parametrize("backend", [fail.Keyring(), null.Keyring()])
async def test_a_key_of_the_session_can_be_deleted_without_a_keyring(backend: Any) -> None:
    store = store_of(backend)
    store.save_for_session(A, KEY)
    await store.delete(A)
    assert store.state(A) is KeyState.NONE


async def test_a_locked_keyring_does_not_hide_that_the_key_may_still_be_there() -> None:
    with pytest.raises(KeyringError):
        await store_of(LockedKeyring()).delete(A)


async def test_a_deletion_that_fails_is_said() -> None:
    class Sticky(MemoryKeyring):
        def delete_password(self, service: str, username: str) -> None:
            """Keep it."""

    store = store_of(Sticky(a=OLD))
    await store.load([A])
    with pytest.raises(KeyringError, match="still holds"):
        await store.delete(A)
    assert store.state(A) is KeyState.KEYRING


async def test_a_hanging_keyring_is_given_up_and_the_session_still_works() -> None:
    backend = HangingKeyring("get", a=OLD)
    store = store_of(backend, read_limit_s=0.05, write_limit_s=0.05)
    with pytest.raises(KeyringError, match="locked"):
        await store.load([A])
    # The first call still hangs: the second doesn't start another one.
    with pytest.raises(KeyringError):
        await store.save(A, KEY)
    assert backend.calls == []
    store.save_for_session(A, KEY)
    assert await store.get(A) == KEY
    backend.go_on.set()


async def test_a_save_that_is_given_up_while_it_hangs_is_undone() -> None:
    backend = HangingKeyring("set")
    store = store_of(backend, write_limit_s=0.05)
    with pytest.raises(KeyringError):
        await store.save(A, KEY)
    backend.go_on.set()
    assert await asyncio.to_thread(backend.left.wait, 10)
    assert backend.passwords == {}
    assert store.state(A) is KeyState.NONE
    await store.save(A, NEW)
    assert backend.passwords == {(SERVICE_NAME, "a"): NEW}


async def test_a_cancelled_save_changes_nothing() -> None:
    backend = HangingKeyring("set", a=OLD)
    store = store_of(backend)
    saving = asyncio.create_task(store.save(A, KEY))
    assert await asyncio.to_thread(backend.reached.wait, 10)
    saving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await saving
    backend.go_on.set()
    # The next call waits for the thread of the first, so the undoing is over when it answers.
    assert await store.get(A) == OLD
    assert backend.passwords == {(SERVICE_NAME, "a"): OLD}


async def test_check_names_the_backend_or_the_reason() -> None:
    report = await store_of(MemoryKeyring()).check()
    assert report.is_usable
    assert report.backend.endswith("MemoryKeyring")
    report = await store_of(fail.Keyring()).check()
    assert not report.is_usable
    assert "no keyring" in report.reason


async def test_no_key_in_the_repr() -> None:
    store = store_of(MemoryKeyring())
    await store.save(A, KEY)
    assert KEY not in repr(store)


def test_importing_does_not_load_keyring() -> None:
    code = "import sys, onesist_desktop.secrets.key_store; sys.exit('keyring' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_hanging_keyring_does_not_keep_the_app_from_quitting() -> None:
    code = """
import asyncio, threading
from onesist_desktop.core.errors import KeyringError
from onesist_desktop.secrets.key_store import KeyStore
async def main():
    store = KeyStore(find_backend=lambda: threading.Event().wait(), read_limit_s=0.05)
    try:
        await store.load(["a"])
    except KeyringError:
        print("given up")
asyncio.run(main())
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=20)
    assert done.stdout == "given up\n"
