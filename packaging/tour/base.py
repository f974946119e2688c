# SPDX-License-Identifier: MIT
"""What every stop of the tour works with."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt

from tour.camera import Camera
from tour.errors import check_equal
from tour.evidence import Evidence
from tour.hands import Hands, until
from tour.world import World

AGENT, MODEL = "practice-agent", "practice-model"
AGENT_TITLE, MODEL_TITLE = "Practice agent", "Practice model"
SIZE, NARROW = (1440, 900), (960, 640)


@dataclass(frozen=True, slots=True)
class Tour:
    """Eyes, hands and a camera, and what was stored."""

    hands: Hands
    evidence: Evidence
    camera: Camera
    world: World

    async def picture(self, name: str) -> None:
        """Take a picture once everything is in its place."""
        await self.hands.settle()
        self.camera.take(self.hands.window, name)

    def run_count(self) -> int:
        """How many runs were stored."""
        return int(self.evidence.one("SELECT count(*) FROM runs"))

    async def send(self, text: str) -> None:
        """Write a message, press Enter, and wait until it is stored and gone from the field."""
        before = self.run_count()
        self.hands.write(text)
        self.hands.press(Qt.Key.Key_Return)
        await until(lambda: self.run_count() == before + 1, f"a run for {text!r} is stored")
        await until(lambda: not self.hands.composer.toPlainText(), "the field is empty again")

    async def answered(self, outcome: str = "completed") -> None:
        """Wait until the newest run has ended, in the database and on the screen, and make sure how."""
        await until(lambda: self.evidence.last_run()[1] == "finished", "the run is finished")
        await until(lambda: not self.hands.is_visible("stop_run"), "the window shows that nothing works any more")
        await until(lambda: not self.hands.says_working(), "the inspector shows that as well")
        check_equal(self.evidence.last_run()[2], outcome, "the outcome of the run")


async def resize(tour: Tour, size: tuple[int, int]) -> None:
    """Make the window exactly that large, in logical pixels."""
    window = tour.hands.window
    window.resize(*size)
    await until(lambda: (window.width(), window.height()) == size, f"the window is {size[0]} x {size[1]}")
