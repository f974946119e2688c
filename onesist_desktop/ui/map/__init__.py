# SPDX-License-Identifier: MIT
"""The map: which answers a project's threads got, how they branched off and what was merged back."""
