# SPDX-License-Identifier: MIT
"""How many bytes of history a provider may be given. One UTF-8 byte counts as one token, which errs on the safe side."""

from __future__ import annotations

DEFAULT_CAP_BYTES = 16_000
MIN_CAP_BYTES = 1_024
MAX_CAP_BYTES = 65_536
ASSUMED_WINDOW = 128_000
MIN_RESERVE = 16_000
IMAGE_BYTES = 8_192
FILE_BYTES = 4_096
BYTES_PER_TOKEN = 4


def handoff_budget_bytes(
    context_window: int | None, occupied: int = 0, message_bytes: int = 0, cap: int = DEFAULT_CAP_BYTES
) -> int:
    """Return the room for a handoff block, frame included.

    Args:
        context_window: The model's window in tokens; None or 0 when unknown.
        occupied: Tokens that the session already holds; 0 for a fresh one.
        message_bytes: Size of the user's own message with attachments. It is never cut.
        cap: Upper bound that the person set.
    """
    if not context_window:
        if not occupied:
            return max(0, cap)
        context_window = ASSUMED_WINDOW
    reserve = max(context_window // 4, MIN_RESERVE)
    room = context_window - reserve - occupied - message_bytes
    return max(0, min(cap, room))


def estimated_tokens(size_bytes: int) -> int:
    """Return about how many tokens a text takes, for a meter. Where room is shared out a byte counts as a token instead."""
    return -(-size_bytes // BYTES_PER_TOKEN)


def history_room_bytes(context_window: int | None, message_bytes: int = 0) -> int:
    """Return the room for the history that a stateless provider gets with each request: 70 % of the window, less the message."""
    window = context_window or ASSUMED_WINDOW
    return max(0, window * 7 // 10 - message_bytes)
