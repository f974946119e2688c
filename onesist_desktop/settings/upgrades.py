# SPDX-License-Identifier: MIT
"""Turns an older settings file into today's, one version at a time.

An upgrade to version N is a function ``upgrade_to_N`` in ``UPGRADES`` and has a test ``test_upgrade_to_N`` of its own; a test
checks the pairing. An upgrade works on the JSON as it is in the file and leaves alone what it doesn't know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

Json = dict[str, Any]
Upgrade = Callable[[Json], Json]


def upgrade_to_1(data: Json) -> Json:
    """Take a file without a version, as a person may have written it by hand, for a first one."""
    return data


UPGRADES: Mapping[int, Upgrade] = MappingProxyType({1: upgrade_to_1})


def upgraded(data: Json, current: int, upgrades: Mapping[int, Upgrade] = UPGRADES) -> Json:
    """Return ``data`` at version ``current``; a newer file keeps its version. A version that is no number counts as 0."""
    version = data.get("version", 0)
    if not isinstance(version, int) or isinstance(version, bool) or version < 0:
        version = 0
    result = dict(data)
    while version < current:
        version += 1
        result = upgrades[version](result)
    return result | {"version": version}
