"""`pitboss serve`: opens the house and serves it until it is told to stop."""

import argparse
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from pitboss.errors import InputError
from pitboss.ledger.opening import DEFAULT


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "house", nargs="?", metavar="HOUSE.toml", help="the house file (the sample house when not given)"
    )
    parser.add_argument("--db", default=DEFAULT, metavar="URL", help=f"a file, or postgresql://… (default {DEFAULT})")
    parser.add_argument(
        "--key", metavar="FILE", help="the signing key (default: beside the database; made when missing)"
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default 127.0.0.1)")
    parser.add_argument("--port", type=int, default=8000, help="the port to listen on (default 8000; 0 picks one)")
    parser.add_argument(
        "--physical", action="append", default=[], metavar="TABLE", help="a table dealt from real cards"
    )
    parser.add_argument("--practice", action="store_true", help="let guests play without a password")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    for module in ("fastapi", "uvicorn", "cryptography", "argon2"):
        if find_spec(module) is None:
            raise InputError(f"serving needs the package {module}: pip install 'pitboss[house]'")
    import uvicorn  # noqa: PLC0415 - only the server needs it

    from pitboss.house.keys import key_file, load_or_make_key  # noqa: PLC0415
    from pitboss.house.live import LiveHouse  # noqa: PLC0415
    from pitboss.house.people import People  # noqa: PLC0415
    from pitboss.ledger.opening import open_store  # noqa: PLC0415
    from pitboss.rules.approve import approve_house  # noqa: PLC0415
    from pitboss.rules.house_file import HouseFile  # noqa: PLC0415
    from pitboss.web.app import make_app  # noqa: PLC0415

    if not 0 <= options.port <= 65535:
        raise InputError(f"{options.port} is no port: give one from 0 to 65535")
    text, name = _text(options.house), options.house or "sample_house.toml"
    # Whatever is wrong with the house file is said before anything is made.
    approve_house(HouseFile(name, text.encode()))
    key = load_or_make_key(options.key or key_file(options.db))
    # Made once: a house that resumes looks for the ledger that it had.
    open_store(options.db, create=True).close()
    house = LiveHouse(
        lambda: open_store(options.db), text, key,
        file=name, physical=options.physical,
    )  # fmt: skip
    server = uvicorn.Server(
        uvicorn.Config(
            make_app(house, lambda store: People(store, guests=options.practice)),
            host=options.host,
            port=options.port,
            log_level="warning",
            access_log=False,
        )
    )
    print(f"{house.approved.submission.facility}: {', '.join(house.approved.tables)}", flush=True)
    print(f"http://{options.host}:{options.port}   ledger {options.db}   key {house.public_key}", flush=True)
    server.run()
    return 0


def _text(file: str | None) -> str:
    if file is None:
        return files("pitboss.regulations").joinpath("sample_house.toml").read_text(encoding="utf-8")
    try:
        return Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be read: {(error.strerror or str(error)).lower()}", file) from None
    except UnicodeDecodeError:
        raise InputError("expected UTF-8 text", file) from None
