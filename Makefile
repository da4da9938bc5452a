# Two commands need nothing but Python >= 3.11 and make: `make demo` and `make test`.

PYTHON ?= python3
BIN := .venv/bin
DEMO := build/demo
READY := .venv/.ready
EXCLUDES := build/excludes.txt

.PHONY: demo test test-heavy exports reference install format clean help

help: ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/'

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "paperkg needs Python 3.11 or newer; name one: make PYTHON=python3.12 …")'
	@echo "setting up .venv: this takes a minute or two, once"
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python --editable . --group dev
	touch $@

demo: $(READY) ## build the graph of the example corpus, its exports and its page
	mkdir -p $(DEMO)
	$(BIN)/kg build docs/examples/landmarks.bib -o $(DEMO)/landmarks.kg --force
	$(BIN)/kg export $(DEMO)/landmarks.kg -f turtle -o $(DEMO)/landmarks.ttl
	$(BIN)/kg export $(DEMO)/landmarks.kg -f graphml -o $(DEMO)/landmarks.graphml
	$(BIN)/kg view $(DEMO)/landmarks.kg -o $(DEMO)/landmarks.html --title "Landmark papers"
	$(BIN)/kg query $(DEMO)/landmarks.kg methods-by-papers -p atleast=4
	@echo
	@echo "Look here:"
	@echo "  page     $(DEMO)/landmarks.html    open it in a browser"
	@echo "  RDF      $(DEMO)/landmarks.ttl"
	@echo "  GraphML  $(DEMO)/landmarks.graphml    Gephi, Cytoscape, igraph, networkx"
	@echo "  ask      $(BIN)/kg queries; $(BIN)/kg query $(DEMO)/landmarks.kg datasets-of-task"
	@echo "           $(BIN)/kg show $(DEMO)/landmarks.kg ImageNet"

test: $(READY) ## format, lint, types, layers, tests
	$(BIN)/ruff format --check kg tests
	$(BIN)/ruff check kg tests
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -m "not heavy" -n 2 --dist loadfile

test-heavy: $(READY) ## big pages and other tests that take their time
	$(BIN)/python -m pytest -m heavy

exports: $(READY) ## refresh exports/ from the example corpus
	mkdir -p build
	$(BIN)/kg build docs/examples/landmarks.bib -o build/exports.kg --force --quiet
	$(BIN)/kg export build/exports.kg -f turtle -o exports/landmarks.ttl
	$(BIN)/kg export build/exports.kg -f ntriples -o exports/landmarks.nt
	$(BIN)/kg export build/exports.kg -f graphml -o exports/landmarks.graphml
	$(BIN)/kg info build/exports.kg --json > exports/info.json
	$(BIN)/kg extract docs/examples/landmarks.bib -q -o exports/landmarks.extractions.jsonl

reference: $(READY) ## refresh the pages made from files: the ontology
	$(BIN)/python -m kg.graph.ontology > docs/reference/ontology.md

install: ## install the command kg for this user, without torch
	$(PYTHON) -c 'import shutil, sys; sys.exit(shutil.which("uv") is None and "this needs uv: python3 -m pip install --user uv")'
	mkdir -p build
	echo sentence-transformers > $(EXCLUDES)
	uv tool install . --excludes $(EXCLUDES)

format: $(READY)
	$(BIN)/ruff format kg tests
	$(BIN)/ruff check --fix kg tests

clean:
	rm -rf build .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
