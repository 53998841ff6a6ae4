"""The name on the package index: `pitboss-tables` is ours, `pitboss` is somebody else's."""

import re
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import pitboss
from tests.packaging.clean import ROOT, new_environment, pip_install, run_clean

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
READ = (".py", ".md", ".toml", ".ipynb", ".js", ".html", ".yml", ".json", ".jsonl")
OLD_FORM = re.compile(
    r"\bpitboss\[|(?:pip|pipx|uv|poetry)\s+(?:\w+\s+)*?(?:install|add)\b[^\n]*[ \t'\"]pitboss(?![-\w/.])"
)
NAME = re.compile(r"[\w.-]+")


def texts() -> list[Path]:
    """Everything that could tell a person what to install."""
    folders = [path for name in ("src", "docs", "examples", "benchmarks", "tests") for path in (ROOT / name).rglob("*")]
    found = [path for path in [*ROOT.glob("*"), *folders] if path.suffix in READ and path.is_file()]
    return [path for path in found if path.resolve() != Path(__file__)]


@pytest.mark.parametrize(
    ("text", "old"),
    [
        ("pip install pitboss", True),
        ("pip install 'pitboss[house]'", True),
        ('`pip install -U "pitboss"`', True),
        ("uv add pitboss", True),
        ("cluster = [pitboss[sim]]", True),
        ("pip install 'pitboss-tables[house]'", False),
        ("pip install --editable '.[dev]'  # then run pitboss.", False),
        ("pip install open-spiel, then pitboss/LetItRide-MD-v0", False),
    ],
)
def test_the_old_form_is_recognised(text: str, old: bool) -> None:
    assert bool(OLD_FORM.search(text)) is old


def test_nothing_tells_people_to_install_the_stranger() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in texts()
        for match in OLD_FORM.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_no_extra_requires_the_stranger() -> None:
    required = {match[0].lower() for wanted in EXTRAS.values() for line in wanted if (match := NAME.match(line))}
    assert PROJECT["name"] == "pitboss-tables"
    assert "pitboss" not in required
    assert "pitboss-tables" in required, "an extra that includes another names ours"


def test_upgrading_an_extra_keeps_us(wheel: Path, tmp_path: Path) -> None:
    """The index offers a newer `pitboss` of somebody else, and empty packages in place of our dependencies."""
    index = tmp_path / "index"
    index.mkdir()
    write_empty_wheel(index, "pitboss", "print('a stranger')")
    extras = [extra for extra in EXTRAS if extra not in ("dev", "docs")]
    for name in {match[0] for extra in extras for line in EXTRAS[extra] if (match := NAME.match(line))}:
        if name != PROJECT["name"]:
            write_empty_wheel(index, name, "")
    python = new_environment(sys.executable, tmp_path / "fresh")
    pip_install(python, wheel)
    offline = ("--no-index", "--find-links", index, "--find-links", wheel.parent)
    pip_install(python, "--upgrade", *offline, f"pitboss-tables[{','.join(extras)}]")
    listed = run_clean(python, "-m", "pip", "list", "--format=freeze", cwd=tmp_path).stdout.split()
    assert f"pitboss-tables=={pitboss.__version__}" in listed
    assert "numpy==9999.0" in listed
    assert [line for line in listed if line.startswith("pitboss==")] == []
    said = run_clean(python, "-c", "import pitboss; print(pitboss.__version__)", cwd=tmp_path)
    assert said.stdout.strip() == pitboss.__version__


def write_empty_wheel(folder: Path, name: str, source: str) -> None:
    """Writes a wheel of version 9999.0 with one module."""
    module = name.lower().replace("-", "_")
    info = f"{module}-9999.0.dist-info"
    with zipfile.ZipFile(folder / f"{module}-9999.0-py3-none-any.whl", "w") as file:
        file.writestr(f"{module}/__init__.py", source)
        file.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 9999.0\n")
        file.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        file.writestr(f"{info}/RECORD", "")
