# SPDX-License-Identifier: MIT
"""Refuses every connection of the test process that doesn't stay on this machine.

An audit hook sees all of Python's sockets, whoever opens them. It can't be removed, and needn't be.
"""

from __future__ import annotations

import ipaddress
import socket
import sys
from typing import Any

LOCAL_NAMES = frozenset({"", "localhost", "ip6-localhost"})


class NetworkGuard:
    """Counts what was refused, so that a test that swallows the error fails all the same."""

    def __init__(self) -> None:
        self.refused: list[str] = []
        self.children_started = 0

    def install(self) -> None:
        sys.addaudithook(self._on_event)

    def _on_event(self, event: str, args: tuple[Any, ...]) -> None:
        if event in {"socket.connect", "socket.sendto", "socket.sendmsg"}:
            endpoint = args[1]
            if args[0].family in {socket.AF_INET, socket.AF_INET6} and endpoint is not None and not is_local(endpoint[0]):
                self._refuse(f"{event} to {endpoint[0]}")
        elif event == "socket.getaddrinfo":
            if not is_local(args[0]):
                self._refuse(f"look-up of {args[0]!r}")
        elif event in {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn"}:
            self.children_started += 1

    def _refuse(self, what: str) -> None:
        self.refused.append(what)
        raise PermissionError(f"tests stay on this machine: {what}")


def is_local(host: str | bytes | None) -> bool:
    """Tell whether a host, as it is given to the socket module, is this machine's loopback."""
    if host is None:
        return True
    text = (host.decode("ascii", "replace") if isinstance(host, bytes) else host).partition("%")[0].lower()
    if text in LOCAL_NAMES:
        return True
    try:
        return ipaddress.ip_address(text).is_loopback
    except ValueError:
        return False
