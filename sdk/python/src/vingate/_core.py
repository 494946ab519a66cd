"""What both clients share: operations, settings, and how a request is written. Nothing here does I/O."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any, AsyncIterable, Callable, Generic, Iterable, Mapping, TypeVar, Union
from urllib.parse import quote, urlencode
from uuid import uuid4

import httpx

from ._version import __version__
from .errors import MissingCredential

T = TypeVar("T")

#: A value in a path, query or header.
Value = Union[str, int]
#: A time: a datetime with its zone, or a text as ISO 8601.
When = Union[str, datetime]
#: A file that is sent.
Upload = Union[bytes, Iterable[bytes]]
AsyncUpload = Union[bytes, AsyncIterable[bytes]]


@dataclass(frozen=True)
class Operation(Generic[T]):
    """An operation of the service."""

    name: str
    method: str
    path: str
    answer: str
    credentials: tuple[str, ...] = ()
    #: Whether it also answers without a credential.
    anonymous: bool = False
    body_type: str | None = None
    #: Whether it takes an `Idempotency-Key`.
    idempotent: bool = False
    #: Whether it can be charged, and is repeated for nothing by `X-Repeat-Of`.
    charged: bool = False
    #: The ID of a lookup, in the reference and in receipts.
    lookup: str | None = None


@dataclass(frozen=True)
class Answer:
    """What an answer says beside its body."""

    status: int
    headers: Mapping[str, str]

    @property
    def request_id(self) -> str | None:
        """The request ID of the call in the request log."""
        return self.headers.get("x-request-id")

    @property
    def credits_charged(self) -> int | None:
        """The credits that this answer cost; 0 if it was free, as the repetition of a charged call is."""
        text = self.headers.get("x-credits-charged", "")
        return int(text) if re.fullmatch(r"\d+", text) else None

    @property
    def credits_remaining(self) -> int | None:
        """The credits that the subscription has left; None if they are unlimited."""
        text = self.headers.get("x-credits-remaining", "")
        return int(text) if re.fullmatch(r"-?\d+", text) else None

    @property
    def data_source(self) -> str | None:
        """The dataset that the answer is based on; `demo` is synthetic."""
        return self.headers.get("x-data-source")

    @property
    def etag(self) -> str | None:
        """The version of the resource, for `if_match`."""
        return self.headers.get("etag")


OnAnswer = Callable[[Answer], None]


@dataclass(frozen=True)
class Options:
    """What one call does in its own way."""

    #: Seconds for the whole call, with its repetitions; None for the client's.
    timeout: float | None = None
    #: How often the call may be repeated; None for the client's number.
    retries: int | None = None
    #: Headers that are sent too.
    headers: Mapping[str, str] = field(default_factory=dict)
    #: Receives the headers of the answer.
    on_answer: OnAnswer | None = None


@dataclass(frozen=True)
class ServerEvent:
    """One event of a stream of events."""

    event: str
    data: Any
    id: str


@dataclass(frozen=True)
class Settings:
    """What a client was made with."""

    url: str
    key: str | None = field(repr=False)
    token: str | None = field(repr=False)
    timeout: float
    retries: int
    retry_after_max: float
    on_answer: OnAnswer | None

    @staticmethod
    def of(
        key: str | None,
        url: str | None,
        token: str | None,
        timeout: float,
        retries: int,
        retry_after_max: float,
        on_answer: OnAnswer | None,
    ) -> Settings:
        address = (url or os.environ.get("VINGATE_URL") or "").rstrip("/")
        if not re.match(r"https?://[^/]", address):
            raise ValueError("Pass url= or set VINGATE_URL: the service's address, with http:// or https://.")
        return Settings(
            url=address,
            key=key or os.environ.get("VINGATE_KEY") or None,
            token=token or os.environ.get("VINGATE_TOKEN") or None,
            timeout=timeout,
            retries=retries,
            retry_after_max=retry_after_max,
            on_answer=on_answer,
        )


_nothing: Mapping[str, Any] = {}


@dataclass(frozen=True)
class Prepared:
    """A request, as httpx takes it."""

    method: str
    url: str
    headers: dict[str, str]
    content: Any = None


def prepare(
    settings: Settings,
    operation: Operation[Any],
    options: Options,
    *,
    path: Mapping[str, Any] = _nothing,
    query: Mapping[str, Any] = _nothing,
    headers: Mapping[str, Any] = _nothing,
    body: Any = None,
    content_type: str | None = None,
) -> Prepared:
    """The request of a call. Raises `MissingCredential`, and `ValueError` without a value of the path."""
    url = settings.url + operation.path
    for name, value in path.items():
        text = _text(value)
        # A path with dots would be that of another operation.
        if text in ("", ".", ".."):
            raise ValueError(f"{operation.path} needs a value for {name}.")
        url = url.replace("{" + name + "}", quote(text, safe=""))
    pairs = [(name, _text(value)) for name, value in query.items() if value is not None]
    if pairs:
        url += "?" + urlencode(pairs)
    sent = {
        "accept": operation.answer,
        "user-agent": f"vingate-python/{__version__}",
        **_credential(settings, operation),
        **{name.lower(): _text(value) for name, value in headers.items() if value is not None},
        **{name.lower(): value for name, value in options.headers.items()},
    }
    if operation.idempotent:
        sent.setdefault("idempotency-key", str(uuid4()))
    if body is None:
        return Prepared(operation.method, url, sent)
    content, own_type = _content(operation, body)
    sent["content-type"] = content_type or own_type
    return Prepared(operation.method, url, sent, content)


def _credential(settings: Settings, operation: Operation[T]) -> dict[str, str]:
    for kind in operation.credentials:
        if kind == "key" and settings.key is not None:
            return {"x-authkey": settings.key}
        if kind == "token" and settings.token is not None:
            return {"authorization": f"Bearer {settings.token}"}
    if operation.credentials and not operation.anonymous:
        kinds = " or ".join(f"a {kind}: pass {kind}= or set VINGATE_{kind.upper()}" for kind in operation.credentials)
        raise MissingCredential(f"{operation.name} needs {kinds}.")
    return {}


def _content(operation: Operation[T], body: Any) -> tuple[Any, str]:
    kind = operation.body_type or "application/json"
    if kind == "application/x-www-form-urlencoded":
        return urlencode({name: _text(value) for name, value in body.items()}).encode(), kind
    if kind == "application/json" and not isinstance(body, bytes):
        return json.dumps(body, separators=(",", ":")).encode(), kind
    return body, kind


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
    return str(value)


_connect_seconds = 10.0


def timeouts(seconds: float) -> httpx.Timeout:
    """Bounds each step of a call that has so many seconds left."""
    return httpx.Timeout(seconds, connect=min(seconds, _connect_seconds))
