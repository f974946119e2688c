# SPDX-License-Identifier: MIT
from __future__ import annotations

from typing import Any

import pytest
from keyring.backend import KeyringBackend
from keyring.backends import chainer, fail, null

from onesist_desktop.core.errors import InvalidInputError, KeyringError
from onesist_desktop.secrets.rules import check_key, refusal, usable_backend


class GoodKeyring(KeyringBackend):
    priority = 5  # type: ignore[assignment]

    def get_password(self, service: str, username: str) -> str | None:
        return None

    def set_password(self, service: str, username: str, password: str) -> None: ...

    def delete_password(self, service: str, username: str) -> None: ...


class PlaintextKeyring(GoodKeyring): ...


PlaintextKeyring.__module__ = "keyrings.alt.file"


class RenamedPlaintext(PlaintextKeyring): ...


class AltKeyring(GoodKeyring): ...


AltKeyring.__module__ = "keyrings.alt.Gnome"


class Chain(chainer.ChainerBackend):
    priority = -1  # type: ignore[assignment]
    backends: list[Any] = []  # type: ignore[assignment] # noqa: RUF012


@pytest.mark.parametrize("key", ["sk-ant-api03-abc_DEF-123", "x", "a" * 1280])
def test_a_key_passes(key: str) -> None:
    check_key(key)


@pytest.mark.parametrize(
    ("key", "word"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("\n", "empty"),
        ("sk-canary\n", "line break"),
        ("sk-\r\ncanary", "line break"),
        (" sk-canary", "blanks"),
        ("Bearer sk-canary", "blanks"),
        ("sk-canary\t", "blanks"),
        ("sk-canary\x00", "characters"),
        ("sk-canary\u200b", "characters"),
        ("sk-canäry", "characters"),
        ("•••canary•••", "characters"),
        ("canary" * 500, "longer"),
    ],
)
def test_what_is_no_key_is_refused_with_a_reason_that_does_not_repeat_it(key: str, word: str) -> None:
    with pytest.raises(InvalidInputError, match=word) as refused:
        check_key(key)
    assert "canary" not in str(refused.value)


@pytest.mark.parametrize("backend", [fail.Keyring(), null.Keyring(), PlaintextKeyring(), RenamedPlaintext(), AltKeyring()])
def test_backends_that_keep_no_secret_are_refused(backend: Any) -> None:
    assert refusal(backend)
    with pytest.raises(KeyringError):
        usable_backend(backend)


def test_a_good_backend_is_used() -> None:
    good = GoodKeyring()
    assert usable_backend(good) is good


def test_of_a_chain_only_a_good_member_is_used() -> None:
    chain, good = Chain(), GoodKeyring()
    Chain.backends = [PlaintextKeyring(), good]
    assert usable_backend(chain) is good
    Chain.backends = [PlaintextKeyring(), null.Keyring()]
    with pytest.raises(KeyringError, match="others can read"):
        usable_backend(chain)
    Chain.backends = []
    with pytest.raises(KeyringError, match="no keyring"):
        usable_backend(chain)
