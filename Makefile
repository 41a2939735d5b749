# Two commands: `make run` and `make test`. The rest is listed by `make help`.
PYTHON ?= python3
VENV := .venv/bin
.DEFAULT_GOAL := help
.PHONY: help install run test soak lint rules bench messages lock

help: ## show this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/ -/'

install: ## make .venv with everything, tools for development included
	@$(PYTHON) scripts/install.py dev

run: ## install what is needed and start everything; Ctrl-C stops it
	@$(PYTHON) scripts/install.py run
	@exec $(VENV)/python manage.py up

test: ## run every test on the real servers: rules, cases, services, pages, API, browser, deadlines
	@$(PYTHON) scripts/install.py dev
	@$(VENV)/python scripts/test.py

soak: ## run the reliability tests with their full figures on both databases; hours, each with its counts and seed
	@$(PYTHON) scripts/install.py dev
	@$(VENV)/python scripts/test.py soak

lint: ## check style, types, import contracts, templates, migrations and catalogues
	@$(PYTHON) scripts/install.py dev
	@$(VENV)/python scripts/lint.py

rules: ## run the tests of the rulebook only, with fewer random examples
	@$(PYTHON) scripts/install.py dev
	@$(VENV)/python scripts/rules.py

bench: ## run the benchmarks and print them beside what they are compared to
	@$(PYTHON) scripts/install.py dev
	@$(VENV)/python -m benchmarks

messages: ## bring the translation catalogues up to date with the sources, and compile them
	@$(PYTHON) scripts/install.py dev
	@$(VENV)/python scripts/messages.py update

lock: ## write the lock files anew from pyproject.toml (needs uv)
	uv pip compile pyproject.toml --universal --generate-hashes --no-header --no-annotate -q \
		-o requirements.lock
	uv pip compile pyproject.toml --group dev -c requirements.lock --universal --generate-hashes --no-header \
		--no-annotate -q -o requirements-dev.lock
