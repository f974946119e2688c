# SPDX-License-Identifier: MIT
"""Onesist Desktop: several AI providers, one project, one transcript."""

__version__ = "0.1.0"
