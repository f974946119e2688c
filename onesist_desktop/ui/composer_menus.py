# SPDX-License-Identifier: MIT
"""The menus of the composer's pickers: who answers, with which model, what it may do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from onesist_desktop.core.answerer import ModelInfo, PermissionMode
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.services.views import ProviderView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.provider_words import badge
from onesist_desktop.ui.words import mode_help, mode_text

_MAX_MODELS = 40
_MAX_REASON = 120


@dataclass(frozen=True, slots=True)
class ModelListing:
    """What is known of a provider's models. Both are None while nothing was asked; ``failure`` says why there is no list."""

    models: Sequence[ModelInfo] | None = None
    failure: str | None = None


def fill_providers(
    menu: QMenu,
    book: ProviderBook,
    chosen: ProviderId | None,
    on_chosen: Callable[[ProviderId], object],
    on_set_up: Callable[[], object],
) -> None:
    """List who may answer. Those that aren't ready stay listed, with the reason; the last entry leads to setting them up."""
    menu.clear()
    for view in book.providers:
        action = menu.addAction(book.icon(view.info.id), _provider_line(view))
        _mark(action, view.info.id == chosen)
        action.triggered.connect(lambda _=False, one=view.info.id: on_chosen(one))
    menu.addSeparator()
    menu.addAction(QCoreApplication.translate("ComposerMenus", "Who can answer…")).triggered.connect(lambda _=False: on_set_up())


def fill_models(
    menu: QMenu,
    listing: ModelListing,
    chosen: str | None,
    on_chosen: Callable[[str | None], object],
    on_other: Callable[[], object],
) -> None:
    """List models, or say why they can't be listed; any id can be typed."""
    menu.clear()
    own = menu.addAction(QCoreApplication.translate("ComposerMenus", "Its own choice"))
    _mark(own, chosen is None)
    own.triggered.connect(lambda _=False: on_chosen(None))
    if listing.failure is not None:
        menu.addAction(
            fill(QCoreApplication.translate("ComposerMenus", "Models can't be listed: %1"), listing.failure[:_MAX_REASON])
        ).setEnabled(False)
    elif listing.models is None:
        menu.addAction(QCoreApplication.translate("ComposerMenus", "Listing models…")).setEnabled(False)
    for model in (listing.models or ())[:_MAX_MODELS]:
        action = menu.addAction(_plain(model.title or model.id))
        _mark(action, model.id == chosen)
        action.setToolTip(model.id)
        action.triggered.connect(lambda _=False, one=model.id: on_chosen(one))
    menu.addSeparator()
    menu.addAction(QCoreApplication.translate("ComposerMenus", "Other model…")).triggered.connect(lambda _=False: on_other())


def fill_modes(
    menu: QMenu, allowed: frozenset[PermissionMode], chosen: PermissionMode, on_chosen: Callable[[PermissionMode], object]
) -> None:
    """List what an agent may do. What the provider can't keep to is off."""
    menu.clear()
    for mode in PermissionMode:
        action = menu.addAction(
            fill(QCoreApplication.translate("ComposerMenus", "%1: %2"), mode_text(mode), mode_help(mode).lower())
        )
        _mark(action, mode is chosen)
        action.setEnabled(mode in allowed)
        action.triggered.connect(lambda _=False, one=mode: on_chosen(one))


def _provider_line(view: ProviderView) -> str:
    title = _plain(view.info.title)
    if view.readiness is None or view.readiness.is_ready:
        return title
    return f"{title}  ·  {badge(view).text}"


def _mark(action: QAction, is_chosen: bool) -> None:
    action.setCheckable(True)
    action.setChecked(is_chosen)


def _plain(text: str) -> str:
    """Keep an ampersand from becoming a shortcut."""
    return text.replace("&", "&&")
