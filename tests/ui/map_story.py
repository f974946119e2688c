# SPDX-License-Identifier: MIT
"""A project for tests and pictures of the map: families with forks, merges, handovers, and answers in every state."""

from __future__ import annotations

from dataclasses import replace

from onesist_desktop.core.ids import ProviderId, RunId, ThreadId
from onesist_desktop.core.messages import Role
from onesist_desktop.services.lineage_views import Bead, BeadDetails, BeadState, Lane, LineageMap, MapMerge
from onesist_desktop.services.views import MergeState, ThreadState, ThreadView
from tests.ui.fakes import CLAUDE, CODEX, OLLAMA, PRACTICE, FakeServices, message, provider, thread

TODAY = 1_764_288_000.0
"""Friday, 28 November 2025, 00:00 UTC."""
HOUR, DAY = 3_600.0, 86_400.0
NOW = TODAY + 9.9 * HOUR
YESTERDAY = TODAY - DAY
OPENCODE, ANTHROPIC, GEMINI = ProviderId("opencode"), ProviderId("anthropic"), ProviderId("gemini")
LOGIN, STORE, SIGNOUT, OTHERS, NOTES, SPEED, INDEX = (
    ThreadId(name) for name in ("login", "store", "signout", "others", "notes", "speed", "index")
)

_Answer = tuple[ProviderId, float] | tuple[ProviderId, float, BeadState]


def map_providers() -> list:  # type: ignore[type-arg]
    return [
        provider(CLAUDE, "Claude Code", "anthropic"),
        provider(CODEX, "Codex", "openai"),
        provider(OPENCODE, "Opencode", "opencode"),
        provider(ANTHROPIC, "Anthropic", "anthropic", is_agent=False),
        provider(GEMINI, "Gemini", "google", is_agent=False),
        provider(OLLAMA, "Ollama", "local", is_agent=False),
        provider(PRACTICE, "Practice agent", "practice"),
    ]


def bead_run(thread_id: str, place: int) -> RunId:
    """Return the run of a thread's answer, counted from 0."""
    return RunId(f"{thread_id}-{place}")


def lane_of(view: ThreadView, *answers: _Answer, first_seq: int = 1) -> Lane:
    beads: list[Bead] = []
    for place, answer in enumerate(answers):
        state = answer[2] if len(answer) == 3 else BeadState.DONE
        question = first_seq + 2 * place
        hands_over = bool(beads) and beads[-1].provider_id != answer[0]
        beads.append(Bead(view.id, question + 1, question, bead_run(view.id, place), answer[0], answer[1], state, hands_over))
    last = beads[-1] if beads else None
    updated = view.updated_at or (last.at if last is not None else 0.0)
    return Lane(replace(view, provider_id=last.provider_id if last else None, updated_at=updated), tuple(beads))


def _fork(thread_id: ThreadId, parent: ThreadId, at_seq: int, number: int, words: str, **more: object) -> ThreadView:
    return thread(
        thread_id,
        f"Fix the login loop ({number})",
        parent_thread_id=parent,
        forked_at_seq=at_seq,
        fork_number=number,
        own_words=words,
        **more,
    )


