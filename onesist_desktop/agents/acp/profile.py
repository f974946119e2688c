# SPDX-License-Identifier: MIT
"""What is known of an agent beyond the protocol. Data: nothing asks for an agent by its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from onesist_desktop.agents.acp.program import ModeIds
from onesist_desktop.core.answerer import PermissionMode

WELL_KNOWN_MODES: ModeIds = {
    PermissionMode.ASK: ("ask", "default", "approve", "manual"),
    PermissionMode.ACCEPT_EDITS: ("accept_edits", "acceptEdits", "autoEdit", "auto-edit", "auto_edit"),
    PermissionMode.PLAN: ("plan", "https://agentclientprotocol.com/protocol/session-modes#plan"),
    PermissionMode.FULL_ACCESS: ("full_access", "bypassPermissions", "yolo", "full-access"),
}
"""Names that mean the same in every agent that was looked at. ``auto`` is not among them: it means something else in each."""


@dataclass(frozen=True, slots=True)
class AcpProfile:
    """How an agent differs from what the protocol lets one expect.

    Attributes:
        mode_ids: Its own names of our modes, best first. For a mode without an entry the well-known names are tried.
        asks: It is known to ask before it changes anything or runs a command, where it offers no mode that means so.
        auth_method: What to authenticate with when it asks for that; empty where only the person can sign in.
        auth_variable: Only when the agent's environment has this variable; empty for always.
        forgets_failed: A prompt that ended in an error isn't in its session afterwards.
        replays_late: It goes on to replay a loaded conversation after it said that it was loaded.
        own_words: Patterns of text that the program says as if it were the model; a piece that matches wholly is left out.
        tells_version: ``--version`` prints its version and does nothing else.
    """

    mode_ids: ModeIds = field(default_factory=dict)
    asks: bool = True
    auth_method: str = ""
    auth_variable: str = ""
    forgets_failed: bool = False
    replays_late: bool = False
    own_words: tuple[str, ...] = ()
    tells_version: bool = False

    def ids_of(self, mode: PermissionMode) -> tuple[str, ...]:
        """Return the names to try for a mode."""
        return self.mode_ids.get(mode, (*WELL_KNOWN_MODES[mode], str(mode)))


def with_mode_ids(profile: AcpProfile | None, mode_ids: Mapping[PermissionMode, tuple[str, ...]] | None) -> AcpProfile:
    """Return the profile, with these names where it was given without any."""
    if profile is not None:
        return profile
    return AcpProfile(mode_ids=dict(mode_ids or {}))
