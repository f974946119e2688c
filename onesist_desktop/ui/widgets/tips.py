# SPDX-License-Identifier: MIT
"""Tooltips of texts that somebody else wrote: titles, paths, names of files, commands."""

from __future__ import annotations

import html

from PySide6.QtGui import Qt

MOST_LETTERS = 2_000


def plain_tip(text: str) -> str:
    """Return a text that a tooltip shows as it is written.

    Qt takes whatever looks like HTML for it, and would then look for the pictures named in it, on this machine and on others.
    """
    if len(text) > MOST_LETTERS:
        text = text[:MOST_LETTERS] + "…"
    return f"<qt>{html.escape(text)}</qt>" if Qt.mightBeRichText(text) else text
