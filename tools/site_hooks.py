"""What the site adds to docs/: pages that stand elsewhere in the repository, the reference, and formulas as MathML.

Links are written for a reader of the repository (`../examples/house.toml`). Here they become links of the site.
"""

import re
from pathlib import Path
from posixpath import dirname, join, normpath, relpath
from typing import Any

from latex2mathml.converter import convert
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
PAGES = {
    "README.md": "index.md",
    **{name: name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE")},
    **{path.relative_to(ROOT).as_posix(): path.relative_to(ROOT).as_posix() for path in ROOT.glob("examples/*.*")},
}
"""Files outside docs/ by their path in the repository, and where the site has them."""
REFERENCE = {"pitboss": False, "cards": False, "odds": False, "env": False} | dict.fromkeys(
    ("rules", "play", "table", "simulation"), True
)
"""The packages that have a page of reference, and whether it goes through their modules or only through their names."""
_LINK = re.compile(r"(\]\()([^)#:\s]+)((?:#[^)]*)?\))")
_FORMULA = re.compile(r'<(span|div) class="arithmatex">\\[(\[](.+?)\\[)\]]</\1>', re.DOTALL)


@event_priority(100)  # before the plugin that turns notebooks into pages
def on_files(files: Files, config: MkDocsConfig, **_: Any) -> Files:
    for source, page in PAGES.items():
        if source == page:
            files.append(File(page, str(ROOT), config.site_dir, config.use_directory_urls))
        else:
            files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))
    for name, modules in REFERENCE.items():
        package = name if name == "pitboss" else f"pitboss.{name}"
        text = f"::: {package}\n    options:\n      show_submodules: {str(modules).lower()}\n"
        files.append(File.generated(config, f"reference/{name}.md", content=text))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Turns the links of a page into links of the site."""
    here = page.file.src_uri
    source = next((source for source, site in PAGES.items() if site == here), f"docs/{here}")

    def link(match: re.Match[str]) -> str:
        target = normpath(join(dirname(source), match[2]))
        if target in PAGES:
            target = PAGES[target]
        elif target.startswith("docs/"):
            target = target.removeprefix("docs/")
        else:
            return match[0]
        return f"{match[1]}{relpath(target, dirname(here) or '.')}{match[3]}"

    return _LINK.sub(link, markdown)


def on_page_content(html: str, **_: Any) -> str:
    """Turns formulas into MathML, which browsers draw without a library."""

    def formula(match: re.Match[str]) -> str:
        text = match[2].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
        return str(convert(text, display="block" if match[1] == "div" else "inline"))

    return _FORMULA.sub(formula, html)
