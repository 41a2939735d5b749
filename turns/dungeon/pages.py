"""The dungeon's pages by the names of their addresses, which are those of any battle."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse

from turns.dungeon import (
    chronicle_pages,
    ledger_pages,
    views,
    views_act,
    views_answers,
    views_deploy,
    views_direct,
    views_orders,
    views_plan,
    views_post,
)

PAGES: dict[str, Callable[..., HttpResponse]] = {
    "battle": views.battle,
    "deploy": views_deploy.deploy_act,
    "draft": views_act.draft,
    "discard": views_act.discard,
    "review": views_act.review,
    "play": views_act.play,
    "post": views_post.post,
    "plan": views_plan.plan,
    "plan-draft": views_plan.plan_draft,
    "orders": views_orders.orders,
    "direct": views_direct.direct,
    "resume": views_direct.resume,
    "pulse": views_post.pulse,
    **chronicle_pages.PAGES,
    "ledger": ledger_pages.ledger,
    "dungeon-strike": views_answers.strike,
    "dungeon-trade": views_answers.trade,
    "dungeon-windows": views_answers.windows,
}
