# SPDX-License-Identifier: MIT
"""The read-only history server that agents call."""
