# SPDX-License-Identifier: MIT
"""A run in words, for the inspector."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QLocale

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.messages import ErrorPart, Message, QuestionPart, ThinkingPart
from onesist_desktop.core.records import RetireReason
from onesist_desktop.core.turn_events import OutcomeKind, Usage
from onesist_desktop.services.views import HandoffView, ProviderUsage, RunDetails, RunStatus, RunView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.transcript.notices import delivery_text, failure_words
from onesist_desktop.ui.transcript.step_words import Step, step_of
from onesist_desktop.ui.words import clock_text, mode_help, seconds_text, short_path, size_text


@dataclass(frozen=True, slots=True)
class RunStep:
    """A step of an answer. ``part`` is the ordinal of its part in the message."""

    part: int
    step: Step


@dataclass(frozen=True, slots=True)
class Memory:
    """How full an agent's memory is: ``fraction`` 0 to 1, None where nobody knows."""

    fraction: float | None
    words: str


def is_working(run: RunView) -> bool:
    """Tell whether a run has not ended."""
    return run.status is not RunStatus.FINISHED


def state_text(run: RunView, title: str, now_s: float, key: bool | None = None) -> str:
    """Return how far a run got. ``title`` names who answers; ``key``: see ``transcript.notices.KeyOf``."""
    end = run.finished_at if run.finished_at is not None else now_s
    took = seconds_text(end - run.started_at) if run.started_at else ""
    if is_working(run):
        if run.retry_attempt:
            text = QCoreApplication.translate("RunWords", "tries again, %1 of %2")
            return fill(text, run.retry_attempt, run.retry_max)
        if run.status is RunStatus.PREPARING:
            return QCoreApplication.translate("RunWords", "gets ready")
        return fill(QCoreApplication.translate("RunWords", "working for %1"), took)
    outcome = run.outcome
    match outcome.kind if outcome is not None else None:
        case OutcomeKind.COMPLETED:
            return fill(QCoreApplication.translate("RunWords", "finished in %1"), took)
        case OutcomeKind.STOPPED:
            return fill(QCoreApplication.translate("RunWords", "stopped by you after %1"), took)
        case OutcomeKind.FAILED if outcome is not None:
            return failure_words(outcome.reason or "", title, key=key).what
        case _:
            return QCoreApplication.translate("RunWords", "interrupted when Onesist closed")


def model_text(run: RunView) -> str:
    """Return with which model."""
    return run.model or QCoreApplication.translate("RunWords", "its own choice")


def may_do_text(mode: PermissionMode, *, is_agent: bool) -> str:
    """Return what who answers may do."""
    return mode_help(mode) if is_agent else QCoreApplication.translate("RunWords", "Answers only, changes nothing")


def used_text(usage: Usage | None) -> str:
    """Return how many tokens went in and came out; empty where nobody told."""
    if usage is None:
        return ""
    locale = QLocale()
    taken = usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens
    if not taken and not usage.output_tokens:
        # Some tell how full they are and nothing else.
        return ""
    text = QCoreApplication.translate("RunWords", "%1 in, %2 out")
    return fill(text, locale.toString(taken), locale.toString(usage.output_tokens))


def sum_text(used: ProviderUsage) -> str:
    """Return what one provider used in a thread, in words; says so where it doesn't tell."""
    answers = QCoreApplication.translate("RunWords", "%n answer(s)", None, used.run_count)
    tokens = used_text(used.usage)
    if not tokens:
        return fill(QCoreApplication.translate("RunWords", "%1, tokens not told"), answers)
    return fill(QCoreApplication.translate("RunWords", "%1, tokens: %2"), answers, tokens)


def cached_text(usage: Usage | None) -> str:
    """Return how much of what went in was known already; empty where nothing was."""
    if usage is None or not usage.cache_read_tokens:
        return ""
    text = QCoreApplication.translate("RunWords", "%1 tokens of it were remembered from before, which costs less.")
    return fill(text, QLocale().toString(usage.cache_read_tokens))


def memory_of(usage: Usage | None) -> Memory:
    """Return how full the memory is after the run."""
    if usage is None or usage.occupied is None:
        return Memory(None, QCoreApplication.translate("RunWords", "unknown"))
    if not usage.context_window:
        text = QCoreApplication.translate("RunWords", "%1 tokens, of an unknown number")
        return Memory(None, fill(text, QLocale().toString(usage.occupied)))
    fraction = min(1.0, usage.occupied / usage.context_window)
    return Memory(fraction, fill(QCoreApplication.translate("RunWords", "%1 % full"), round(fraction * 100)))


