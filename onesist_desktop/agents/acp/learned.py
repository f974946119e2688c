# SPDX-License-Identifier: MIT
"""What an agent told of itself when it was started, beside what was known before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from onesist_desktop.agents.acp.choices import Choices
from onesist_desktop.agents.acp.modes import enforceable
from onesist_desktop.agents.acp.profile import AcpProfile
from onesist_desktop.core.answerer import Capabilities, ForkAbility, ModelInfo


class Learned:
    """Facts of one agent program, newest last. Kept as long as the app runs.

    Args:
        promised: What was known before the first start; what it promises stays promised.
        profile: What is known of its modes.
        models: The models that were known before.
    """

    def __init__(self, promised: Capabilities, profile: AcpProfile, models: Sequence[ModelInfo] = ()) -> None:
        self.capabilities = promised
        self._profile = profile
        self._choices = Choices()
        self._windows: dict[str, int] = {}
        self._models = tuple(models)

    @property
    def models(self) -> tuple[ModelInfo, ...]:
        """The models of the newest session, else those that were known before."""
        return self._choices.models(self._windows) or self._models

    def knows_model(self, model: str) -> bool:
        """Tell whether the model was known before, so that an agent which offers no choice may be meant to have it."""
        return any(known.id == model for known in self._models)

    def note_agent(self, capabilities: Mapping[str, Any]) -> None:
        """Take ``agentCapabilities`` of the answer to ``initialize``, as plain JSON."""
        sessions = _dict(capabilities.get("sessionCapabilities"))
        can_fork = sessions.get("fork") is not None
        now = self.capabilities
        self.capabilities = replace(
            now,
            # Every agent has to take servers over standard streams.
            takes_mcp=True,
            can_resume=now.can_resume or bool(capabilities.get("loadSession")) or sessions.get("resume") is not None,
            fork=ForkAbility.AT_END if can_fork and now.fork is ForkAbility.NONE else now.fork,
            takes_images=now.takes_images or bool(_dict(capabilities.get("promptCapabilities")).get("image")),
        )

    def note_choices(self, choices: Choices) -> None:
        """Take what a session lets one choose."""
        self._choices = choices
        now = self.capabilities
        self.capabilities = replace(
            now,
            lists_models=now.lists_models or bool(choices.model.values),
            can_change_model=now.can_change_model or bool(choices.model.method),
            takes_effort=now.takes_effort or bool(choices.effort.method),
            modes=now.modes | enforceable(choices.mode.ids, self._profile),
        )

    def note_window(self, model: str, window: int | None, occupied: int | None) -> None:
        """Take what a turn told of the window."""
        if window and model:
            self._windows[model] = window
        now = self.capabilities
        self.capabilities = replace(
            now,
            tells_windows=now.tells_windows or bool(window),
            tells_occupancy=now.tells_occupancy or occupied is not None,
        )

    def note_asked(self) -> None:
        """Note that the agent asked before it did something."""
        self.capabilities = replace(self.capabilities, asks_approvals=True)


def _dict(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
