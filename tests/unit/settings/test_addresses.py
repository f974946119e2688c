# SPDX-License-Identifier: MIT
from __future__ import annotations

import pytest

from onesist_desktop.core.errors import InvalidInputError
from onesist_desktop.settings.addresses import AddressWarning, address_warnings, checked_address


@pytest.mark.parametrize(
    ("text", "address"),
    [
        (" http://127.0.0.1:11434/v1/ ", "http://127.0.0.1:11434/v1"),
        ("https://api.example.com", "https://api.example.com"),
        ("http://[::1]:1234/v1", "http://[::1]:1234/v1"),
    ],
)
def test_an_address_is_kept_without_blanks_and_trailing_slashes(text: str, address: str) -> None:
    assert checked_address(text) == address


@pytest.mark.parametrize(
    "text",
    [
        "https://user:pass@host/v1",
        "https://token@host/v1",
        "https://@host/v1",
        "https://host/v1?key=abc",
        "https://host/v1#abc",
        "https://host/v1?",
        "ftp://host",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "host/v1",
        "https://",
        "https:///v1",
        "https://host:0",
        "https://host:99999",
        "https://host:abc",
        "https://[::1",
        "https://ho st",
        "https://host\\@other",
        "https://host/\nv1",
        "https://host/\x00",
        "",
        "https://host/" + "a" * 3000,
    ],
)
def test_what_could_hide_a_secret_or_is_no_web_address_is_refused(text: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        checked_address(text)
    assert "pass@" not in str(refused.value)
    assert "abc" not in str(refused.value)


def test_plain_http_to_another_machine_is_warned_about() -> None:
    assert address_warnings("http://192.168.0.4/v1") == (AddressWarning.PLAIN_HTTP,)
    assert address_warnings("http://127.0.0.1/v1") == ()
    assert address_warnings("https://example.com") == ()
