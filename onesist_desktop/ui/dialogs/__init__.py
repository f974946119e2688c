# SPDX-License-Identifier: MIT
"""Dialogs. All are opened with ``open()``: a nested event loop would stop asyncio's order."""
