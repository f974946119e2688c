# SPDX-License-Identifier: MIT
from __future__ import annotations

import sys
from typing import Any

import pytest

from onesist_desktop.settings.schema import CURRENT_VERSION
from onesist_desktop.settings.upgrades import UPGRADES, upgrade_to_1, upgraded


def test_each_upgrade_has_its_own_test_and_none_is_missing() -> None:
    assert sorted(UPGRADES) == list(range(1, CURRENT_VERSION + 1))
    here = vars(sys.modules[__name__])
    for version, upgrade in UPGRADES.items():
        assert upgrade.__name__ == f"upgrade_to_{version}"
        assert callable(here.get(f"test_upgrade_to_{version}")), f"upgrade to {version} has no test"


def test_upgrade_to_1() -> None:
    assert upgrade_to_1({"appearance": {"theme": "dark"}, "mine": 1}) == {"appearance": {"theme": "dark"}, "mine": 1}
    assert upgraded({"handoff": {}}, 1) == {"handoff": {}, "version": 1}


def test_upgrades_run_in_order_from_the_version_of_the_file() -> None:
    ran: list[int] = []

    def step(number: int) -> Any:
        return lambda data: ran.append(number) or {**data, f"k{number}": True}

    table = {number: step(number) for number in (1, 2, 3)}
    assert upgraded({"version": 1}, 3, table) == {"version": 3, "k2": True, "k3": True}
    assert ran == [2, 3]


@pytest.mark.parametrize("version", ["1", True, -4, None, 1.5])
def test_a_version_that_is_no_number_counts_as_the_oldest(version: Any) -> None:
    assert upgraded({"version": version}, 1)["version"] == 1


def test_a_newer_version_is_kept() -> None:
    assert upgraded({"version": 9, "new": 1}, 1) == {"version": 9, "new": 1}
