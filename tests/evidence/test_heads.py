"""Signed heads: the format as others read it, keys and their files, and that nothing in a head can be changed."""

import os
import stat
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, NoEncryption, PrivateFormat

from pitboss.errors import InputError, LedgerBroken
from pitboss.evidence.heads import Head, PublicKey, SigningKey, check_head, read_head

KEY = SigningKey(bytes(range(32)))
HEAD = Head(KEY.public.origin("Harbour Club"), 1234, sha256(b"root").digest(), 1_790_000_000_000)
NOTE = KEY.sign(HEAD)


def test_a_head_is_a_signed_note() -> None:
    text, signatures = NOTE.split("\n\n")
    assert text.split("\n") == [HEAD.origin, "1234", b64encode(HEAD.root).decode()]
    assert HEAD.origin == f"pitboss/harbour-club/{KEY.public.id}"
    signed, timed = (line.split(" ") for line in signatures.removesuffix("\n").split("\n"))
    assert (signed[:2], timed[:2]) == (["\N{EM DASH}", HEAD.origin], ["\N{EM DASH}", HEAD.origin])
    public = Ed25519PublicKey.from_public_bytes(KEY.public.raw)
    data, stamped = b64decode(signed[2]), b64decode(timed[2])
    assert (data[:4], stamped[:4]) == (KEY.public.named(HEAD.origin).id, KEY.public.named(HEAD.origin, 4).id)
    public.verify(data[4:], f"{text}\n".encode())
    assert int.from_bytes(stamped[4:12], "big") == 1_790_000_000
    public.verify(stamped[12:], f"cosignature/v1\ntime 1790000000\n{text}\n".encode())


def older_note(key: SigningKey = KEY) -> str:
    """A head as houses before 0.3 signed it: the time is a fourth line, and the key is called pitboss."""
    text = f"pitboss Harbour Club\n1234\n{b64encode(HEAD.root).decode()}\ntime 1790000000123\n"
    signature = bytes.fromhex(key.public.id) + key.signature(text)
    return f"{text}\n\N{EM DASH} pitboss {b64encode(signature).decode()}\n"


def test_a_head_of_an_older_house_stays_verifiable() -> None:
    older = Head("pitboss Harbour Club", 1234, HEAD.root, 1_790_000_000_123)
    assert read_head(older_note()) == check_head(older_note(), KEY.public) == older
    with pytest.raises(LedgerBroken, match="not signed by"):
        check_head(older_note(), SigningKey(bytes(32)).public)
    for place in range(len(older_note())):
        changed = older_note()[:place] + chr(ord(older_note()[place]) ^ 1) + older_note()[place + 1 :]
        with pytest.raises(LedgerBroken):
            check_head(changed, KEY.public)


def test_the_two_forms_do_not_mix() -> None:
    """A time in the text is an extension line, which only the older form has, under its own key name."""
    text, signatures = NOTE.split("\n\n")
    with pytest.raises(LedgerBroken, match="not signed by"):
        check_head(f"{text}\ntime 1790000000000\n\n{signatures}", KEY.public)
    with pytest.raises(LedgerBroken, match="expected origin, size, root"):
        check_head(f"{text}\nanother line\n\n{signatures}", KEY.public)
    only_signed = NOTE[: NOTE.rindex("\N{EM DASH}")]
    with pytest.raises(LedgerBroken, match="expected origin, size, root"):
        check_head(only_signed, KEY.public)


@pytest.mark.parametrize("facility", ["Harbour\u00a0Club", "two\nlines", "赌场", "+", " " * 9, "x" * 5000, "é 中"])
def test_every_facility_has_an_origin_that_a_head_can_carry(facility: str) -> None:
    origin = KEY.public.origin(facility)
    assert check_head(KEY.sign(HEAD._replace(origin=origin)), KEY.public).origin == origin
    assert len(origin) < 120


