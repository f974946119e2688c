# SPDX-License-Identifier: MIT
"""The option that renews the pictures."""

from __future__ import annotations

import pytest

RENEW = "--renew-screenshots"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option. It is known only where this folder is named on the command line."""
    parser.addoption(RENEW, action="store_true", help="keep the pictures as they are now; look at each of them afterwards")
