# SPDX-License-Identifier: MIT
"""The transcript. The rest of the window knows ``interface`` only, so that what is behind can be replaced whole."""
