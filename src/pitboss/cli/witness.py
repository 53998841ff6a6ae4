"""`pitboss witness`: cosigns what extends what it saw, on the regulator's machine."""

import argparse
import asyncio
import json
import os
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path
from time import time

from pitboss.cli.files import read_text
from pitboss.cli.output import say
from pitboss.errors import InputError
from pitboss.evidence.checkpoint import NO_ML_DSA
from pitboss.evidence.heads import SigningKey
from pitboss.evidence.policy import MOST_BYTES, Policy, read_policy
from pitboss.evidence.signed_note import is_key_name
from pitboss.text import plural, printable
from pitboss.witness.cosigning import Cosigner
from pitboss.witness.server import WitnessServer


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("logs", metavar="LOGS", help="a file with a line 'log KEY' for each log, and 'quorum none'")
    parser.add_argument(
        "--name", metavar="NAME", required=True, help="the name in its cosignatures, such as witness.example/tables"
    )
    parser.add_argument(
        "--state", metavar="DIR", default="witness", help="where it remembers what it saw (default: witness)"
    )
    parser.add_argument(
        "--key", metavar="FILE", help="its signing key, made if it is missing (default: DIR/witness.key)"
    )
    parser.add_argument(
        "--host", metavar="ADDRESS", default="127.0.0.1", help="the address to listen on (default: 127.0.0.1)"
    )
    parser.add_argument(
        "--port", metavar="N", type=int, default=8090, help="the port to listen on, 0 for any (default: 8090)"
    )
    parser.add_argument("--no-ml-dsa", action="store_true", help="signs with Ed25519 alone")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    if not is_key_name(options.name):
        raise InputError(f"--name {options.name[:60]!r}: a name has no spaces and no plus sign")
    if not 0 <= options.port <= 65535:
        raise InputError(f"{options.port} is not a port number: give one from 0 to 65535")
    policy = read_policy(read_text(options.logs, MOST_BYTES), options.logs)
    if not policy.logs:
        raise InputError(
            "it names no log: add a line 'log KEY', with the key that pitboss verify --db shows", options.logs
        )
    cosigner = _cosigner(options, policy)
    try:
        with _listening(options.host, options.port) as listening:
            port = listening.getsockname()[1]
            host = f"[{options.host}]" if ":" in options.host else options.host
            _say(options, cosigner, f"http://{host}:{port}")
            with suppress(asyncio.CancelledError):
                asyncio.run(_serve(WitnessServer(cosigner, _log), listening))
    finally:
        cosigner.close()
    return 0


def _cosigner(options: argparse.Namespace, policy: Policy) -> Cosigner:
    file = Path(options.key or Path(options.state, "witness.key"))
    if not file.exists():
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        SigningKey(os.urandom(32)).save(str(file))
    key = SigningKey.load(str(file))
    return Cosigner(options.name, key, policy, options.state, lambda: int(time()), ml_dsa=not options.no_ml_dsa)


async def _serve(server: WitnessServer, listening: socket.socket) -> None:
    task = asyncio.ensure_future(server.run(listening))
    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    await task


def _listening(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
        listening.listen(128)
    except OSError as error:
        raise InputError(f"cannot listen on {host} port {port}: {(error.strerror or str(error)).lower()}") from None
    return listening


def _say(options: argparse.Namespace, cosigner: Cosigner, address: str) -> None:
    lines = [f"witness {name} {key} {address}" for name, key in zip(("W", "W-ml-dsa"), cosigner.keys, strict=False)]
    if options.json:
        keys = [str(key) for key in cosigner.keys]
        print(json.dumps({"address": address, "keys": keys, "logs": cosigner.logs, "seen": cosigner.seen}), flush=True)
        return
    say(f"{printable(options.name)} at {address}: {plural(cosigner.logs, 'log')}, {cosigner.seen} cosigned before.")
    say("A house names one of its keys in its policy, with W as a name of its own:")
    for line in lines:
        print(f"  {line}")
    if len(lines) == 1 and not options.no_ml_dsa:
        say(f"Without ML-DSA-44: {NO_ML_DSA}.")
    sys.stdout.flush()


def _log(line: str) -> None:
    print(f"pitboss: refused {printable(line)}", file=sys.stderr, flush=True)
