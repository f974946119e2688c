# SPDX-License-Identifier: MIT
"""Tests of the window over fake services."""
