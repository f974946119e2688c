# SPDX-License-Identifier: MIT
"""Pure rules: standard library only, no I/O, no clock."""
