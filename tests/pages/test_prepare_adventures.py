"""The pages before an adventure of the dungeon: its draft and file, choosing heroes, announcing, beginning."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from battles.models import Battle
from battles.selectors import state_of
from rulebook.dungeon.adventures import KEYS, shipped, source
from tests.adventuring import HEROES, announced, drafted, fresh, open_to, vault

pytestmark = pytest.mark.django_db


def signed_in(user: Any) -> Any:
    client = Client()
    client.force_login(user)
    return client


def page(battle: Battle, rest: str) -> str:
    return f"/c/{battle.campaign.slug}/b/{battle.code}/{rest}"


def send(client: Any, battle: Battle, do: str, **changes: Any) -> Any:
    """Press a button of the draft, with what its fields hold and the changes."""
    draft = fresh(battle).draft
    fields = {name: values if len(values) > 1 else values[0] for name, values in draft["fields"].items() if values}
    fields.pop("replaced", None)
    return client.post(page(battle, "prepare/"), fields | {"revision": str(draft["revision"]), "do": do} | changes)


def shown(answer: Any) -> str:
    return unescape(answer.content.decode())


def kept(battle: Battle, name: str) -> str:
    value: str = fresh(battle).draft["fields"][name][0]
    return value


@pytest.fixture
def battle(alice: Any, bob: Any, carla: Any, sam: Any) -> Battle:
    return drafted(vault(alice, [bob, carla], [sam]), alice)


def test_a_director_prepares_a_shipped_adventure_and_begins_it(alice: Any, bob: Any) -> None:
    campaign, client = vault(alice, [bob]), signed_in(alice)
    answer = client.post(f"/c/{campaign.slug}/battles/new/", {"name": "The descent", "adventure": "ashen_seal"})
    battle = Battle.objects.get()
    assert answer.url == page(battle, "prepare/")
    assert f"“{shipped('ashen_seal').title.en}” can be played as it stands." in shown(client.get(answer.url))
    send(client, battle, "all", **{"all-to": str(bob.pk)})
    answer = send(client, battle, "announce", overlord="improved")
    assert answer.url == page(battle, "announce/")
    told = shown(client.get(answer.url))
    assert "begins at once" in told and page(battle, "muster/begin/") in told
    assert client.post(page(battle, "muster/begin/")).url == page(battle, "")
    assert fresh(battle).status == Battle.Status.RUNNING
    heroes = [model for model in state_of(fresh(battle)).models.values() if model.is_hero]
    assert {hero.player for hero in heroes} == {f"u{bob.pk}"} and len(heroes) == 4


def test_each_shipped_adventure_can_take_the_place_of_the_file(alice: Any, battle: Battle) -> None:
    client = signed_in(alice)
    for key in KEYS:
        assert send(client, battle, "replace", **{"add-adventure": key}).url.endswith("#file")
        assert kept(battle, "source") == source(key)
        assert f"“{shipped(key).title.en}” can be played" in shown(client.get(page(battle, "prepare/")))
    assert "replaced" not in fresh(battle).draft["fields"], "what ships with the program need not be set aside"


def test_a_file_of_the_directors_own_is_uploaded(alice: Any, battle: Battle) -> None:
    mine = source("gravecallers_court").replace("title.en: ", "title.en: Mine, ")
    answer = send(signed_in(alice), battle, "upload", upload=SimpleUploadedFile("mine.txt", mine.encode("utf-8-sig")))
    assert answer.url.endswith("#file")
    assert kept(battle, "source") == mine


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"a\x00b", b"#" * 20001, None])
def test_what_is_no_text_is_not_uploaded_and_nothing_typed_is_lost(
    alice: Any, battle: Battle, content: bytes | None
) -> None:
    sent = {} if content is None else {"upload": SimpleUploadedFile("x.txt", content)}
    answer = send(signed_in(alice), battle, "upload", intro="A long night.", **sent)
    assert answer.status_code == 422
    assert "A long night." in shown(answer)
    assert kept(battle, "source") == source("silent_ossuary")


def test_a_file_that_is_replaced_can_be_put_back(alice: Any, battle: Battle) -> None:
    client, mine = signed_in(alice), "adventure: mine\n"
    send(client, battle, "replace", source=mine, **{"add-adventure": "ashen_seal"})
    assert kept(battle, "source") == source("ashen_seal")
    client.post(page(battle, "prepare/save/"), {"source": "typed on", "revision": fresh(battle).draft["revision"]})
    send(client, battle, "restore")
    assert kept(battle, "source") == mine
    assert kept(battle, "replaced") == "typed on"


def test_what_is_wrong_is_listed_by_line_and_everything_typed_stays(alice: Any, battle: Battle) -> None:
    wrong = source("silent_ossuary").replace("orders: 2", "orders: lots").replace("face: 3,5 N", "face: 3,5 up")
    answer = send(signed_in(alice), battle, "check", source=wrong, idle_rounds="never")
    text = shown(answer)
    assert answer.status_code == 422
    assert 'href="#line-8" data-line="8">Line 8</a>: “lots” is no whole number' in text
    assert '<li id="line-18" class="is-wrong"><code>face: 3,5 up</code>' in text
    assert "orders: lots" in text and 'value="never"' in text
    assert 'href="#id_source"' in text
    assert kept(battle, "source") == wrong


def test_what_is_wrong_is_told_in_the_readers_language(alice: Any, battle: Battle) -> None:
    alice.language = "es"
    alice.save()
    text = shown(send(signed_in(alice), battle, "check", source="adventure: x\nfoo: 1\n"))
    assert "Línea 2" in text and "«foo» no significa nada aquí" in text


def test_a_file_is_checked_as_it_is_typed_and_not_saved(alice: Any, bob: Any, battle: Battle) -> None:
    sent = {"source": source("ashen_seal").replace("deck: ", "dreck: ")}
    text = shown(signed_in(alice).post(page(battle, "prepare/check/"), sent))
    assert "“dreck” has no meaning here." in text and "<svg" in text and "<html" not in text
    assert kept(battle, "source") == source("silent_ossuary")
    assert signed_in(bob).post(page(battle, "prepare/check/"), sent).status_code == 404


def test_a_map_is_drawn_while_the_rest_cannot_be_read(alice: Any, battle: Battle) -> None:
    text = shown(send(signed_in(alice), battle, "check", source="map:\n#####\n#1gX#\n#####\n"))
    assert "Bone Guard" in text and "Line" in text


def test_two_open_pages_do_not_overwrite_each_other(alice: Any, battle: Battle) -> None:
    client = signed_in(alice)
    send(client, battle, "save", intro="first")
    answer = client.post(page(battle, "prepare/"), {"revision": "1", "do": "save", "source": "mine", "name": "x"})
    assert answer.status_code == 409
    assert "mine" in shown(answer) and kept(battle, "intro") == "first"
    late = client.post(page(battle, "prepare/save/"), {"revision": "1", "source": "mine"})
    assert late.status_code == 409 and "changed on another page" in shown(late)


def test_an_adventure_has_settings_of_its_own(alice: Any, bob: Any, battle: Battle) -> None:
    client = signed_in(alice)
    send(client, battle, "all", **{"all-to": str(bob.pk)})
    own = {"rule-window_hours": "2.5", "rule-adjacent_shots": "False", "rule-short": "4"}
    assert send(client, battle, "announce", overlord="director", **own).url == page(battle, "announce/")
    client.post(page(battle, "muster/begin/"))
    rules = state_of(fresh(battle)).rules
    assert (rules.window_hours, rules.adjacent_shots, rules.short, rules.long) == (2.5, False, 4, 6)


def test_players_and_onlookers_see_no_draft(bob: Any, sam: Any, battle: Battle) -> None:
    for client in (signed_in(bob), signed_in(sam), Client()):
        for rest in ("prepare/", "announce/", "muster/"):
            assert client.get(page(battle, rest)).status_code in (302, 404)
        assert battle.name not in shown(client.get(f"/c/{battle.campaign.slug}/battles/", follow=True))


def test_of_an_announced_adventure_players_see_its_story_and_nothing_of_its_file(
    alice: Any, bob: Any, sam: Any
) -> None:
    battle = announced(vault(alice, [bob], [sam], io_variant="official"), alice, open_to(bob))
    secret = ("Bone Guard", "#.....##", "healing_draught", "14,3", "deck:", "win:")
    for reader in (bob, sam, alice):
        text = shown(signed_in(reader).get(page(battle, "muster/")))
        assert shipped("silent_ossuary").story.say(reader.language) in text
        assert not [word for word in secret if word in text]


def test_a_player_chooses_heroes_and_the_last_choice_begins_the_adventure(alice: Any, bob: Any, carla: Any) -> None:
    battle = announced(vault(alice, [bob, carla]), alice, open_to(bob, carla))
    first, second = signed_in(bob), signed_in(carla)
    assert "Ivo Marrowen" in shown(first.get(page(battle, "muster/")))
    assert first.post(page(battle, "muster/"), {"hero": ["ivo"]}).url == page(battle, "muster/")
    refused = second.post(page(battle, "muster/"), {"hero": ["ivo", "bruna"]})
    assert refused.status_code == 409
    assert "Ivo Marrowen is played by somebody else already." in shown(refused)
    assert 'value="bruna" checked' in shown(refused)
    assert 'value="ivo"' not in shown(second.get(page(battle, "muster/")))
    answer = second.post(page(battle, "muster/"), {"hero": [hero for hero in HEROES if hero != "ivo"]})
    assert answer.url == page(battle, "")
    assert fresh(battle).status == Battle.Status.RUNNING


def test_the_director_closes_the_list_knowing_who_gets_what(alice: Any, bob: Any, carla: Any) -> None:
    battle = announced(vault(alice, [bob, carla]), alice, open_to(bob, carla))
    signed_in(bob).post(page(battle, "muster/"), {"hero": ["ivo"]})
    assert signed_in(bob).get(page(battle, "muster/close/")).status_code == 403
    client = signed_in(alice)
    told = shown(client.get(page(battle, "muster/close/")))
    assert told.count("dealt</span>") == 3
    assert client.post(page(battle, "muster/close/")).url == page(battle, "")
    assert fresh(battle).status == Battle.Status.RUNNING


def test_a_draft_with_open_heroes_does_not_begin_at_once(alice: Any, battle: Battle) -> None:
    client = signed_in(alice)
    assert client.post(page(battle, "muster/begin/")).url == page(battle, "announce/")
    assert fresh(battle).status == Battle.Status.DRAFT
    told = shown(client.get(page(battle, "announce/")))
    assert "2 players are asked to choose heroes" in told
    assert client.post(page(battle, "announce/")).url == page(battle, "muster/")
    assert fresh(battle).status == Battle.Status.MUSTER
