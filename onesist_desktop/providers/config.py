# SPDX-License-Identifier: MIT
"""What a model provider needs to know of its configuration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit

from onesist_desktop.core.addresses import is_loopback_host

ANTHROPIC = "anthropic"
GOOGLE = "google"
OPENAI = "openai"
OPENAI_COMPATIBLE = "openai_compatible"
KINDS = frozenset({ANTHROPIC, GOOGLE, OPENAI, OPENAI_COMPATIBLE})
# What people write behind an address that the library appends by itself.
_OWN_PATHS = {ANTHROPIC: ("/v1",), GOOGLE: ("/openai", "/v1beta")}
_FAMILIES = {ANTHROPIC: "anthropic", GOOGLE: "google", OPENAI: "openai"}
_DEFAULT_PORTS = {"http": 80, "https": 443}


class ProviderConfig(Protocol):
    """A configured model provider, as the settings hold it. ``kind`` is one of ``KINDS``."""

    @property
    def id(self) -> str: ...  # noqa: D102
    @property
    def kind(self) -> str: ...  # noqa: D102
    @property
    def title(self) -> str: ...  # noqa: D102
    @property
    def base_url(self) -> str: ...  # noqa: D102
    @property
    def default_model(self) -> str: ...  # noqa: D102
    @property
    def context_window(self) -> int | None: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class RequestLimits:
    """How long to wait, in seconds, and how often to try again.

    Attributes:
        connect_s: For a connection.
        silence_s: Without a single byte, before and during an answer. There is no limit on the whole answer. A local model
            that is loaded first can be silent for minutes.
        quiet_s: Without anything said, while bytes still come: signs of life, empty pieces, repeated beginnings.
        list_s: For a list of models, as a whole.
        retries: Further tries of an overloaded provider, before anything was answered.
        retry_delay_s: Before the first further try; doubled for each one after it. A provider's own wish goes first.
        max_retry_delay_s: A provider that wants a longer wait than this isn't waited for.
    """

    connect_s: float = 10.0
    silence_s: float = 600.0
    quiet_s: float = 1_800.0
    list_s: float = 20.0
    retries: int = 2
    retry_delay_s: float = 1.0
    max_retry_delay_s: float = 20.0


@dataclass(frozen=True, slots=True)
class Address:
    """Where a provider is. ``api`` is what paths of its wire format are appended to, ``root`` has no path at all."""

    api: str
    root: str
    scheme: str
    host: str
    port: int

    @property
    def origin(self) -> tuple[str, str, int]:
        """Scheme, host and port: where the key may go, and nowhere else."""
        return self.scheme, self.host, self.port

    @property
    def is_loopback(self) -> bool:
        """Whether it is this machine. Names are not resolved: only ``localhost`` counts as one."""
        return is_loopback_host(self.host)


def address_of(kind: str, base_url: str) -> Address:
    """Read a base address. People give it with and without ``/v1``; both mean the same.

    Raises:
        ValueError: It is no http(s) address, or no kind that we know.
    """
    if kind not in KINDS:
        raise ValueError("unknown kind of provider")
    parts = urlsplit(base_url.strip().rstrip("/"))
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname or "@" in parts.netloc:
        raise ValueError("not an http(s) address")
    root = f"{parts.scheme}://{parts.netloc}"
    path = parts.path.rstrip("/")
    if kind in _OWN_PATHS:
        for own in _OWN_PATHS[kind]:
            path = path.removesuffix(own)
    elif not path:
        path = "/v1"
    port = parts.port or _DEFAULT_PORTS[parts.scheme]
    return Address(root + path, root, parts.scheme, parts.hostname.lower(), port)


def family_of(kind: str, address: Address) -> str:
    """Choose the family by which the window draws a provider."""
    if kind in _FAMILIES:
        return _FAMILIES[kind]
    if address.is_loopback:
        return "local"
    for domain, family in (("openai.com", "openai"), ("googleapis.com", "google")):
        if address.host == domain or address.host.endswith(f".{domain}"):
            return family
    return "other"
