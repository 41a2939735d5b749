"""Addresses of the story: pages, pictures, feeds, and the API under /api/v1/."""

from django.urls import path, register_converter

from story import (
    views,
    views_caravan,
    views_direct,
    views_find,
    views_frames,
    views_sight,
    views_take,
    views_tests,
    views_write,
)
from story.addresses import Code
from story.api import caravan, finding, frames, posts, scenes

app_name = "story"
register_converter(Code, "code")

SCENE = "c/<campaign:slug>/s/<code:code>/"
POST = f"{SCENE}p/<code:post>/"
FRAME = f"{SCENE}f/<code:frame>/"
TEST = f"{FRAME}t/<code:test>/"

urlpatterns = [
    path("c/<campaign:slug>/scenes/", views.scenes, name="scenes"),
    path("c/<campaign:slug>/scenes/new/", views_direct.new_scene, name="new"),
    path("c/<campaign:slug>/chapters/new/", views_direct.new_chapter, name="new-chapter"),
    path("c/<campaign:slug>/chapters/<int:chapter>/", views_direct.chapter, name="chapter"),
    path(SCENE, views.scene, name="scene"),
    path(f"{SCENE}follow/", views.follow, name="follow"),
    path(f"{SCENE}pulse/", views.pulse, name="pulse"),
    path(f"{SCENE}write/", views_write.write, name="write"),
    path(f"{SCENE}draft/", views_write.draft, name="draft"),
    path(f"{SCENE}drafts/", views_write.drafts, name="drafts"),
    path(f"{SCENE}pictures/", views_write.picture, name="add-picture"),
    path(f"{SCENE}edit/", views_direct.edit_scene, name="edit"),
    path(f"{SCENE}status/", views_direct.status, name="status"),
    path(f"{SCENE}readers/", views_direct.readers, name="readers"),
    path(f"{SCENE}print/", views_take.printed, name="print"),
    path(f"{SCENE}scene.md", views_take.markdown, name="markdown"),
    path(f"{SCENE}scene.epub", views_take.book, name="epub"),
    path(POST, views.post, name="post"),
    path(f"{POST}edit/", views_write.edit, name="edit-post"),
    path(f"{POST}versions/", views_direct.versions, name="versions"),
    path(f"{POST}withdraw/", views_write.withdraw, name="withdraw"),
    path(f"{POST}restore/", views_write.restore, name="restore"),
    path(f"{SCENE}frames/new/", views_frames.new_frame, name="new-frame"),
    path(FRAME, views_frames.frame, name="frame"),
    path(f"{FRAME}vote/", views_frames.vote, name="vote"),
    path(f"{FRAME}until/", views_frames.until, name="frame-until"),
    path(f"{FRAME}close/", views_frames.close, name="close-frame"),
    path(f"{FRAME}tests/new/", views_tests.new_test, name="new-test"),
    path(TEST, views_tests.test, name="test"),
    path(f"{TEST}roll/", views_tests.roll, name="roll-test"),
    path(f"{TEST}again/", views_tests.reroll, name="reroll-test"),
    path(f"{TEST}weigh/", views_tests.weigh, name="weigh-test"),
    path(f"{TEST}off/", views_tests.call_off, name="call-off-test"),
    path("c/<campaign:slug>/clans/<int:clan_id>/caravan/", views_caravan.caravan, name="caravan"),
    path("c/<campaign:slug>/clans/<int:clan_id>/caravan/change/", views_caravan.change, name="caravan-change"),
    path("c/<campaign:slug>/clans/<int:clan_id>/caravan/<slug:day>/", views_caravan.day, name="caravan-day"),
    path("posts/<code:post>/", views.any_post, name="any-post"),
    path("pictures/<code:picture>/", views.picture, name="picture"),
    path("c/<campaign:slug>/search/", views_find.search, name="search"),
    path("c/<campaign:slug>/rolls/", views_find.rolls, name="rolls"),
    path("c/<campaign:slug>/feeds/", views_find.feeds, name="feeds"),
    path("c/<campaign:slug>/feeds/look/", views_find.feed_as, name="feed-as"),
    path("c/<campaign:slug>/readers/", views_sight.campaign_readers, name="campaign-readers"),
    path("c/<campaign:slug>/told/", views_sight.told, name="told"),
    path("feeds/<slug:token>/c/<campaign:slug>/", views_find.campaign_feed, name="campaign-feed"),
    path("feeds/<slug:token>/s/<code:code>/", views_find.scene_feed, name="scene-feed"),
    path("api/v1/campaigns/<campaign:slug>/scenes/", scenes.ScenesApi.as_view(), name="api-scenes"),
    path("api/v1/campaigns/<campaign:slug>/search/", finding.SearchApi.as_view(), name="api-search"),
    path("api/v1/campaigns/<campaign:slug>/rolls/", finding.RollsApi.as_view(), name="api-rolls"),
    path("api/v1/scenes/<code:code>/", scenes.SceneApi.as_view(), name="api-scene"),
    path("api/v1/scenes/<code:code>/posts/", posts.PostsApi.as_view(), name="api-posts"),
    path("api/v1/scenes/<code:code>/preview/", posts.PreviewApi.as_view(), name="api-preview"),
    path("api/v1/scenes/<code:code>/draft/", posts.DraftApi.as_view(), name="api-draft"),
    path("api/v1/scenes/<code:code>/read/", scenes.ReadApi.as_view(), name="api-read"),
    path("api/v1/scenes/<code:code>/pictures/", scenes.PicturesApi.as_view(), name="api-pictures"),
    path("api/v1/posts/<code:post>/", posts.PostApi.as_view(), name="api-post"),
    path("api/v1/posts/<code:post>/versions/", posts.VersionsApi.as_view(), name="api-versions"),
    path("api/v1/posts/<code:post>/restore/", posts.RestoreApi.as_view(), name="api-restore"),
    path("api/v1/scenes/<code:code>/frames/", frames.FramesApi.as_view(), name="api-frames"),
    path("api/v1/frames/<code:frame>/", frames.FrameApi.as_view(), name="api-frame"),
    path("api/v1/frames/<code:frame>/vote/", frames.VoteApi.as_view(), name="api-vote"),
    path("api/v1/frames/<code:frame>/close/", frames.CloseApi.as_view(), name="api-close-frame"),
    path("api/v1/frames/<code:frame>/tests/", frames.CallApi.as_view(), name="api-call-test"),
    path("api/v1/tests/<code:test>/", frames.TestApi.as_view(), name="api-test"),
    path("api/v1/tests/<code:test>/roll/", frames.RollApi.as_view(), name="api-roll-test"),
    path("api/v1/tests/<code:test>/reroll/", frames.RerollApi.as_view(), name="api-reroll-test"),
    path("api/v1/tests/<code:test>/weigh/", frames.WeighApi.as_view(), name="api-weigh-test"),
    path("api/v1/clans/<int:clan>/caravan/", caravan.CaravanApi.as_view(), name="api-caravan"),
    path("api/v1/clans/<int:clan>/caravan/ledger/", caravan.LedgerApi.as_view(), name="api-ledger"),
    path("api/v1/clans/<int:clan>/caravan/days/", caravan.DaysApi.as_view(), name="api-days"),
]