def test_a_head_is_read_and_checked() -> None:
    assert read_head(NOTE) == check_head(NOTE, KEY.public) == HEAD
    empty = HEAD._replace(size=0, origin="é/中", at=1000)
    assert check_head(KEY.sign(empty), KEY.public) == empty


def test_the_public_key_is_printed_as_verifier_keys_are() -> None:
    name, number, data = str(KEY.public).split("+", 2)
    assert b64decode(data) == b"\x01" + KEY.public.raw
    # Key id of the signed-note format: the first four bytes over name, newline, type and key.
    assert number == sha256(name.encode() + b"\n\x01" + KEY.public.raw).hexdigest()[:8]
    assert PublicKey.parse(f"  {KEY.public}\n") == KEY.public


def test_the_key_id_is_computed_as_the_known_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example key in the documentation of Go's golang.org/x/mod/sumdb/note."""
    monkeypatch.setattr("pitboss.evidence.heads.NAME", "PeterNeumann")
    key = PublicKey(b64decode("ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")[1:])
    assert str(key) == "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
    text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
    signed = "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="
    assert b64decode(signed)[:4].hex() == key.id
    assert key.signed(b64decode(signed)[4:], text)
    assert not key.signed(b64decode(signed)[4:], text + " ")


def test_the_signature_is_that_of_rfc_8032() -> None:
    seed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
    public = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    assert SigningKey(bytes.fromhex(seed)).public.raw.hex() == public


def test_every_changed_byte_of_a_head_is_found() -> None:
    data = NOTE.encode()
    for place in range(len(data)):
        for change in (1, 2, 4, 8, 16, 32, 64, 128, 255):
            changed = bytearray(data)
            changed[place] ^= change
            with pytest.raises(LedgerBroken):
                check_head(changed.decode(errors="surrogateescape"), KEY.public)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        NOTE[:-1],
        NOTE + "\n",
        "\ufeff" + NOTE,
        NOTE.replace("\n", "\r\n"),
        NOTE.replace("1234", "01234"),
        NOTE.replace("1234", "-1234"),
        NOTE.replace("1234", "+1234"),
        NOTE.replace("1234", "1_234"),
        NOTE.replace("1234", "\u0661\u0662"),
        NOTE.replace("1234", "9" * 5000),
        older_note().replace("time ", ""),
        NOTE.replace("harbour", "har\tbour"),
        NOTE.replace("harbour", "har\x00bour"),
        NOTE.replace("harbour", "har\u2028bour"),
        NOTE.replace("\N{EM DASH}", "-"),
        NOTE.split("\N{EM DASH}", maxsplit=1)[0],
        NOTE + "\N{EM DASH} witness notbase64\n",
        NOTE * 1000,
    ],
)
def test_what_is_no_head_is_refused(text: str) -> None:
    with pytest.raises(LedgerBroken):
        read_head(text)


def test_another_key_and_another_signature_are_refused() -> None:
    other = SigningKey(bytes(32))
    with pytest.raises(LedgerBroken, match=f"not signed by the key pitboss.{other.public.id}"):
        check_head(NOTE, other.public)
    signed_elsewhere = KEY.sign(HEAD._replace(size=1235)).rsplit(" ", maxsplit=1)[1]
    with pytest.raises(LedgerBroken, match="changed after it was signed"):
        check_head(f"{NOTE.rsplit(' ', maxsplit=1)[0]} {signed_elsewhere}", KEY.public)


def test_a_witness_may_sign_too_and_is_passed_over() -> None:
    witness = "\N{EM DASH} witness.example/one " + b64encode(bytes(76)).decode() + "\n"
    assert check_head(NOTE + witness, KEY.public) == HEAD
    text, own = NOTE.split("\n\n", maxsplit=1)
    assert check_head(f"{text}\n\n{witness}{own}", KEY.public) == HEAD
    with pytest.raises(LedgerBroken, match="expected origin"):
        check_head(f"{text}\n\n{witness}", KEY.public)


