# SPDX-License-Identifier: MIT
"""The rows of the composer's pickers: who answers, with which model, what it may do. Values only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QIcon

from onesist_desktop.core.answerer import ModelInfo, PermissionMode
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.services.views import Outlook, ProviderView
from onesist_desktop.ui.composer.choices import kept_mode
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.model_words import effort_text, room_text
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.provider_words import about, advice, badge, is_off, is_signed_out
from onesist_desktop.ui.widgets.picker_list import PickerRow
from onesist_desktop.ui.words import mode_text

_MAX_REASON = 120

OWN_CHOICE = ""
"""Key of the row that leaves the model to the provider. No model has an empty id."""

LIST_AGAIN = "\n"
"""Key of the row that says that models can't be listed; choosing it asks again. No id of a model has a line break."""

MODE_GLYPHS: Mapping[PermissionMode, str] = {
    PermissionMode.ASK: "hand-palm",
    PermissionMode.ACCEPT_EDITS: "pencil-simple",
    PermissionMode.PLAN: "list-bullets",
    PermissionMode.FULL_ACCESS: "lightning",
}


@dataclass(frozen=True, slots=True)
class ModelListing:
    """What is known of a provider's models.

    Attributes:
        models: None while nothing was asked.
        failure: Why there is no list, or no newer one.
        fetched_at: When the provider told them, in seconds since the epoch.
    """

    models: Sequence[ModelInfo] | None = None
    failure: str | None = None
    fetched_at: float | None = None


def provider_rows(book: ProviderBook, chosen: ProviderId | None, outlooks: Mapping[ProviderId, Outlook] | None) -> list[PickerRow]:
    """List who may answer, agents first. Those that aren't ready stay listed, dim, with the reason.

    ``outlooks`` is None while it is being worked out what everybody has seen.
    """
    groups = (
        (True, QCoreApplication.translate("ComposerPickers", "Agents, keep their own memory")),
        (False, QCoreApplication.translate("ComposerPickers", "Models, get the history each time")),
    )
    rows = []
    for is_agent, group in groups:
        for view in book.providers:
            if view.capabilities.is_agent is not is_agent:
                continue
            is_dim = is_off(view)
            rows.append(
                PickerRow(
                    key=view.info.id,
                    title=view.info.title,
                    subtitle=_lower(badge(view).text) if is_dim else _ready_text(view, outlooks),
                    icon=book.icon(view.info.id),
                    group=group,
                    is_current=view.info.id == chosen,
                    is_dim=is_dim,
                    tip=" ".join(text for text in (about(view), advice(view)) if text) if is_dim or is_signed_out(view) else "",
                )
            )
    return rows


def model_rows(listing: ModelListing, chosen: str | None) -> list[PickerRow]:
    """List models, or say why they can't be listed. One that is chosen and not listed is there as well."""
    rows = [
        PickerRow(
            key=OWN_CHOICE,
            title=QCoreApplication.translate("ComposerPickers", "Its own choice"),
            subtitle=QCoreApplication.translate("ComposerPickers", "what it is set to by itself"),
            is_current=chosen is None,
        )
    ]
    if listing.failure is not None:
        rows.append(
            PickerRow(
                key=LIST_AGAIN,
                title=QCoreApplication.translate("ComposerPickers", "Models can't be listed. Ask again"),
                subtitle=listing.failure[:_MAX_REASON],
                is_dim=True,
                tip=listing.failure,
            )
        )
    models = listing.models or ()
    if chosen is not None and all(model.id != chosen for model in models):
        rows.append(PickerRow(key=chosen, title=chosen, is_current=True))
    rows += [
        PickerRow(
            key=model.id, title=model.title or model.id, subtitle=room_text(model), is_current=model.id == chosen, tip=model.id
        )
        for model in models
    ]
    return rows


def mode_rows(
    allowed: frozenset[PermissionMode], chosen: PermissionMode, title: str, icon_of: Callable[[str], QIcon]
) -> list[PickerRow]:
    """List what an agent may do. What ``title`` can't keep to is dim and says what holds instead."""
    return [
        PickerRow(
            key=mode.value,
            title=mode_text(mode),
            subtitle=_mode_line(mode) if mode in allowed else _mode_instead(mode, allowed, title),
            icon=icon_of(MODE_GLYPHS[mode]),
            is_current=mode is chosen,
            is_dim=mode not in allowed,
        )
        for mode in PermissionMode
    ]


