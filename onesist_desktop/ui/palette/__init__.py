# SPDX-License-Identifier: MIT
"""The command palette: everything that can be done or gone to, found by typing."""
