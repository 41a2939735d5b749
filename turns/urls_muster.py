"""Addresses of the pages where players and the director say who goes."""

from django.urls import path

from battles.faces import faces
from turns import views_muster
from turns.dungeon import muster_pages

app_name = "muster"

face = faces(
    {"saga": {"choose": views_muster.muster, "close": views_muster.close}, "dungeon": muster_pages.PAGES},
)

urlpatterns = [
    path("muster/", face("choose"), name="choose"),
    path("muster/close/", face("close"), name="close"),
    path("muster/begin/", face("begin"), name="begin"),
]
