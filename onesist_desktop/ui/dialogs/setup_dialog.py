# SPDX-License-Identifier: MIT
"""The set-up of an own copy: the command, what it writes, and the way to agree, stop or run it again."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QWidget

from onesist_desktop.core.errors import OnesistError
from onesist_desktop.services.workspace_views import SetupOffer, SetupState, SetupView
from onesist_desktop.ui.dialogs.base import FramedDialog
from onesist_desktop.ui.dialogs.setup_parts import SetupCommand, offer_notes
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.announcing import announce
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.flow import FlowRow
from onesist_desktop.ui.widgets.labels import PlainLabel, StepLabel
from onesist_desktop.ui.widgets.metrics import restyle
from onesist_desktop.ui.widgets.spinner import Spinner
from onesist_desktop.ui.widgets.sunken_text import SunkenText

_SIZE = (720, 560)


class SetupDialog(FramedDialog):
    """Shows one set-up while it goes on. Closing it ends nothing.

    Signals:
        agreed(command: str): Run exactly this command.
        declined(): Don't run it in this copy.
        cancel_wanted(): End it with all it started.
        again_wanted(): Run it once more.
    """

    agreed = Signal(str)
    declined = Signal()
    cancel_wanted = Signal()
    again_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        title = QCoreApplication.translate("SetupDialog", "Set-up of the own copy")
        sentence = QCoreApplication.translate(
            "SetupDialog", "The project brings this command for new copies. It runs with your rights, so read it first."
        )
        super().__init__(theme, title, sentence, _SIZE, parent)
        self.setObjectName("setup_dialog")
        self._view: SetupView | None = None
        self._offer: SetupOffer | None = None
        self._state: SetupState | None = None
        self._output = ""
        self._command = SetupCommand(theme)
        self._notes = PlainLabel(tone="warning", wraps=True, name="setup_notes")
        self._notes.hide()
        self._error = PlainLabel(tone="danger", wraps=True, name="setup_error")
        self._error.hide()
        self._spinner = Spinner(theme=theme)
        self._line = PlainLabel(wraps=True, name="setup_state")
        self._heading = StepLabel(theme, self.tr("What it wrote"), tone="secondary")
        self._text = SunkenText(theme, "setup_output", self.tr("What the command wrote"))
        self._text.setMinimumHeight(160)
        self._heading.setBuddy(self._text.view)
        self._lay_out()
        self._make_footer()

    def _lay_out(self) -> None:
        state = QHBoxLayout()
        state.setSpacing(8)
        state.addWidget(self._spinner)
        state.addWidget(self._line, 1)
        self.body.addWidget(self._command)
        self.body.addWidget(self._notes)
        self.body.addLayout(state)
        self.body.addWidget(self._error)
        self.body.addWidget(self._heading)
        self.body.addWidget(self._text, 1)
        self.body.addStretch(0)

    def _make_footer(self) -> None:
        primary = ButtonKind.PRIMARY
        self._close = FlatButton(self.tr("Close"), name="close_setup", on_click=self.reject)
        self._decline = FlatButton(self.tr("Don't run it here"), name="decline_setup", on_click=self.declined.emit)
        self._stop = FlatButton(self.tr("Stop the set-up"), glyph="stop", name="cancel_setup", on_click=self.cancel_wanted.emit)
        self._again = FlatButton(self.tr("Run it again"), glyph="again", name="setup_again", on_click=self.again_wanted.emit)
        self._agree = FlatButton(self.tr("Run it in the new copy"), primary, name="agree_to_setup", on_click=self._on_agree)
        buttons = FlowRow(push_last=True)
        buttons.add(self._close, self._decline, self._stop, self._again, self._agree)
        self.footer.addWidget(buttons, 1)

    # -- what is shown ------------------------------------------------------------------------------------------------------

    @property
    def view(self) -> SetupView | None:
        """What is shown."""
        return self._view

    def show_setup(self, view: SetupView) -> None:
        """Show how it goes."""
        before, self._view = self._state, view
        self._state = view.state
        self._command.show_command(view.command)
        asks, runs = view.state is SetupState.ASKS, view.state is SetupState.RUNNING
        self._spinner.setVisible(runs)
        text, tone = state_words(view)
        self._line.setText(text)
        restyle(self._line, "tone", tone)
        self._show_output(view.output)
        for part in (self._heading, self._text):
            part.setVisible(not asks or bool(view.output))
        for button in (self._decline, self._agree):
            button.setVisible(asks)
        self._stop.setVisible(runs)
        self._again.setVisible(not asks and not runs)
        self._notes.setVisible(asks and bool(self._notes.text()))
        if before is not view.state:
            self._error.hide()
            if before is not None:
                announce(self, text)

    def show_offer(self, offer: SetupOffer | None) -> None:
        """Say what changed since it was agreed to, and who changed it."""
        self._offer = offer
        if offer is not None:
            self._notes.setText(offer_notes(offer))
            self._notes.setVisible(bool(self._notes.text()) and self._state is SetupState.ASKS)

    def show_failure(self, text: str) -> None:
        """Say what could not be done."""
        self._error.setText(text)
        self._error.show()
        announce(self, text)

    def show_error(self, error: OnesistError) -> None:
        """Say that an error kept something from being done."""
        self.show_failure(fill(self.tr("That could not be done: %1."), str(error).rstrip(".")))

    def _show_output(self, text: str) -> None:
        view = self._text.view
        if text == self._output:
            return
        bar = view.verticalScrollBar()
        is_at_end = bar.value() >= bar.maximum() - 4
        if self._output and text.startswith(self._output):
            cursor = QTextCursor(view.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(text[len(self._output) :])
        else:
            place = bar.value()
            view.setPlainText(text)
            bar.setValue(place)
        self._output = text
        if is_at_end:
            # Whoever reads further up stays there.
            bar.setValue(bar.maximum())

    def _on_agree(self) -> None:
        if self._view is not None:
            self.agreed.emit(self._view.command)


def state_words(view: SetupView) -> tuple[str, str]:
    """Return how a set-up goes or went, and the tone of it."""
    tr = QCoreApplication.translate
    match view.state:
        case SetupState.ASKS:
            return tr("SetupDialog", "It waits for you. Until then nothing of it runs, and the copy can be used as it is."), ""
        case SetupState.RUNNING:
            return tr("SetupDialog", "It works in the background, for 10 minutes at most. The thread can be used meanwhile."), ""
        case SetupState.WORKED:
            return tr("SetupDialog", "It worked."), "success"
        case SetupState.FAILED if view.exit_code is None:
            return tr(
                "SetupDialog", "It did not start or was cut off. The copy itself is fine; run it again or set up by hand."
            ), "danger"
        case SetupState.FAILED:
            text = tr("SetupDialog", "It failed with exit code %1. The copy itself is fine; run it again or set up by hand.")
            return fill(text, view.exit_code), "danger"
        case SetupState.TIMED_OUT:
            return tr(
                "SetupDialog", "It was stopped after 10 minutes. The copy itself is fine; run it again or set up by hand."
            ), "danger"
        case SetupState.CANCELLED:
            return tr("SetupDialog", "It was stopped. The copy itself is fine; run it again or set up by hand."), ""
        case SetupState.DECLINED:
            return tr("SetupDialog", "It was not run here, as you chose."), ""