def map_lineage() -> LineageMap:
    """Return a lineage like that of the design's picture."""
    at = TODAY
    lanes = (
        lane_of(
            thread("import", "Import customers from the old shop", is_pinned=True),
            (CLAUDE, at - 6 * DAY),
            (OPENCODE, at - 3 * DAY),
            (OPENCODE, YESTERDAY + 8 * HOUR),
        ),
        lane_of(
            thread(LOGIN, "Fix the login loop", state=ThreadState.WORKING),
            (CLAUDE, at + 8.1 * HOUR),
            (CLAUDE, at + 8.3 * HOUR),
            (CLAUDE, at + 8.5 * HOUR),
            (CODEX, at + 9.85 * HOUR, BeadState.WORKING),
        ),
        lane_of(
            _fork(STORE, LOGIN, 4, 2, "Use SessionStore instead", state=ThreadState.ASKS),
            (OPENCODE, at + 8.55 * HOUR),
            (OPENCODE, at + 8.7 * HOUR),
            (OPENCODE, at + 9.84 * HOUR, BeadState.ASKS),
            first_seq=5,
        ),
        lane_of(
            _fork(SIGNOUT, STORE, 6, 3, "Only the sign-out part", merge=MergeState.MERGED),
            (OLLAMA, at + 8.75 * HOUR),
            (OLLAMA, at + 8.9 * HOUR),
            first_seq=7,
        ),
        lane_of(
            _fork(OTHERS, LOGIN, 4, 4, "What do others do?", merge=MergeState.MERGED),
            (CLAUDE, at + 8.72 * HOUR),
            (CLAUDE, at + 8.92 * HOUR),
            first_seq=5,
        ),
        lane_of(thread(NOTES, "Release notes for 2.4"), (GEMINI, at + 8.56 * HOUR), (GEMINI, at + 9.5 * HOUR)),
        lane_of(
            thread(SPEED, "Speed up the product search", is_unread=True, updated_at=at + 8.8 * HOUR),
            (CLAUDE, YESTERDAY + 15 * HOUR),
            (CLAUDE, YESTERDAY + 16 * HOUR),
            (CODEX, at + 8.11 * HOUR),
            (CLAUDE, at + 8.8 * HOUR),
        ),
        lane_of(
            thread(
                INDEX,
                "Speed up the product search (2)",
                parent_thread_id=SPEED,
                forked_at_seq=4,
                fork_number=2,
                own_words="With a search index",
                state=ThreadState.FAILED,
                merge=MergeState.UNMERGED,
                unmerged_count=2,
                parent_title="Speed up the product search",
            ),
            (CODEX, YESTERDAY + 17.03 * HOUR),
            (CODEX, at + 8.3 * HOUR, BeadState.FAILED),
            first_seq=5,
        ),
        lane_of(
            thread("rounding", "Explain the rounding on invoices"),
            (CLAUDE, YESTERDAY + 9 * HOUR),
            (CLAUDE, YESTERDAY + 9.5 * HOUR),
            (CLAUDE, YESTERDAY + 16.3 * HOUR),
        ),
        lane_of(
            thread(
                "customer",
                "Explain the rounding on invoices (2)",
                parent_thread_id=ThreadId("rounding"),
                forked_at_seq=4,
                fork_number=2,
                own_words="Explain it to a customer",
                merge=MergeState.MERGED,
            ),
            (ANTHROPIC, YESTERDAY + 10 * HOUR),
            first_seq=5,
        ),
        lane_of(thread("tour", "A tour of Onesist"), (PRACTICE, YESTERDAY + 9.1 * HOUR), (PRACTICE, YESTERDAY + 11.1 * HOUR)),
        lane_of(thread("backup", "Backup every night"), (CODEX, at - 7 * DAY), (CODEX, at - 6.9 * DAY), (CODEX, at - 6.8 * DAY)),
        lane_of(thread("names", "Names for the loyalty card"), (OLLAMA, at - 9 * DAY), (OLLAMA, at - 8.9 * DAY)),
        lane_of(thread("photos", "Move photos to the new store"), (OPENCODE, at - 14 * DAY), (OPENCODE, at - 13.9 * DAY)),
    )
    merges = (
        MapMerge(SIGNOUT, STORE, 10, 9, at + 9.2 * HOUR),
        MapMerge(OTHERS, LOGIN, 8, 7, at + 9.3 * HOUR),
        MapMerge(ThreadId("customer"), ThreadId("rounding"), 6, 5, YESTERDAY + 12 * HOUR),
    )
    return LineageMap(lanes, merges)


def map_services() -> FakeServices:
    """Return services with that lineage; each thread has a question and an answer for each bead."""
    services = FakeServices(providers_list=map_providers())
    lineage = services.lineage.map_view = map_lineage()
    for lane in lineage.lanes:
        spoken = []
        for bead in lane.beads:
            spoken.append(message(lane.thread.id, bead.question_seq, Role.USER, f"Question {bead.question_seq}"))
            by = {"run_id": bead.run_id, "provider_id": bead.provider_id}
            spoken.append(message(lane.thread.id, bead.seq, Role.ASSISTANT, f"Answer {bead.seq}", **by))
            services.lineage.beads[bead.run_id] = BeadDetails(
                bead,
                "GPT-5 Codex",
                "Build a search index for product names and try it on the biggest shop.",
                "Built. The biggest shop now answers in 40 ms, but the nightly import does not fill the index yet.",
                changed_files=2,
                commands=3,
                duration_s=72.0,
                can_merge=lane.thread.parent_thread_id is not None and lane.thread.unmerged_count > 0,
            )
        services.put_thread(lane.thread, *spoken)
    return services
