# SPDX-License-Identifier: MIT
"""What an agent waits on, as a card with its options."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.core.turn_events import ApprovalAsked
from onesist_desktop.services.views import ApprovalView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.transcript.code_view import CodeView
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.rows import RailRow
from onesist_desktop.ui.transcript.steps import option_text
from onesist_desktop.ui.widgets.buttons import FlatButton
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.labels import PlainLabel

_MAX_ROW_LETTERS = 64
_CANCEL = "cancel"
_COMMAND_TOOL = "execute"
_REFUSALS = ("deny", "reject", "cancel", "abort")


class ApprovalCard(RailRow):
    """One question of an agent. The options that allow stand on the left, the refusal alone on the right.

    Nothing is chosen by Enter unless the focus is on that button.
    """

    def __init__(
        self,
        context: TranscriptContext,
        approval: ApprovalView,
        provider_id: ProviderId | None,
        on_decide: Callable[[str, str], object],
    ) -> None:
        super().__init__(context, bead_y=20)
        self.setObjectName("approval_card")
        self.approval = approval
        self._provider_id = provider_id
        request = approval.request
        theme = context.theme
        frame = QFrame()
        frame.setProperty("surface", "approval")
        self.content.addWidget(frame)
        column = QVBoxLayout(frame)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        head_frame = QFrame()
        head_frame.setProperty("surface", "approval_head")
        head_frame.setMinimumHeight(theme.row_height(40))
        head = QHBoxLayout(head_frame)
        head.setContentsMargins(15, 4, 15, 4)
        head.setSpacing(8)
        self._sign = QLabel()
        head.addWidget(self._sign)
        title = fill(self.tr("%1 asks you"), context.title(provider_id)) if provider_id else self.tr("The agent asks you")
        head.addWidget(PlainLabel(title, font=theme.font("body_strong"), name="approval_head", wraps=True), 1)
        column.addWidget(head_frame)
        body = QVBoxLayout()
        body.setContentsMargins(15, 12, 15, 12)
        body.setSpacing(8)
        font = theme.font("code" if _is_command(request) else "reading")
        body.addWidget(PlainLabel(request.title, wraps=True, font=font, name="approval_title"))
        if request.detail and request.detail != request.title:
            sunken = QFrame()
            sunken.setProperty("surface", "code")
            inner = QVBoxLayout(sunken)
            inner.setContentsMargins(12, 8, 12, 8)
            detail = CodeView(theme, max_lines=12)
            detail.setObjectName("approval_detail")
            detail.setAccessibleName(self.tr("What it wants to do"))
            detail.show_source(request.detail)
            inner.addWidget(detail)
            body.addWidget(sunken)
        column.addLayout(body)
        rule = QFrame()
        rule.setProperty("surface", "rule")
        column.addWidget(rule)
        # Long answers of an agent's own wording stand below each other, whole.
        max_letters = _MAX_ROW_LETTERS * 100 // theme.text_percent
        options = _offered(request.options)
        stands = sum(len(option_text(option)) for option in options) > max_letters
        footer = QVBoxLayout() if stands else QHBoxLayout()
        footer.setContentsMargins(15, 11, 15, 11)
        footer.setSpacing(8)
        self.buttons: dict[str, FlatButton] = {}
        for option in sorted(options, key=_is_refusal):
            if not stands and _is_refusal(option) and not any(_is_refusal(other) for other in self.buttons):
                footer.addStretch(1)
            button = FlatButton(option_text(option).replace("&", "&&"), name=f"option_{option}")
            button.clicked.connect(lambda _=False, chosen=option: self._choose(on_decide, chosen))
            self.buttons[option] = button
            footer.addWidget(button)
        if not stands and not any(_is_refusal(option) for option in self.buttons):
            footer.addStretch(1)
        column.addLayout(footer)
        self.setAccessibleName(f"{title}: {request.title}")
        self.render_again()

    def render_again(self) -> None:
        """Follow a changed theme."""
        self._sign.setPixmap(glyph_pixmap("hand", self.context.theme.color("warning_text")))
        super().render_again()

    def paint_bead(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the mark of who asks."""
        self.context.book.paint(painter, rect, self._provider_id)

    def _choose(self, on_decide: Callable[[str, str], object], option: str) -> None:
        # One answer per card: a second click must not reach the agent before the card goes.
        for button in self.buttons.values():
            button.setEnabled(False)
        on_decide(self.approval.request.request_id, option)

    def let_choose_again(self) -> None:
        """Turn the buttons on again, as the answer did not get through."""
        for button in self.buttons.values():
            button.setEnabled(True)


def _offered(options: Sequence[str]) -> list[str]:
    """Leave *cancel* out where there is another way to refuse: *Stop* ends the whole run."""
    can_refuse = any(_is_refusal(option) and option != _CANCEL for option in options)
    return [option for option in options if option != _CANCEL or not can_refuse]


def _is_command(request: ApprovalAsked) -> bool:
    """Tell whether the title is the command itself, which is code; a title of its own has the command as its detail."""
    return request.tool == _COMMAND_TOOL and request.detail in {"", request.title}


def _is_refusal(option: str) -> bool:
    return option.lower().startswith(_REFUSALS)
