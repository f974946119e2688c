# SPDX-License-Identifier: MIT
"""The practice agent: a real child process that speaks the Agent Client Protocol and needs no account."""
