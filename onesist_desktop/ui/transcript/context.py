# SPDX-License-Identifier: MIT
"""What every widget of the transcript needs to paint and to name things."""

from __future__ import annotations

from dataclasses import dataclass

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme


@dataclass(frozen=True, slots=True)
class TranscriptContext:
    """Passed down from the transcript to its rows."""

    theme: Theme
    book: ProviderBook

    def title(self, provider_id: ProviderId | None) -> str:
        """Return a provider's name."""
        return self.book.title(provider_id)
