"""Log lines: readable ones on a console, JSON for a collector; a request's id runs through web and worker."""

import logging
import re
from typing import Any

import structlog

# Whoever knows the rest of such an address may act or read as somebody; logs are read by others.
SECRET_PART = re.compile(
    r"(/(?:calendar|turns/link|notices/stop|join|account/password/reset/key|account/confirm-email)/)[^/\s]+"
)


def hide_secrets(logger: Any, method: str, line: structlog.types.EventDict) -> structlog.types.EventDict:
    """Addresses whose last part is a secret are written without it."""
    for name in ("event", "request"):
        if isinstance(line.get(name), str):
            line[name] = SECRET_PART.sub(r"\1…", line[name])
    return line


SHARED_STEPS: list[structlog.types.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    hide_secrets,
]


QUIET = re.compile(r"GET /(healthz|readyz|metrics)\b")


class WorthReading(logging.Filter):
    """A finished request says all that its start said, and a health check says nothing."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = str(record.msg)
        return "request_started" not in message and not QUIET.search(message)


class RefusalsInOneLine(logging.Filter):
    """A refusal (403, 404 …) is an answer, not a fault: the line says it, and no traceback follows."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == "django.request" and record.levelno < logging.ERROR:
            record.exc_info = record.exc_text = None
        return True


def renderer(as_json: bool) -> structlog.types.Processor:
    if as_json:
        return structlog.processors.JSONRenderer()
    # The plain form: a traceback with the values of all variables would put secrets into the log.
    return structlog.dev.ConsoleRenderer(
        colors=False, pad_event_to=0, exception_formatter=structlog.dev.plain_traceback
    )


def configuration(*, level: str, as_json: bool) -> dict[str, Any]:
    """Django's LOGGING for the given level; also sets structlog itself up, so that both write alike."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED_STEPS,
            structlog.processors.format_exc_info,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer(as_json)],
        "foreign_pre_chain": SHARED_STEPS,
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "filters": {"worth_reading": {"()": WorthReading}, "refusals": {"()": RefusalsInOneLine}},
        "handlers": {
            "stream": {
                "class": "logging.StreamHandler",
                "formatter": "line",
                "filters": ["worth_reading", "refusals"],
            }
        },
        "root": {"handlers": ["stream"], "level": level},
        "loggers": {
            "django.server": {"handlers": ["stream"], "level": level, "propagate": False},
            # What the webhook library says may hold a reader's secret address; what matters of it is in the delivery.
            "apprise": {"handlers": [], "propagate": False},
            "celery.beat": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
            "django_structlog.celery": {"level": "WARNING"},
        },
    }
