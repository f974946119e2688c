# SPDX-License-Identifier: MIT
"""Reads ``git status --porcelain=v2 -z --branch`` and ``git ls-files -v -s -z``. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from onesist_desktop.git.errors import GitOutputError
from onesist_desktop.git.runner import decode

GITLINK = "160000"
# Nearly all of an index; those that may have more to tell are read whole.
_PLAIN = (b"H 100644 ", b"H 100755 ", b"H 120000 ")
_FIELDS_BEFORE_PATH = {b"1": 8, b"2": 9, b"u": 10}


@dataclass(frozen=True, slots=True)
class StatusEntry:
    """One path of a status.

    Attributes:
        kind: ``1`` changed, ``2`` renamed or copied, ``u`` conflicted, ``?`` untracked, ``!`` ignored.
        state: The two letters for index and folder, ``.`` for the same; empty for what isn't tracked.
        path: Relative to the top folder. A folder's ends with ``/``: a repository of its own, or an ignored folder.
        original: Where a renamed file was before.
        raw: The record as Git wrote it; holds the object ids of head and index.
    """

    kind: str
    state: str
    path: str
    original: str = ""
    raw: bytes = b""

    @property
    def is_deleted(self) -> bool:
        """The file is gone and the index holds nothing of it that the head lacks."""
        return self.kind in "12" and self.state in (".D", "D.")


@dataclass(frozen=True, slots=True)
class StatusReport:
    """A whole status. ``branch`` is empty for a detached head, ``head`` before the first commit."""

    branch: str = ""
    head: str = ""
    entries: tuple[StatusEntry, ...] = ()

    def of_kind(self, kinds: str) -> list[StatusEntry]:
        """Return the entries whose kind is one of the letters."""
        return [entry for entry in self.entries if entry.kind in kinds]


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A path of the index that Git was told something about, or another repository.

    Attributes:
        tag: Git's letter; lower case for a file that is assumed to be unchanged, ``S`` for one that is skipped.
        info: ``<mode> <object id> <stage>``, as ``update-index --index-info`` reads it.
        path: Relative to the top folder.
    """

    tag: str
    info: str
    path: str

    @property
    def is_assumed_unchanged(self) -> bool:
        """Git was told not to look whether the file differs."""
        return self.tag.islower()


@dataclass(frozen=True, slots=True)
class IndexListing:
    """What of an index a status does not show: where other repositories are checked out, and which files it doesn't look at."""

    gitlinks: tuple[str, ...] = ()
    flagged: tuple[IndexEntry, ...] = field(default=())


def parse_status(output: bytes) -> StatusReport:
    """Read a whole status. Raises GitOutputError for anything that is not the documented format."""
    branch, head = "", ""
    entries: list[StatusEntry] = []
    records = iter(_records(output))
    for record in records:
        if record.startswith(b"# branch.oid "):
            head = _unless(record[13:], b"(initial)")
        elif record.startswith(b"# branch.head "):
            branch = _unless(record[14:], b"(detached)")
        elif not record.startswith(b"# "):
            original = b""
            if record.startswith(b"2 "):
                original = next(records, b"")
                if not original:
                    raise GitOutputError("a renamed file without its former name")
            entries.append(_entry(record, original))
    return StatusReport(branch, head, tuple(entries))


def parse_index(output: bytes) -> IndexListing:
    """Read the listing of an index. Raises GitOutputError for anything that is not the documented format."""
    gitlinks: dict[str, None] = {}
    flagged: list[IndexEntry] = []
    for record in _records(output):
        if record.startswith(_PLAIN):
            continue
        about, tab, path = record.partition(b"\t")
        fields = about.split(b" ")
        if not tab or len(fields) != 4:
            raise GitOutputError(f"an unknown record of an index: {about[:80]!r}")
        tag = fields[0]
        if fields[1] == GITLINK.encode():
            gitlinks[decode(path)] = None
        if tag.islower() or tag == b"S":
            flagged.append(IndexEntry(tag.decode("ascii"), b" ".join(fields[1:]).decode("ascii"), decode(path)))
    return IndexListing(tuple(gitlinks), tuple(flagged))


def _records(output: bytes) -> list[bytes]:
    if output and not output.endswith(b"\0"):
        raise GitOutputError("Git's answer breaks off.")
    return output.split(b"\0")[:-1]


def _entry(record: bytes, original: bytes) -> StatusEntry:
    kind = record[:1]
    raw = record + b"\0" + original
    if kind in (b"?", b"!") and record[1:2] == b" " and len(record) > 2:
        return StatusEntry(kind.decode(), "", decode(record[2:]), raw=raw)
    before = _FIELDS_BEFORE_PATH.get(kind, 0)
    fields = record.split(b" ", before)
    if not before or len(fields) != before + 1 or len(fields[1]) != 2 or not fields[-1]:
        raise GitOutputError(f"an unknown record of a status: {record[:80]!r}")
    return StatusEntry(kind.decode(), fields[1].decode("ascii", "replace"), decode(fields[-1]), decode(original), raw)


def _unless(value: bytes, nothing: bytes) -> str:
    return "" if value == nothing else decode(value)
