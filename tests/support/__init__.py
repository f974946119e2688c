# SPDX-License-Identifier: MIT
"""What the tests stand on: a masked host, coroutine tests, and the checks after each test."""
