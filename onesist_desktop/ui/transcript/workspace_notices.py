# SPDX-License-Identifier: MIT
"""Notices about folders and set-ups in words. The database holds kinds, names and counts; the sentence is made here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication

from onesist_desktop.core.messages import CallState
from onesist_desktop.core.workspaces import WorkspaceKind
from onesist_desktop.services.workspace_views import SetupState
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.transcript.step_words import Step
from onesist_desktop.ui.words import short_path, state_text


def folder_words(data: Mapping[str, Any]) -> str:
    """Word what became of the folder that a thread works in; empty for a code of another version."""
    details = _texts(data.get("details"))
    match data.get("code"):
        case "moved":
            return _moved(details)
        case "own_copy_removed":
            return _left(details, _removed_text())
        case "own_copy_released":
            return _left(details, _released_text())
        case "own_copy_remade":
            return _remade(details)
        case "own_copy_found":
            title, branch, path = _padded(details, 3)
            text = QCoreApplication.translate(
                "Notices",
                "The own copy of %1 was found in %2, on branch %3. The next answer starts there and is told what happened.",
            )
            return fill(text, title, short_path(path), branch)
        case "copy_notes":
            lead = QCoreApplication.translate("Notices", "The own copy was made. Not everything went along:")
            return "\n".join([lead, *(f"• {detail}" for detail in details)])
        case _:
            return ""


def setup_step(data: Mapping[str, Any]) -> Step | None:
    """Word how a set-up ended, as a row that opens to its output; None for a code of another version."""
    found = {state.value: state for state in SetupState}.get(str(data.get("code")))
    command, output = _text(data.get("command")).strip(), _text(data.get("output"))
    first = command.split("\n")[0]
    label = QCoreApplication.translate("Notices", "Set-up")
    told = _result(found, data.get("exit_code"))
    if told is None:
        return None
    result, tone = told
    if first != command:
        output = f"$ {command}\n{output}"
    return Step("wrench", first or label, result, tone, output, is_code=bool(first), label=label)


def _result(state: SetupState | None, code: object) -> tuple[str, str] | None:
    tr = QCoreApplication.translate
    match state:
        case SetupState.WORKED:
            return state_text(CallState.WORKED), "success"
        case SetupState.FAILED if isinstance(code, int) and not isinstance(code, bool):
            return fill(tr("Notices", "failed · exit code %1"), code), "danger"
        case SetupState.FAILED:
            return tr("Notices", "did not start"), "danger"
        case SetupState.TIMED_OUT:
            return tr("Notices", "stopped after 10 minutes"), "danger"
        case SetupState.CANCELLED:
            return tr("Notices", "stopped by you"), "secondary"
        case SetupState.DECLINED:
            return tr("Notices", "not run, as you chose"), "secondary"
        case _:
            return None


def _moved(details: Sequence[str]) -> str:
    from_kind, from_title, to_kind, to_title, branch, path = _padded(details, 6)
    tr = QCoreApplication.translate
    before, after = _place(from_kind, from_title), _place(to_kind, to_title)
    if branch:
        text = tr("Notices", "Moved from %1 to %2, on branch %3 in %4. The next answer starts there and is told what happened.")
        return fill(text, before, after, branch, short_path(path))
    text = tr("Notices", "Moved from %1 to %2, in %3. The next answer starts there and is told what happened.")
    return fill(text, before, after, short_path(path))


def _place(kind: str, title: str) -> str:
    tr = QCoreApplication.translate
    match kind:
        case WorkspaceKind.WORKTREE:
            return fill(tr("Notices", "an own copy of %1"), title)
        case WorkspaceKind.REPOSITORY:
            return fill(tr("Notices", "the folder %1"), title)
        case _:
            return tr("Notices", "the project folder")


def _removed_text() -> str:
    return QCoreApplication.translate(
        "Notices", "The own copy in %2 was removed. The branch %1 stays. This thread works in the project folder again."
    )


def _released_text() -> str:
    return QCoreApplication.translate(
        "Notices", "The own copy in %2 was released: its folder is gone, the branch %1 stays, and it can be made again from it."
    )


def _left(details: Sequence[str], text: str) -> str:
    branch, path, kept, rescue = _padded(details, 4)
    sentences = [fill(text, branch or rescue or "?", short_path(path))]
    if kept:
        words = QCoreApplication.translate("Notices", "Ignored files were kept in %1.")
        sentences.append(fill(words, short_path(kept)))
    if rescue:
        words = QCoreApplication.translate("Notices", "Commits that were on no branch are on %1 now.")
        sentences.append(fill(words, rescue))
    return " ".join(sentences)


def _remade(details: Sequence[str]) -> str:
    title, branch, path, how = _padded(details, 4)
    text = QCoreApplication.translate("Notices", "The own copy of %1 was made again in %3 from the branch %2.")
    if how == "outside":
        text = QCoreApplication.translate(
            "Notices",
            "The own copy of %1 was made again in %3 from the branch %2."
            " What was not committed before it was removed is not in it.",
        )
    return fill(text, title, branch, short_path(path))


def _texts(value: object) -> list[str]:
    return [_text(one) for one in value] if isinstance(value, list | tuple) else []


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _padded(details: Sequence[str], count: int) -> list[str]:
    return [*details, *[""] * count][:count]
