"""Certificates of `serve --https`: an authority of this house, made once, and what it vouches for today."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from pencilwright.app.web.store import make_private, refusals_in_words

FILE: Final = "web.authority.pem"
"""Beside the data: key and certificate of the authority."""
SERVED: Final = "web.https.pem"
"""The same of the server, made anew at each start: addresses of a network change."""
AUTHORITY_DAYS, DAYS = 3650, 397
"""How long they hold; phones take no certificate of a server that holds longer."""
NAME: Final = "pencilwright of this house"


class Certificate(NamedTuple):
    """What the server shows: the file with its key, and the authority that phones may be told to trust."""

    path: Path
    authority: bytes


def certificate(folder: Path, names: Sequence[str]) -> Certificate:
    """Return the certificate for these names and addresses. Raises InputError where it cannot be kept."""
    with refusals_in_words(str(folder)):
        key, authority = _authority(folder / FILE)
        own_key = ec.generate_private_key(ec.SECP256R1())
        own = (
            _builder(names[0], own_key, DAYS)
            .issuer_name(authority.subject)
            .add_extension(x509.SubjectAlternativeName([_general(name) for name in names]), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()), critical=False
            )
            .sign(key, hashes.SHA256())
        )
        _write(folder / SERVED, own_key, own)
    return Certificate(folder / SERVED, authority.public_bytes(serialization.Encoding.DER))


def _authority(path: Path) -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate]:
    """Return the authority that is kept; a new one where there is none, or it ends soon."""
    with suppress(FileNotFoundError, ValueError):
        data = path.read_bytes()
        key, known = serialization.load_pem_private_key(data, None), x509.load_pem_x509_certificate(data)
        is_long = known.not_valid_after_utc > datetime.now(UTC) + timedelta(days=DAYS)
        if isinstance(key, ec.EllipticCurvePrivateKey) and is_long:
            return key, known
    key = ec.generate_private_key(ec.SECP256R1())
    usage = dict.fromkeys(
        ("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement",
         "encipher_only", "decipher_only"),
        False,
    )  # fmt: skip
    known = (
        _builder(NAME, key, AUTHORITY_DAYS)
        .issuer_name(_named(NAME))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.KeyUsage(key_cert_sign=True, crl_sign=True, **usage), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    _write(path, key, known)
    return key, known


def _builder(name: str, key: ec.EllipticCurvePrivateKey, days: int) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(_named(name))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=days))
    )


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:64])])


def _general(name: str) -> x509.GeneralName:
    with suppress(ValueError):
        return x509.IPAddress(ipaddress.ip_address(name))
    return x509.DNSName(name.rstrip(".").encode("idna").decode())


def _write(path: Path, key: ec.EllipticCurvePrivateKey, one: x509.Certificate) -> None:
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    made = path.with_name(f"{path.name}.part")
    made.unlink(missing_ok=True)
    make_private(made)
    text = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain) + one.public_bytes(pem)
    made.write_bytes(text)
    os.replace(made, path)
