# SPDX-License-Identifier: MIT
"""What the window does when a person wants something: one object per subject, each with synchronous slots only."""
