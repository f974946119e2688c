# SPDX-License-Identifier: MIT
"""Opencode, over the HTTP interface of its own server."""
