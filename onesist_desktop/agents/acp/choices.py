# SPDX-License-Identifier: MIT
"""What a session lets one choose: modes, models and how much to think. Read from plain JSON: the library knows only some forms.

There are two forms of each: ``modes`` and ``models`` beside the session, and ``configOptions`` with a category.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from onesist_desktop.core.answerer import ModelInfo

MODE, MODEL, EFFORT = "mode", "model", "thought_level"


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose.

    Attributes:
        method: Request that sets it; empty where nothing can be chosen.
        config_id: Id of the option, for ``session/set_config_option``.
        values: What can be chosen, as pairs of id and title.
        current: Id of what is chosen.
    """

    method: str = ""
    config_id: str = ""
    values: tuple[tuple[str, str], ...] = ()
    current: str = ""

    @property
    def ids(self) -> tuple[str, ...]:
        """What can be chosen."""
        return tuple(value for value, _ in self.values)

    def request(self, session_id: str, value: str) -> dict[str, Any]:
        """Return the parameters of the request that chooses ``value``."""
        if self.config_id:
            return {"sessionId": session_id, "configId": self.config_id, "value": value}
        name = "modeId" if self.method == "session/set_mode" else "modelId"
        return {"sessionId": session_id, name: value}


NO_CHOICE = Choice()


@dataclass(frozen=True, slots=True)
class Choices:
    """All that can be chosen in a session."""

    mode: Choice = NO_CHOICE
    model: Choice = NO_CHOICE
    effort: Choice = NO_CHOICE

    def chosen(self, choice: Choice, value: str) -> Choices:
        """Return the choices after ``value`` was chosen where ``choice`` is."""
        now = replace(choice, current=value)
        return Choices(*(now if each == choice else each for each in (self.mode, self.model, self.effort)))

    def models(self, windows: Mapping[str, int]) -> tuple[ModelInfo, ...]:
        """Return the models, with the windows that turns told. How much to think is known of the chosen one only."""
        chosen = self.model.current
        return tuple(
            ModelInfo(
                id_,
                title,
                windows.get(id_),
                self.effort.ids if id_ == chosen else (),
                self.effort.current if id_ == chosen else "",
            )
            for id_, title in self.model.values
        )


def choices_in(result: Mapping[str, Any], before: Choices | None = None) -> Choices:
    """Read what the answer to opening a session, or to choosing something, offers. What it leaves out stays as it was."""
    found = before or Choices()
    options = result.get("configOptions")
    if isinstance(options, list):
        by_category = {_category(option): _select(option) for option in reversed(options) if isinstance(option, dict)}
        # Which efforts there are depends on the model, so a list without them means that there are none.
        found = Choices(by_category.get(MODE, found.mode), by_category.get(MODEL, NO_CHOICE), by_category.get(EFFORT, NO_CHOICE))
    if (mode := _plain(result.get("modes"), "session/set_mode", "availableModes", "id", "currentModeId")) is not None:
        found = replace(found, mode=mode)
    models = _plain(result.get("models"), "session/set_model", "availableModels", "modelId", "currentModelId")
    if models is not None and not found.model.method:
        found = replace(found, model=models)
    return found


def _plain(state: Any, method: str, list_name: str, id_name: str, current_name: str) -> Choice | None:
    if not isinstance(state, dict) or not isinstance(state.get(list_name), list):
        return None
    values = _pairs(state[list_name], id_name)
    return Choice(method, "", values, _text(state.get(current_name))) if values else None


def _select(option: dict[str, Any]) -> Choice:
    given = option.get("options")
    rows = given if isinstance(given, list) else []
    flat: list[Any] = []
    for row in rows:
        group = row.get("options") if isinstance(row, dict) else None
        flat.extend(group if isinstance(group, list) else [row])
    values = _pairs(flat, "value")
    config_id = _text(option.get("id"))
    if not values or not config_id:
        return NO_CHOICE
    return Choice("session/set_config_option", config_id, values, _text(option.get("currentValue")))


def _category(option: dict[str, Any]) -> str:
    return _text(option.get("category")) or _text(option.get("id"))


def _pairs(rows: list[Any], id_name: str) -> tuple[tuple[str, str], ...]:
    pairs = [(_text(row.get(id_name)), _text(row.get("name"))) for row in rows if isinstance(row, dict)]
    return tuple((id_, title or id_) for id_, title in pairs if id_)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
