# SPDX-License-Identifier: MIT
"""Who answers where: picked while nobody was chosen, and never changed behind a person's back afterwards."""

from __future__ import annotations

import pytest

from onesist_desktop.core.answerer import PermissionMode, Readiness
from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.services.views import ProviderView
from onesist_desktop.ui.composer.choices import Choice, Choices
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fakes import CLAUDE, OLLAMA, PRACTICE, provider, thread

T1 = ThreadId("t1")
READY, MISSING = Readiness(is_ready=True), Readiness(is_ready=False, reason="program_missing")


def providers(claude: Readiness | None, ollama: Readiness | None = None, practice: Readiness | None = READY) -> list[ProviderView]:
    def view(provider_id: ProviderId, title: str, family: str, readiness: Readiness | None, **more: object) -> ProviderView:
        made = provider(provider_id, title, family, readiness=readiness or READY, **more)
        return made if readiness else ProviderView(made.info, made.capabilities, None, default_model=made.default_model)

    return [
        view(CLAUDE, "Claude Code", "anthropic", claude),
        view(OLLAMA, "Ollama", "local", ollama, is_agent=False, default_model="qwen3"),
        view(PRACTICE, "Practice agent", "practice", practice),
    ]


@pytest.fixture
def own_book(theme: Theme) -> ProviderBook:
    return ProviderBook(theme, providers(None, None, None))


def test_before_anybody_was_looked_for_the_first_is_picked_and_then_the_first_that_is_ready(own_book: ProviderBook) -> None:
    choices = Choices(own_book)
    assert choices.pick(T1)
    assert choices.of(T1).provider_id == CLAUDE
    own_book.replace(providers(MISSING, MISSING, READY))
    assert choices.pick(T1)
    assert choices.of(T1).provider_id == PRACTICE
    own_book.replace(providers(MISSING, READY, READY))
    assert choices.pick(T1)
    assert choices.of(T1) == Choice(OLLAMA, "qwen3")
    assert not choices.pick(T1)


def test_nobody_ready_changes_nothing(own_book: ProviderBook) -> None:
    choices = Choices(own_book)
    choices.pick(T1)
    own_book.replace(providers(MISSING, MISSING, MISSING))
    assert not choices.pick(T1)
    assert choices.of(T1).provider_id == CLAUDE
    own_book.replace([])
    assert not choices.pick(T1)


@pytest.mark.parametrize("how", ["chosen", "sent", "thread"])
def test_who_was_settled_stays_also_when_it_is_not_ready_or_gone(own_book: ProviderBook, how: str) -> None:
    choices = Choices(own_book)
    if how == "thread":
        choices.take(thread("t1", provider_id=CLAUDE, model="opus"))
    elif how == "chosen":
        choices.put(T1, Choice(CLAUDE, "opus", is_settled=True))
    else:
        choices.put(T1, Choice(CLAUDE, "opus"))
        choices.settle(T1)
    own_book.replace(providers(MISSING, READY))
    assert not choices.pick(T1)
    assert choices.of(T1).provider_id == CLAUDE
    own_book.replace(providers(MISSING, READY)[1:])
    assert not choices.pick(T1)
    assert (choices.of(T1).provider_id, choices.of(T1).model) == (CLAUDE, "opus")
    assert choices.provider(T1) is None


def test_a_new_thread_gets_what_was_chosen_before_it(own_book: ProviderBook) -> None:
    choices = Choices(own_book)
    choices.put(None, Choice(OLLAMA, "llama", PermissionMode.PLAN, is_settled=True))
    choices.adopt(T1)
    assert choices.of(T1) == choices.of(None)
    choices.take(thread("t1"))
    assert choices.of(T1) == choices.of(None)
    choices.take(thread("t2"))
    assert choices.of(ThreadId("t2")) == Choice(OLLAMA, "llama", PermissionMode.ASK, is_settled=True)


def test_what_was_only_picked_gives_way_to_who_answered_in_the_thread(own_book: ProviderBook) -> None:
    choices = Choices(own_book)
    choices.take(thread("t1"))
    choices.pick(T1)
    choices.take(thread("t1", provider_id=OLLAMA, model="llama"))
    assert choices.of(T1) == Choice(OLLAMA, "llama", is_settled=True)
    choices.take(thread("t1", provider_id=CLAUDE))
    assert choices.of(T1).provider_id == OLLAMA
