# SPDX-License-Identifier: MIT
"""Use cases. Async, without Qt."""
