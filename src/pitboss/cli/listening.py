"""Where `pitboss serve` listens: the port, the names under which it is reached, TLS, and how many may connect."""

import argparse
import os
import socket
from ipaddress import ip_address
from typing import TYPE_CHECKING

from pitboss.errors import InputError

if TYPE_CHECKING:
    from ssl import SSLContext


def add_listening(parser: argparse.ArgumentParser) -> None:
    """The options of this module."""
    parser.add_argument(
        "--host", metavar="ADDRESS", default="127.0.0.1", help="the address to listen on (default: 127.0.0.1)"
    )
    parser.add_argument(
        "--port", metavar="N", type=int, default=8000, help="the port to listen on, 0 for any (default: 8000)"
    )
    parser.add_argument(
        "--host-name", action="append", default=[], metavar="NAME",
        help="a name under which pages are opened, once for each; addresses and localhost need none",
    )  # fmt: skip
    parser.add_argument(
        "--proxy", action="append", default=[], metavar="ADDRESS",
        help="a proxy whose X-Forwarded-For and X-Forwarded-Proto are believed, once for each",
    )  # fmt: skip
    parser.add_argument("--tls-cert", metavar="FILE", help="serves https by this certificate chain (PEM)")
    parser.add_argument("--tls-key", metavar="FILE", help="the key of the certificate (PEM)")


def listening_on(host: str, port: int) -> socket.socket:
    """The port, taken before anything else happens."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        # The protocol is named, because only then does asyncio send small answers at once.
        listening = socket.socket(family, kind, protocol)
        try:
            if os.name == "posix":
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(place)
            listening.listen(1024)
        except OSError:
            listening.close()
            raise
        return listening
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(
            f"cannot listen on {host} port {port}: {reason}; stop what listens there, or give another --port"
        ) from None


def address_of(host: str, port: int, *, secure: bool = False) -> str:
    """The address that a browser on this machine opens."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return f"http{'s' * secure}://{shown}:{port}"


def reachable(host: str, port: int, *, secure: bool = False) -> str:
    """The address that phones in the network can open; empty if the house listens on this machine alone."""
    try:
        if ip_address(host).is_unspecified:
            # Nothing is sent: the system only chooses the address that leads out.
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
                probe.connect(("192.0.2.1", 9))
                host = probe.getsockname()[0]
        return "" if ip_address(host).is_loopback else address_of(host, port, secure=secure)
    except ValueError:
        return "" if host == "localhost" else address_of(host, port, secure=secure)
    except OSError:
        return ""


def own_names(options: argparse.Namespace) -> list[str]:
    """The names under which this house is opened: those given, the machine's own, and the host that it listens on."""
    machine = socket.gethostname()
    return [*options.host_name, options.host, machine, f"{machine.partition('.')[0]}.local"]


def tls_of(options: argparse.Namespace) -> "SSLContext | None":
    """The server's side of TLS; None if the house speaks HTTP. InputError if the files cannot be used."""
    if not options.tls_cert and not options.tls_key:
        return None
    if not options.tls_cert or not options.tls_key:
        raise InputError("give both --tls-cert FILE and --tls-key FILE")
    if options.jobs > 1:
        raise InputError(
            f"--jobs {options.jobs}: a connection with TLS stays in its process: "
            "put a proxy with TLS in front, or leave --jobs out"
        )
    from pitboss.web.run.tls import tls_context  # noqa: PLC0415 - for start-up time

    return tls_context(options.tls_cert, options.tls_key)
