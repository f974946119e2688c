# SPDX-License-Identifier: MIT
"""The stops of the tour. Each does what a person does there, then compares what the window says with what was stored."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tour import answer_stops, begin_stops, branch_stops, copy_stops, find_stops, look_stops, work_stops
from tour.base import SIZE, Tour, resize
from tour.errors import TourError

Stop = Callable[[Tour], Awaitable[None]]

COPY_STOPS: tuple[Stop, ...] = (
    copy_stops.own_copy_dialog,
    copy_stops.own_copy,
    copy_stops.clean_up,
    copy_stops.clean_up_confirm,
    copy_stops.cleaned_up,
)
"""Left out on a machine without Git."""

STOPS: tuple[Stop, ...] = (
    begin_stops.first_start,
    begin_stops.choose_a_folder,
    begin_stops.empty_thread,
    begin_stops.who_answers,
    answer_stops.first_answer,
    answer_stops.approval,
    answer_stops.command,
    answer_stops.handover_line,
    answer_stops.switch,
    answer_stops.back_again,
    answer_stops.what_it_was_told,
    find_stops.inspector,
    find_stops.palette,
    find_stops.find,
    look_stops.dark,
    look_stops.high_contrast,
    look_stops.narrow,
    work_stops.attachment,
    work_stops.now_and_next,
    work_stops.queue,
    work_stops.stopped,
    work_stops.failure,
    answer_stops.reads_history,
    branch_stops.fork,
    branch_stops.forked,
    branch_stops.merge_preview,
    branch_stops.merged,
    branch_stops.lineage_map,
    branch_stops.rewind,
    branch_stops.rewound,
    *COPY_STOPS,
    look_stops.settings_in_dark,
)


async def take(tour: Tour) -> None:
    """Go to all stops. Raises TourError, which names the stop."""
    await resize(tour, SIZE)
    for stop in STOPS if tour.world.has_git else [stop for stop in STOPS if stop not in COPY_STOPS]:
        try:
            await stop(tour)
        except TourError as error:
            raise TourError(f"{stop.__name__.replace('_', ' ')}: {error}") from None
