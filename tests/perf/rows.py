# SPDX-License-Identifier: MIT
"""One row of the table that the benchmarks print."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """A measured figure beside its target.

    Attributes:
        name: Row of the targets and what was measured.
        measured: The figure with its unit.
        target: What it must be, empty for a figure that only explains others.
        ok: Whether it is; None where nothing is asked or nothing could be measured.
        note: How it was measured, or why it wasn't.
    """

    name: str
    measured: str
    target: str
    ok: bool | None
    note: str = ""
