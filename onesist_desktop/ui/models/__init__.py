# SPDX-License-Identifier: MIT
"""Qt item models."""
