# SPDX-License-Identifier: MIT
"""A history server over stdio that answers with what it was asked."""

from __future__ import annotations

import os

from mcp.server.mcpserver import MCPServer

server = MCPServer("echo", log_level="ERROR")


@server.tool(structured_output=False)
def onesist_thread_read(thread_id: str, before_seq: int | None = None, limit: int = 5) -> str:
    """Say what was asked."""
    return f"thread {thread_id} before {before_seq} limit {limit} token {os.environ.get('ONESIST_HISTORY_TOKEN')}"


server.run("stdio")
