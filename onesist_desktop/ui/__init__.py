# SPDX-License-Identifier: MIT
"""The window."""
