# SPDX-License-Identifier: MIT
"""What of an answer's Markdown is let through: no HTML, and links to the web only."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument

FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
"""How documents read Markdown. By default they would show HTML that a model wrote."""


def is_web_link(url: QUrl) -> bool:
    """Tell whether a link leads to the web, to a host."""
    return url.scheme().lower() in {"http", "https"} and bool(url.host())
