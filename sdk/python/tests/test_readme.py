"""The samples of the README and of the guide, as they are written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Callable

import pytest

from conftest import TOKEN, Account

SDK = Path(__file__).parent.parent
README = (SDK / "README.md").read_text()
GUIDE = (SDK.parent.parent / "docs" / "guide" / "clients.md").read_text()
# A sample, and the output below it if the page shows one.
SAMPLES = re.findall(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", README + GUIDE, re.DOTALL)


@pytest.mark.parametrize("code, output", SAMPLES, ids=[str(at) for at in range(len(SAMPLES))])
def test_a_sample_prints_what_the_page_says(
    code: str,
    output: str,
    url: str,
    account: Callable[[int], Account],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    # A sample can write a file.
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VINGATE_URL", url)
    monkeypatch.setenv("VINGATE_KEY", account(10).key)
    monkeypatch.setenv("VINGATE_TOKEN", TOKEN)
    exec(compile(code, "README.md", "exec"), {"__name__": "sample"})
    printed = capsys.readouterr().out
    assert printed == output if output else printed != ""


def test_the_page_has_samples() -> None:
    assert len(SAMPLES) == (README + GUIDE).count("```python") >= 7
