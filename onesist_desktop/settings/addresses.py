# SPDX-License-Identifier: MIT
"""Rules for the address of a model provider. An address is stored in the open, so it may not carry a secret."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from urllib.parse import SplitResult, urlsplit

from onesist_desktop.core.addresses import is_loopback
from onesist_desktop.core.errors import InvalidInputError

MAX_ADDRESS_CHARS = 2_048
DEFAULT_ADDRESSES: Mapping[str, str] = {
    "openai": "https://api.openai.com/v1",
    "anthropic": "https://api.anthropic.com",
    "google": "https://generativelanguage.googleapis.com",
}
"""Where a provider is when nobody names an address, by ``ModelProviderKind``. A kind that isn't listed needs one."""


class AddressWarning(StrEnum):
    """What a person should know about an address that is allowed nevertheless."""

    PLAIN_HTTP = "plain_http"
    """The key and the conversation travel unencrypted to another machine."""


def checked_address(text: str) -> str:
    """Return the address without surrounding blanks and trailing slashes.

    Raises:
        InvalidInputError: Not http(s), no host, or a place where a secret could hide (user name, password, query, fragment).
    """
    address = text.strip()
    if len(address) > MAX_ADDRESS_CHARS:
        raise InvalidInputError("The address is too long.")
    if not address.isprintable() or any(char.isspace() for char in address) or "\\" in address:
        raise InvalidInputError("The address holds blanks, backslashes or characters that can't be shown.")
    parts = _split(address)
    if parts.scheme not in {"http", "https"}:
        raise InvalidInputError("The address has to begin with http:// or https://.")
    if "@" in parts.netloc:
        raise InvalidInputError("The address may not hold a user name or password; keys go into the keyring.")
    if not parts.hostname:
        raise InvalidInputError("The address names no host.")
    if "?" in address or "#" in address:
        raise InvalidInputError("The address may not hold a query or a fragment; keys go into the keyring.")
    return address.rstrip("/")


def _split(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        if parts.port == 0:
            raise InvalidInputError("The address has port 0.")
    except ValueError as error:
        # The library's text repeats the address, and with it whatever was typed into it.
        raise InvalidInputError("The address isn't well formed.") from error
    return parts


def address_warnings(address: str) -> tuple[AddressWarning, ...]:
    """List what to tell the person about an address that :func:`checked_address` accepted."""
    if urlsplit(address).scheme == "http" and not is_loopback(address):
        return (AddressWarning.PLAIN_HTTP,)
    return ()
