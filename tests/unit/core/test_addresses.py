# SPDX-License-Identifier: MIT
from __future__ import annotations

import pytest

from onesist_desktop.core.addresses import is_loopback, is_loopback_host


@pytest.mark.parametrize(
    ("address", "stays"),
    [
        ("http://localhost:1", True),
        ("http://LOCALHOST.:1", True),
        ("http://api.localhost/v1", True),
        ("http://127.8.9.1", True),
        ("http://[::1]:5/v1", True),
        ("http://localhost.example.com", False),
        ("http://127.0.0.1.example.com", False),
        ("http://192.168.0.4", False),
        ("http://0.0.0.0:80", False),
        ("no address", False),
    ],
)
def test_only_this_machine_is_loopback(address: str, stays: bool) -> None:
    assert is_loopback(address) is stays


def test_a_host_alone_is_judged_the_same() -> None:
    assert is_loopback_host("::1")
    assert not is_loopback_host("")
