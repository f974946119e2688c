# SPDX-License-Identifier: MIT
"""Any agent that speaks the Agent Client Protocol (version 1) over the standard streams of a child process."""
