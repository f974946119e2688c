# SPDX-License-Identifier: MIT
"""Services with models that many people use."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication


@dataclass(frozen=True, slots=True)
class Preset:
    """A service, or a way to speak to one.

    Attributes:
        kind: What ``services.api.Providers.add_model_provider`` takes.
        base_url: Its address; empty where the kind has a usual one, or where one has to be entered.
        needs_key: Whether it answers only with a key.
        model: An id of a model as it is written there.
    """

    title: str
    kind: str
    base_url: str = ""
    needs_key: bool = True
    model: str = ""

    @property
    def has_usual_address(self) -> bool:
        """Whether no address has to be entered."""
        return self.kind != "openai_compatible"


def presets() -> tuple[Preset, ...]:
    """List the presets, the last being a free choice."""
    return (
        Preset("OpenAI", "openai", model="gpt-5"),
        Preset("Anthropic", "anthropic", model="claude-sonnet-4-5"),
        Preset("Google", "google", model="gemini-2.5-pro"),
        Preset("OpenRouter", "openai_compatible", "https://openrouter.ai/api/v1", model="qwen/qwen3-coder"),
        Preset("Ollama", "openai_compatible", "http://127.0.0.1:11434/v1", needs_key=False, model="qwen3-coder"),
        Preset("LM Studio", "openai_compatible", "http://127.0.0.1:1234/v1", needs_key=False, model="qwen3-coder"),
        Preset(
            QCoreApplication.translate("KeyDialog", "Another service, OpenAI-compatible"),
            "openai_compatible",
            needs_key=False,
            model="qwen3-coder",
        ),
    )
