# SPDX-License-Identifier: MIT
"""Where a person writes."""

from onesist_desktop.ui.composer.composer import Composer

__all__ = ["Composer"]
