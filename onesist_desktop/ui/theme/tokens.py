# SPDX-License-Identifier: MIT
"""The design tokens as values: every colour, size and type step that the window uses."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from typing import Any


class Scheme(StrEnum):
    """A set of colours."""

    LIGHT = "light"
    DARK = "dark"
    HIGH_CONTRAST_LIGHT = "high_contrast_light"
    HIGH_CONTRAST_DARK = "high_contrast_dark"

    @property
    def is_dark(self) -> bool:
        """Whether light text stands on a dark surface."""
        return self in {Scheme.DARK, Scheme.HIGH_CONTRAST_DARK}

    @property
    def is_high_contrast(self) -> bool:
        """Whether this is for people who need more contrast than usual."""
        return self in {Scheme.HIGH_CONTRAST_LIGHT, Scheme.HIGH_CONTRAST_DARK}


@dataclass(frozen=True, slots=True)
class TypeStep:
    """A step of the type scale; ``px`` and ``line`` at 100 %."""

    px: float
    line: int
    weight: int


@dataclass(frozen=True, slots=True)
class Tokens:
    """All tokens. Colours are ``#RRGGBB``, or ``#RRGGBBAA`` where the name ends in ``_alpha``; ``motion`` is in ms."""

    colors: Mapping[Scheme, Mapping[str, str]]
    syntax_colors: Mapping[Scheme, Mapping[str, str]]
    provider_colors: Mapping[Scheme, Mapping[str, str]]
    provider_shapes: Mapping[str, str]
    type_steps: Mapping[str, TypeStep]
    sizes: Mapping[str, int]
    radii: Mapping[str, int]
    motion: Mapping[str, int]


def load_tokens() -> Tokens:
    """Read the tokens that are shipped with the package."""
    text = files("onesist_desktop").joinpath("resources", "themes", "tokens.toml").read_text("utf-8")
    return parse_tokens(tomllib.loads(text))


def parse_tokens(raw: Mapping[str, Any]) -> Tokens:
    """Build tokens from a parsed file. Raises KeyError for a missing table."""
    return Tokens(
        colors={scheme: raw["color"][scheme.value] for scheme in Scheme},
        syntax_colors={scheme: raw["syntax"][scheme.value] for scheme in Scheme},
        provider_colors={scheme: raw["provider_color"][scheme.value] for scheme in Scheme},
        provider_shapes=raw["provider_shape"],
        type_steps={name: TypeStep(**step) for name, step in raw["type"].items()},
        sizes={name: value for name, value in raw["size"].items() if isinstance(value, int)},
        radii=raw["radius"],
        motion=raw["motion"],
    )
