# SPDX-License-Identifier: MIT
"""The settings dialog. What is changed counts at once; a changed value says so and can be put back."""
