# SPDX-License-Identifier: MIT
"""The parts of one message as a column of widgets, of which only those that changed are touched."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from onesist_desktop.core.messages import AttachmentPart, CallState, CommandPart, FileChangePart, Part, TextPart, ToolCallPart
from onesist_desktop.ui.transcript.code_view import CodeFrame
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.markdown_view import MarkdownView
from onesist_desktop.ui.transcript.segments import Segment, split_segments
from onesist_desktop.ui.transcript.steps import Step, StepRow, step_of, waiting_step
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.labels import PlainLabel
from onesist_desktop.ui.words import size_text

TEXT_INSET = 16


class TextWidget(QWidget):
    """A text part: a column of pieces. Finished pieces are left alone while the text grows."""

    def __init__(self, context: TranscriptContext, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._name = name
        self._pieces: list[tuple[Segment, QWidget]] = []
        self.render_count = 0
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 2, 0, 4)
        self._layout.setSpacing(8)

    def show_text(self, text: str, *, is_growing: bool) -> None:
        """Show a text, rendering only the pieces that changed."""
        segments = split_segments(text, is_growing=is_growing)
        before = list(self._pieces)
        self._pieces = [(segment, self._take(segment, index, before)) for index, segment in enumerate(segments)]
        for _, unused in before:
            self._layout.removeWidget(unused)
            unused.hide()
            unused.deleteLater()
        for index, (_, widget) in enumerate(self._pieces):
            if self._layout.indexOf(widget) != index:
                self._layout.insertWidget(index, widget)

    def _take(self, segment: Segment, index: int, before: list[tuple[Segment, QWidget]]) -> QWidget:
        """Take the widget that shows this piece already, else one of its kind at its place, else a new one.

        Where finished paragraphs become one piece, code after them keeps its widget, and with it selection and scrolling.
        """
        same = [pair for pair in before if _key(pair[0]) == _key(segment)]
        if not same and index < len(self._pieces) and self._pieces[index][0].is_code == segment.is_code:
            same = [pair for pair in before if pair is self._pieces[index]]
        if not same:
            return self._make(segment)
        kept = same[0]
        before.remove(kept)
        if _key(kept[0]) != _key(segment):
            self._show(kept[1], segment)
        return kept[1]

    def render_again(self) -> None:
        """Render everything in the theme's colours of now."""
        for view in self.findChildren(MarkdownView):
            view.render_again()

    def _make(self, segment: Segment) -> QWidget:
        if segment.is_code:
            widget: QWidget = CodeFrame(self._context.theme, segment)
            self.render_count += 1
        else:
            widget = QWidget()
            inset = QHBoxLayout(widget)
            inset.setContentsMargins(TEXT_INSET, 0, TEXT_INSET, 0)
            view = MarkdownView(self._context.theme)
            view.setAccessibleName(self._name)
            inset.addWidget(view)
            self._show(widget, segment)
        return widget

    def _show(self, widget: QWidget, segment: Segment) -> None:
        self.render_count += 1
        if isinstance(widget, CodeFrame):
            widget.show_segment(segment)
        else:
            for view in widget.findChildren(MarkdownView):
                view.show_source(segment.text)


def _key(segment: Segment) -> tuple[str, bool, str]:
    return segment.text, segment.is_code, segment.language


class AttachmentLine(QFrame):
    """A file or image that the person added: name and size, never its content."""

    def __init__(self, context: TranscriptContext, part: AttachmentPart, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(TEXT_INSET, 0, TEXT_INSET, 0)
        sign = QLabel()
        sign.setPixmap(glyph_pixmap("file", context.theme.color("text_secondary")))
        layout.addWidget(sign)
        layout.addWidget(PlainLabel(part.name))
        if part.size_bytes:
            layout.addWidget(PlainLabel(size_text(part.size_bytes), tone="secondary", font=context.theme.font("caption")))
        layout.addStretch(1)


class PartsColumn(QWidget):
    """All parts of a message, in order."""

    def __init__(self, context: TranscriptContext, name: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._name = name
        self._title = title
        self._shown: list[tuple[Part, QWidget | None]] = []
        self._was_growing = False
        self._waiting: frozenset[str] = frozenset()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)

    def show_parts(self, parts: tuple[Part, ...], *, is_growing: bool) -> None:
        """Show these parts. Parts that are the same objects as before are not looked at."""
        settles = self._was_growing and not is_growing
        self._was_growing = is_growing
        for index, part in enumerate(parts):
            if index < len(self._shown):
                before, widget = self._shown[index]
                if before is part and not (settles and isinstance(part, TextPart)):
                    continue
                if self._update(part, widget, is_growing=is_growing):
                    self._shown[index] = (part, widget)
                    continue
                self._drop_from(index)
            widget = self._make(part, is_growing=is_growing)
            self._shown.append((part, widget))
            if widget is not None:
                self._layout.addWidget(widget)
        self._drop_from(len(parts))
        if settles and parts and isinstance(parts[-1], CommandPart) and parts[-1].state is CallState.FAILED:
            last = self._shown[-1][1]
            if isinstance(last, StepRow):
                last.set_open(True)

    def set_waiting(self, call_ids: frozenset[str]) -> None:
        """Say at these calls that they wait for a person, and no longer at others."""
        changed, self._waiting = call_ids ^ self._waiting, call_ids
        for part, widget in self._shown:
            if isinstance(widget, StepRow) and _call_id(part) in changed and (step := self._step(part)) is not None:
                widget.show_step(step)

    @property
    def shows_something(self) -> bool:
        """Whether any part is there to be seen."""
        return any(
            widget is not None and (not isinstance(part, TextPart) or bool(part.text.strip())) for part, widget in self._shown
        )

    def render_again(self) -> None:
        """Render everything in the theme's colours of now."""
        for part, widget in self._shown:
            if isinstance(widget, TextWidget):
                widget.render_again()
            elif isinstance(widget, StepRow) and (step := self._step(part)) is not None:
                widget.show_step(step)

    def _make(self, part: Part, *, is_growing: bool) -> QWidget | None:
        if isinstance(part, TextPart):
            text = TextWidget(self._context, self._name)
            text.show_text(part.text, is_growing=is_growing)
            return text
        if isinstance(part, AttachmentPart):
            return AttachmentLine(self._context, part)
        step = self._step(part)
        return StepRow(self._context, step) if step is not None else None

    def _update(self, part: Part, widget: QWidget | None, *, is_growing: bool) -> bool:
        """Show the part in the widget that is there; False when it needs another kind of widget."""
        if isinstance(part, TextPart) and isinstance(widget, TextWidget):
            widget.show_text(part.text, is_growing=is_growing)
            return True
        step = self._step(part)
        if step is not None and isinstance(widget, StepRow):
            widget.show_step(step)
            return True
        return step is None and widget is None and not isinstance(part, TextPart | AttachmentPart)

    def _step(self, part: Part) -> Step | None:
        step = step_of(part, self._title)
        return waiting_step(step) if step is not None and step.is_running and _call_id(part) in self._waiting else step

    def _drop_from(self, index: int) -> None:
        for _, widget in self._shown[index:]:
            if widget is not None:
                self._layout.removeWidget(widget)
                widget.hide()
                widget.deleteLater()
        del self._shown[index:]


def _call_id(part: Part) -> str:
    return part.call_id if isinstance(part, CommandPart | ToolCallPart | FileChangePart) else ""


def plain_text(parts: tuple[Part, ...]) -> str:
    """Return the text of a message as Markdown, for *Copy*."""
    return "\n\n".join(part.text for part in parts if isinstance(part, TextPart) and part.text)
