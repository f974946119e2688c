# SPDX-License-Identifier: MIT
"""Child processes: finding, starting, reading and ending them."""
