# SPDX-License-Identifier: MIT
"""Commands, tool calls, file changes, plans and thinking as collapsed rows that open on demand."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QGuiApplication, QPixmap
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from onesist_desktop.core.messages import (
    CallState,
    ChangeKind,
    CommandPart,
    ErrorPart,
    FileChangePart,
    Part,
    PlanPart,
    PlanState,
    QuestionPart,
    ThinkingPart,
    ToolCallPart,
)
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.transcript.code_view import CodeView
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.notices import failure_words
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.labels import ElidedLabel, PlainLabel
from onesist_desktop.ui.widgets.spinner import Spinner
from onesist_desktop.ui.words import state_text

SHOWN_LINES = 12
OPEN_LINES = 400


@dataclass(frozen=True, slots=True)
class Step:
    """A row in words. ``what`` is set in the code font where ``is_code``; ``output`` is what opening shows."""

    glyph: str
    what: str
    result: str
    tone: str
    output: str = ""
    is_code: bool = False
    label: str = ""
    is_running: bool = False


def step_of(part: Part, title: str) -> Step | None:
    """Word a part as a row; None for parts that are not steps. ``title`` names who answered."""
    match part:
        case CommandPart():
            result, tone = _call_result(part.state, part.exit_code)
            first_line = part.command.strip().split("\n")[0]
            output = part.output if first_line == part.command.strip() else f"$ {part.command}\n{part.output}"
            return Step("terminal", first_line, result, tone, output, is_code=True, is_running=part.state is CallState.RUNNING)
        case ToolCallPart():
            result, tone = _call_result(part.state, None)
            output = "\n\n".join(text for text in (part.arguments, part.result) if text)
            return Step("wrench", part.name, result, tone, output, is_running=part.state is CallState.RUNNING)
        case FileChangePart():
            return _file_step(part)
        case PlanPart(entries):
            done = sum(entry.state is PlanState.DONE for entry in entries)
            signs = {PlanState.DONE: "✓", PlanState.ACTIVE: "→", PlanState.OPEN: "·"}
            text = QCoreApplication.translate("Steps", "%1 of %2 done")
            lines = "\n".join(f"{signs[entry.state]} {entry.text}" for entry in entries)
            return Step("plan", QCoreApplication.translate("Steps", "Plan"), fill(text, done, len(entries)), "secondary", lines)
        case ThinkingPart(text):
            return Step("thinking", QCoreApplication.translate("Steps", "Thinking"), "", "secondary", text)
        case QuestionPart():
            return _question_step(part)
        case ErrorPart(reason, detail):
            return Step("x_circle", failure_words(reason, title).what, "", "danger", detail)
        case _:
            return None


def waiting_step(step: Step) -> Step:
    """Word a running step that waits for a person's answer."""
    return replace(step, result=QCoreApplication.translate("Steps", "waits for you"), tone="warning", is_running=False)


def _call_result(state: CallState, exit_code: int | None) -> tuple[str, str]:
    tone = {CallState.WORKED: "success", CallState.FAILED: "danger", CallState.REFUSED: "danger"}.get(state, "secondary")
    if state is CallState.FAILED and exit_code is not None:
        return fill(QCoreApplication.translate("Steps", "failed · exit code %1"), exit_code), tone
    if state is CallState.STOPPED:
        return QCoreApplication.translate("Steps", "stopped by you"), tone
    return state_text(state), tone


def _file_step(part: FileChangePart) -> Step:
    match part.change:
        case ChangeKind.ADDED:
            glyph, label = "plus", QCoreApplication.translate("Steps", "Added")
        case ChangeKind.DELETED:
            glyph, label = "minus", QCoreApplication.translate("Steps", "Deleted")
        case ChangeKind.RENAMED:
            glyph, label = "arrow_right", QCoreApplication.translate("Steps", "Renamed")
        case ChangeKind.CHANGED:
            glyph, label = "pencil", QCoreApplication.translate("Steps", "Changed")
    lines = part.diff.split("\n")
    added = sum(line.startswith("+") and not line.startswith("+++") for line in lines)
    removed = sum(line.startswith("-") and not line.startswith("---") for line in lines)
    result, tone = (f"+{added} −{removed}", "secondary") if part.diff else ("", "secondary")
    if part.state is not CallState.WORKED:
        result, tone = _call_result(part.state, None)
    return Step(glyph, part.path, result, tone, part.diff, is_code=True, label=label, is_running=part.state is CallState.RUNNING)


def _question_step(part: QuestionPart) -> Step | None:
    if part.expired:
        result = QCoreApplication.translate("Steps", "no answer before Onesist closed")
    elif part.answer is None:
        return None
    else:
        result = option_text(part.answer)
    # An agent often asks with a title and then the same as a detail.
    lines = part.question.strip().split("\n")
    middle = len(lines) // 2
    if len(lines) > 1 and lines[:middle] == lines[middle:]:
        lines = lines[:middle]
    return Step("hand", lines[0], result, "secondary", "\n".join(lines) if len(lines) > 1 else "")


def option_text(option: str) -> str:
    """Word an option of an approval. Ids that an agent made up are shown as they are."""
    match option:
        case "allow" | "allow_once":
            return QCoreApplication.translate("Steps", "Allow once")
        case "allow_always" | "allow_session":
            return QCoreApplication.translate("Steps", "Allow in this thread")
        case "deny" | "reject" | "reject_once" | "cancel":
            return QCoreApplication.translate("Steps", "Don't allow")
        case "deny_always" | "reject_always":
            return QCoreApplication.translate("Steps", "Never allow in this thread")
        case _:
            return option.replace("_", " ")


