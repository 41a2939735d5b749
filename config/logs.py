"""Log lines: readable ones on a console, JSON for a collector; a request's id runs through web and worker."""

import logging
from typing import Any

import structlog

SHARED_STEPS: list[structlog.types.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


class QuietStarts(logging.Filter):
    """A finished request says all that its start said."""

    def filter(self, record: logging.LogRecord) -> bool:
        return "request_started" not in str(record.msg)


def renderer(as_json: bool) -> structlog.types.Processor:
    if as_json:
        return structlog.processors.JSONRenderer()
    return structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0)


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
        "filters": {"quiet_starts": {"()": QuietStarts}},
        "handlers": {
            "stream": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["quiet_starts"]}
        },
        "root": {"handlers": ["stream"], "level": level},
        "loggers": {
            "django.server": {"handlers": ["stream"], "level": level, "propagate": False},
            "celery.beat": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
            "django_structlog.celery": {"level": "WARNING"},
        },
    }
