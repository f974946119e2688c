# SPDX-License-Identifier: MIT
"""A free branch name can always stand beside the branches that are there."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.git.branches import free_name

_NAME = st.lists(st.text("abAB-2", min_size=1, max_size=3), min_size=1, max_size=4).map("/".join)


@given(_NAME, st.lists(_NAME, max_size=12))
def test_a_free_name_is_no_other_and_no_folder_of_one(wanted: str, taken: list[str]) -> None:
    free = free_name(wanted, taken).casefold()
    for name in map(str.casefold, taken):
        assert free != name
        assert not free.startswith(f"{name}/")
        assert not name.startswith(f"{free}/")


@given(_NAME)
def test_a_name_that_is_free_stays_as_it_is(wanted: str) -> None:
    assert free_name(wanted, []) == wanted
