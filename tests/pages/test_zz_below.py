import pytest
from django.db import transaction
from django.utils import timezone
from tests.pages.test_every_word import *
from tests.pages.test_every_word import marked_language
from tests import below
from accounts.services import register
from tests.world import _rename, World
import demo.services as ds
from turns.dungeon.views_direct import ACTS as DACTS
from battles.selectors import ruleset_of
PW="north-by-lantern"
@pytest.fixture(scope="module")
def bw(marked_language, django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        people={}
        for n in ("inga","mirko","salla","olaf","stranger"):
            people[n]=_rename(register(username=n,email=n+"@example.org",password=PW))
        table, battles = below.adventures(people["inga"], [people["mirko"],people["salla"]],[people["olaf"]], timezone.now())
        w=World(people, table); w.battles=battles; w.campaigns=[table]
        yield w
        transaction.set_rollback(True)
@pytest.mark.django_db
@pytest.mark.parametrize("reader", ["inga","mirko","olaf"])
def test_below(bw, reader):
    found, client = Found(), as_(bw, reader)
    forms={}
    adds=[f"/c/{bw.campaign.slug}/{x}" for x in ("","rules/","rules/edit/","battles/","battles/new/","director/")] + ["/turns/","/notices/","/campaigns/new/"]
    for b in bw.battles:
        u=b.get_absolute_url()
        for x in ("","prepare/","announce/","muster/","muster/close/","cancel/","chronicle/","chronicle/?step=3","history/","history/?to=2","ledger/","result/","export.json","rounds/1/","turns/1/","turns/5/","plan/ivo/","plan/bruna/","orders/ivo/","pulse/", "resume/"): adds.append(u+x)
        if b.status=="running":
            for a in DACTS: adds.append(f"{u}direct/{a}/")
    for address in adds:
        answer = visit(client, address)
        if answer.status_code>=500: print("BROKEN", address)
        found.read(answer, f"{address} ({reader})")
        if "json" in address: continue
        for name, pressed, form in forms_of(answer, address):
            if len(forms.setdefault(name, {})) < 3: forms[name].setdefault(pressed, form)
    for name, form in ((name, form) for name, alike in forms.items() for form in alike.values()):
        for filled in fillings(form):
            found.read(visit(client, form.action, filled), f"{name} sent as {filled} ({reader})"[:300])
    found.none()
