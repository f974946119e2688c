# SPDX-License-Identifier: MIT
"""Drives the real app through a first session, checks at each stop what it shows and what it stored, and keeps pictures."""
