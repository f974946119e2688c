# SPDX-License-Identifier: MIT
"""Lets a thread work in an own copy: on a new branch, on one that is there, or in a worktree that somebody made elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from onesist_desktop.core.git_names import is_safe_ref
from onesist_desktop.core.workspaces import ROOT_REPOSITORY
from onesist_desktop.services.workspace_views import (
    BranchView,
    CopyChoices,
    Destination,
    ExistingBranch,
    ExistingWorktree,
    NewBranch,
    ProjectFolder,
    RepositoryView,
)
from onesist_desktop.ui.dialogs.own_copy_parts import (
    BranchWords,
    CopyFacts,
    ProblemCard,
    ProblemWords,
    branch_rows,
    elsewhere_rows,
)
from onesist_desktop.ui.dialogs.place_list import PlaceList
from onesist_desktop.ui.dialogs.saving_dialog import SavingDialog
from onesist_desktop.ui.dialogs.setup_parts import SetupOfferPart
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.announcing import announce
from onesist_desktop.ui.widgets.combo import CaretCombo
from onesist_desktop.ui.widgets.fields import Field
from onesist_desktop.ui.widgets.labels import PlainLabel
from onesist_desktop.ui.widgets.segmented import SegmentedSwitch

_SIZE = (640, 640)
_BAR = 14
_MOST_BASES = 300
"""Branches to begin at; a box that drops down is no place to look through more."""


class Way(StrEnum):
    """How the copy comes about."""

    NEW = "new"
    EXISTING = "existing"
    ELSEWHERE = "elsewhere"


class OwnCopyDialog(SavingDialog):
    """Stays open when it fails, with what was entered.

    Whoever opened it brings the repositories and the choices, answers ``save_wanted`` by ``was_saved`` or ``was_refused``, and
    ``stop_wanted`` by ``was_stopped``.

    Signals:
        repository_chosen(key: str): Read the choices of that repository.
        save_wanted(destination: object): Let the thread work there, a ``Destination``.
        stop_wanted(): Stop making the copy.
        remedy_wanted(key: str): Do that about what keeps it from being made.
    """

    repository_chosen = Signal(str)
    save_wanted = Signal(object)
    stop_wanted = Signal()
    remedy_wanted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        title = QCoreApplication.translate("OwnCopyDialog", "Work in an own copy")
        sentence = QCoreApplication.translate(
            "OwnCopyDialog",
            "This thread gets a folder of its own (a Git worktree). The project folder stays as it is, and the next answer"
            " starts in the copy.",
        )
        action = QCoreApplication.translate("OwnCopyDialog", "Make the own copy")
        super().__init__(theme, title, sentence, _SIZE, parent, action=action)
        self.setObjectName("own_copy_dialog")
        self._choices: CopyChoices | None = None
        self._branches: dict[str, BranchView] = {}
        self._root_path = ""
        self._root_paths: dict[str, str] = {}
        self.problems = ProblemCard(theme)
        self.repository_combo = CaretCombo()
        self._repository = Field(theme, self.tr("Of which repository"), self.repository_combo)
        self.ways = SegmentedSwitch(self.tr("How the copy begins"), self._way_parts(), name="copy_way")
        self._pages = QStackedWidget()
        self.facts = CopyFacts(theme)
        self.setup = SetupOfferPart(theme)
        self._make_fields()
        for widget in (self.problems, self._repository, self.ways, self._pages, self._shared, self.facts, self.setup):
            self.body.addWidget(widget)
        self.problems.action_wanted.connect(self.remedy_wanted)
        self.end_body()
        self.show_looking(is_looking=True)
        self._show_way()

    # -- what is chosen -----------------------------------------------------------------------------------------------------

    @property
    def way(self) -> Way:
        """How the copy is to come about."""
        return Way(self.ways.current)

    @property
    def destination(self) -> Destination | None:
        """Where the thread is to work; None while that isn't complete."""
        choices = self._choices
        if choices is None:
            return None
        key = choices.repository
        match self.way:
            case Way.NEW:
                name = self.name_field.text().strip()
                return NewBranch(key, name, self.base_combo.currentData() or "") if name and not self._name_error() else None
            case Way.EXISTING:
                branch = self._branches.get(self.branch_list.current)
                return _place_of(branch, key, self._root_path) if branch is not None else None
            case Way.ELSEWHERE:
                place = next((one for one in choices.elsewhere if one.path == self.place_list.current), None)
                return ExistingWorktree(key, place.path) if place is not None and place.is_usable else None

    @property
    def is_complete(self) -> bool:
        """Something was chosen."""
        return self.destination is not None

    @property
    def agreed_command(self) -> str:
        """The set-up command that the person agrees to; empty for none."""
        return self.setup.agreed_command if self._makes_copy else ""

    @property
    def repository(self) -> str:
        """The key of the chosen repository, empty while none is known."""
        return str(self.repository_combo.currentData() or "")

    def announce_save(self) -> None:
        """Ask for it."""
        destination = self.destination
        if destination is not None:
            self.save_wanted.emit(destination)

    # -- what is shown ------------------------------------------------------------------------------------------------------

    def show_looking(self, *, is_looking: bool) -> None:
        """Say that it is being looked what there is, or no longer."""
        self.spinner.setVisible(is_looking)
        self.progress.setText(self.tr("Looking what there is…") if is_looking else "")

    def show_repositories(self, repositories: Sequence[RepositoryView], current: str = "") -> None:
        """Offer these repositories; one alone needs no choice."""
        combo = self.repository_combo
        combo.blockSignals(True)
        combo.clear()
        for repository in repositories:
            name = repository.title
            if repository.key == ROOT_REPOSITORY:
                name = fill(self.tr("%1 (the project folder)"), name)
            combo.addItem(name, repository.key)
        combo.setCurrentIndex(max(0, combo.findData(current)))
        combo.blockSignals(False)
        self._repository.setVisible(len(repositories) > 1)
        root = next((one for one in repositories if one.key == self.repository), None)
        self._root_paths = {one.key: one.path for one in repositories}
        self._root_path = root.path if root is not None else ""

    def show_problems(self, problems: Sequence[ProblemWords]) -> None:
        """Say what keeps a copy from being made, in the place of the choices."""
        self.show_looking(is_looking=False)
        self.problems.show_problems(problems)
        self._choices = None
        self._show_way()

    def show_choices(self, choices: CopyChoices, notes: Sequence[str] = ()) -> None:
        """Offer these choices. ``notes`` say what the copy will lack."""
        self.show_looking(is_looking=False)
        self._choices = choices
        self._root_path = self._root_paths.get(choices.repository, "")
        self.problems.show_problems(())
        self._branches = {branch.name: branch for branch in choices.branches}
        self.name_field.setText(choices.new_branch)
        self._show_bases(choices)
        words = self._branch_words()
        self.branch_list.set_rows(branch_rows(choices.branches, words))
        self.place_list.set_rows(elsewhere_rows(choices.elsewhere, words))
        self.facts.show_choices(choices, notes)
        self.setup.show_offer(choices.setup)
        self._offer_ways(choices)
        self._show_way()
        self.name_field.setFocus()
        self.name_field.selectAll()

    def show_step(self, text: str) -> None:
        """Say how far it is."""
        if self._is_saving and self.cancel_button.isEnabled():
            self.progress.setText(text)

    def was_refused(self, text: str, remedies: Sequence[tuple[str, str]] = ()) -> None:
        """It was not made: say why, and keep what was entered."""
        self.set_saving(is_saving=False)
        if remedies:
            self.problems.show_problems([ProblemWords(text, tuple(remedies))])
        else:
            self.show_failure(text)
        announce(self, text)

    def was_stopped(self) -> None:
        """It was stopped, and nothing of it is left."""
        self.was_refused(self.tr("Stopped. Nothing was left behind, and the thread works where it did."))

    # -- Qt's own and the base's --------------------------------------------------------------------------------------------

    def set_saving(self, *, is_saving: bool) -> None:
        """Show that it is being made, or no longer. Cancel stops it then."""
        super().set_saving(is_saving=is_saving)
        self.progress.setText(self.tr("Making the copy…") if is_saving else "")
        self.cancel_button.setEnabled(True)
        for widget in (self._repository, self.ways, self._pages, self.setup, self.problems):
            widget.setEnabled(not is_saving)

    def reject(self) -> None:
        """Close, or stop what is being made first."""
        if self._is_saving:
            self._stop()
        else:
            super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        """As :meth:`reject`."""
        if self._is_saving:
            self._stop()
        super().closeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the ways below each other where they have no room side by side."""
        super().resizeEvent(event)
        margins = self.body.contentsMargins()
        self.ways.fit(self.width() - margins.left() - margins.right() - _BAR)

    def show_state(self) -> None:
        """Show whether it can be made, and what the button does then."""
        self._name.set_error(self._name_error() if self.way is Way.NEW and self._choices is not None else "")
        makes = self._makes_copy or self._is_made_again
        self.save_button.setText(self.tr("Make the own copy") if makes else self.tr("Work there"))
        super().show_state()

    def _stop(self) -> None:
        if self.cancel_button.isEnabled():
            self.cancel_button.setEnabled(False)
            self.progress.setText(self.tr("Stopping, and taking away what was begun…"))
            self.stop_wanted.emit()

    # -- making -------------------------------------------------------------------------------------------------------------

    def _make_fields(self) -> None:
        theme = self.theme
        self.repository_combo.setObjectName("copy_repository")
        self.repository_combo.currentIndexChanged.connect(lambda _index: self.repository_chosen.emit(self.repository))
        self._repository.hide()
        self.ways.chosen.connect(lambda _key: self._show_way())
        self._pages.addWidget(self._make_new())
        self.branch_list = PlaceList(
            theme,
            self.tr("Branches"),
            self.tr("Search branches"),
            self.tr("No branch is called that."),
            name="copy_branches",
        )
        self.place_list = PlaceList(
            theme, self.tr("Worktrees made elsewhere"), self.tr("Search folders"), self.tr("There is none."), name="copy_places"
        )
        self._shared = PlainLabel(tone="secondary", wraps=True, name="copy_shared")
        for each in (self.branch_list, self.place_list):
            each.chosen.connect(lambda _key: self._show_way())
            each.entered.connect(self.want_save)
            self._pages.addWidget(each)

    def _way_parts(self) -> list[tuple[str, str]]:
        return [
            (Way.NEW.value, self.tr("New branch")),
            (Way.EXISTING.value, self.tr("Existing branch")),
            (Way.ELSEWHERE.value, self.tr("Made elsewhere")),
        ]

    def _make_new(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(8)
        self.name_field = QLineEdit()
        self.name_field.setObjectName("copy_branch")
        self.name_field.setFont(self.theme.font("code"))
        self.name_field.textChanged.connect(self.show_state)
        self.name_field.returnPressed.connect(self.want_save)
        self.base_combo = CaretCombo()
        self.base_combo.setObjectName("copy_base")
        self.base_combo.setMaxVisibleItems(12)
        self._name = Field(self.theme, self.tr("Name of the branch"), self.name_field)
        base = Field(self.theme, self.tr("It begins at"), self.base_combo)
        column.addWidget(self._name)
        column.addWidget(base)
        column.addStretch(1)
        return page

    def _branch_words(self) -> BranchWords:
        return BranchWords(
            in_use=self.tr("in use in %1"),
            again=self.tr("its own copy is made again"),
            remote=self.tr("only on the server; a local one of that name is made"),
            no_branch=self.tr("on no branch"),
            gone=self.tr("its folder is gone"),
        )

    # -- showing ------------------------------------------------------------------------------------------------------------

    def _show_bases(self, choices: CopyChoices) -> None:
        combo = self.base_combo
        combo.clear()
        names = [branch.name for branch in choices.branches[:_MOST_BASES]]
        if choices.base and choices.base not in names:
            names.insert(0, choices.base)
        if not choices.base:
            combo.addItem(self.tr("the commit that is checked out now"), "")
        for name in names:
            combo.addItem(name, name)
        combo.setCurrentIndex(max(0, combo.findData(choices.base)))

    def _offer_ways(self, choices: CopyChoices) -> None:
        offered = {Way.EXISTING: bool(choices.branches), Way.ELSEWHERE: bool(choices.elsewhere)}
        for way, is_there in offered.items():
            part = self.ways.part(way.value)
            part.setEnabled(is_there)
            part.setToolTip("" if is_there else self.tr("There is none."))
            if not is_there and self.way is way:
                self.ways.choose(Way.NEW.value)

    @property
    def _makes_copy(self) -> bool:
        """Whether a new folder is made, and not one chosen that is there."""
        if self.way is Way.ELSEWHERE:
            return False
        return self.way is Way.NEW or not isinstance(self.destination, ExistingWorktree | ProjectFolder)

    @property
    def _is_made_again(self) -> bool:
        """Whether an own copy whose folder is not there is chosen by its branch."""
        branch = self._branches.get(self.branch_list.current) if self.way is Way.EXISTING else None
        return branch is not None and branch.is_made_again

    def _show_way(self) -> None:
        has_choices = self._choices is not None
        self.ways.setVisible(has_choices)
        self._pages.setVisible(has_choices)
        self._pages.setCurrentIndex(list(Way).index(self.way))
        # A page that isn't shown takes no room.
        for place in range(self._pages.count()):
            if (page := self._pages.widget(place)) is not None:
                is_current = place == self._pages.currentIndex()
                vertical = QSizePolicy.Policy.Preferred if is_current else QSizePolicy.Policy.Ignored
                page.setSizePolicy(QSizePolicy.Policy.Preferred, vertical)
        self._shared.setText(self._shared_text())
        self._shared.setVisible(bool(self._shared.text()))
        self.facts.setVisible(has_choices and self._makes_copy)
        offer = self._choices.setup if self._choices is not None else None
        self.setup.setVisible(offer is not None and self._makes_copy)
        self.show_state()

    def _shared_text(self) -> str:
        """Say what it means to work where a branch is checked out already."""
        match self.destination:
            case ProjectFolder():
                return self.tr("This branch is in use in the project folder: the thread will work there, on your own files.")
            case ExistingWorktree() if self._is_made_again:
                return self.tr("An earlier own copy of this branch has no folder any more. It is made again from the branch.")
            case ExistingWorktree():
                return self.tr("The thread will work in that folder, beside whatever works there already.")
            case _:
                return ""

    def _name_error(self) -> str:
        name = self.name_field.text().strip()
        if not name:
            return self.tr("A branch needs a name.")
        if name in self._branches and not self._branches[name].is_remote:
            text = self.tr("There is a branch %1 already. Choose another name, or take the existing branch.")
            return fill(text, name)
        if not is_safe_ref(name):
            return self.tr("Letters a to z, digits and . _ - / can stand in it, with none of . - / at its beginning or end.")
        return ""


def _place_of(branch: BranchView, key: str, root_path: str) -> Destination:
    """Return where a branch can be worked on: in a new copy, or in the place that has it."""
    if branch.is_made_again:
        return ExistingWorktree(key, worktree_id=branch.worktree_id)
    if not branch.checked_out_at:
        return ExistingBranch(key, branch.name)
    if branch.checked_out_at == root_path:
        return ProjectFolder(key)
    if branch.worktree_id is not None:
        return ExistingWorktree(key, worktree_id=branch.worktree_id)
    return ExistingWorktree(key, branch.checked_out_at)
