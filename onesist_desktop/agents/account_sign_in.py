# SPDX-License-Identifier: MIT
"""The command that signs a further account in: the program's usual one, told in which folder that account is kept."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping


def account_sign_in(command: str, variables: Mapping[str, str], *, is_posix: bool = os.name == "posix") -> str:
    """Return the line that a person types in a terminal. Empty without a command.

    Args:
        command: What signs in to the usual account.
        variables: What the program is told by its environment; their names are ours, their values may hold anything.
        is_posix: Whether the terminal reads it as such shells do; otherwise it is PowerShell.
    """
    if not command:
        return ""
    if is_posix:
        return " ".join([*(f"{name}={shlex.quote(value)}" for name, value in variables.items()), command])
    quoted = {name: value.replace("'", "''") for name, value in variables.items()}
    return "; ".join([*(f"$env:{name} = '{value}'" for name, value in quoted.items()), command])
