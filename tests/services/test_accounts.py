"""The verbs about one's own account."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from accounts import selectors, services
from accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def alva() -> User:
    return services.register(username="alva", email="alva@example.org", password="x", language="es")


def test_a_registered_person_can_sign_in_and_be_written_to(alva: User) -> None:
    alva.refresh_from_db()
    assert alva.language == "es"
    assert alva.check_password("x")
    assert alva.emailaddress_set.get().verified  # type: ignore[attr-defined]


@pytest.mark.parametrize(("name", "address"), [("ALVA", "b@example.org"), ("bo", "ALVA@example.org")])
def test_the_database_itself_refuses_a_second_one_of_the_same_name_or_address(
    alva: User, name: str, address: str
) -> None:
    with pytest.raises(IntegrityError):
        services.register(username=name, email=address, password="x")


def test_people_without_an_address_do_not_collide(alva: User) -> None:
    User.objects.create_user("bo")
    User.objects.create_user("cilla")
    assert User.objects.filter(email="").count() == 2


def test_only_ones_own_settings_can_be_changed(alva: User) -> None:
    with pytest.raises(ValueError, match="is_staff"):
        services.change_settings(user=alva, changes={"is_staff": True})


def test_a_setting_keeps_to_its_choices(alva: User) -> None:
    with pytest.raises(ValidationError):
        services.change_settings(user=alva, changes={"time_zone": "Atlantis/Center"})
    alva.refresh_from_db()
    assert alva.time_zone == "UTC"


def test_a_key_replaces_the_one_before_and_is_withdrawn_for_good(alva: User) -> None:
    first = services.make_token(user=alva)
    second = services.make_token(user=alva)
    assert first != second
    assert selectors.token_made_at(alva) is not None
    services.revoke_token(user=alva)
    assert selectors.token_made_at(alva) is None


def test_a_person_is_shown_under_the_name_they_chose(alva: User) -> None:
    assert alva.shown_name == "alva"
    services.change_settings(user=alva, changes={"display_name": "Alva of the North"})
    assert str(alva) == "Alva of the North"


def test_every_place_is_offered_as_a_time_zone() -> None:
    regions = dict(selectors.zones_by_region())
    assert "Europe/Madrid" in regions["Europe"]
    assert "America/Argentina/Buenos_Aires" in regions["America"]
    assert all(names for names in regions.values())


def test_no_place_is_offered_twice_under_an_older_name() -> None:
    offered = {name for _region, names in selectors.zones_by_region() for name in names}
    assert {"Asia/Kolkata", "Europe/Kyiv", "Europe/Oslo"} <= offered
    assert offered.isdisjoint({"Asia/Calcutta", "Europe/Kiev", "Europe/Belfast", "America/Buenos_Aires"})
