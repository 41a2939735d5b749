# Two commands: `make run` and `make test`. The rest is listed by `make help`.
PYTHON ?= python3
VENV := .venv/bin
.DEFAULT_GOAL := help
.PHONY: help install run test lint rules bench messages lock

help: ## show this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/ -/'

install: ## make .venv with everything, tools for development included
	@$(PYTHON) scripts/install.py dev

run: ## install what is needed and start everything; Ctrl-C stops it
	@$(PYTHON) scripts/install.py run
	@exec $(VENV)/python manage.py up

