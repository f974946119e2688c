# SPDX-License-Identifier: MIT
"""Which settings take a repository's own filters out of a command."""

from __future__ import annotations

from onesist_desktop.git.filters import configured_filters


def listed(*entries: tuple[str, str, str]) -> bytes:
    return b"".join(f"{scope}\0{name}\n{value}\0".encode() for scope, name, value in entries)


def test_the_persons_own_filters_stay() -> None:
    assert configured_filters(listed(("global", "filter.lfs.clean", "git-lfs clean -- %f"))) == ()


def test_a_filter_of_the_repository_is_switched_off() -> None:
    assert configured_filters(listed(("local", "filter.evil.clean", "touch it"))) == (
        "filter.evil.clean=",
        "filter.evil.smudge=",
        "filter.evil.process=",
        "filter.evil.required=false",
    )


def test_a_driver_that_the_repository_changes_gets_the_persons_own_words_back() -> None:
    entries = listed(
        ("system", "filter.lfs.clean", "old"),
        ("global", "filter.lfs.clean", "git-lfs clean"),
        ("global", "filter.lfs.required", "true"),
        ("local", "filter.lfs.process", "evil"),
    )
    assert configured_filters(entries) == (
        "filter.lfs.clean=git-lfs clean",
        "filter.lfs.smudge=",
        "filter.lfs.process=",
        "filter.lfs.required=true",
    )


def test_one_of_the_worktrees_own_configuration_counts_as_the_repositorys() -> None:
    assert configured_filters(listed(("worktree", "filter.x.process", "evil")))[2] == "filter.x.process="


def test_names_with_dots_and_values_with_line_breaks() -> None:
    settings = configured_filters(listed(("local", "filter.a.b.C.clean", "one\ntwo"), ("local", "user.name", "x")))
    assert settings[0] == "filter.a.b.C.clean="


def test_an_entry_without_a_value() -> None:
    assert configured_filters(b"local\0filter.x.required\0")[3] == "filter.x.required=false"