def test_a_second_wrong_signature_of_the_same_key_is_not_passed_over() -> None:
    wrong = KEY.public.named(HEAD.origin).line(bytes(64))
    with pytest.raises(LedgerBroken, match="is wrong"):
        check_head(NOTE + wrong, KEY.public)


@pytest.mark.parametrize(
    "head",
    [
        HEAD._replace(size=-1),
        HEAD._replace(size=10**18),
        HEAD._replace(at=0),
        HEAD._replace(root=b"short"),
    ],
)
def test_what_could_not_be_read_again_is_not_signed(head: Head) -> None:
    with pytest.raises(ValueError, match=r"cannot be the head"):
        KEY.sign(head)


# Keys


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected a public key"),
        ("hello", "found 'hello'"),
        (str(KEY.public).replace("pitboss", "pitbos"), "mistyped"),
        (str(KEY.public).replace("pitboss", "pit boss"), "expected a public key"),
        (str(KEY.public)[:-1], "expected a public key"),
        (str(KEY.public).replace(KEY.public.id, "00000000"), f"mistyped: its id is {KEY.public.id}"),
        (str(KEY.public)[:-1] + ("A" if str(KEY.public)[-1] != "A" else "B"), "mistyped"),
        (f"pitboss+00000000+{b64encode(bytes([4]) + bytes(32)).decode()}", "mistyped"),
        (f"pitboss+00000000+{b64encode(bytes([2]) + bytes(32)).decode()}", "of type 2"),
        (str(KEY.public.named("x")).replace("+AQ", "+Bg"), "of type 6"),
    ],
)
def test_a_mistyped_public_key_is_refused(text: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        PublicKey.parse(text)


def test_a_signing_key_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "house.key"
    KEY.save(str(file))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.read_text().startswith("-----BEGIN PRIVATE KEY-----\n")
    assert SigningKey.load(str(file)).sign(HEAD) == NOTE
    assert SigningKey.load(str(file)).keys("w", 4) == KEY.keys("w", 4)
    with pytest.raises(InputError, match="File exists"):
        SigningKey(bytes(32)).save(str(file))
    assert SigningKey.load(str(file)).public == KEY.public
    file.chmod(0o640)
    with pytest.raises(InputError, match="chmod 600"):
        SigningKey.load(str(file))


def test_a_private_key_is_never_shown(tmp_path: Path) -> None:
    file = tmp_path / "house.key"
    KEY.save(str(file))
    secret = file.read_text().splitlines()[1]
    with pytest.raises(InputError, match="this is a private key") as refused:
        PublicKey.parse(file.read_text())
    assert secret[:10] not in str(refused.value)
    assert bytes(range(32)).hex() not in repr(KEY)


def test_a_file_that_holds_no_signing_key_is_refused(tmp_path: Path) -> None:
    elliptic = generate_private_key(SECP256R1())
    file = tmp_path / "house.key"
    for content, reason in [
        (b"", "expected a private key in PEM"),
        (b"\xff" * 100, "expected a private key in PEM"),
        (
            elliptic.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"x")),
            "without a password",
        ),
        (
            KEY._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"x")),
            "without a password",
        ),
    ]:
        file.write_bytes(content)
        file.chmod(0o600)
        with pytest.raises(InputError, match=reason):
            SigningKey.load(str(file))
    with pytest.raises(InputError, match="No such file"):
        SigningKey.load(str(tmp_path / "none"))
    with pytest.raises(InputError, match="No such file"):
        KEY.save(str(tmp_path / "none/house.key"))


def test_another_kind_of_key_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "house.key"
    pem = generate_private_key(SECP256R1()).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    os.close(os.open(file, os.O_CREAT, 0o600))
    file.write_bytes(pem)
    with pytest.raises(InputError, match="another kind"):
        SigningKey.load(str(file))


def test_a_seed_is_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        SigningKey(b"short")
