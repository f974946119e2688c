# SPDX-License-Identifier: MIT
"""Small controls that know nothing of the app. Colours come from the palette or are handed in."""
