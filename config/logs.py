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


class WorthReading(logging.Filter):
    """A finished request says all that its start said, and a health check says nothing."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = str(record.msg)
        return "request_started" not in message and "GET /healthz" not in message


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
        "filters": {"worth_reading": {"()": WorthReading}},
        "handlers": {"stream": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["worth_reading"]}},
        "root": {"handlers": ["stream"], "level": level},
        "loggers": {
            "django.server": {"handlers": ["stream"], "level": level, "propagate": False},
            "celery.beat": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
            "django_structlog.celery": {"level": "WARNING"},
        },
    }
