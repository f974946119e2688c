# SPDX-License-Identifier: MIT
"""Colours, type and marks. Knows nothing of threads, services or widgets."""
