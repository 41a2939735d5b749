"""Word to the worker: published by a thread of its own, never waited for, never raising."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable

from notifications import publisher
from notifications.publisher import Publisher

PATIENCE = 10


def publisher_that(send: Callable[[], None], rest: float = 0.0) -> Publisher:
    return Publisher(send=send, rest=rest)


def test_word_is_published_by_another_thread() -> None:
    seen: list[str] = []
    done = threading.Event()

    def send() -> None:
        seen.append(threading.current_thread().name)
        done.set()

    publisher_that(send).nudge()
    assert done.wait(PATIENCE)
    assert seen == ["nudge"]


def test_a_silent_broker_holds_up_nobody_and_words_are_merged() -> None:
    reached, release = threading.Event(), threading.Event()

    def hang() -> None:
        reached.set()
        release.wait(PATIENCE)

    one = publisher_that(hang)
    one.nudge()
    assert reached.wait(PATIENCE)
    for _word in range(1_000):
        one.nudge()
    assert one.counts["merged"] == 999
    assert not release.is_set()
    release.set()


def test_a_refusing_broker_is_left_alone_for_a_while_and_counted() -> None:
    refused = threading.Event()

    def refuse() -> None:
        refused.set()
        raise ConnectionRefusedError("no broker here")

    one = publisher_that(refuse, rest=3600)
    one._publish_once()
    assert refused.is_set()
    one.nudge()
    assert one.counts == {"failed": 1, "dropped": 1}


def test_after_the_rest_words_are_published_again() -> None:
    answers = iter([ConnectionRefusedError("not yet"), None])

    def send() -> None:
        answer = next(answers)
        if answer:
            raise answer

    one = publisher_that(send, rest=0)
    one._publish_once()
    one._publish_once()
    assert one.counts == {"failed": 1, "published": 1}


def test_a_forked_process_publishes_by_a_thread_of_its_own() -> None:
    context = multiprocessing.get_context("fork")
    answer = context.Queue()
    child = context.Process(target=_nudge_in_child, args=(answer,))
    child.start()
    assert answer.get(timeout=PATIENCE) == "nudge"
    child.join(PATIENCE)


def _nudge_in_child(answer: multiprocessing.Queue[str]) -> None:
    publisher._publisher.send = lambda: answer.put(threading.current_thread().name)
    publisher.nudge()
    # A daemon thread dies with its process: the child stays until the word is out.
    while not publisher.counts().get("published"):
        threading.Event().wait(0.01)
