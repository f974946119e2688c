# SPDX-License-Identifier: MIT
"""The parts of ``packaging/dev.py``."""