def session_text(details: RunDetails) -> str:
    """Return the agent's own name of its memory, and why it isn't used any more; empty where there is none."""
    if not details.native_session_id:
        return ""
    if not details.session_note:
        return fill(QCoreApplication.translate("RunWords", "session %1"), details.native_session_id)
    text = QCoreApplication.translate("RunWords", "session %1, not used any more: %2")
    return fill(text, details.native_session_id, _retired(details.session_note))


def told_text(handoff: HandoffView) -> str:
    """Return how much was told."""
    text = QCoreApplication.translate("RunWords", "%n item(s), %1", None, handoff.included_count)
    return fill(text, size_text(handoff.size_bytes))


def told_more_text(handoff: HandoffView) -> str:
    """Return what was left out, and whether it arrived."""
    left = QCoreApplication.translate("RunWords", "%n left out", None, handoff.omitted_count)
    return fill(QCoreApplication.translate("RunWords", "%1 · %2"), left, delivery_text(handoff.delivery))


def steps_of(reply: Message | None, title: str) -> tuple[RunStep, ...]:
    """Return what was done for an answer, in order: commands, tools, files and plans, but no thinking."""
    return tuple(_steps(reply, title)) if reply is not None else ()


def details_text(details: RunDetails, title: str, *, is_agent: bool, now_s: float, key: bool | None = None) -> str:
    """Return all of it as plain text, for a report. ``key``: see ``transcript.notices.KeyOf``."""
    run = details.run
    memory = memory_of(run.usage)
    pairs = [
        (QCoreApplication.translate("RunWords", "Who answered"), title),
        (QCoreApplication.translate("RunWords", "State"), state_text(run, title, now_s, key)),
        (QCoreApplication.translate("RunWords", "Its own words"), run.outcome.detail if run.outcome else ""),
        (QCoreApplication.translate("RunWords", "Began"), clock_text(run.started_at)),
        (QCoreApplication.translate("RunWords", "Model"), model_text(run)),
        (QCoreApplication.translate("RunWords", "May do"), may_do_text(details.mode, is_agent=is_agent)),
        (QCoreApplication.translate("RunWords", "Works in"), short_path(details.cwd)),
        (QCoreApplication.translate("RunWords", "Used"), used_text(run.usage)),
        (QCoreApplication.translate("RunWords", "Its memory"), memory.words if is_agent else ""),
        (QCoreApplication.translate("RunWords", "Session"), session_text(details)),
        (QCoreApplication.translate("RunWords", "What it was told"), told_text(details.handoff) if details.handoff else ""),
    ]
    lines = [fill(QCoreApplication.translate("RunWords", "%1: %2"), label, value) for label, value in pairs if value]
    for each in steps_of(details.reply, title):
        step = each.step
        what = fill(QCoreApplication.translate("RunWords", "%1 %2"), step.label, step.what) if step.label else step.what
        lines.append(fill(QCoreApplication.translate("RunWords", "- %1: %2"), what, step.result) if step.result else f"- {what}")
    return "\n".join(lines)


def _steps(reply: Message, title: str) -> Iterator[RunStep]:
    for ordinal, part in enumerate(reply.parts):
        if isinstance(part, ThinkingPart | QuestionPart | ErrorPart):
            continue
        step = step_of(part, title)
        if step is not None:
            yield RunStep(ordinal, step)


def _retired(reason: str) -> str:
    match reason:
        case RetireReason.CWD_CHANGED:
            return QCoreApplication.translate("RunWords", "the folder is another one")
        case RetireReason.MODEL_CHANGED:
            return QCoreApplication.translate("RunWords", "the model is another one")
        case RetireReason.SESSION_LOST:
            return QCoreApplication.translate("RunWords", "the agent lost it")
        case RetireReason.START_CLEAN:
            return QCoreApplication.translate("RunWords", "it was to start clean")
        case RetireReason.UNCERTAIN:
            return QCoreApplication.translate("RunWords", "nobody can tell what it holds")
        case RetireReason.INTERRUPTED | RetireReason.FAILED_WITHOUT_OUTPUT | RetireReason.NEVER_ACCEPTED:
            return QCoreApplication.translate("RunWords", "the run did not finish")
        case _:
            return QCoreApplication.translate("RunWords", "another one took its place")
