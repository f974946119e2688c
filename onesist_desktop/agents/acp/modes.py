# SPDX-License-Identifier: MIT
"""How a permission mode is kept to: by a mode of the agent's own, by answering its requests ourselves, or by both."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

from onesist_desktop.agents.acp.profile import AcpProfile
from onesist_desktop.core.answerer import PermissionMode


class Answering(StrEnum):
    """Who answers what the agent asks for.

    ``PERSON``: the person, everything. ``EDITS``: we allow changes within the workspace, the person answers the rest.
    ``READS``: we refuse all that changes or runs something, the person answers the rest. ``NOTHING``: we refuse everything.
    ``EVERYTHING``: we allow everything.
    """

    PERSON = "person"
    EDITS = "edits"
    READS = "reads"
    NOTHING = "nothing"
    EVERYTHING = "everything"


class Verdict(StrEnum):
    """What is to be done with one request."""

    ASK = "ask"
    ALLOW = "allow"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True)
class Way:
    """One way to keep to a mode: the agent's own mode to set (None for none), and who answers its requests."""

    native: str | None
    answering: Answering


_WITH_OWN_MODE = {
    PermissionMode.ASK: Answering.PERSON,
    PermissionMode.ACCEPT_EDITS: Answering.EDITS,
    PermissionMode.PLAN: Answering.READS,
    PermissionMode.FULL_ACCESS: Answering.PERSON,
}
_WHILE_IT_ASKS = {
    PermissionMode.ASK: Answering.PERSON,
    PermissionMode.ACCEPT_EDITS: Answering.EDITS,
    PermissionMode.PLAN: Answering.NOTHING,
    PermissionMode.FULL_ACCESS: Answering.EVERYTHING,
}
_CHANGES = frozenset({"edit", "move"})
_HARMLESS = frozenset({"read", "search", "fetch", "think"})


def ways(mode: PermissionMode, offered: Collection[str], profile: AcpProfile) -> list[Way]:
    """Return how a mode can be kept to in a session that offers these modes, best first; empty where it can't.

    An agent may refuse a mode that it offers (one does in a folder that wasn't trusted), so there can be several.
    """
    found = [Way(name, _WITH_OWN_MODE[mode]) for name in profile.ids_of(mode) if name in offered]
    asking = next((name for name in profile.ids_of(PermissionMode.ASK) if name in offered), None)
    if asking is not None or (profile.asks and not offered):
        found.append(Way(asking, _WHILE_IT_ASKS[mode]))
    elif mode is PermissionMode.FULL_ACCESS:
        # Nothing has to be kept from happening.
        found.append(Way(None, Answering.EVERYTHING))
    return list(dict.fromkeys(found))


def enforceable(offered: Collection[str], profile: AcpProfile) -> frozenset[PermissionMode]:
    """Return the modes that can be kept to in such a session."""
    return frozenset(mode for mode in PermissionMode if ways(mode, offered, profile))


def verdict(answering: Answering, kind: str, paths: Iterable[str], cwd: str) -> Verdict:
    """Decide about a request of that kind (the protocol's word) which touches these paths.

    Args:
        answering: Who answers in the session's mode.
        kind: The protocol's kind of the call; an unknown one counts as something that changes the world.
        paths: As the agent gave them. None known counts as outside.
        cwd: The workspace.
    """
    match answering:
        case Answering.EVERYTHING:
            return Verdict.ALLOW
        case Answering.NOTHING:
            return Verdict.REFUSE
        case Answering.READS:
            return Verdict.ASK if kind in _HARMLESS else Verdict.REFUSE
        case Answering.EDITS if kind in _CHANGES and _all_within(paths, cwd):
            return Verdict.ALLOW
        case _:
            return Verdict.ASK


def _all_within(paths: Iterable[str], cwd: str) -> bool:
    # Links are followed on both sides: what counts is where the bytes go.
    root = os.path.realpath(cwd)
    found = [os.path.realpath(os.path.join(root, path)) for path in paths if path]  # noqa: PTH118 - Path drops trailing dots
    return bool(found) and all(path != root and os.path.commonpath([root, path]) == root for path in found)
