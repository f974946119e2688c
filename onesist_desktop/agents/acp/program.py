# SPDX-License-Identifier: MIT
"""What has to be known of an agent before it is started. Apart from what starts it, because that loads the protocol's library."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from onesist_desktop.core.answerer import PermissionMode

ModeIds = Mapping[PermissionMode, tuple[str, ...]]
"""An agent's own names of our modes, best first."""


@dataclass(frozen=True, slots=True)
class AcpProgram:
    """How an agent is started.

    Attributes:
        argv: Program (a name or an absolute path) and arguments. No secrets: everyone on the machine can read them.
        keep: Inherited variables it needs besides the usual ones.
        extra_env: Variables to set.
    """

    argv: tuple[str, ...]
    keep: tuple[str, ...] = ()
    extra_env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AcpLimits:
    """How long to wait, in seconds. Real agents take more than ten to start on a busy machine."""

    start_s: float = 60.0
    request_s: float = 60.0
    cancel_s: float = 5.0
    end_s: float = 2.0
