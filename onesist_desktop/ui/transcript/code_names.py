# SPDX-License-Identifier: MIT
"""How languages are called: what stands behind a fence is short and small, and a label is neither."""

from __future__ import annotations

from collections.abc import Mapping

MAX_LETTERS = 40
_NAMES: Mapping[str, str] = {
    "bash": "Bash",
    "bat": "Batch",
    "c": "C",
    "c#": "C#",
    "c++": "C++",
    "console": "Terminal",
    "cpp": "C++",
    "cs": "C#",
    "csharp": "C#",
    "css": "CSS",
    "csv": "CSV",
    "dart": "Dart",
    "diff": "Diff",
    "docker": "Dockerfile",
    "dockerfile": "Dockerfile",
    "go": "Go",
    "golang": "Go",
    "html": "HTML",
    "ini": "INI",
    "java": "Java",
    "javascript": "JavaScript",
    "js": "JavaScript",
    "json": "JSON",
    "jsonc": "JSON",
    "jsx": "JSX",
    "kotlin": "Kotlin",
    "lua": "Lua",
    "make": "Makefile",
    "makefile": "Makefile",
    "markdown": "Markdown",
    "md": "Markdown",
    "patch": "Diff",
    "php": "PHP",
    "powershell": "PowerShell",
    "ps1": "PowerShell",
    "py": "Python",
    "python": "Python",
    "r": "R",
    "rb": "Ruby",
    "rs": "Rust",
    "ruby": "Ruby",
    "rust": "Rust",
    "scala": "Scala",
    "scss": "SCSS",
    "sh": "Shell",
    "shell": "Shell",
    "sql": "SQL",
    "svelte": "Svelte",
    "swift": "Swift",
    "toml": "TOML",
    "ts": "TypeScript",
    "tsx": "TSX",
    "typescript": "TypeScript",
    "vue": "Vue",
    "xml": "XML",
    "yaml": "YAML",
    "yml": "YAML",
    "zsh": "Zsh",
}


def language_name(language: str) -> str:
    """Return the name of a language; one that isn't known is called what it was called."""
    return _NAMES.get(language.lower(), language[:MAX_LETTERS])
