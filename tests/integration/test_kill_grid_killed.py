# SPDX-License-Identifier: MIT
"""The kill grid: ``kill -9`` of the app before and after each of the seven steps, for each way to answer.

One thread goes through all points of an answerer: each start recovers, sends again what it is offered, is owed a delta, and is
killed at the next point. What is killed is a real process of the app, with the real agent.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.integration.agents.claude_rig import real_claude
from tests.integration.kill_checks import (
    API,
    CLAUDE,
    MODEL,
    OTHER_API,
    PRACTICE,
    ask,
    check_practice,
    check_rows,
    check_wire,
    go_on,
    last_run,
    start_again,
)
from tests.integration.kill_points import RUN_POINTS, STEPS
from tests.integration.kill_rig import Driver, Place, place_in

# Where no run was cut off: nothing was stored, or all was.
_NOTHING_TO_RECOVER = ("storing", "finished")
# Claude Code outlives the app and goes on with its turn: the model holds it until the next start ends it.
_OUTLIVED = {
    "accepted_unseen": "[[hang]]",
    "accepted": "[[hang]]",
    "growing": "[[bash:echo hi]] [[hang]]",
    "written": "[[bash:echo hi]] [[hang]]",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One answerer, who else answers in between, and how what it was told is judged at the end."""

    provider: str
    other: str
    check: Callable[[Place], None]
    is_native: bool = False


ROWS = {
    "stateless": Row(OTHER_API, API, check_wire),
    "native": Row(CLAUDE, API, check_wire, is_native=True),
    "acp": Row(PRACTICE, MODEL, check_practice),
}


class Grid:
    """What was survived, for people to read."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._passed: set[str] = set()

    def passed(self, point: str) -> None:
        self._passed.add(point)

    def text(self) -> str:
        """The grid's column as lines: each step, and whether a kill before and after it was survived."""
        lines = [f"kill -9, {self._name}:"]
        for step, before, after in STEPS:
            told = ", ".join(f"{point}: {'survived' if point in self._passed else 'NOT'}" for point in (before, after))
            lines.append(f"  {step:10} {told}")
        return "\n".join(lines) + "\n"


def kill_in_a_run(place: Place, driver: Driver, row: Row, point: str) -> Driver:
    """Let the other one answer, get the app killed at ``point`` of the next run, and start it again."""
    ask(place, driver, row.other, f"Between {point} [[say:between-{point}]]")
    said = place.said()
    text = die_at(place, driver, row, point)
    is_stored = point != "storing"
    driver = start_again(place, [*said, text] if is_stored else said, 0 if point in _NOTHING_TO_RECOVER else 1)
    if driver.first["resendable"]:
        driver.ask(do="again")
    elif not is_stored:
        # The text is still with the person.
        ask(place, driver, row.provider, text)
    assert last_run(place).outcome == "completed", (point, last_run(place))
    return driver


def die_at(place: Place, driver: Driver, row: Row, point: str) -> str:
    """Get the app killed at a point of a run. Returns the message."""
    is_outlived = row.is_native and point in _OUTLIVED
    text = f"At {point} " + (_OUTLIVED[point] if is_outlived else f"[[say:answer-{point}]]")
    driver.dies(do="send", provider=row.provider, text=text, die_at=point, mode="full_access")
    if is_outlived:
        place.server.wait_for_hold()
    return text


def kill_in_the_recovery(place: Place, driver: Driver, row: Row, grid: Grid) -> Driver:
    ask(place, driver, row.other, "Between [[say:between-recovery]]")
    said = place.said()
    said.append(die_at(place, driver, row, "accepted"))
    told = place.told()
    place.start(die_at="recovering")
    driver = start_again(place, said)
    grid.passed("recovering")
    driver.dies(do="die")
    driver = start_again(place, said, 0)
    assert place.told() == told, "a recovery sent something"
    grid.passed("recovered")
    return driver


@pytest.mark.timeout(600)
@pytest.mark.real_agent
@pytest.mark.parametrize("name", ROWS)
def test_killed_before_and_after_each_step(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    row, grid = ROWS[name], Grid(name)
    try:
        with place_in(tmp_path, real_claude() if row.is_native else "") as place:
            driver = place.start()
            ask(place, driver, row.provider, "Alpha [[say:alpha-answer]]")
            for point in RUN_POINTS:
                driver = kill_in_a_run(place, driver, row, point)
                grid.passed(point)
            driver = kill_in_the_recovery(place, driver, row, grid)
            go_on(place, driver, row.provider)
            check_rows(place)
            row.check(place)
    finally:
        with capsys.disabled():
            sys.stdout.write(f"\n{grid.text()}")
