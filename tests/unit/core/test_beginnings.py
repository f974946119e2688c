# SPDX-License-Identifier: MIT
"""Beginnings of answers are words, and words stay as they are."""

from __future__ import annotations

import pytest

from onesist_desktop.core.beginnings import beginning_of


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("**Done.** I wrote `a.py`.", "Done. I wrote a.py."),
        ("## Plan\n\n1. Read\n2) Write\n- Test\n> quoted", "Plan Read Write Test quoted"),
        ("Look:\n\n```python\nprint(1)\n```\nafter", "Look: print(1) after"),
        ("~~~\nplain\n~~~", "plain"),
        ("``a ` b`` stays", "``a ` b`` stays"),
        # No marks: names, sums, a lone asterisk, a hash tag, bold over two lines.
        ("__init__ and 2 ** 3, 4*5, #6 -x", "__init__ and 2 ** 3, 4*5, #6 -x"),
        ("a **b\nc** d", "a **b c** d"),
        ("  \n\t ", ""),
        ("", ""),
    ],
)
def test_marks_go_and_words_stay(markdown: str, shown: str) -> None:
    assert beginning_of(markdown, 100) == shown


def test_what_is_longer_is_cut_by_characters() -> None:
    assert beginning_of("ab cd", 5) == "ab cd"
    assert beginning_of("ab cde", 5) == "ab c…"
    assert beginning_of("ab cde", 4) == "ab…"
    assert beginning_of("ümlaut", 3) == "üm…"
