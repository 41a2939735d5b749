import pytest
from django.test import Client
from rest_framework.test import APIClient
@pytest.mark.django_db
@pytest.mark.parametrize("ct", ["application/json","application/x-www-form-urlencoded","multipart/form-data; boundary=x","text/plain"])
def test_big(bob, alice, ct):
    from rest_framework.authtoken.models import Token
    tok=Token.objects.create(user=bob).key
    big=b'{"note": "'+b'x'*3_000_000+b'"}'
    c=Client(raise_request_exception=False)
    for kind in ("token","session","anon"):
        c=Client(raise_request_exception=False, enforce_csrf_checks=False); h={}
        if kind=="token": h={"authorization":f"Token {tok}"}
        if kind=="session": c.force_login(bob)
        for path in ("/api/v1/absences/","/api/me/", "/api/nowhere/"):
            a=c.generic("POST",path,big,content_type=ct,headers=h)
            print(ct,kind,path,a.status_code,a.headers.get("Content-Type"),a.content[:120])
