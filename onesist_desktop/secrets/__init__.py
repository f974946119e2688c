# SPDX-License-Identifier: MIT
"""Keys of providers, in the operating system's keyring or for this session only. The only user of ``keyring``."""
