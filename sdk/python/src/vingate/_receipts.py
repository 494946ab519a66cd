"""Receipts of calls: what they are, and how they are checked. Nothing here does I/O."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from dataclasses import dataclass, replace
from typing import Mapping
from urllib.parse import quote, unquote_plus


@dataclass(frozen=True)
class Receipt:
    """What an answer says that it was recorded as, in its header `x-receipt`."""

    #: As a file of receipts has it, without its line feed.
    line: str
    #: The call ID.
    call: str
    #: Milliseconds since 1970, UTC.
    at: int
    credits: int
    #: Base64.
    leaf: str
    #: Whether it is of this request and this answer; None if the account's salt, which that needs, could not be read.
    holds: bool | None


@dataclass(frozen=True)
class Exchanged:
    """What was sent and answered, as far as a receipt depends on it."""

    method: str
    #: Path and query, as sent.
    target: str
    status: int
    headers: Mapping[str, str]


_form = re.compile(r"([0-9a-f]{32}/[1-9][0-9]*);([0-9]{1,18});([0-9]{1,18});([A-Za-z0-9+/]{43}=)")
_digest_bytes = 16


def receipt_of(operation: str, exchanged: Exchanged, salt: bytes | None) -> Receipt | None:
    """The receipt of an answer, checked; None if it has none. `operation` is the operation's ID in the reference."""
    headers = exchanged.headers
    line = headers.get("x-receipt")
    if line is None:
        return None
    parts = _form.fullmatch(line)
    if parts is None:
        return Receipt(line, "", 0, 0, "", False)
    call, at, credits, leaf = parts.groups()
    receipt = Receipt(line, call, int(at), int(credits), leaf, False)
    if headers.get("x-credits-charged") != credits:
        return receipt
    if salt is None:
        return replace(receipt, holds=None)
    url = _recorded(exchanged.target, headers.get("x-ignored-parameters", ""))
    request = f"{headers.get('x-request-id')}\n{exchanged.method}\n{url}"
    digest = _base64(hmac.new(salt, request.encode(), hashlib.sha256).digest()[:_digest_bytes])
    text = f"vingate-call/v1\t{call}\t{at}\t{operation}\t{exchanged.status}\t{credits}\t{digest}\n"
    return replace(receipt, holds=_base64(hashlib.sha256(b"\0" + text.encode()).digest()) == leaf)


_url_max = 2048
_credential = re.compile(r"vg[kstocrmi](?:_|%5f)[0-9A-Za-z]{6,}", re.IGNORECASE)
#: What JavaScript's encodeURIComponent leaves as it is.
_unescaped = "-_.!~*'()"


def _recorded(target: str, ignored: str) -> str:
    """Path and query as the service records them: without credentials, and the values of ignored parameters."""
    path, mark, query = target.partition("?")
    if mark and ignored:
        names = ignored.split(", ")
        parts = [(part, part.split("=")[0]) for part in query.split("&")]
        kept = [name if quote(unquote_plus(name), safe=_unescaped) in names else part for part, name in parts]
        target = f"{path}?{'&'.join(kept)}"
    return _credential.sub("[redacted]", target)[:_url_max]


def _base64(value: bytes) -> str:
    return base64.b64encode(value).decode()
