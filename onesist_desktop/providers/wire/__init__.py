# SPDX-License-Identifier: MIT
"""Everything that touches the HTTP and model libraries. Import it through ``providers.library`` only: it takes a second."""
