from django.urls import URLPattern, URLResolver, include, path

from turns import (
    views_calendar,
    views_director,
    views_follow,
    views_links,
    views_looking,
    views_mine,
    views_record,
)
from turns.api import answering, directing, following, playing, retcons, viewing, waiting
from turns.faces import face

directors: list[URLPattern] = [
    path("pause/", directing.Pause.as_view(), name="pause"),
    path("resume/", directing.Resume.as_view(), name="resume"),
    path("correct/", directing.Correct.as_view(), name="correct"),
    path("reveal/", directing.Reveal.as_view(), name="reveal"),
    path("extend/", directing.Extend.as_view(), name="extend"),
    path("pardon/", directing.Pardon.as_view(), name="pardon"),
    path("force-turn/", directing.ForceTurn.as_view(), name="force-turn"),
    path("take-over/", directing.TakeOver.as_view(), name="take-over"),
    path("hand-back/", directing.HandBack.as_view(), name="hand-back"),
    path("seat/", directing.Seat.as_view(), name="seat"),
    path("end/", directing.End.as_view(), name="end"),
    path("undo/", directing.Undo.as_view(), name="undo"),
    path("publish/", directing.Publish.as_view(), name="publish"),
    path("run/", directing.Run.as_view(), name="run"),
]
battle: list[URLPattern | URLResolver] = [
    path("", viewing.View.as_view(), name="view"),
    path("events/", viewing.Events.as_view(), name="events"),
    path("ledger/", viewing.LedgerApi.as_view(), name="ledger"),
    path("export/", viewing.Export.as_view(), name="export"),
    path("legal/", playing.Legal.as_view(), name="legal"),
    path("preview/", playing.Preview.as_view(), name="preview"),
    path("play/", playing.Play.as_view(), name="play"),
    path("deploy/", playing.Deploy.as_view(), name="deploy"),
    path("early-turns/<str:unit>/", playing.EarlyTurns.as_view(), name="early-turn"),
    path("standing-orders/<str:unit>/", playing.StandingOrders.as_view(), name="standing-orders"),
    path("strike/", answering.AnswerStrike.as_view(), name="strike"),
    path("trade/", answering.AnswerTrade.as_view(), name="trade"),
    path("windows/", answering.PassWindows.as_view(), name="windows"),
    path("instructions/<str:unit>/", answering.Instructions.as_view(), name="instructions"),
    path("posts/", playing.Posts.as_view(), name="posts"),
    path("follow/", following.FollowBattle.as_view(), name="follow"),
    path("retcons/", retcons.Retcons.as_view(), name="retcons"),
    path("retcons/<int:request_id>/answer/", retcons.RetconAnswer.as_view(), name="retcon-answer"),
    path("direct/", include(directors)),
]
programs: list[URLPattern | URLResolver] = [
    path("turns/", waiting.Waits.as_view(), name="waits"),
    path("absences/", waiting.Absences.as_view(), name="absences"),
    path("absences/<int:absence_id>/", waiting.OneAbsence.as_view(), name="absence"),
    path("battles/<str:code>/", include(battle)),
    path("campaigns/<str:slug>/follow/", following.FollowCampaign.as_view(), name="follow-campaign"),
]

BATTLE = "c/<str:slug>/b/<slug:code>/"
pages: list[URLPattern] = [
    path("turns/", views_mine.mine, name="mine"),
    path("help/rules/", views_record.rules, name="rules"),
    path("turns/calendar/", views_calendar.settings_page, name="calendar"),
    path("calendar/<str:token>.ics", views_calendar.feed, name="calendar-feed"),
    path("turns/link/<str:token>/<slug:what>/", views_links.link, name="link"),
    path("turns/absence/<int:absence_id>/back/", views_mine.back, name="back"),
    path("c/<str:slug>/director/", views_director.console, name="console"),
    path("c/<str:slug>/follow/", views_follow.campaign, name="follow-campaign"),
    path(f"{BATTLE}follow/", views_follow.battle, name="follow"),
    path("c/<str:slug>/director/look/", views_looking.look, name="look"),
    path(BATTLE, face("battle"), name="battle"),
    path(f"{BATTLE}deploy/", face("deploy"), name="deploy"),
    path(f"{BATTLE}draft/", face("draft"), name="draft"),
    path(f"{BATTLE}discard/", face("discard"), name="discard"),
    path(f"{BATTLE}review/", face("review"), name="review"),
    path(f"{BATTLE}play/", face("play"), name="play"),
    path(f"{BATTLE}turns/<int:number>/", face("post"), name="post"),
    path(f"{BATTLE}turns/<int:number>/retcon/", face("retcon"), name="retcon"),
    path(f"{BATTLE}retcons/<int:request_id>/", face("retcon-answer"), name="retcon-answer"),
    path(f"{BATTLE}plan/<str:unit>/", face("plan"), name="plan"),
    path(f"{BATTLE}plan/<str:unit>/draft/", face("plan-draft"), name="plan-draft"),
    path(f"{BATTLE}orders/<str:unit>/", face("orders"), name="orders"),
    path(f"{BATTLE}npc/", face("npc"), name="npc"),
    path(f"{BATTLE}direct/<slug:what>/", face("direct"), name="direct"),
    path(f"{BATTLE}resume/", face("resume"), name="resume"),
    path(f"{BATTLE}chronicle/", face("chronicle"), name="chronicle"),
    path(f"{BATTLE}rounds/<int:round>/", face("round"), name="round"),
    path(f"{BATTLE}rounds/<int:round>/picture.png", face("round-newest"), name="round-newest"),
    path(f"{BATTLE}rounds/<int:round>/drawing.svg", face("round-svg"), name="round-svg"),
    path(
        f"{BATTLE}rounds/<int:round>/<slug:version>.<slug:language>.<slug:theme>.png",
        face("round-picture"),
        name="round-picture",
    ),
    path(f"{BATTLE}ledger/", face("ledger"), name="ledger"),
    path(f"{BATTLE}export.json", face("export"), name="export"),
    path(f"{BATTLE}history/", face("history"), name="history"),
    path(f"{BATTLE}pulse/", face("pulse"), name="pulse"),
    path(f"{BATTLE}strike/", face("dungeon-strike"), name="dungeon-strike"),
    path(f"{BATTLE}trade/", face("dungeon-trade"), name="dungeon-trade"),
    path(f"{BATTLE}windows/", face("dungeon-windows"), name="dungeon-windows"),
]

urlpatterns = [
    path("", include((pages, "turns"))),
    path(BATTLE, include("turns.urls_muster")),
    path("api/v1/", include((programs, "turns-api"))),
]
