"""Making a campaign of an archive: all of it or nothing, in one transaction, after everything in it was checked."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import IntegrityError, models, transaction

from accounts.models import User
from archives.battles import check_battles
from archives.catalogues import check_catalogue
from archives.ids import from_archive
from archives.models import Place, new_token
from archives.pictures import check_picture
from archives.reading import Opened, refuse
from archives.rows import Contents, Row, provisional_of, read_contents
from archives.tables import CODES, TABLES, Table, sets_itself, target_of
from battles.models import Battle, new_seed
from battles.selectors import SHOWN_SEED
from campaign.models import Campaign, CaravanEntry, Membership
from campaign.services import with_free_address
from characters.models import Character
from markup.plain import folded
from rulebook.errors import Unreadable
from story.models import Audience, AudienceReader, Passage, Picture, Post, Rendering, Scene
from story.services.renderings import render_scene
from story.services.scenes import lay_out_prompt
from turns.services.arriving import resync

BATCH = 500
CODE = re.compile(r"\b(?:[0-9a-f]{12}|[2-9a-hjkmnp-z]{8})\b")
NAMES_A_BATTLE = "battle_code"
Step = Callable[[], None]


@dataclass
class Checked:
    """An archive that may be written, and its pictures by code: bytes, width, height."""

    contents: Contents
    pictures: dict[str, tuple[bytes, int, int]] = field(default_factory=dict)
    head: int = 0


def check_archive(opened: Opened, *, step: Step) -> Checked:
    """Read and check everything.

    Raises Unreadable with the codes of `Opened`, `read_contents`, `check_catalogue`, `check_battles`, `check_picture`;
    `archive-no-director` where nobody directs, `archive-picture` where one is missing.
    """
    contents = read_contents(opened, step)
    check_catalogue(contents)
    check_battles(contents, provisional_of(contents))
    step()
    named = {row.plain["code"] for row in contents.tables["pictures"]}
    if named != set(opened.pictures):
        refuse("archive-picture", "The pictures are not those that are listed.", picture="")
    checked = Checked(contents, head=_head(contents))
    for code in opened.pictures:
        checked.pictures[code] = check_picture(code, opened.picture(code))
        step()
    return checked


def _head(contents: Contents) -> int:
    """The number of the one person who directs."""
    roles = [(row.plain["role"], row.people["user_id"]) for row in contents.tables["members"] if _is_active(row)]
    heads = [person for role, person in roles if role == Membership.Role.DIRECTOR]
    if len(heads) != 1:
        refuse("archive-no-director", "The archive does not say who directs.")
    return heads[0]


def _is_active(row: Row) -> bool:
    return row.plain.get("left_at") is None


def write_campaign(checked: Checked, *, by: User, at: datetime) -> Campaign:
    """The campaign of an archive, directed by `by`, who takes the place of its director; in the caller's transaction.

    Everybody else has a stand-in and, where they belong to the campaign, a kept place with a link. Raises Unreadable
    `archive-rows-clash` where two rows exclude each other.
    """
    with _files_go_if_it_fails() as written:
        try:
            with transaction.atomic():
                return _Writer(checked, by, at, written).write()
        except IntegrityError as error:
            raise Unreadable("archive-rows-clash", f"Two rows of the archive exclude each other ({error}).") from error


@contextmanager
def _files_go_if_it_fails() -> Iterator[list[str]]:
    written: list[str] = []
    try:
        yield written
    except BaseException:
        for name in written:
            default_storage.delete(name)
        raise


class _Writer:
    """Writes the rows of one archive, table after table; remembers by its number what each row became."""

    def __init__(self, checked: Checked, by: User, at: datetime, written: list[str]) -> None:
        self.contents = checked.contents
        self.pictures = checked.pictures
        self.head, self.by, self.at, self.written = checked.head, by, at, written
        self.people: list[User] = []
        self.made: dict[type[models.Model], list[Any]] = {}
        self.renamed: dict[str, str] = {}

    def write(self) -> Campaign:
        """The campaign and everything in it."""
        self.campaign = self._campaign()
        self.people = [self._person(number, one) for number, one in enumerate(self.contents.people, 1)]
        self.renamed = self._new_codes()
        for table in TABLES:
            self._table(table)
        for table in TABLES:
            self._point_ahead(table)
        self._keep_places()
        self._lay_out()
        return self.campaign

    # --- people

    def _person(self, number: int, about: Mapping[str, Any]) -> User:
        if number == self.head:
            return self.by
        user = User(username=f"place-{secrets.token_hex(10)}", display_name=about["name"], is_active=False)
        user.language, user.gone_at = self.campaign.language, self.at if about.get("gone") else None
        user.set_unusable_password()
        user.save()
        return user

    def _keep_places(self) -> None:
        """A link for each member of the archive but its director; former members and the nameless have none."""
        active = self.campaign.memberships.filter(left_at__isnull=True).exclude(user=self.by).order_by("pk")
        waiting = [row.user for row in active.select_related("user") if row.user.gone_at is None]
        Place.objects.bulk_create(
            Place(campaign=self.campaign, stand_in=user, token=new_token(), made_at=self.at) for user in waiting
        )

    # --- rows

    def _campaign(self) -> Campaign:
        row = self.contents.campaign
        campaign = Campaign(**row.plain)
        made_at = row.plain.get("created_at")
        campaign = with_free_address(campaign)
        if made_at is not None:
            Campaign.objects.filter(pk=campaign.pk).update(created_at=made_at)
        return campaign

    def _new_codes(self) -> dict[str, str]:
        """New codes for those that something on this site has already."""
        renamed: dict[str, str] = {}
        for name in CODES:
            model = next(table.model for table in TABLES if table.name == name)
            codes = [row.plain["code"] for row in self.contents.tables[name]]
            field = model._meta.get_field("code")
            assert isinstance(field, models.Field)
            new: Callable[[], str] = field.default
            for start in range(0, len(codes), BATCH):
                taken = model._default_manager.filter(code__in=codes[start : start + BATCH])
                renamed |= {code: new() for code in taken.values_list("code", flat=True)}
        return renamed

    def _table(self, table: Table) -> None:
        rows = self.contents.tables[table.name]
        made = [self._instance(table, number, row) for number, row in enumerate(rows, 1)]
        table.model._default_manager.bulk_create(made, batch_size=BATCH)
        self.made[table.model] = made
        self._fill_lists(table, rows, made)
        self._set_moments(table, rows, made)

    def _instance(self, table: Table, number: int, row: Row) -> models.Model:
        values = {name: self._value(table, name, value) for name, value in row.plain.items()}
        values |= {name: self.people[person - 1].pk for name, person in row.people.items()}
        for name, target in row.rows.items():
            if name not in table.ahead:
                values[name] = self.made[self._target(table, name)][target - 1].pk
        if any(one.name == "campaign" for one in table.model._meta.concrete_fields):
            values["campaign_id"] = self.campaign.pk
        values |= self._of_its_own(table, row, number)
        return table.model(**values)

    def _target(self, table: Table, attname: str) -> type[models.Model]:
        target = target_of(next(one for one in table.fields if one.attname == attname))
        assert target is not None
        return target

    def _value(self, table: Table, name: str, value: Any) -> Any:
        if name == "code" or name == NAMES_A_BATTLE:
            return self.renamed.get(value, value)
        if isinstance(value, str) and name in ("who", "voter") or isinstance(value, dict | list):
            value = from_archive({name: value}, self._person_key, self._character_key)[name]
        return self._with_new_codes(value) if self.renamed else value

    def _with_new_codes(self, value: Any) -> Any:
        """Texts that name a picture, a roll or a post by its code name it by the new one."""
        if isinstance(value, str):
            return CODE.sub(lambda found: self.renamed.get(found[0], found[0]), value)
        return value

    def _person_key(self, number: int) -> int | None:
        return self.people[number - 1].pk if number <= len(self.people) else None

    def _character_key(self, number: int) -> int | None:
        known = self.made.get(Character, [])
        return known[number - 1].pk if number <= len(known) else None

    def _of_its_own(self, table: Table, row: Row, number: int) -> dict[str, Any]:
        """What an archive leaves to the site that reads it."""
        if table.model in (CaravanEntry, Post):
            return {"key": f"archive-{secrets.token_hex(12)}"}
        if table.model is Passage:
            return {"folded": folded(self._with_new_codes(row.plain.get("markup", "")))}
        if table.model is Audience:
            return {"key": f"new-{number}"}
        if table.model is Battle and row.plain["status"] not in SHOWN_SEED:
            return {"seed": new_seed()}
        if table.model is Picture:
            return self._picture(row)
        return {}

    def _picture(self, row: Row) -> dict[str, Any]:
        data, width, height = self.pictures[row.plain["code"]]
        code = self.renamed.get(row.plain["code"], row.plain["code"])
        name = default_storage.save(f"pictures/{code}.webp", ContentFile(data))
        self.written.append(name)
        return {"file": name, "kind": "image/webp", "width": width, "height": height, "size": len(data)}

    def _point_ahead(self, table: Table) -> None:
        """References to rows that were not there when the row was written: of its own table, or of a later one."""
        for attname in table.ahead:
            changed = []
            target = self.made[self._target(table, attname)]
            for row, instance in zip(self.contents.tables[table.name], self.made[table.model], strict=True):
                if attname in row.rows:
                    setattr(instance, attname, target[row.rows[attname] - 1].pk)
                    changed.append(instance)
            table.model._default_manager.bulk_update(changed, [attname.removesuffix("_id")], batch_size=BATCH)

    def _fill_lists(self, table: Table, rows: list[Row], made: list[Any]) -> None:
        for name in table.lists:
            relation = table.model._meta.get_field(name)
            assert isinstance(relation, models.ManyToManyField)
            ours, theirs = relation.m2m_field_name(), relation.m2m_reverse_field_name()
            targets = self.made[relation.related_model]
            through = getattr(table.model, name).through
            pairs = [
                through(**{f"{ours}_id": instance.pk, f"{theirs}_id": targets[number - 1].pk})
                for row, instance in zip(rows, made, strict=True)
                for number in row.lists.get(name, [])
            ]
            through._default_manager.bulk_create(pairs, batch_size=BATCH)

    def _set_moments(self, table: Table, rows: list[Row], made: list[Any]) -> None:
        """Columns that set themselves when a row is made say what the archive says."""
        own = [one.attname for one in table.fields if sets_itself(one)]
        for row, instance in zip(rows, made, strict=True):
            given = {name: row.plain[name] for name in own if row.plain.get(name) is not None}
            if given:
                table.model._default_manager.filter(pk=instance.pk).update(**given)

    # --- what follows from the rows

    def _lay_out(self) -> None:
        self._name_audiences()
        for battle in self.made[Battle]:
            if battle.status == Battle.Status.RUNNING:
                resync(battle, at=self.at)
        for scene in self.made[Scene]:
            lay_out_prompt(scene)
            render_scene(scene)
        self._mark_edits()

    def _name_audiences(self) -> None:
        people: dict[int, list[int]] = {}
        rows = AudienceReader.objects.filter(audience__scene__campaign=self.campaign)
        for audience, user in rows.values_list("audience_id", "user_id"):
            people.setdefault(audience, []).append(user)
        for audience in self.made[Audience]:
            audience.key = ".".join(map(str, sorted(people.get(audience.pk, []))))
        Audience.objects.bulk_update(self.made[Audience], ["key"], batch_size=BATCH)

    def _mark_edits(self) -> None:
        for post, sight, at in self.contents.edits:
            keys = [] if sight is None else sorted(self.made[Audience][number - 1].pk for number in sight)
            name = "director" if sight is None else ".".join(map(str, keys))
            Rendering.objects.filter(post=self.made[Post][post - 1], sight=name).update(changed_at=at)
