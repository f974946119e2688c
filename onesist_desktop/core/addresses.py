# SPDX-License-Identifier: MIT
"""Which addresses stay on this machine."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit


def is_loopback_host(host: str) -> bool:
    """Tell whether a host is this machine. Names are not resolved: only ``localhost`` counts as one."""
    name = host.rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def is_loopback(address: str) -> bool:
    """Tell whether a web address stays on this machine. Raises ValueError for one that isn't well formed."""
    return is_loopback_host(urlsplit(address).hostname or "")
