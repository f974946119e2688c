# SPDX-License-Identifier: MIT
"""The person's settings: a dataclass schema, its file, and upgrades of older files. Never a key."""
