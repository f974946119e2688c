# SPDX-License-Identifier: MIT
"""What the map draws, in pixels of its whole picture: x from its left edge, y from the top of the tree's first row."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, StrEnum

from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.services.lineage_views import Bead, BeadState, MapMerge
from onesist_desktop.services.views import ThreadView

STEP = 56.0
"""From one column to the next at 100 %."""
LEFT = 32.0
"""From the left edge to the first column."""
RIGHT = 136.0
"""Room beyond the last column, for the words beside a lane's end."""
HALO = 10.0
BEAD_REACH = 16.0
"""So far from a bead's middle reach the rings round it: that of the focus round that of a question."""
RING = 8.5
CORNER = 8.0
ARROW_GAP = 9.0
"""Half of what a lane's line leaves free around a handover's arrow."""
END_GAP = 18.0
"""From a lane's last bead to the words beside it."""


@dataclass(frozen=True, slots=True)
class BeadShape:
    """One bead. ``beads``: the answers that it stands for, oldest first: more than one only below 60 % of zoom."""

    x: float
    y: float
    row: int
    beads: tuple[Bead, ...]

    @property
    def bead(self) -> Bead:
        """The newest of its answers: gives the mark and its colour, and is what a click goes to."""
        return self.beads[-1]

    @property
    def count(self) -> int:
        """How many answers it stands for."""
        return len(self.beads)

    @property
    def state(self) -> BeadState:
        """The state of its answers that matters most."""
        return min((bead.state for bead in self.beads), key=_WEIGHT.index)


@dataclass(frozen=True, slots=True)
class RingShape:
    """A ring in the parent's lane: there something was merged. ``merges`` as :attr:`BeadShape.beads`."""

    x: float
    y: float
    row: int
    merges: tuple[MapMerge, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a lane's line, from one end to the other, both clear of beads. Its colour is that of the answer it leads to."""

    x0: float
    x1: float
    y: float
    provider_id: ProviderId


@dataclass(frozen=True, slots=True)
class Arrow:
    """A handover: another provider goes on. ``bead`` is its first answer."""

    x: float
    y: float
    from_provider_id: ProviderId
    bead: Bead


@dataclass(frozen=True, slots=True)
class Elbow:
    """A fork: from (x0, y0) below the parent's bead down, round a corner, to (x1, y1) left of the fork's first bead.

    Attributes:
        is_open: The fork has no answer of its own yet.
        is_straight: There is no room for the corner: the line ends at (x0, y1) above the bead.
    """

    x0: float
    y0: float
    x1: float
    y1: float
    parent_row: int
    row: int
    child_id: ThreadId
    is_open: bool = False
    is_straight: bool = False


@dataclass(frozen=True, slots=True)
class Rise:
    """A merge: from (x0, y0) in the fork's lane to the right, round a corner, to (x1, y1) at the ring, where its head is."""

    x0: float
    y0: float
    x1: float
    y1: float
    row: int
    parent_row: int
    merge: MapMerge


@dataclass(frozen=True, slots=True)
class Guide:
    """A dotted line from the left edge to what a lane begins with."""

    x1: float
    y: float
    row: int


class EndKind(StrEnum):
    """What is said beside a lane's end."""

    ASKS = "asks"
    WORKING = "working"
    UNMERGED = "unmerged"
    PARENT_GONE = "parent_gone"


@dataclass(frozen=True, slots=True)
class LaneEnd:
    """Words beside a lane's end, from ``x`` on."""

    x: float
    y: float
    row: int
    kind: EndKind
    thread: ThreadView


class MarkKind(Enum):
    """Whether a stretch of the time row is made of days or of hours of today."""

    DAY = "day"
    HOUR = "hour"


@dataclass(frozen=True, slots=True)
class TimeMark:
    """A stretch of the time row. It begins with a line at ``x``, but for the first one.

    Attributes:
        from_at: Beginning of its first day or hour, in seconds since the epoch.
        to_at: Beginning of its last one: the same unless several share the stretch because their words would not fit.
        is_first_today: It is the first hour of today.
    """

    x: float
    width: float
    kind: MarkKind
    from_at: float
    to_at: float
    is_first_today: bool = False


@dataclass(frozen=True, slots=True)
class Shapes:
    """What is to be drawn of some rows and a stretch of columns. Draw in this order: later ones cover earlier ones."""

    guides: list[Guide] = field(default_factory=list)
    elbows: list[Elbow] = field(default_factory=list)
    rises: list[Rise] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)
    rings: list[RingShape] = field(default_factory=list)
    beads: list[BeadShape] = field(default_factory=list)
    ends: list[LaneEnd] = field(default_factory=list)


_WEIGHT = (BeadState.ASKS, BeadState.WORKING, BeadState.FAILED, BeadState.STOPPED, BeadState.DONE)
