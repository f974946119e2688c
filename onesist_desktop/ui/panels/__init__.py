# SPDX-License-Identifier: MIT
"""Panels beside the conversation."""
