"""Settings of the site, read from the environment only; README.md has the table of variables.

Importing this module with an empty environment gives a working local site on SQLite.
"""

import sqlite3
from datetime import timedelta
from pathlib import Path

from csp.constants import NONE, SELF
from environs import Env

from config import engines, inline_css, logs
from config.refusals import DEFAULT_SECRET_KEY, refuse_unsafe_production

env = Env()
BASE_DIR = Path(__file__).resolve().parent.parent

# --- what kind of site this is

SITE_KIND = env.str("SKALD_ENV", "local")
PRODUCTION = SITE_KIND == "production"
DATA_DIR = Path(env.str("SKALD_DATA", str(BASE_DIR / "data"))).absolute()
SECRET_KEY = env.str("SKALD_SECRET_KEY", DEFAULT_SECRET_KEY)
DEBUG = env.bool("SKALD_DEBUG", False)
ALLOWED_HOSTS = env.list("SKALD_HOSTS", [] if PRODUCTION else ["127.0.0.1", "localhost", "[::1]"])
SITE_URL = env.str("SKALD_URL", "http://127.0.0.1:8000").rstrip("/")
OPEN_SIGNUP = env.bool("SKALD_SIGNUP", True)
TRUSTED_PROXIES = env.int("SKALD_PROXIES", 0)

refuse_unsafe_production(kind=SITE_KIND, secret_key=SECRET_KEY, debug=DEBUG, hosts=ALLOWED_HOSTS)

# --- what it is made of

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.admin",
    "allauth",
    "allauth.account",
    "rest_framework",
    "rest_framework.authtoken",
    "django_filters",
    "drf_spectacular",
    "django_htmx",
    "csp",
    "django_structlog",
    "config",
    "demo",
    "archives",
    "story",
    "turns",
    "battles",
    "characters",
    "campaign",
    "notifications",
    "accounts",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.middleware.NulIsNoLetter",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.reader_language_and_zone",
    "config.middleware.private_pages_are_not_stored",
    "config.middleware.LogsNameTheBattle",
    "django.contrib.messages.middleware.MessageMiddleware",
    "accounts.middleware.words_outlive_sessions",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context.shell",
            ],
        },
    },
]

# --- where things are kept

DATABASES = {
    "default": engines.database(
        env.dj_db_url("DATABASE_URL", f"sqlite:///{DATA_DIR / 'skald.sqlite3'}"), sqlite3.sqlite_version_info
    )
}
CACHES = {"default": engines.cache(env.str("CACHE_URL", ""))}
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = int(timedelta(days=30).total_seconds())
STATIC_URL = "/static/"
STATIC_ROOT = Path(env.str("SKALD_STATIC", str(BASE_DIR / "staticfiles"))) if PRODUCTION else None
STATICFILES_DIRS = [BASE_DIR / "static"]
# A local site serves files where they lie; a real one collects them once, with names that may be cached for ever.
WHITENOISE_USE_FINDERS = not PRODUCTION
STATICFILES_BACKEND = (
    "whitenoise.storage.CompressedManifestStaticFilesStorage"
    if PRODUCTION
    else "django.contrib.staticfiles.storage.StaticFilesStorage"
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": STATICFILES_BACKEND},
}
MEDIA_ROOT = DATA_DIR / "media"

# --- work that waits; the reasons for these figures are in docs/deadlines.md

