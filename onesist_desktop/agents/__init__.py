# SPDX-License-Identifier: MIT
"""Agents with sessions of their own."""
