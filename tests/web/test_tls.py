"""TLS of our own: pages, WebSockets and cookies over it, and handshakes that never end."""

import datetime
import json
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPSConnection
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from websockets.sync.client import connect

from tests.cli.running import Ran
from tests.cli.test_outside import run
from tests.web.bots import PASSWORD, staff_and
from tests.web.inside import HOUSE
from tests.web.serving import Served, hire


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 that nobody else signed, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(1).not_valid_before(now).not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    certificate, key_file = folder / "cert.pem", folder / "key.pem"
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    key_file.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return certificate, key_file


class SecureHouse(Served):
    """`pitboss serve` with a certificate."""

    def __init__(self, folder: Path) -> None:
        url = str(folder / "house.db")
        hire(url, staff_and(("ann",)))
        self.certificate, key = make_certificate(folder)
        super().__init__(
            HOUSE, url, folder / "house.key", "--quiet", "--tls-cert", str(self.certificate), "--tls-key", str(key)
        )
        self.context = ssl.create_default_context(cafile=str(self.certificate))

    def connection(self) -> HTTPSConnection:
        return HTTPSConnection("127.0.0.1", self.port, timeout=5, context=self.context)

    def answers(self) -> bool:
        with closing(self.connection()) as connection:
            connection.request("GET", "/api/house")
            return connection.getresponse().status == 200


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SecureHouse]:
    served = SecureHouse(tmp_path_factory.mktemp("tls"))
    served.start()
    yield served
    served.stop()


def test_pages_sign_in_and_tables_over_tls(house: SecureHouse) -> None:
    with closing(house.connection()) as connection:
        connection.request("GET", "/")
        assert b"<html" in connection.getresponse().read()
        sent = json.dumps({"name": "ann", "password": PASSWORD})
        headers = {"content-type": "application/json", "origin": f"https://127.0.0.1:{house.port}"}
        connection.request("POST", "/api/sign-in", sent, headers)
        answer = connection.getresponse()
        assert "Secure" in answer.headers["set-cookie"]
        token = json.loads(answer.read())["token"]
    address = f"wss://127.0.0.1:{house.port}/api/tables/three-card/live"
    with connect(address, ssl=house.context, additional_headers={"authorization": f"Bearer {token}"}) as table:
        assert json.loads(table.recv(5))["type"] == "snapshot"


def test_a_handshake_that_stops_holds_nothing(house: SecureHouse) -> None:
    held = [socket.create_connection(("127.0.0.1", house.port), timeout=20) for _ in range(30)]
    try:
        for one in held[::2]:
            one.sendall(b"\x16\x03\x01")
        assert house.answers()
        began = time.monotonic()
        assert all(one.recv(100) == b"" for one in held)
        assert 4 < time.monotonic() - began < 16
        # Plain HTTP is not spoken here.
        with socket.create_connection(("127.0.0.1", house.port), timeout=5) as plain:
            plain.sendall(b"GET / HTTP/1.1\r\n\r\n")
            assert b"HTTP" not in plain.recv(100)
    finally:
        for one in held:
            one.close()
    assert house.answers()


def serve(folder: Path, *options: object) -> Ran:
    return run(folder, "serve", "--db", "x.db", "--port", "0", *map(str, options))


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    certificate, key = make_certificate(tmp_path)
    for options, said in (
        (("--tls-cert", certificate), "give both"),
        (("--tls-cert", certificate, "--tls-key", key, "--jobs", "2"), "a connection with TLS stays in its process"),
        (("--tls-cert", certificate, "--tls-key", tmp_path / "missing.pem"), "missing.pem: cannot be read"),
        (("--tls-cert", key, "--tls-key", certificate), "cannot be used together"),
    ):
        ran = serve(tmp_path, *options)
        assert (ran.code, said in ran.err) == (2, True), ran.err
