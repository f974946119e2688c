# SPDX-License-Identifier: MIT
"""Which keys and which keyring backends are good enough."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from onesist_desktop.core.errors import InvalidInputError, KeyringError

MAX_KEY_BYTES = 2_560
"""What a Windows credential holds, counted in UTF-16. Applied everywhere, so that a key works on each of a person's machines."""


class NoKeyringError(KeyringError):
    """The system has no keyring that keeps secrets, so none of ours can be in one."""


def check_key(key: str) -> None:
    """Refuse what can't be a key.

    Raises:
        InvalidInputError: The reason, in words that don't repeat the key.
    """
    if not key.strip():
        raise InvalidInputError("The key is empty.")
    if "\n" in key or "\r" in key:
        raise InvalidInputError("The key holds a line break. Paste it as one line.")
    if any(char.isspace() for char in key):
        raise InvalidInputError("The key holds blanks. Paste the key alone, without blanks around it.")
    if not key.isascii() or not key.isprintable():
        raise InvalidInputError("The key holds characters that no key has.")
    if len(key.encode("utf-16-le")) > MAX_KEY_BYTES:
        raise InvalidInputError(f"The key is longer than the {MAX_KEY_BYTES // 2} characters that a keyring can hold.")


def usable_backend(backend: Any) -> Any:
    """Return the backend to use: the one given, or of a chain the first that keeps secrets.

    Raises:
        NoKeyringError: None keeps secrets; the text says why.
    """
    # A chain answers with whichever member works, which may be a plain file. Its first good member is used by itself.
    if _is_a(backend, "keyring.backends.chainer.ChainerBackend"):
        reasons: list[str] = []
        for member in backend.backends:
            if reason := refusal(member):
                reasons.append(reason)
            else:
                return member
        raise NoKeyringError(" ".join(dict.fromkeys(reasons)) or _NONE)
    if reason := refusal(backend):
        raise NoKeyringError(reason)
    return backend


_NONE = "This system offers no keyring (on Linux: no secret service runs)."


def refusal(backend: Any) -> str:
    """Say why a backend isn't used; empty when it is."""
    if _is_a(backend, "keyring.backends.fail.Keyring"):
        return _NONE
    if _is_a(backend, "keyring.backends.null.Keyring"):
        return "The keyring is switched off on this system (the null backend is chosen), so it would save nothing."
    # keyrings.alt keeps keys in files, in the open or behind a password that it asks for on a terminal.
    if any(name.startswith("keyrings.alt.") or "plaintext" in name.lower() for name in _names(type(backend))):
        return f"The keyring backend {backend_name(backend)} keeps keys in a file of its own, where others can read them."
    return ""


def backend_name(backend: Any) -> str:
    """Name a backend for a person who looks for the cause."""
    return f"{type(backend).__module__}.{type(backend).__qualname__}"


def _is_a(backend: Any, name: str) -> bool:
    return name in _names(type(backend))


def _names(cls: type) -> Iterable[str]:
    return [f"{base.__module__}.{base.__qualname__}" for base in cls.__mro__]