REDIS_URL = env.str("REDIS_URL", "redis://127.0.0.1:6379/0")
CELERY_BROKER_URL = engines.broker_url(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 600,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_timeout": 5,
    "socket_connect_timeout": 2,
    "socket_keepalive": not REDIS_URL.startswith("unix:"),
    "health_check_interval": 10,
    "global_keyprefix": "skald:",
}
CELERY_VISIBILITY_TIMEOUT = 600
CELERY_RESULT_BACKEND = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = False
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_TIME_LIMIT = 60
CELERY_TASK_SOFT_TIME_LIMIT = 45
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ETA_TASK_LIMIT = 100
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 10
CELERY_WORKER_MAX_TASKS_PER_CHILD = 2000
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TIMEZONE = "UTC"
CELERY_ENABLE_UTC = True
# `expires` is short, so that next to nothing piles up while the worker is away; yet the clocks of two machines may
# differ by a few seconds.
CELERY_BEAT_SCHEDULE = {
    "sweep": {
        "task": "turns.tasks.sweep",
        "schedule": timedelta(seconds=2),
        "options": {"expires": 4},
    },
    "send-outbox": {
        "task": "notifications.tasks.send_outbox",
        "schedule": timedelta(seconds=10),
        "options": {"expires": 9},
    },
    "archives": {
        "task": "archives.tasks.work",
        "schedule": timedelta(seconds=30),
        "options": {"expires": 25},
    },
    "forget-archives": {
        "task": "archives.tasks.forget",
        "schedule": timedelta(hours=1),
        "options": {"expires": 3000},
    },
    "forget-drafts": {
        "task": "story.tasks.forget_drafts",
        "schedule": timedelta(hours=1),
        "options": {"expires": 3000},
    },
    "tidy-pictures": {
        "task": "story.tasks.tidy_pictures",
        "schedule": timedelta(hours=6),
        "options": {"expires": 3000},
    },
}

# --- mail

vars().update(env.dj_email_url("EMAIL_URL", "smtp://localhost:25" if PRODUCTION else "file:"))
EMAIL_FILE_PATH = DATA_DIR / "mail"
EMAIL_TIMEOUT = 10
# Webhooks lead to public addresses only, and to these addresses or networks (such as 10.0.0.7 or 10.0.0.0/24).
WEBHOOK_ADDRESSES: list[str] = env.list("SKALD_WEBHOOK_ADDRESSES", [])
DEFAULT_FROM_EMAIL = env.str("SKALD_MAIL_FROM", "Skald <skald@localhost>")

# --- people

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "turns:mine"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "accounts.adapter.SignUpAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.sign_in_forms.SignInForm",
    "signup": "accounts.sign_in_forms.SignUpForm",
    "change_password": "accounts.sign_in_forms.ChangePasswordForm",
    "reset_password": "accounts.sign_in_forms.ForgottenPasswordForm",
    "reset_password_from_key": "accounts.sign_in_forms.NewPasswordForm",
    "add_email": "accounts.sign_in_forms.AddressForm",
    "reauthenticate": "accounts.sign_in_forms.PasswordAgainForm",
}
SIGN_IN_REST = 300  # seconds after which failed attempts to sign in are forgotten
REQUEST_REST = 60  # seconds after which other attempts about accounts are
ACCOUNT_RATE_LIMITS = {"login_failed": f"10/m/ip,5/{SIGN_IN_REST}s/key"}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = SITE_URL.split(":", 1)[0]
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES

# --- language and time: stored in UTC, shown in the reader's zone

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("es", "Español")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
DATABASE_CLOCK = True
"""Several machines may serve the site: where the database has a clock, it decides (accounts/clock.py)."""
TIME_ZONE = "UTC"

# --- what a browser is allowed to do with our pages

HTTPS = SITE_URL.startswith("https:")
CSRF_TRUSTED_ORIGINS = [SITE_URL]
CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
SECURE_HSTS_SECONDS = int(timedelta(days=365).total_seconds()) if HTTPS else 0
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # what other sites of the same domain do is not ours to say
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF, *inline_css.policy_hashes()],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# --- API

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["config.parsers.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "EXCEPTION_HANDLER": "config.problems.problem_response",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Skald",
    "DESCRIPTION": "The verbs of the pages, for programs.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "SCHEMA_PATH_PREFIX": "/api",
    "ENUM_NAME_OVERRIDES": {
        "FreeStrikesEnum": ["always", "never", "ask"],
        "BattleSidesEnum": ["director", "teams"],
        "RetconStatusEnum": "turns.models.RetconRequest.Status",
    },
}

# --- looking after it

METRICS_TOKEN = env.str("SKALD_METRICS_TOKEN", "")

# --- logs

LOGGING = logs.configuration(level=env.str("SKALD_LOG_LEVEL", "INFO"), as_json=env.bool("SKALD_LOG_JSON", PRODUCTION))
DJANGO_STRUCTLOG_CELERY_ENABLED = True
