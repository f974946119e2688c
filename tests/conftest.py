# SPDX-License-Identifier: MIT
"""Joins the parts of ``tests/support``. The host is masked first: what is imported later already sees the mask."""

# ruff: noqa: E402 - the order of imports is the point
from __future__ import annotations

from tests.support import host

HOME = host.mask()

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import contract_grid, coroutines, leaks, logs, profiles
from tests.support.coroutines import runner
from tests.support.logs import expect_warnings
from tests.support.network_guard import NetworkGuard

__all__ = ["expect_warnings", "home", "runner"]

profiles.load()


def pytest_configure(config: pytest.Config) -> None:
    """Install the guards."""
    guard = NetworkGuard()
    guard.install()
    config.stash[leaks.GUARD] = guard
    for plugin in (coroutines, logs, leaks, contract_grid):
        config.pluginmanager.register(plugin, f"onesist-{plugin.__name__}")


def pytest_unconfigure() -> None:
    """Remove the folder that stood for the person's home."""
    host.unmask(HOME)


@pytest.fixture
def home() -> Iterator[Path]:
    """The folder that stands for the person's home during the whole run."""
    yield HOME
