# SPDX-License-Identifier: MIT
"""Ask the history server that the session was given, as any other agent would: through an MCP client over stdio."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from acp.schema import McpServerStdio

TOOL = "onesist_thread_read"
_THREAD = re.compile(r"thread[_ ]id\W{1,4}([A-Za-z0-9][A-Za-z0-9-]{5,63})")
_READ_S = 30.0


@dataclass(frozen=True, slots=True)
class HistoryAnswer:
    """What the server said; ``failed`` when it said no."""

    text: str
    failed: bool = False


def thread_in(context: str) -> str:
    """Return the thread id that a handoff block names; empty for none."""
    match = _THREAD.search(context)
    return match.group(1) if match else ""


async def read_history(server: McpServerStdio, context: str) -> HistoryAnswer:
    """Start the server, call its tool once, end it.

    Raises:
        Exception: Whatever the client or the server's start raised; the caller tells the person.
    """
    # Loaded on use: it takes longer than everything else that this program loads.
    import anyio
    from mcp import Client, StdioServerParameters, stdio_client
    from mcp_types import TextContent

    env = {variable.name: variable.value for variable in server.env}
    if mark := os.environ.get("ONESIST_PROCESS_MARK"):
        env.setdefault("ONESIST_PROCESS_MARK", mark)
    parameters = StdioServerParameters(command=server.command, args=list(server.args), env=env)
    arguments: dict[str, object] = {"limit": 20}
    if thread_id := thread_in(context):
        arguments["thread_id"] = thread_id
    with anyio.fail_after(_READ_S):
        async with Client(stdio_client(parameters), mode="legacy") as client:
            result = await client.call_tool(TOOL, arguments)
    texts = [block.text for block in result.content if isinstance(block, TextContent)]
    return HistoryAnswer("\n".join(texts), bool(result.is_error))
