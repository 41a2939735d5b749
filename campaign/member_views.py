"""Pages of a campaign's members: who belongs, invitations by link, roles, leaving, removing."""

from __future__ import annotations

from datetime import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import clock
from accounts.once import once
from accounts.signed_in import me
from campaign import selectors, services
from campaign.forms import InvitationForm, LeaveForm, RoleForm
from campaign.guards import require_director, require_head, require_member
from campaign.models import Campaign, Invitation, Membership
from campaign.refusals import said
from campaign.views import campaign_or_404
from rulebook.errors import Refused, TooLate


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@once
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """Who belongs and as what; directors make invitation links here (POST)."""
    campaign = campaign_or_404(request, slug)
    role = require_member(request.user, campaign)
    directs = role in selectors.DIRECTING
    form = InvitationForm(request.POST or None, inviter_role=role) if directs else None
    if request.method == "POST":
        require_director(request.user, campaign)
        if form is not None and form.is_valid() and _invited(request, campaign, form):
            return redirect("campaign:members", campaign.slug)
    return render(request, "campaign/members.html", _members_context(request, campaign, role, form))


@require_POST
@login_required
def revoke(request: HttpRequest, slug: str, invitation_id: int) -> HttpResponse:
    """Withdraw an invitation link."""
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    invitation = get_object_or_404(campaign.invitations, pk=invitation_id)
    services.revoke_invitation(invitation=invitation, by=me(request), at=clock.now())
    messages.success(request, _("The link lets nobody in any more."))
    return redirect("campaign:members", campaign.slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """What an invitation lets one join, and joining it; signing in comes back here."""
    invitation = get_object_or_404(Invitation.objects.select_related("campaign", "created_by"), token=token)
    at = clock.now()
    if request.method == "POST" and request.user.is_authenticated:
        return _joined(request, invitation, at)
    role = selectors.role_of(request.user, invitation.campaign)
    if role and services.STANDING[role] >= services.STANDING[invitation.role]:
        return redirect(invitation.campaign)
    reason = selectors.why_closed(invitation, at=at)
    if reason:
        return _closed(request, TooLate(reason, reason))
    return render(request, "campaign/join.html", {"invitation": invitation, "campaign": invitation.campaign})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def member(request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
    """One member as the director sees it: role, and leave for more characters."""
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    found = _member_or_404(campaign, user_id)
    by_role = selectors.role_of(request.user, campaign) or ""
    form = RoleForm(request.POST or None, by_role=by_role, initial={"role": found.role})
    if form.is_valid():
        try:
            services.set_role(membership=found, role=form.cleaned_data["role"], by=me(request), at=clock.now())
            messages.success(request, _("The role is changed."))
            return redirect("campaign:members", campaign.slug)
        except Refused as refused:
            form.add_error("role", said(refused))
    context = {"form": form, "campaign": campaign, "member": found, "heads": by_role == Membership.Role.DIRECTOR}
    return render(request, "campaign/member.html", context)


@require_POST
@login_required
def allow(request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
    """The director's leave for a second companion, or for a secondary."""
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    services.allow_characters(
        membership=_member_or_404(campaign, user_id),
        by=me(request),
        second_companion="second_companion" in request.POST,
        secondary_needed="secondary_needed" in request.POST,
    )
    messages.success(request, _("Saved."))
    return redirect("campaign:member", campaign.slug, user_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def hand_over(request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
    """A page that asks first: another member becomes the director."""
    campaign = campaign_or_404(request, slug)
    require_head(request.user, campaign)
    found = _member_or_404(campaign, user_id)
    if request.method == "POST":
        services.hand_over(campaign=campaign, to=found.user, by=me(request), at=clock.now())
        messages.success(request, _("%(name)s directs the campaign now.") % {"name": found.user.shown_name})
        return redirect("campaign:members", campaign.slug)
    return render(request, "campaign/hand_over.html", {"campaign": campaign, "member": found})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
    """A page that asks first: a member is sent away."""
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    found = _member_or_404(campaign, user_id)
    if request.method == "POST":
        try:
            services.remove_member(membership=found, by=me(request), at=clock.now())
            messages.success(request, _("%(name)s no longer belongs here.") % {"name": found.user.shown_name})
        except Refused as refused:
            messages.error(request, said(refused))
        return redirect("campaign:members", campaign.slug)
    return render(request, "campaign/remove.html", {"campaign": campaign, "member": found})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """A page that asks first: the reader leaves."""
    campaign = campaign_or_404(request, slug)
    require_member(request.user, campaign)
    found = _member_or_404(campaign, me(request).pk)
    form = LeaveForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            services.leave(membership=found, at=clock.now(), word=form.cleaned_data["word"])
        except Refused as refused:
            messages.error(request, said(refused))
            return redirect("campaign:members", campaign.slug)
        messages.success(request, _("You have left %(campaign)s.") % {"campaign": campaign.name})
        return redirect("campaign:list")
    return render(request, "campaign/leave.html", {"campaign": campaign, "member": found, "form": form})


def _member_or_404(campaign: Campaign, user_id: int) -> Membership:
    return get_object_or_404(selectors.members_of(campaign), user_id=user_id)


def _members_context(
    request: HttpRequest, campaign: Campaign, role: str, form: InvitationForm | None
) -> dict[str, object]:
    at = clock.now()
    links = selectors.live_invitations(campaign, at=at) if form is not None else ()
    return {
        "campaign": campaign,
        "role": role,
        "directs": form is not None,
        "applications": selectors.applications_in(campaign) if form is not None else (),
        "members": selectors.members_of(campaign),
        "invitations": [(link, request.build_absolute_uri(f"/join/{link.token}/")) for link in links],
        "form": form,
    }


def _invited(request: HttpRequest, campaign: Campaign, form: InvitationForm) -> bool:
    at = clock.now()
    length = form.length()
    try:
        services.invite(
            campaign=campaign,
            by=me(request),
            role=form.cleaned_data["role"],
            most_uses=form.cleaned_data["most_uses"],
            expires_at=at + length if length else None,
            at=at,
        )
    except Refused as refused:
        form.add_error(None, said(refused))
        return False
    messages.success(request, _("The link is ready; send it to whoever shall come."))
    return True


def _joined(request: HttpRequest, invitation: Invitation, at: datetime) -> HttpResponse:
    try:
        membership = services.accept_invitation(token=invitation.token, user=me(request), at=at)
    except Invitation.DoesNotExist as gone:
        raise Http404 from gone
    except Refused as refused:
        return _closed(request, refused)
    messages.success(request, _("Welcome to %(campaign)s.") % {"campaign": membership.campaign.name})
    return redirect(membership.campaign)


def _closed(request: HttpRequest, refused: Refused) -> HttpResponse:
    return render(request, "campaign/invitation_closed.html", {"reason": said(refused)}, status=410)
