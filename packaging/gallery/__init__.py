# SPDX-License-Identifier: MIT
"""A window that shows every control of the kit in its states. For those who work on the app; not part of it."""
