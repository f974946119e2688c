# SPDX-License-Identifier: MIT
"""The app's log: a small rotating file, without secrets and without the home folder's name."""

from __future__ import annotations

import logging
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path

LOG_BYTES = 1_000_000
LOG_FILES = 3


class MaskingFormatter(logging.Formatter):
    """Formats a record, traceback included, and masks the result.

    Args:
        mask: Replaces secrets; looked up at each record, as keys come and go.
    """

    def __init__(self, mask: Callable[[str], str]) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._mask = mask
        self._home = str(Path.home())

    def format(self, record: logging.LogRecord) -> str:
        """Format one record."""
        text = self._mask(super().format(record))
        return text.replace(self._home, "~") if len(self._home) > 1 else text


def open_log(folder: Path, mask: Callable[[str], str]) -> logging.Handler:
    """Log the package to a file in ``folder``. Remove the handler again with :func:`close_log`.

    Raises OSError when that file can't be written; then nothing is logged.
    """
    folder.mkdir(parents=True, exist_ok=True)
    # Opened now, so that a folder that can't be used is known at the start and not met by each record.
    handler = RotatingFileHandler(folder / "onesist.log", maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8")
    handler.setFormatter(MaskingFormatter(mask))
    logger = logging.getLogger("onesist_desktop")
    logger.setLevel(logging.INFO)
    logger.addHandler(handler)
    return handler


def close_log(handler: logging.Handler) -> None:
    """Stop logging to that file."""
    logging.getLogger("onesist_desktop").removeHandler(handler)
    handler.close()
