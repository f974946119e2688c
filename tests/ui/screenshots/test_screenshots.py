# SPDX-License-Identifier: MIT
"""The window looks as it did when somebody looked at it last."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from tests.ui.screenshots import baselines
from tests.ui.screenshots.compare import GROUNDS, LETTERS, compare
from tests.ui.screenshots.conftest import RENEW
from tests.ui.screenshots.scenes import SHOTS, Shot
from tests.ui.screenshots.stage import taken

ROOT = Path(__file__).parents[3]
LEFT = ROOT / "build" / "screenshots"
REQUIRED = "ONESIST_REQUIRE_SCREENSHOTS"


@pytest.fixture(scope="module", autouse=True)
def comparable(request: pytest.FixtureRequest, qapp: QApplication) -> None:
    """Skip where letters are drawn otherwise, but fail where that must not be."""
    if request.config.getoption(RENEW, default=False):
        baselines.keep_maker()
        return
    why = baselines.mismatch()
    if why and os.environ.get(REQUIRED):
        pytest.fail(why, pytrace=False)
    if why:
        pytest.skip(why)


@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.name)
async def test_it_looks_as_it_did(qapp: QApplication, request: pytest.FixtureRequest, shot: Shot) -> None:
    picture = await taken(qapp, shot)
    if request.config.getoption(RENEW, default=False):
        baselines.keep(shot.name, picture)
    kept = QImage(str(baselines.path_of(shot.name)))
    found = compare(picture, kept)
    if not found.is_alike:
        LEFT.mkdir(parents=True, exist_ok=True)
        actual, difference = LEFT / f"{shot.name}.png", LEFT / f"{shot.name}-difference.png"
        picture.save(str(actual))
        found.picture.save(str(difference))
        pytest.fail(
            f"{shot.name}: {found.letters:.3%} of letters and lines differ, {LETTERS.most:.3%} may;"
            f" {found.grounds:.2%} of grounds, {GROUNDS.most:.2%} may. Look at {actual} and {difference}."
            " If it is better now, renew it: make screenshots",
            pytrace=False,
        )


def test_nothing_is_kept_that_no_scene_takes() -> None:
    assert {path.stem for path in baselines.FOLDER.glob("*.png")} == {shot.name for shot in SHOTS}


def test_the_pictures_are_small() -> None:
    assert sum(path.stat().st_size for path in baselines.FOLDER.glob("*.png")) < 4_000_000
