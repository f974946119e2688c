# SPDX-License-Identifier: MIT
"""A tiny MCP server over stdio: ``add`` for a result, ``environment`` to see which variables it was given.

Run it as ``python -m tests.fakes.tiny_mcp``.
"""

from __future__ import annotations

import os

from mcp.server.mcpserver import MCPServer


def make_server() -> MCPServer:
    """Build the server."""
    server = MCPServer("tiny")

    @server.tool()
    def add(a: int, b: int) -> str:
        """Add two numbers."""
        return f"the sum is {a + b}"

    @server.tool()
    def environment(names: list[str]) -> dict[str, str]:
        """Return the values of these variables of this process, empty ones for those that are not set."""
        return {name: os.environ.get(name, "") for name in names}

    return server


if __name__ == "__main__":
    make_server().run("stdio")
