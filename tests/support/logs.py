# SPDX-License-Identifier: MIT
"""Makes a logged warning of ours a failure of the test, unless the test asks for it."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

WATCHED = {"onesist_desktop": logging.WARNING, "asyncio": logging.ERROR, "qasync": logging.ERROR}


class WarningCollector(logging.Handler):
    """Keeps the records that would fail the test."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []
        self.are_expected = False

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= WATCHED[record.name.partition(".")[0]]:
            self.records.append(record)

    def texts(self) -> list[str]:
        return [f"{record.name}: {record.getMessage()}" for record in self.records]


@pytest.fixture
def expect_warnings(request: pytest.FixtureRequest) -> list[logging.LogRecord]:
    """Allow logged warnings in this test, and give them (a live list) to assert on."""
    collector = request.node.stash[COLLECTOR]
    collector.are_expected = True
    return collector.records


COLLECTOR = pytest.StashKey[WarningCollector]()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Listen for the whole life of a test, its fixtures included."""
    collector = WarningCollector()
    item.stash[COLLECTOR] = collector
    for name in WATCHED:
        logging.getLogger(name).addHandler(collector)
    try:
        return (yield)
    finally:
        for name in WATCHED:
            logging.getLogger(name).removeHandler(collector)
