# SPDX-License-Identifier: MIT
"""Names of branches that Git takes on every system, whatever a thread is called."""

from __future__ import annotations

import hashlib
import re
import unicodedata

SAFE_REF = re.compile(r"(?!-)[A-Za-z0-9._/-]+\Z")
"""Letters, digits and ``._/-``, no option. ``match`` and ``fullmatch`` agree, a line break at the end included."""

BRANCH_PREFIX = "onesist/"
EMPTY_SLUG = "thread"
SLUG_CHARS = 40
_TAIL_CHARS = 6


def is_safe_ref(name: str) -> bool:
    """Tell whether a name may be given to Git.

    Besides SAFE_REF it rules out all that Git's own rules forbid of these characters, such as ``..``, which would also lead
    out of a folder. Git is asked all the same before a branch is made.
    """
    if not SAFE_REF.match(name) or ".." in name:
        return False
    return all(_is_safe_component(component) for component in name.split("/")) and not name.endswith(".")


def title_slug(title: str, max_chars: int = SLUG_CHARS) -> str:
    """Return a title as lower-case ASCII words with single hyphens, cut between words where one ends; never empty.

    A title with nothing usable in it becomes ``thread``, whatever ``max_chars`` says.
    """
    plain = unicodedata.normalize("NFKD", title.casefold()).encode("ascii", "ignore").decode()
    slug = re.sub("[^a-z0-9]+", "-", plain).strip("-")
    if len(slug) > max_chars:
        words, _, _ = slug[: max_chars + 1].rpartition("-")
        slug = words or slug[:max_chars]
    return slug or EMPTY_SLUG


def default_branch(title: str, thread_id: str) -> str:
    """Return ``onesist/<title-slug>--<last 6 of thread id>``.

    An id that is empty or ends in something else than letters, digits, ``-`` and ``_`` gives the first 6 digits of its SHA-256
    instead, so that different ids don't become the same name.
    """
    tail = thread_id[-_TAIL_CHARS:]
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,6}", tail):
        tail = hashlib.sha256(thread_id.encode("utf-8", "surrogatepass")).hexdigest()[:_TAIL_CHARS]
    return f"{BRANCH_PREFIX}{title_slug(title)}--{tail}"


def _is_safe_component(component: str) -> bool:
    return bool(component) and not component.startswith(".") and not component.endswith(".lock")
