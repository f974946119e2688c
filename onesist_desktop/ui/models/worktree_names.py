# SPDX-License-Identifier: MIT
"""What a worktree holds, by kind, with the names that are shown of each."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from onesist_desktop.core.workspaces import Contents, InnerWork, Named
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.models.worktree_numbers import changed_names
from onesist_desktop.ui.models.worktree_operations import operation_text


@dataclass(frozen=True, slots=True)
class NamedKind:
    """Things of one kind: a heading with the number as its own part, and names that can be shown.

    Attributes:
        key: ``changed``, ``new``, ``ignored``, ``commits`` or ``submodules``.
        heading: Such as ``2 changed``.
        is_lost: Removing the folder loses them (ignored ones unless they are kept).
    """

    key: str
    heading: str
    glyph: str
    count: int | None
    names: tuple[str, ...]
    is_lost: bool = True

    def first(self, most: int) -> tuple[tuple[str, ...], int | None]:
        """Return the names for ``most`` lines and how many are left out, None for an unknown number.

        The line that says how many more there are is one of them.
        """
        if self.count is None:
            return self.names[: most - 1], None
        if self.count <= most and len(self.names) >= self.count:
            return self.names, 0
        names = self.names[: most - 1]
        return names, self.count - len(names)


def shown_name(name: str) -> str:
    """Return a file's name so that it stays one line and can be drawn: odd letters are written as escapes."""
    text = name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode("ascii") for letter in text)


def kinds_of(contents: Contents) -> list[NamedKind]:
    """Return the kinds of which a worktree holds something, or may hold something."""
    tr = QCoreApplication.translate
    changed, changes = changed_names(contents), contents.changes

    def count(named: Named) -> int:
        return named.count or 0

    return [
        kind
        for kind in (
            _kind(
                "changed", tr("Cleanup", "%n changed", None, count(changed)), tr("Cleanup", "? changed"), "pencil-simple", changed
            ),
            _kind(
                "new", tr("Cleanup", "%n new", None, count(changes.untracked)), tr("Cleanup", "? new"), "plus", changes.untracked
            ),
            _kind(
                "ignored",
                tr("Cleanup", "%n ignored", None, count(contents.ignored)),
                tr("Cleanup", "? ignored"),
                "eye-slash",
                contents.ignored,
            ),
            _kind(
                "submodules",
                tr("Cleanup", "%n submodule(s) with work", None, contents.submodules.count or 0),
                tr("Cleanup", "? submodules with work"),
                "folders",
                Named(contents.submodules.count, tuple(inner_work_text(work) for work in contents.submodules.first)),
            ),
            _kind(
                "commits",
                tr("Cleanup", "%n commit(s) only here", None, count(contents.commits)),
                tr("Cleanup", "? commits only here"),
                "git-commit",
                contents.commits,
                is_lost=contents.commits.count is None,
            ),
        )
        if kind.count != 0
    ]


def inner_work_text(work: InnerWork) -> str:
    """Return the folder of a submodule or of a repository inside, with what only it holds."""
    return fill(QCoreApplication.translate("Cleanup", "%1 (%2)"), work.path, ", ".join(_what_it_holds(work)))


def _what_it_holds(work: InnerWork) -> list[str]:
    tr = QCoreApplication.translate
    if work.files is not None:
        return [tr("Cleanup", "a repository, %n file(s)", None, work.files)]
    if not work.is_readable:
        return [tr("Cleanup", "can't be read")]
    counted = (
        (work.changed, tr("Cleanup", "%n changed", None, work.changed)),
        (work.deleted, tr("Cleanup", "%n deleted", None, work.deleted)),
        (work.new, tr("Cleanup", "%n new", None, work.new)),
    )
    texts = [text for number, text in counted if number]
    if work.operation:
        texts.append(operation_text(work.operation))
    if work.commits is None:
        texts.append(tr("Cleanup", "? commits"))
    elif work.commits:
        texts.append(tr("Cleanup", "%n commit(s)", None, work.commits))
    if work.stashes:
        texts.append(tr("Cleanup", "%n stashed", None, work.stashes))
    return texts


def more_text(count: int | None) -> str:
    """Say how many names are left out."""
    if count is None:
        return QCoreApplication.translate("Cleanup", "and an unknown number more")
    return QCoreApplication.translate("Cleanup", "and %n more…", None, count)


def _kind(key: str, known: str, unknown: str, glyph: str, named: Named, *, is_lost: bool = True) -> NamedKind:
    heading = unknown if named.count is None else known
    return NamedKind(key, heading, glyph, named.count, tuple(shown_name(name) for name in named.names), is_lost)
