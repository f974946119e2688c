# SPDX-License-Identifier: MIT
"""The table of abilities: complete, and honest about what happens without one."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from onesist_desktop.core.abilities import FALLBACKS, STATELESS_FALLBACKS, Ability, Support, fallback_of, has, support_of
from onesist_desktop.core.answerer import Capabilities, ForkAbility

NONE = Capabilities(is_agent=True)
NO_ABILITY = {"is_agent", "modes", "fork", "acceptance_proof"}


def everything() -> Capabilities:
    """An answerer that can all there is."""
    flags = {field.name: True for field in fields(Capabilities) if field.name not in NO_ABILITY}
    return replace(NONE, **flags, fork=ForkAbility.AT_MESSAGE, acceptance_proof="an event")  # type: ignore[arg-type]


def test_whoever_can_all_has_every_ability_and_nothing_is_forgotten() -> None:
    assert set(has(NONE)) == set(Ability)
    assert all(has(everything()).values())
    assert not any(has(NONE).values())


@pytest.mark.parametrize("name", sorted(field.name for field in fields(Capabilities) if field.name not in NO_ABILITY))
def test_each_capability_is_an_ability_of_its_own(name: str) -> None:
    changed = has(replace(NONE, **{name: True}))
    assert [ability for ability, is_there in changed.items() if is_there] != []
    assert sum(changed.values()) == 1


def test_a_fork_at_a_message_is_one_at_the_end_too() -> None:
    at_end = has(replace(NONE, fork=ForkAbility.AT_END))
    assert (at_end[Ability.FORK_AT_END], at_end[Ability.FORK_AT_MESSAGE]) == (True, False)


def test_what_is_missing_has_its_declared_fallback_or_none() -> None:
    support = support_of(NONE)
    assert {ability for ability, found in support.items() if found is Support.FALLBACK} == set(FALLBACKS)
    assert {ability for ability, found in support.items() if found is Support.NO} == set(Ability) - set(FALLBACKS)
    assert set(support_of(everything()).values()) == {Support.YES}


def test_without_sessions_the_history_is_sent_each_time() -> None:
    stateless = Capabilities(is_agent=False)
    for ability, fallback in STATELESS_FALLBACKS.items():
        assert fallback_of(ability, stateless) == fallback
        assert fallback_of(ability, NONE) != fallback
    assert fallback_of(Ability.STEER, stateless) == fallback_of(Ability.STEER, NONE) != ""
    assert fallback_of(Ability.PLAN, stateless) == ""
