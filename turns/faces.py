"""Which page answers at a running battle's addresses: each game has its own, under the same names."""

from __future__ import annotations

from battles.faces import Page, faces
from turns import (
    views,
    views_deploy,
    views_director,
    views_ledger,
    views_npc,
    views_orders,
    views_pictures,
    views_plan,
    views_play,
    views_record,
    views_retcons,
    views_run,
)
from turns.dungeon.pages import PAGES

SAME: dict[str, Page] = {
    "round": views_pictures.share,
    "round-newest": views_pictures.newest,
    "round-svg": views_pictures.drawing,
    "round-picture": views_pictures.picture,
    "export": views_ledger.export,
    "retcon": views_retcons.ask,
    "retcon-answer": views_retcons.answer,
}
"""Pages that ask the battle itself what game is played."""

face = faces(
    {
        "saga": {
            "battle": views.battle,
            "deploy": views_deploy.deploy_act,
            "draft": views_play.draft,
            "discard": views_play.discard,
            "review": views_play.review,
            "play": views_play.play,
            "post": views_play.post,
            "plan": views_plan.plan,
            "plan-draft": views_plan.plan_draft,
            "orders": views_orders.orders,
            "npc": views_npc.npc,
            "npc-run": views_run.run,
            "direct": views_director.direct,
            "resume": views_director.resume,
            "chronicle": views_record.chronicle,
            "ledger": views_ledger.ledger,
            **SAME,
            "history": views_record.history,
            "pulse": views_record.pulse,
        },
        "dungeon": {**PAGES, **SAME},
    }
)
