from django.urls import include, path

from turns.api import directing, playing, waiting

directors = [
    path("pause/", directing.Pause.as_view(), name="pause"),
    path("resume/", directing.Resume.as_view(), name="resume"),
    path("correct/", directing.Correct.as_view(), name="correct"),
    path("reveal/", directing.Reveal.as_view(), name="reveal"),
    path("extend/", directing.Extend.as_view(), name="extend"),
    path("pardon/", directing.Pardon.as_view(), name="pardon"),
    path("take-over/", directing.TakeOver.as_view(), name="take-over"),
    path("hand-back/", directing.HandBack.as_view(), name="hand-back"),
    path("end/", directing.End.as_view(), name="end"),
    path("undo/", directing.Undo.as_view(), name="undo"),
    path("publish/", directing.Publish.as_view(), name="publish"),
    path("run/", directing.Run.as_view(), name="run"),
]
battle = [
    path("legal/", playing.Legal.as_view(), name="legal"),
    path("preview/", playing.Preview.as_view(), name="preview"),
    path("play/", playing.Play.as_view(), name="play"),
    path("deploy/", playing.Deploy.as_view(), name="deploy"),
    path("early-turns/<str:unit>/", playing.EarlyTurns.as_view(), name="early-turn"),
    path("posts/", playing.Posts.as_view(), name="posts"),
    path("direct/", include(directors)),
]
programs = [
    path("turns/", waiting.Waits.as_view(), name="waits"),
    path("absences/", waiting.Absences.as_view(), name="absences"),
    path("absences/<int:absence_id>/", waiting.OneAbsence.as_view(), name="absence"),
    path("battles/<str:code>/", include(battle)),
]

urlpatterns = [
    path("c/<str:slug>/b/<slug:code>/", include("turns.urls_muster")),
    path("api/v1/", include((programs, "turns-api"))),
]
