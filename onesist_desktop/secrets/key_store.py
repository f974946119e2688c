# SPDX-License-Identifier: MIT
"""Where keys are kept, and which of them this process knows.

The keyring is asked in a thread and with a limit. A key counts as saved only after it was read back.
"""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from onesist_desktop.core.errors import KeyringError
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.secrets.guarded_call import Commitment, GuardedCalls
from onesist_desktop.secrets.rules import NoKeyringError, backend_name, check_key, usable_backend

SERVICE_NAME = "onesist-desktop"


class KeyState(StrEnum):
    """Where this process has a provider's key from."""

    NONE = "none"
    KEYRING = "keyring"
    SESSION = "session"


@dataclass(frozen=True, slots=True)
class KeyringReport:
    """Whether keys can be saved. ``reason`` says why not, ``backend`` names what was found."""

    is_usable: bool
    backend: str = ""
    reason: str = ""


def system_backend() -> Any:
    """Load ``keyring`` and return the backend that it chose. Takes up to a second; call it on a thread."""
    return importlib.import_module("keyring").get_keyring()


class KeyStore:
    """Keeps the keys of providers. Implements ``core.answerer.KeySource``.

    Args:
        find_backend: Returns a keyring backend; called on a thread.
        on_keys_changed: Called on the loop whenever :meth:`own_keys` changed, so that the redactor knows them before they
            can appear anywhere.
        read_limit_s: Seconds to wait for the keyring when reading.
        write_limit_s: Seconds when writing, where a person may be asked for a password.
    """

    def __init__(
        self,
        *,
        find_backend: Callable[[], Any] = system_backend,
        on_keys_changed: Callable[[], None] = lambda: None,
        read_limit_s: float = 10.0,
        write_limit_s: float = 120.0,
    ) -> None:
        self._find_backend = find_backend
        self._on_keys_changed = on_keys_changed
        self._read_limit_s = read_limit_s
        self._write_limit_s = write_limit_s
        self._calls: GuardedCalls[Any] = GuardedCalls("keyring")
        self._saved: dict[ProviderId, str] = {}
        self._session: dict[ProviderId, str] = {}
        # So that a provider that needs no key doesn't ask the keyring at each send.
        self._without_key: set[ProviderId] = set()
        # Keys that were replaced or deleted are still secrets, and may stand in a transcript.
        self._seen: dict[str, None] = {}

    def __repr__(self) -> str:
        return f"KeyStore({len(self._saved)} saved, {len(self._session)} for this session)"

    async def load(self, provider_ids: Iterable[ProviderId]) -> None:
        """Read the keys of these providers, so that they are known for redaction. Called once at start; the app goes on meanwhile.

        Raises:
            KeyringError: The keyring can't be used, or didn't answer in time. Keys can still be given for the session.
        """
        wanted = list(provider_ids)
        if not wanted:
            return
        found = await self._run(
            lambda backend, _: {name: backend.get_password(SERVICE_NAME, name) for name in wanted}, self._read_limit_s
        )
        self._saved |= {name: key for name, key in found.items() if key}
        self._without_key |= {name for name, key in found.items() if not key}
        self._remember(found.values())

    async def get(self, provider_id: ProviderId) -> str | None:
        """Return the provider's key: the session's, else the keyring's, else None. Raises KeyringError."""
        known = self._session.get(provider_id) or self._saved.get(provider_id)
        if known is None and provider_id not in self._without_key:
            await self.load([provider_id])
            known = self._session.get(provider_id) or self._saved.get(provider_id)
        return known

    async def save(self, provider_id: ProviderId, key: str) -> None:
        """Save a key in the keyring, read it back and only then return. Cancelled or failed, what was there before stays.

        Raises:
            InvalidInputError: That can't be a key; the text says why.
            KeyringError: The keyring can't be used or didn't keep the key. Nothing was saved; offer :meth:`save_for_session`.
        """
        check_key(key)
        # Before the write: an error text of a backend may quote the key.
        self._remember([key])
        kept: list[bool] = []

        def write(backend: Any, commitment: Commitment) -> None:
            _write(backend, provider_id, key, commitment)
            kept.append(True)

        try:
            await self._run(write, self._write_limit_s, secret=key)
        finally:
            # Also when the caller was cancelled a moment after the key was kept: memory says what the keyring holds.
            if kept:
                self._saved[provider_id] = key
                self._without_key.discard(provider_id)
                self._session.pop(provider_id, None)

    def save_for_session(self, provider_id: ProviderId, key: str) -> None:
        """Keep a key in memory until the app ends. It goes before a saved one. Raises InvalidInputError."""
        check_key(key)
        self._session[provider_id] = key
        self._remember([key])

    async def delete(self, provider_id: ProviderId) -> None:
        """Forget a key, in the keyring too. A key that isn't there is no error.

        Raises:
            KeyringError: The keyring can't be used or still holds the key. The session's key is forgotten nevertheless.
        """
        self._session.pop(provider_id, None)
        if provider_id in self._without_key:
            return
        saved = self._saved.pop(provider_id, None)
        try:
            await self._run(lambda backend, _: _delete(backend, provider_id), self._write_limit_s)
        except NoKeyringError:
            # A person without a keyring must still be able to remove a provider.
            return
        except KeyringError:
            if saved is not None:
                self._saved[provider_id] = saved
            raise

    def state(self, provider_id: ProviderId) -> KeyState:
        """Tell where this process has the key from. Before :meth:`load` saved keys aren't known yet."""
        if provider_id in self._session:
            return KeyState.SESSION
        return KeyState.KEYRING if provider_id in self._saved else KeyState.NONE

    def own_keys(self) -> list[str]:
        """List each key that this process ever knew, replaced and deleted ones too, in the order in which it learnt them."""
        return list(self._seen)

    async def check(self) -> KeyringReport:
        """Find out whether keys can be saved, without writing. Never raises."""
        try:
            name: str = await self._run(lambda backend, _: backend_name(backend), self._read_limit_s)
        except KeyringError as error:
            return KeyringReport(is_usable=False, reason=str(error))
        return KeyringReport(is_usable=True, backend=name)

    def _remember(self, keys: Iterable[str | None]) -> None:
        new = [key for key in keys if key and key not in self._seen]
        if new:
            self._seen |= dict.fromkeys(new)
            self._on_keys_changed()

    async def _run(self, work: Callable[[Any, Commitment], Any], limit_s: float, secret: str = "") -> Any:
        def call(commitment: Commitment) -> Any:
            try:
                return work(usable_backend(self._find_backend()), commitment)
            except KeyringError:
                raise
            except Exception as error:  # noqa: BLE001 - backends raise what they like, D-Bus errors for one
                text = _masked(f"{type(error).__name__}: {error}", [secret, *self._seen])
                # Without its cause: that may hold the key in its arguments.
                raise KeyringError(f"The keyring failed. {text}") from None

        return await self._calls.run(call, limit_s)


def _write(backend: Any, name: str, key: str, commitment: Commitment) -> None:
    before = backend.get_password(SERVICE_NAME, name)
    try:
        backend.set_password(SERVICE_NAME, name, key)
        if backend.get_password(SERVICE_NAME, name) != key:
            raise KeyringError("The keyring took the key but didn't give it back, so it isn't saved.")
    except Exception:
        _put_back(backend, name, before)
        raise
    if not commitment.keep():
        _put_back(backend, name, before)


def _put_back(backend: Any, name: str, before: str | None) -> None:
    # Best effort: the failure that led here is the one to report.
    with contextlib.suppress(Exception):
        if before is None:
            backend.delete_password(SERVICE_NAME, name)
        else:
            backend.set_password(SERVICE_NAME, name, before)


def _delete(backend: Any, name: str) -> None:
    if backend.get_password(SERVICE_NAME, name) is None:
        return
    backend.delete_password(SERVICE_NAME, name)
    if backend.get_password(SERVICE_NAME, name) is not None:
        raise KeyringError("The keyring still holds the key.")


def _masked(text: str, secrets: Iterable[str]) -> str:
    for secret in secrets:
        if secret:
            text = text.replace(secret, "•••")
    return text
