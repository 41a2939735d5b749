"""Addresses of the pages where players and the director say who goes."""

from django.urls import path

from turns import views_muster

app_name = "muster"

urlpatterns = [
    path("muster/", views_muster.muster, name="choose"),
    path("muster/close/", views_muster.close, name="close"),
]
