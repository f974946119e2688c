# SPDX-License-Identifier: MIT
"""The clean-up of own copies: the list, the step that asks, and what came of it."""
