# SPDX-License-Identifier: MIT
"""Tasks with an owner, and the event bus. Knows asyncio, and nothing else of ours but core."""
