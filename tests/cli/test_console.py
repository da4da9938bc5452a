"""What people see: help with examples that are right, tables that lose nothing, bars in place."""

import shlex

import pytest
import typer

from kg.cli import console
from kg.cli.app import app
from kg.cli.console import print_table, progress_bar
from kg.cli.examples import EXAMPLES
from tests.cli.conftest import Run

COMMANDS = typer.main.get_group(app).commands


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_each_command_has_examples_that_it_accepts(name: str) -> None:
    examples = [line for line in EXAMPLES[name] if line.startswith("kg ")]
    assert examples
    for example in examples:
        _, command, *arguments = shlex.split(example)
        assert command == name
        COMMANDS[name].make_context(name, arguments)


def test_help_shows_the_examples_as_they_are(kg: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = kg("build", "--help")[1].splitlines()
    assert f"    {EXAMPLES['build'][0]}" in shown
    assert all(len(line) <= 80 for line in shown)


def test_the_list_of_commands_cuts_no_sentence(kg: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert "..." not in kg("--help")[1].partition("Commands:")[2]


def test_a_narrow_terminal_cuts_no_cell(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "40")
    print_table(("id", "label"), [(f":c-{'w' * 60}", "a label of some words")])
    shown = capsys.readouterr().out
    assert shown.count("w") == 61 and "…" not in shown


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [("", "")],
        [("C++", "1"), (":person-petar-veli%C4%8Dkovi%C4%87", "Petar Veličković")],
        [("日本語", " lead"), ("trail  ", "🦉 owl"), ("e\u0301", "שלום"), ("[b]x[/b]", ":smile:")],
        [("a\tb", "line\nbreak"), ("\x07bell", "\x1b[31mred")],
    ],
)
def test_a_pipe_gets_the_table_that_rich_would_make(
    capsys: pytest.CaptureFixture[str], rows: list[tuple[str, str]]
) -> None:
    print_table(("id", "label"), rows)
    ours = capsys.readouterr().out
    console._print_wrapped(("id", "label"), rows)
    assert ours == capsys.readouterr().out


def test_a_long_table_is_not_laid_out_by_rich(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(console, "_print_wrapped")
    print_table(("id", "label"), [(f":c-{n}", f"name {n}") for n in range(3_000)])
    assert len(capsys.readouterr().out.splitlines()) == 3_002


def test_bars_leave_nothing_above_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar():
        pass
    assert capsys.readouterr().err == ""


def test_bars_show_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar() as progress:
        progress("reading", 0, 0)
        progress("extracting", 2, 2)
    shown = capsys.readouterr().err
    assert "2/2" in shown and "bytes" not in shown
