# SPDX-License-Identifier: MIT
"""Watching folders. The only user of watchdog."""
