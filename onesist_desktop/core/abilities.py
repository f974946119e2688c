# SPDX-License-Identifier: MIT
"""What answerers can do, as one table: for each ability whether an answerer has it, and what happens where it hasn't.

The fallbacks are what services, or the adapter itself, really do instead; nothing asks for a provider by name. The
documentation and the contract's tests print this table.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from onesist_desktop.core.answerer import Capabilities, ForkAbility


class Support(StrEnum):
    """Whether something can be done."""

    YES = "yes"
    FALLBACK = "fallback"
    NO = "no"


class Ability(StrEnum):
    """One thing that an answerer can or can't do."""

    ACCEPTANCE_PROOF = "acceptance proof"
    RESUME = "resume"
    VERIFY = "tells whether a prompt arrived"
    READ_BACK = "read back"
    TRUNCATE = "truncate"
    FORK_AT_END = "native fork at the end"
    FORK_AT_MESSAGE = "native fork at a message"
    STEER = "steer"
    COMMANDS = "commands with output and exit code"
    STOP_COMMAND = "stop of a running command"
    MODELS = "models"
    WINDOWS = "context windows"
    OCCUPANCY = "occupancy"
    RETRIES = "tells of retries"
    APPROVALS = "approvals"
    QUESTIONS = "questions"
    PLAN = "plan"
    HISTORY_SERVER = "history server (MCP)"
    IMAGES = "images"
    THINKING = "thinking shown apart"
    EFFORT = "reasoning effort"
    CHANGE_MODEL = "goes on with another model"


FALLBACKS: Mapping[Ability, str] = {
    Ability.ACCEPTANCE_PROOF: "the first thing that only a prompt brings about counts",
    Ability.RESUME: "a fresh session with the history handed over",
    Ability.VERIFY: "the session is retired, and the history handed over to a fresh one",
    Ability.READ_BACK: "the answer stays as far as it was stored, marked as interrupted",
    Ability.TRUNCATE: "the session is retired, or what it saw counts as seen",
    Ability.FORK_AT_END: "a fresh session with the history handed over",
    Ability.FORK_AT_MESSAGE: "a fresh session with the history handed over",
    Ability.STEER: "the message waits in the queue, or is sent after a stop",
    Ability.COMMANDS: "the command as far as the agent tells of it",
    Ability.STOP_COMMAND: "the app ends the processes that the turn started",
    Ability.MODELS: "a model's name can be typed in; else the agent's own setting counts",
    Ability.WINDOWS: "the window counts as unknown, and a handover is at most as large as the setting allows",
    Ability.OCCUPANCY: "the meter says unknown; the room is estimated from what was handed over",
    Ability.RETRIES: "silence is told after a minute, and the run can be stopped",
    Ability.HISTORY_SERVER: "a handover doesn't promise that more can be read",
    Ability.IMAGES: "the picture goes along as a file with its path",
    Ability.CHANGE_MODEL: "a fresh session with the history handed over",
}
"""What is done instead. An ability that isn't listed has no fallback: then it just can't be done."""

STATELESS_FALLBACKS: Mapping[Ability, str] = {
    Ability.RESUME: "the history is sent with each prompt",
    Ability.TRUNCATE: "the history is sent with each prompt",
    Ability.FORK_AT_END: "the history is sent with each prompt",
    Ability.FORK_AT_MESSAGE: "the history is sent with each prompt",
    Ability.HISTORY_SERVER: "the history is sent with each prompt, as far as it fits",
}
"""The same for an answerer without sessions, where it differs."""


def has(capabilities: Capabilities) -> Mapping[Ability, bool]:
    """Return which abilities an answerer has itself."""
    return {
        Ability.ACCEPTANCE_PROOF: bool(capabilities.acceptance_proof),
        Ability.RESUME: capabilities.can_resume,
        Ability.VERIFY: capabilities.can_verify,
        Ability.READ_BACK: capabilities.can_read_back,
        Ability.TRUNCATE: capabilities.can_truncate,
        Ability.FORK_AT_END: capabilities.fork is not ForkAbility.NONE,
        Ability.FORK_AT_MESSAGE: capabilities.fork is ForkAbility.AT_MESSAGE,
        Ability.STEER: capabilities.can_steer,
        Ability.COMMANDS: capabilities.shows_commands,
        Ability.STOP_COMMAND: capabilities.stops_commands,
        Ability.MODELS: capabilities.lists_models,
        Ability.WINDOWS: capabilities.tells_windows,
        Ability.OCCUPANCY: capabilities.tells_occupancy,
        Ability.RETRIES: capabilities.tells_retries,
        Ability.APPROVALS: capabilities.asks_approvals,
        Ability.QUESTIONS: capabilities.asks_questions,
        Ability.PLAN: capabilities.shows_plan,
        Ability.HISTORY_SERVER: capabilities.takes_mcp,
        Ability.IMAGES: capabilities.takes_images,
        Ability.THINKING: capabilities.shows_thinking,
        Ability.EFFORT: capabilities.takes_effort,
        Ability.CHANGE_MODEL: capabilities.can_change_model,
    }


def fallback_of(ability: Ability, capabilities: Capabilities) -> str:
    """Return what is done where an answerer lacks an ability, empty where nothing is."""
    stateless = "" if capabilities.is_agent else STATELESS_FALLBACKS.get(ability, "")
    return stateless or FALLBACKS.get(ability, "")


def support_of(capabilities: Capabilities) -> Mapping[Ability, Support]:
    """Return the column of one answerer."""
    return {
        ability: Support.YES if is_there else Support.FALLBACK if fallback_of(ability, capabilities) else Support.NO
        for ability, is_there in has(capabilities).items()
    }
