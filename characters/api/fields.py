"""What several operations read and answer: a sheet, a body that is checked, and how a character is found."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.problems import problems
from characters import selectors
from characters.models import BattleRecord, Character, Item, Petition, RenownEntry, SheetChange
from characters.sheets import Sheet, sheet
from rulebook.saga.campaign import CAMPAIGN_ATTRIBUTES
from rulebook.saga.catalogue import ATTRIBUTES

MOST = 1000
REFUSALS = problems(400, 401, 403, 404, 409, 422)


@extend_schema_serializer(component_name="CharacterSheet")
class SheetOut(serializers.Serializer):
    """A sheet as you may see it; `private_notes` is there for the player and the directors only."""

    class RenownLine(serializers.ModelSerializer):
        """One line of the renown ledger."""

        class Meta:
            model = RenownEntry
            fields = ("kind", "amount", "reason", "battle_code", "at")

    class Fought(serializers.ModelSerializer):
        """A battle fought."""

        class Meta:
            model = BattleRecord
            fields = (
                "battle_code",
                "battle_name",
                "rank",
                "friendly",
                "defeated",
                "won",
                "enemies_defeated",
                "fought_at",
            )

    class ItemLine(serializers.ModelSerializer):
        """An item that the character owns."""

        effects = serializers.DictField(child=serializers.IntegerField())

        class Meta:
            model = Item
            fields = ("id", "key", "name", "level", "effects", "equipped")

    class PetitionLine(serializers.ModelSerializer):
        """What was asked for the character."""

        kind = serializers.CharField()
        status = serializers.CharField()

        class Meta:
            model = Petition
            fields = ("id", "kind", "status", "level", "item_key", "reason", "word")

    class SheetChangeLine(serializers.ModelSerializer):
        """One line of the change log."""

        class Meta:
            model = SheetChange
            fields = ("field", "before", "after", "reason", "battle_code", "at")

    id = serializers.IntegerField(source="character.pk")
    campaign = serializers.CharField(source="character.campaign.slug")
    name = serializers.CharField(source="character.name")
    rank = serializers.CharField(source="character.rank")
    status = serializers.CharField(source="character.status")
    director_note = serializers.CharField(source="character.director_note")
    class_key = serializers.CharField(source="character.class_key")
    race = serializers.CharField(source="character.race")
    level = serializers.IntegerField(source="character.level")
    player = serializers.IntegerField(source="character.player_id")
    clan = serializers.IntegerField(source="character.clan_id", allow_null=True)
    figures = serializers.SerializerMethodField()
    reaction = serializers.IntegerField(source="character.reaction")
    strength_now = serializers.IntegerField(source="strength", help_text="The base less the open wounds.")
    open_wounds = serializers.IntegerField()
    attributes = serializers.SerializerMethodField()
    abilities = serializers.DictField(source="character.abilities", child=serializers.IntegerField())
    talents = serializers.DictField(
        source="character.talents", child=serializers.IntegerField(), help_text="The ranks learned."
    )
    talents_in_battle = serializers.DictField(
        source="talents", child=serializers.IntegerField(), help_text="The ranks with what is equipped."
    )
    portrait = serializers.CharField(source="character.portrait")
    appearance = serializers.CharField(source="character.appearance")
    history = serializers.CharField(source="character.history")
    private_notes = serializers.CharField(required=False)
    ready = serializers.SerializerMethodField(help_text="What the next battle begins with, items and wounds counted.")
    hero_points = serializers.IntegerField(help_text="The total of a scene.")
    hero_points_left = serializers.IntegerField(help_text="Left in this scene of the plot; a battle has its own.")
    items = ItemLine(many=True)
    petitions = PetitionLine(many=True, help_text="Yours and the director's to read; empty for others.")
    renown_held = serializers.IntegerField()
    renown_earned = serializers.IntegerField()
    promotion_cost = serializers.IntegerField(allow_null=True)
    doomed = serializers.SerializerMethodField()
    ledger = RenownLine(many=True)
    battles = Fought(many=True)
    changes = SheetChangeLine(many=True)

    def get_figures(self, shown: Sheet) -> dict[str, int]:
        return {name.rstrip("_"): value for name, value in shown.figures.items()}

    def get_ready(self, shown: Sheet) -> dict[str, int]:
        return {name.rstrip("_"): value for name, value in shown.ready.items()}

    def get_attributes(self, shown: Sheet) -> dict[str, int]:
        return {name: getattr(shown.character, name) for name in CAMPAIGN_ATTRIBUTES}

    def get_doomed(self, shown: Sheet) -> bool:
        return shown.character.doomed_at is not None

    def to_representation(self, instance: Sheet) -> dict[str, Any]:
        told = super().to_representation(instance)
        if instance.private_notes is None:
            del told["private_notes"]
        return told


def character_or_404(request: Request, character_id: int) -> Character:
    """The character, or 404 for whoever may not know of it."""
    visible = selectors.visible_to(request.user).select_related("campaign", "player")
    return get_object_or_404(visible, pk=character_id)


def sheet_answer(character: Character, request: Request) -> Response:
    """The sheet as it stands now, as the asker may see it."""
    fresh = Character.objects.select_related("campaign", "player").get(pk=character.pk)
    return Response(SheetOut(sheet(fresh, request.user)).data)


def figure_name(name: str) -> str:
    """The rulebook's name of a figure: `break` is written `break_` there."""
    return f"{name}_" if f"{name}_" in ATTRIBUTES else name