class StepHead(QPushButton):
    """The line of a step, always equally high. Says so itself, as the style sheet undoes a fixed height."""

    def __init__(self, height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._height = height
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Ask for the height of the line."""
        return QSize(120, self._height)


class StepRow(QFrame):
    """One step. Its height never changes with its state, only by opening it."""

    def __init__(self, context: TranscriptContext, step: Step, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._step = step
        self._output: CodeView | None = None
        self._shows_all = False
        self.setProperty("surface", "step")
        self.setObjectName("step")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 0, 1, 0)
        layout.setSpacing(0)
        self._head = StepHead(context.theme.row_height(32))
        self._head.setProperty("step", True)
        self._head.setObjectName("step_head")
        # Without output it does nothing. It isn't off: text that is off is too pale to be read.
        self._head.clicked.connect(lambda: self.set_open(self._output is None))
        layout.addWidget(self._head)
        self._layout = layout
        self._fill_head()
        self.show_step(step)

    @property
    def step(self) -> Step:
        """What the row says."""
        return self._step

    @property
    def is_open(self) -> bool:
        """Whether the output is shown."""
        return self._output is not None

    def show_step(self, step: Step) -> None:
        """Say something else in the same row."""
        self._step = step
        theme = self._context.theme
        self._sign.setPixmap(glyph_pixmap(step.glyph, theme.color("text_secondary")))
        self._label.setText(step.label)
        self._label.setVisible(bool(step.label))
        self._what.setFont(theme.font("code" if step.is_code else "body"))
        self._what.set_text(step.what)
        self._result.setText(step.result)
        self._result.setProperty("tone", step.tone)
        self._result.style().polish(self._result)
        self._spinner.setVisible(step.is_running)
        name = ", ".join(text for text in (step.label, step.what, step.result) if text)
        self._head.setAccessibleName(name)
        self._show_stillness(is_still=not step.output)
        self._show_caret()
        if self._output is not None:
            self._fill_output()

    def set_open(self, wanted: bool) -> None:
        """Open or close the output."""
        if wanted == self.is_open or (wanted and not self._step.output):
            return
        if wanted:
            self._body = QFrame()
            body = QVBoxLayout(self._body)
            body.setContentsMargins(12, 0, 12, 10)
            body.setSpacing(4)
            bar = QHBoxLayout()
            self._count = PlainLabel(tone="tertiary", font=self._context.theme.font("caption"))
            bar.addWidget(self._count)
            bar.addStretch(1)
            self._open_all = FlatButton(
                self.tr("Open all"), ButtonKind.GHOST, compact=True, name="open_all", on_click=self._on_open_all
            )
            bar.addWidget(self._open_all)
            bar.addWidget(FlatButton(self.tr("Copy"), ButtonKind.GHOST, compact=True, name="copy_output", on_click=self._on_copy))
            body.addLayout(bar)
            self._output = CodeView(self._context.theme, max_lines=SHOWN_LINES)
            self._output.setObjectName("step_output")
            self._output.setAccessibleName(self.tr("Output"))
            sunken = QFrame()
            sunken.setProperty("surface", "code")
            inner = QVBoxLayout(sunken)
            inner.setContentsMargins(12, 8, 4, 8)
            inner.addWidget(self._output)
            body.addWidget(sunken)
            self._layout.addWidget(self._body)
            self._fill_output()
        else:
            self._body.setParent(None)
            self._body.deleteLater()
            self._output = None
            self._shows_all = False
        self._show_caret()

    def _fill_head(self) -> None:
        theme = self._context.theme
        line = QHBoxLayout(self._head)
        line.setContentsMargins(8, 0, 12, 0)
        line.setSpacing(8)
        self._caret, self._sign = QLabel(), QLabel()
        self._label = PlainLabel(tone="secondary", font=theme.font("body"))
        self._what = ElidedLabel()
        self._result = PlainLabel(font=theme.font("caption"), name="step_result")
        self._spinner = Spinner()
        for widget in (self._caret, self._sign, self._label, self._what, self._spinner, self._result):
            widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            line.addWidget(widget, 1 if widget is self._what else 0)
        self._caret.setFixedWidth(12)

    def _show_stillness(self, *, is_still: bool) -> None:
        if self._head.property("still") == is_still:
            return
        self._head.setProperty("still", is_still)
        self._head.setFocusPolicy(Qt.FocusPolicy.NoFocus if is_still else Qt.FocusPolicy.TabFocus)
        self._head.style().unpolish(self._head)
        self._head.style().polish(self._head)

    def _show_caret(self) -> None:
        color = self._context.theme.color("text_secondary")
        self._caret.setPixmap(
            glyph_pixmap("caret_down" if self.is_open else "caret_right", color, 12) if self._step.output else QPixmap()
        )
        state = self.tr("Opened") if self.is_open else self.tr("Closed")
        self._head.setAccessibleDescription(state if self._step.output else "")

    def _fill_output(self) -> None:
        """Show the last lines, where the news is; the rest comes on demand."""
        if self._output is None:
            return
        lines = self._step.output.rstrip("\n").split("\n")
        total = len(lines)
        limit = OPEN_LINES if self._shows_all else SHOWN_LINES
        if total > limit and not self._shows_all:
            self._count.setText(fill(self.tr("Last %1 of %n line(s)", None, total), limit))
            lines = lines[-limit:]
        else:
            self._count.setText(self.tr("%n line(s)", None, total))
        self._open_all.setVisible(total > SHOWN_LINES and not self._shows_all)
        self._output.show_source("\n".join(lines))
        if total > SHOWN_LINES:
            self._output.show_end()

    def _on_open_all(self) -> None:
        self._shows_all = True
        self._fill_output()

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self._step.output)
