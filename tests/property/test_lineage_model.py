# SPDX-License-Identifier: MIT
"""Random sequences of turns, forks, merges, rewinds and crashes on the real services: no content is lost to a session or repeated.

After every step what each agent's session really holds is compared with its thread, and all that the step doesn't concern with
what it was before.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from onesist_desktop.core.ids import ThreadId
from tests.property.lineage_world import ABILITIES, AGENTS, BIG_CAP, HOWS, PROVIDERS, World

TINY_CAP, SMALL_CAP = 420, 640
MOST_THREADS = 4

places = st.integers(0, 11)
agents = st.sampled_from(AGENTS)
providers = st.sampled_from((*AGENTS, *AGENTS, "model-m"))
backs = st.sampled_from((0, 0, 0, 1, 1, 2, 3, 5))
abilities = st.sampled_from(tuple(ABILITIES))
caps = st.sampled_from((BIG_CAP, BIG_CAP, BIG_CAP, SMALL_CAP, TINY_CAP, 0))


class Lineages(RuleBasedStateMachine):
    """Each rule is one thing that a person does, or that goes wrong."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.loop = asyncio.Runner()
        self.world: World | None = None
        self.is_sound = True

    @initialize(first=abilities, second=abilities)
    def begin(self, first: str, second: str) -> None:
        """Start the app, with a question and an answer."""
        self.world = World(self.folder, (first, second))
        self.do(self.world.open())
        self.do(self.world.send(self.world.threads[0], "agent-a"))

    def teardown(self) -> None:
        """Whatever happened, everybody is told everything in the end."""
        try:
            if self.world is not None and self.is_sound:
                self.do(self.world.bring_up_to_date())
        finally:
            if self.world is not None:
                self.loop.run(self.world.close())
            self.loop.close()
            shutil.rmtree(self.folder)

    # -- turns

    @rule(place=places, provider=providers, cap=caps, count=st.integers(1, 3))
    def send(self, place: int, provider: str, cap: int, count: int) -> None:
        thread_id = self.pick(place)
        for _ in range(count):
            self.say(thread_id, provider, cap)

    @rule(place=places, provider=providers, how=st.sampled_from(HOWS), again=st.booleans())
    def send_and_something_happens(self, place: int, provider: str, how: str, again: bool) -> None:
        thread_id = self.pick(place)
        if not self.it.works(thread_id):
            self.do(self.it.send(thread_id, provider, how, again=again))

    @rule(
        place=places,
        provider=providers,
        upto=st.sampled_from(("opening", "sending", "accepted", "accepted")),
        says=st.booleans(),
        keeps=st.booleans(),
    )
    def begin_to_work(self, place: int, provider: str, upto: str, says: bool, keeps: bool) -> None:
        thread_id = self.pick(place)
        if not self.it.works(thread_id):
            self.do(self.it.begin(thread_id, provider, upto, says=says, keeps=keeps))

    @precondition(lambda self: self.working())
    @rule(place=places)
    def steer(self, place: int) -> None:
        self.do(self.it.steer(self.pick_working(place)))

    @precondition(lambda self: self.working())
    @rule(place=places)
    def let_go(self, place: int) -> None:
        self.do(self.it.let_go(self.pick_working(place)))

    @precondition(lambda self: self.working())
    @rule(place=places)
    def stop(self, place: int) -> None:
        self.do(self.it.stop(self.pick_working(place)))

    # -- the lineage

    @precondition(lambda self: self.world is not None and len(self.world.threads) < MOST_THREADS)
    @rule(place=places, back=backs, provider=agents, sends=st.booleans(), merges=st.booleans())
    def fork(self, place: int, back: int, provider: str, sends: bool, merges: bool) -> None:
        child_id = self.do(self.it.fork(self.pick(place), back))
        if sends and child_id is not None:
            self.do(self.it.send(child_id, provider))
            if merges:
                self.do(self.it.merge(child_id))

    @rule(place=places, cap=caps)
    def merge(self, place: int, cap: int) -> None:
        self.do(self.it.merge(self.pick(place), cap))

    @rule(place=places)
    def merge_when_ended(self, place: int) -> None:
        self.do(self.it.merge_when_ended(self.pick(place)))

    @rule(place=places, back=backs, following=st.sampled_from(("", "undo", "send", "send", "fork", "merge")), provider=providers)
    def rewind(self, place: int, back: int, following: str, provider: str) -> None:
        thread_id = self.pick(place)
        self.do(self.it.rewind(thread_id, back))
        match following:
            case "undo":
                self.do(self.it.undo(thread_id))
            case "send":
                self.say(thread_id, provider)
            case "fork" if len(self.it.threads) < MOST_THREADS:
                self.do(self.it.fork(thread_id))
            case "merge":
                self.do(self.it.merge_all_into(thread_id))

    @rule(place=places)
    def undo(self, place: int) -> None:
        self.do(self.it.undo(self.pick(place)))

    @rule(place=places, provider=st.sampled_from(PROVIDERS))
    def start_clean(self, place: int, provider: str) -> None:
        self.do(self.it.start_clean(self.pick(place), provider))

    @rule(place=places, how=st.sampled_from(("archive", "delete", "restore")))
    def put_away(self, place: int, how: str) -> None:
        match how:
            case "archive":
                self.do(self.it.archive(self.pick(place)))
            case "delete":
                self.do(self.it.delete(self.pick(place)))
            case _:
                every = [*self.it.deleted, *self.it.threads]
                self.do(self.it.restore(every[place % len(every)]))

    # -- the app

    @rule(found=st.sampled_from(("", "absent", "unknown", "prompt only", "half", "whole")))
    def crash(self, found: str) -> None:
        """The app ends in good order, or without a word."""
        self.do(self.it.crash(found) if found else self.it.restart())

    # -- parts

    @property
    def it(self) -> World:
        assert self.world is not None
        return self.world

    def do(self, doing: Coroutine[Any, Any, Any]) -> Any:
        """Do one thing, and look at everything."""
        self.is_sound = False
        result = self.loop.run(doing)
        self.loop.run(self.it.check())
        self.is_sound = True
        return result

    def say(self, thread_id: ThreadId, provider: str, cap: int = BIG_CAP) -> None:
        if self.it.works(thread_id):
            self.do(self.it.queue(thread_id, provider))
        else:
            self.do(self.it.send(thread_id, provider, "ok", cap))

    def pick(self, place: int) -> ThreadId:
        return self.it.threads[place % len(self.it.threads)]

    def working(self) -> list[ThreadId]:
        return [each for each in self.world.threads if self.world.works(each)] if self.world is not None else []

    def pick_working(self, place: int) -> ThreadId:
        return self.working()[place % len(self.working())]


TestLineages = Lineages.TestCase
TestLineages.settings = settings(
    max_examples=max(10, settings().max_examples // 5),
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    print_blob=True,
)
