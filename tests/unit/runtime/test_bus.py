# SPDX-License-Identifier: MIT
from __future__ import annotations

import gc
import weakref
from dataclasses import dataclass

from onesist_desktop.runtime.bus import EventBus, Subscription


@dataclass(frozen=True)
class Happened:
    number: int


class MoreHappened(Happened):
    pass


def make() -> tuple[EventBus, list[tuple[str, str]]]:
    errors: list[tuple[str, str]] = []
    return EventBus(lambda error, name: errors.append((repr(error), name))), errors


def test_delivers_by_exact_type_in_order_of_subscription() -> None:
    bus, errors = make()
    seen: list[str] = []
    bus.subscribe(Happened, lambda event: seen.append(f"first {event.number}"))
    bus.subscribe(Happened, lambda event: seen.append(f"second {event.number}"))
    bus.publish(Happened(1))
    bus.publish(MoreHappened(2))
    bus.publish("nobody listens")
    assert seen == ["first 1", "second 1"]
    assert errors == []


def test_a_failing_handler_is_reported_and_the_others_run() -> None:
    bus, errors = make()
    seen: list[int] = []

    def broken(event: Happened) -> None:
        raise ValueError(event.number)

    bus.subscribe(Happened, broken)
    bus.subscribe(Happened, lambda event: seen.append(event.number))
    bus.publish(Happened(3))
    assert seen == [3]
    assert errors == [("ValueError(3)", "Happened")]


def test_events_published_by_handlers_reach_everybody_in_the_same_order() -> None:
    bus, _ = make()
    first: list[int] = []
    second: list[int] = []

    def chain(event: Happened) -> None:
        first.append(event.number)
        if event.number < 3:
            bus.publish(Happened(event.number + 1))

    bus.subscribe(Happened, chain)
    bus.subscribe(Happened, lambda event: second.append(event.number))
    bus.publish(Happened(1))
    assert first == second == [1, 2, 3]


def test_a_cancelled_handler_gets_nothing_more_not_even_of_the_current_event() -> None:
    bus, _ = make()
    seen: list[int] = []
    subscriptions: list[Subscription] = []
    bus.subscribe(Happened, lambda _event: subscriptions[0].cancel())
    subscriptions.append(bus.subscribe(Happened, lambda event: seen.append(event.number)))
    bus.publish(Happened(1))
    subscriptions[0].cancel()
    bus.publish(Happened(2))
    assert seen == []


def test_a_handler_that_subscribes_another_does_not_disturb_the_delivery() -> None:
    bus, _ = make()
    seen: list[int] = []
    bus.subscribe(Happened, lambda _event: bus.subscribe(Happened, lambda event: seen.append(event.number)) and None)
    bus.publish(Happened(1))
    assert seen == []
    bus.publish(Happened(2))
    assert seen == [2]


def test_a_cancelled_subscription_keeps_its_listener_no_longer_alive() -> None:
    class Listener:
        def on_event(self, event: Happened) -> None:
            raise AssertionError(event)

    bus, _ = make()
    listener = Listener()
    gone = weakref.ref(listener)
    subscription = bus.subscribe(Happened, listener.on_event)
    subscription.cancel()
    del listener
    gc.collect()
    assert gone() is None
