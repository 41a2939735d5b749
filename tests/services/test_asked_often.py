"""Questions whose SQL is made once answer every user for himself."""

from __future__ import annotations

import pytest

from accounts.asked_often import AskedOften
from accounts.models import User
from tests import arena
from turns.selectors import waiting_count, waits_for


@pytest.mark.django_db
def test_each_user_gets_his_own_rows(bob: User, carla: User) -> None:
    asked = AskedOften(lambda user: User.objects.filter(pk=user.pk).values_list("username", "is_staff"))
    assert [asked(user)[0][0] for user in (bob, carla, bob)] == ["bob", "carla", "bob"]


@pytest.mark.django_db
def test_numbers_and_words_that_are_asked_for_are_those_of_each_call(bob: User, carla: User) -> None:
    everybody = User.objects.order_by("pk")
    asked = AskedOften(
        lambda user, least, name: everybody.filter(pk__gte=least, username=name).exclude(pk=user.pk).values_list("pk"),
        int,
        str,
    )
    assert asked(bob, carla.pk, "carla") == [(carla.pk,)]
    assert asked(carla, carla.pk, "carla") == [] == asked(bob, carla.pk + 1, "carla")
    assert asked(carla, bob.pk, "bob") == [(bob.pk,)]
    with pytest.raises(ValueError, match="zip"):
        asked(bob, carla.pk)


@pytest.mark.django_db
def test_the_count_in_the_navigation_is_that_of_the_list(alice: User, bob: User, carla: User, zoe: User) -> None:
    arena.start(arena.campaign_of(alice, [bob, carla]), arena.line_up([bob, carla], director_units=1))
    for user in (bob, carla, alice, zoe, bob):
        assert waiting_count(user) == waits_for(user).count()
    assert waiting_count(bob) == 1 and waiting_count(zoe) == 0
