"""The player's file as one HTML page with everything inside: it needs no network, no server and no package."""

import re
from html import escape
from importlib.resources import files

_MODULES = (
    *("lib/dom.js", "lib/money.js", "lib/api.js", "lib/shuffle.js", "lib/deal-check.js", "lib/rankings.js"),
    *("lib/settlement.js", "lib/proof-check.js", "round-file.js"),
)
"""In an order in which each needs only those before it."""
_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(?:lib/)?([a-z-]+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (async function|function|const|class) (\w+)", re.MULTILINE)
_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
.good::before { content: "\\2713\\00a0"; } .bad::before { content: "\\2717\\00a0"; }
.good { color: #0b5d1e; } .bad { color: #9b1c1c; font-weight: bold; }
ol { list-style: none; padding: 0; } td, th { text-align: left; padding: .2rem .8rem .2rem 0; vertical-align: top; }
code { overflow-wrap: anywhere; } #verdict { font-size: 1.3rem; }
"""
_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"


def round_page(text: str, signature: str, title: str, key: str) -> str:
    """The page of a player's file."""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<title>{escape(title)}</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
<h1>{escape(title)}</h1>
<p id="verdict" role="status">Checking…</p>
<ol id="checks"></ol>
<table><thead><tr><th>Box</th><th>Item</th><th>Computed</th><th>Handed over</th><th>Clause</th></tr></thead>
<tbody id="payments"></tbody></table>
<p>This page checks itself without a network. It cannot know whose key signed it: compare this with the key that the
house posts: <code>{escape(key)}</code></p>
</main>
<script type="application/json" id="round">{text}</script>
<script type="text/plain" id="signature">{signature}</script>
<script type="module">
{_inlined()}
void module_round_file.start();
</script>
</body>
</html>
"""


def _inlined() -> str:
    """The modules as one, each in a function of its own."""
    root = files("pitboss.web").joinpath("static")
    return "\n".join(_wrapped(name, root.joinpath(name).read_text(encoding="utf-8")) for name in _MODULES)


def _wrapped(name: str, text: str) -> str:
    exported = ", ".join(found[1] for found in _EXPORT.findall(text))
    text = _IMPORT.sub(lambda found: f"const {{{found[1]}}} = {_variable(found[2])};\n", text)
    text = _EXPORT.sub(r"\1 \2", text).replace("</", "<\\/")
    return f"const {_variable(name)} = (() => {{\n{text}\nreturn {{ {exported} }};\n}})();"


def _variable(name: str) -> str:
    # No module exports a name that begins like this.
    return "module_" + name.rpartition("/")[2].removesuffix(".js").replace("-", "_")
