# SPDX-License-Identifier: MIT
"""The bar below the header: in which folder the thread's agents work, and the way to it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from onesist_desktop.core.workspaces import WorkspaceKind
from onesist_desktop.services.views import ProjectView, ThreadView
from onesist_desktop.services.workspace_views import SetupState, WorkspaceView
from onesist_desktop.ui.panels.elided import StepElidedLabel
from onesist_desktop.ui.panels.thread_header import CARD_X
from onesist_desktop.ui.panels.workspace_words import (
    BarLook,
    Offer,
    bar_look,
    is_gone,
    kind_title,
    offer_text,
    setup_text,
    setup_tip,
)
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton, IconButton
from onesist_desktop.ui.widgets.labels import StepLabel
from onesist_desktop.ui.widgets.metrics import restyle
from onesist_desktop.ui.widgets.rows import Divider
from onesist_desktop.ui.widgets.sign import Sign
from onesist_desktop.ui.widgets.spinner import Spinner
from onesist_desktop.ui.widgets.tips import plain_tip
from onesist_desktop.ui.words import short_path

_OFFERS = 3
_LEAST_WIDTH = 240
_LEAST_LETTERS = 14
"""Of the branch before what matters less gives way to it."""
_LEAST_TITLE_LETTERS = 22
"""Of the title: its own words in every language, before the name in it."""


class WorkspaceBar(QFrame):
    """Hidden while no project is open.

    Signals:
        folder_wanted(path: str): Open that folder in the desktop's file manager.
        project_wanted(): Open another project, as the folder of this one has gone.
        offer_wanted(offer: str): Do that, a value of ``workspace_words.Offer``, about a folder that can't be used.
        changes_wanted(at: QPoint): Show there, on the screen, which files differ.
        menu_wanted(at: QPoint): Open the menu of the workspace there, on the screen.
        setup_wanted(): Show the set-up of the copy.
        cancel_wanted(): Stop making the copy.
    """

    folder_wanted = Signal(str)
    project_wanted = Signal()
    offer_wanted = Signal(str)
    changes_wanted = Signal(QPoint)
    menu_wanted = Signal(QPoint)
    setup_wanted = Signal()
    cancel_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._project: ProjectView | None = None
        self._thread: ThreadView | None = None
        self._view: WorkspaceView | None = None
        self._progress = ""
        self._is_squeezed = False
        self._look = BarLook("folder-simple", "")
        self.setObjectName("workspace_bar")
        self.setProperty("surface", "bar")
        self._make_words()
        self._make_buttons()
        self._lay_out()
        theme.changed.connect(self._fit)
        self._fit()
        self.show_project(None)

    # -- what is shown ------------------------------------------------------------------------------------------------------

    @property
    def path(self) -> str:
        """The folder that is shown, empty for none and while it isn't known."""
        if self._view is not None:
            return self._view.path
        is_away = self._thread is not None and self._thread.workspace_kind is not WorkspaceKind.PROJECT
        return "" if self._project is None or is_away else self._project.root_path

    def show_project(self, project: ProjectView | None, thread: ThreadView | None = None) -> None:
        """Take the project and the thread. Until it is known where that works, only what kind of place it is is said."""
        self._thread = thread
        is_other = (project.id if project else None) != (self._project.id if self._project else None)
        self._project = project
        if is_other or project is None:
            self._view = None
            self._progress = ""
        self._render()

    def show_workspace(self, view: WorkspaceView | None) -> None:
        """Say where the shown thread works; None while that isn't known yet."""
        self._view = view
        self._render()

    def show_progress(self, text: str) -> None:
        """Say how far the making of a copy is; empty once it is over."""
        self._progress = text
        self._render()

    def set_squeezed(self, is_squeezed: bool) -> None:
        """Give way where there is no room for what stands below; but not where the folder has gone."""
        if is_squeezed != self._is_squeezed:
            self._is_squeezed = is_squeezed
            self._show()

    # -- making -------------------------------------------------------------------------------------------------------------

    def _make_words(self) -> None:
        theme, middle = self._theme, Qt.TextElideMode.ElideMiddle
        self._sign = Sign(theme, "folder-simple")
        self._kind = StepElidedLabel(theme, step="body_strong", mode=middle, name="workspace_kind")
        self._small = StepLabel(theme, step="caption", tone="secondary", name="workspace_technical")
        self._branch_sign = Sign(theme, "git-branch")
        self._branch = StepElidedLabel(theme, step="code", mode=middle, name="workspace_branch")
        self._state = StepLabel(theme, step="caption", tone="warning", name="workspace_state")
        self._place = StepElidedLabel(theme, step="caption", mode=middle, is_quiet=True, name="thread_place")
        self._note = StepElidedLabel(theme, step="caption", is_quiet=True, name="workspace_note")
        self._spinner, self._setup_spinner = Spinner(theme=theme), Spinner(theme=theme)
        for label in (self._kind, self._branch):
            label.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        for label in (self._place, self._note):
            label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._rules = [Divider(is_vertical=True) for _ in range(2)]

    def _make_buttons(self) -> None:
        ghost = ButtonKind.GHOST
        self._changed = FlatButton("", ghost, compact=True, name="changed_files", on_click=self._ask_changes)
        self._changed.setProperty("link", True)
        self._setup = FlatButton("", ghost, compact=True, name="workspace_setup", on_click=self.setup_wanted.emit)
        self._cancel = FlatButton(self.tr("Cancel"), compact=True, name="cancel_making", on_click=self.cancel_wanted.emit)
        self._offers = [FlatButton("", compact=True, name=f"offer_{number}") for number in range(_OFFERS)]
        for number, button in enumerate(self._offers):
            button.clicked.connect(lambda _checked=False, place=number: self._on_offer(place))
        self._open = IconButton("folder-open", self.tr("Open the folder"), name="open_folder", on_click=self._ask_folder)
        self._more = IconButton("dots-three", self.tr("More about where it works"), name="workspace_more", on_click=self._ask_menu)

    def _lay_out(self) -> None:
        line = QHBoxLayout(self)
        line.setContentsMargins(CARD_X, 0, 12, 0)
        line.setSpacing(8)
        line.addWidget(self._sign)
        line.addWidget(self._kind)
        line.addWidget(self._small)
        line.addWidget(self._rules[0], 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self._branch_sign)
        line.addWidget(self._branch)
        line.addWidget(self._rules[1], 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self._changed)
        line.addWidget(self._state)
        line.addWidget(self._spinner)
        line.addWidget(self._place, 1)
        line.addWidget(self._note, 1)
        self._filler = QWidget()
        line.addWidget(self._filler, 1)
        for widget in (self._setup_spinner, self._setup, self._cancel, *self._offers, self._open, self._more):
            line.addWidget(widget)

    # -- showing ------------------------------------------------------------------------------------------------------------

    def _render(self) -> None:
        self._look = look = self._look_of()
        self._sign.show_glyph(look.glyph, look.color)
        self._kind.set_text(look.title)
        self._small.setText(look.small)
        self._branch.set_text(look.branch)
        self._branch_sign.show_glyph("git-commit" if look.is_commit else "git-branch")
        self._branch.setAccessibleName(self._branch_name(look))
        self._changed.setText(look.changed)
        self._changed.setToolTip(plain_tip(look.changed_tip))
        self._changed.setAccessibleDescription(look.changed_tip)
        self._state.setText(look.state)
        self._place.set_text(look.place)
        self._note.set_text(self._progress or look.note)
        self._show_setup()
        for button, offer in zip(self._offers, self._pad(look.offers), strict=True):
            button.setText(offer_text(offer) if offer else "")
            button.setObjectName(_offer_name(offer) if offer else "")
        about = "\n".join(part for part in (self.path, look.note) if part)
        for widget in (self, self._kind, self._sign):
            widget.setToolTip(plain_tip(about))
        self._kind.setAccessibleDescription(about)
        self._arrange()
        self._show()

    def _look_of(self) -> BarLook:
        view, project = self._view, self._project
        if project is None:
            return BarLook("folder-simple", "")
        if view is not None and project.folder_exists:
            return bar_look(view, short_path(view.path))
        thread = self._thread
        if project.folder_exists and thread is not None and thread.workspace_kind is not WorkspaceKind.PROJECT:
            name = PurePath(thread.repository).name or PurePath(project.root_path).name
            is_copy = thread.workspace_kind is WorkspaceKind.WORKTREE
            return BarLook("folders" if is_copy else "folder-simple", kind_title(thread.workspace_kind, name))
        if project.folder_exists:
            return BarLook("folder-simple", kind_title(WorkspaceKind.PROJECT, ""), place=short_path(project.root_path))
        title = self.tr("The project folder is gone")
        return BarLook("folder-minus", title, "danger_text", place=project.root_path, offers=(Offer.OTHER_PROJECT,))

    def _branch_name(self, look: BarLook) -> str:
        if not look.branch:
            return ""
        name = self.tr("Commit") if look.is_commit else self.tr("Branch")
        return f"{name}: {look.branch}"

    def _show_setup(self) -> None:
        state = self._view.setup if self._view is not None and not is_gone(self._view) else None
        self._setup.setText(setup_text(state))
        self._setup.setToolTip(setup_tip(state))
        has_failed = state in {SetupState.FAILED, SetupState.TIMED_OUT}
        self._setup.set_glyph("hand-palm" if state is SetupState.ASKS else "warning" if has_failed else "")
        kind = ButtonKind.SECONDARY if state is SetupState.ASKS else ButtonKind.GHOST
        restyle(self._setup, "kind", kind.value)

    def _pad(self, offers: Sequence[Offer]) -> list[Offer | None]:
        return [*offers, *[None] * _OFFERS][:_OFFERS]

    def _arrange(self) -> None:
        """Show what there is, and leave out what matters least where the room ends."""
        look, is_making = self._look, bool(self._progress)
        is_usable = not look.offers
        has_branch = bool(look.branch) and not is_making
        is_set_up = bool(self._setup.text()) and is_usable and not is_making
        is_running = is_set_up and self._view is not None and self._view.setup is SetupState.RUNNING
        visible: dict[QWidget, bool] = {
            self._sign: True,
            self._kind: True,
            self._small: bool(look.small) and is_usable,
            self._rules[0]: has_branch,
            self._branch_sign: has_branch,
            self._branch: has_branch,
            self._rules[1]: has_branch and bool(look.changed or look.state),
            self._changed: has_branch and bool(look.changed),
            self._state: has_branch and bool(look.state),
            self._place: bool(look.place) and not has_branch and not is_making,
            self._note: bool(self._progress or look.note),
            self._spinner: is_making,
            self._setup_spinner: is_running,
            self._setup: is_set_up,
            self._cancel: is_making,
            self._open: is_usable and bool(self.path),
            self._more: self._view is not None and Offer.OTHER_PROJECT not in look.offers,
        }
        visible |= {button: place < len(look.offers) and not is_making for place, button in enumerate(self._offers)}
        room = self._leave_out(visible)
        visible[self._filler] = not (visible[self._place] or visible[self._note])
        title = max(0, min(self._kind.sizeHint().width(), self._least_title() + room))
        self._kind.setMinimumWidth(title)
        more = max(0, room - title + self._least_title())
        self._branch.setMinimumWidth(min(self._branch.sizeHint().width(), self._letters() + more) if visible[self._branch] else 0)
        self._note.setMinimumWidth(self._note.sizeHint().width() if room >= 0 else 0)
        for widget, is_shown in visible.items():
            widget.setVisible(is_shown)

    def _leave_out(self, visible: dict[QWidget, bool]) -> int:
        """Return the room that is left, below 0 where there is none."""
        room = self.width() - CARD_X - 12
        branch = (self._branch_sign, self._branch, self._rules[0])
        # The menu has what the offers say as well; the tooltips the rest.
        groups: list[tuple[QWidget, ...]] = [
            (self._small,),
            (self._kind, self._sign) if self._progress else (self._note,),
            (self._place,),
            (self._offers[2],),
            (self._offers[1],),
            (self._state,),
            (self._open,),
            branch,
            (self._changed, self._rules[1]),
            (self._spinner, self._setup_spinner),
        ]
        for group in groups:
            # The technical word stands beside a whole title only.
            left = room - self._needed(visible, is_whole=group == (self._small,))
            if left >= 0:
                return room - self._needed(visible)
            visible.update(dict.fromkeys(group, False))
        left = room - self._needed(visible)
        if left < -self._letters() // 2 and visible[self._more]:
            # Rather than cut what the button says; the title can give a little more before that.
            visible[self._offers[0]] = False
            left = room - self._needed(visible)
        return left

    def _needed(self, visible: dict[QWidget, bool], *, is_whole: bool = False) -> int:
        needed = sum(self._need(one) + 8 for one, is_shown in visible.items() if is_shown)
        # With the gaps at the ends.
        return needed + 4 + (self._kind.sizeHint().width() - self._least_title() if is_whole else 0)

    def _need(self, widget: QWidget) -> int:
        # A sentence is read whole or not at all: the tooltip has it.
        if widget in {self._branch, self._place}:
            return min(widget.sizeHint().width(), self._letters())
        if widget is self._kind:
            return self._least_title()
        return 0 if widget is self._filler else max(widget.sizeHint().width(), widget.minimumWidth())

    def _least_title(self) -> int:
        return min(self._kind.sizeHint().width(), self._letters() * _LEAST_TITLE_LETTERS // _LEAST_LETTERS)

    def _letters(self) -> int:
        return self._kind.fontMetrics().averageCharWidth() * _LEAST_LETTERS

    def minimumSizeHint(self) -> QSize:
        """Ask for no width: what has no room is left out."""
        return QSize(_LEAST_WIDTH, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give way where there is less room, once this has its size."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            QTimer.singleShot(0, self, self._arrange)

    def _show(self) -> None:
        has_to = bool(self._look.offers) or bool(self._progress)
        self.setVisible(self._project is not None and (not self._is_squeezed or has_to))

    # -- what the person wants ----------------------------------------------------------------------------------------------

    def _on_offer(self, place: int) -> None:
        offer = self._pad(self._look.offers)[place]
        if offer is Offer.OTHER_PROJECT:
            self.project_wanted.emit()
        elif offer is not None:
            self.offer_wanted.emit(offer.value)

    def _ask_folder(self) -> None:
        self.folder_wanted.emit(self.path)

    def _ask_menu(self) -> None:
        self.menu_wanted.emit(self._more.mapToGlobal(QPoint(0, self._more.height())))

    def _ask_changes(self) -> None:
        self.changes_wanted.emit(self._changed.mapToGlobal(QPoint(0, self._changed.height())))

    def _fit(self) -> None:
        self.setFixedHeight(self._theme.row_height(self._theme.size("workspace_bar")))
        for rule in self._rules:
            rule.setFixedHeight(self._theme.icon_size(16))
        self._arrange()


def _offer_name(offer: Offer) -> str:
    return "other_project" if offer is Offer.OTHER_PROJECT else f"offer_{offer.value}"