def outlook_text(outlook: Outlook, *, is_agent: bool) -> str:
    """Word what somebody has seen of a thread, and what it would get. Empty for a model to which nothing is lost."""
    due, left_out = outlook.due_count, outlook.omitted_count
    fitting = max(0, due - left_out)
    if not is_agent:
        if not left_out:
            return ""
        return fill(QCoreApplication.translate("ComposerPickers", "small room: %1 of %n message(s) fit", None, due), fitting)
    if due == 0:
        if outlook.is_new:
            return QCoreApplication.translate("ComposerPickers", "new here")
        return QCoreApplication.translate("ComposerPickers", "has seen everything")
    if outlook.is_new:
        if not left_out:
            return QCoreApplication.translate("ComposerPickers", "new here: gets all %n message(s)", None, due)
        return fill(QCoreApplication.translate("ComposerPickers", "new here: %1 of %n message(s) fit", None, due), fitting)
    if fitting == 0:
        return QCoreApplication.translate("ComposerPickers", "has not seen %n message(s); nothing fits", None, due)
    if left_out:
        return fill(QCoreApplication.translate("ComposerPickers", "has not seen %n message(s); %1 fit", None, due), fitting)
    if due == 1:
        return QCoreApplication.translate("ComposerPickers", "has not seen 1 message; gets it")
    return QCoreApplication.translate("ComposerPickers", "has not seen %n message(s); gets all %n", None, due)


def _ready_text(view: ProviderView, outlooks: Mapping[ProviderId, Outlook] | None) -> str:
    """Return what somebody has seen; in front of it, that it seems to be signed out. That is advice: it can still be chosen."""
    seen, badge_text = _outlook_text(view, outlooks), _lower(badge(view).text)
    if not is_signed_out(view) or seen == badge_text:
        return seen
    return fill(QCoreApplication.translate("ComposerPickers", "%1 · %2"), badge_text, seen)


def _outlook_text(view: ProviderView, outlooks: Mapping[ProviderId, Outlook] | None) -> str:
    is_agent = view.capabilities.is_agent
    outlook = outlooks.get(view.info.id) if outlooks is not None else None
    text = outlook_text(outlook, is_agent=is_agent) if outlook is not None else ""
    if not text and not is_agent:
        text = view.default_model
    # A row always has two lines, so that none of them moves when the answer comes.
    if not text and outlooks is None:
        text = QCoreApplication.translate("ComposerPickers", "looking what it has seen…")
    return text or _lower(badge(view).text)


def effort_rows(efforts: Sequence[str], chosen: str | None, default: str) -> list[PickerRow]:
    """List how much a model may think, least first. ``default`` is what it does by itself; empty where nobody tells."""
    own = QCoreApplication.translate("ComposerPickers", "what it is set to by itself")
    if default:
        own = fill(QCoreApplication.translate("ComposerPickers", "usually: %1"), _lower(effort_text(default)))
    rows = [
        PickerRow(
            key=OWN_CHOICE,
            title=QCoreApplication.translate("ComposerPickers", "Its own choice"),
            subtitle=own,
            is_current=chosen is None,
        )
    ]
    if chosen is not None and chosen not in efforts:
        efforts = (*efforts, chosen)
    return rows + [PickerRow(key=effort, title=effort_text(effort), is_current=effort == chosen, tip=effort) for effort in efforts]


def _mode_instead(mode: PermissionMode, allowed: frozenset[PermissionMode], title: str) -> str:
    instead = kept_mode(mode, allowed)
    if instead not in allowed:
        return fill(QCoreApplication.translate("ComposerPickers", "%1 can't keep to this, nor to anything stricter"), title)
    return fill(QCoreApplication.translate("ComposerPickers", "%1 can't keep to this: becomes %2"), title, mode_text(instead))


def _lower(text: str) -> str:
    """Begin with a small letter, as behind a name."""
    return text[:1].lower() + text[1:]


def _mode_line(mode: PermissionMode) -> str:
    match mode:
        case PermissionMode.ASK:
            return QCoreApplication.translate("ComposerPickers", "before each change and command")
        case PermissionMode.ACCEPT_EDITS:
            return QCoreApplication.translate("ComposerPickers", "changes files by itself, asks before commands")
        case PermissionMode.PLAN:
            return QCoreApplication.translate("ComposerPickers", "reads and thinks, changes nothing")
        case PermissionMode.FULL_ACCESS:
            return QCoreApplication.translate("ComposerPickers", "asks nothing; best in an own copy")
