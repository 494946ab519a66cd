"""The calls of the client without an event loop.

Made by `npm run sdk` from `_async_calls.py`. Do not edit.
"""

from __future__ import annotations

import threading
import time
from types import TracebackType
from typing import Any, Iterable, Iterator, Sequence, Type, TypeVar
from uuid import uuid4

import httpx

from . import _repeats
from ._attempts import Attempts, Clock
from ._batch import DECODE_VINS, BatchResult, Part, Vin
from ._core import OnAnswer, Operation, Options, Prepared, ServerEvent, Settings, prepare, timeouts
from ._events import EventReader
from ._exchange import Exchange, PartExchange, ValueExchange
from ._operations import GET_RECEIPT_SALT, GET_ROOT, REPORT_VEHICLES
from ._pages import Pages
from ._receipt_keeper import SALT_OPTIONS, WANTED, ReceiptKeeper, ReceiptTarget
from ._reports import ReportResult, ReportVin, body_of, parts_of, results_of
from .errors import BadAnswer, MissingCredential, NetworkError, VingateError
from .models import GetRootAnswer

T = TypeVar("T")
Self = TypeVar("Self", bound="Caller")


class Caller:
    """Sends requests, and repeats those that may be repeated."""

    def __init__(
        self,
        key: str | None = None,
        *,
        url: str | None = None,
        token: str | None = None,
        timeout: float = 60.0,
        retries: int = _repeats.retries,
        retry_after_max: float = _repeats.seconds,
        on_answer: OnAnswer | None = None,
        receipts: ReceiptTarget | None = None,
        strict_receipts: bool = False,
        http: httpx.Client | None = None,
    ) -> None:
        """
        `key` is a subscription key for lookups, `token` a token for everything else. What is absent is read from
        VINGATE_KEY, VINGATE_URL and VINGATE_TOKEN. `timeout` has the seconds of a whole call with its repetitions, or
        of one try of a part of a batch. A call is repeated at most `retries` times, and a part of a batch no later than `retry_after_max` seconds
        after its last new result; a longer pause that the service states raises. `on_answer` receives the headers of each answer. With
        `receipts` each lookup has a receipt, which is checked and goes to this function or file. `strict_receipts` raises
        `ReceiptError` after one that does not hold. `http` is an httpx client of your own, for proxies and certificates;
        you close it.
        """
        self.settings = Settings.of(key, url, token, timeout, retries, retry_after_max, on_answer)
        self._clock = Clock()
        self._receipts = None if receipts is None else ReceiptKeeper(receipts, strict_receipts, self.settings.url)
        self._salt_lock = threading.Lock()
        self._closes = http is None
        self._http = http or httpx.Client()

    def close(self) -> None:
        """Closes the connections."""
        if self._closes:
            self._http.close()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(
        self, kind: Type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def balance(self, *, options: Options | None = None) -> GetRootAnswer:
        """The credits of the key's subscription. Free."""
        if self.settings.key is None:
            raise MissingCredential("balance needs a key: pass key= or set VINGATE_KEY.")
        return self._call(GET_ROOT, headers={"api-key": self.settings.key}, options=options)

    def decode_vins(
        self,
        vins: Iterable[Vin],
        *,
        idempotency_key: str | None = None,
        part_size: int = 1000,
        options: Options | None = None,
    ) -> Iterator[BatchResult]:
        """
        Decodes any number of VINs and yields their results in order.

        Reads `part_size` VINs, sends them as a batch with an `Idempotency-Key` of its own, and yields their results
        before it reads more. A part that was cut is repeated and not charged again. With an `idempotency_key` of yours
        that holds for 24 hours, also for another program that decodes the same VINs with the same `part_size`. Raises
        `CreditsExhausted` and the like; the error's `answered` is the number of results before it.
        """
        key = idempotency_key or str(uuid4())
        part = Part(part_size)
        for vin in vins:
            if not part.add(vin):
                yield from self._decode_part(part, key, options)
                part = part.following(vin)
        yield from self._decode_part(part, key, options)

    def reports(
        self,
        vins: Iterable[ReportVin],
        *,
        families: Sequence[str] | None = None,
        idempotency_key: str | None = None,
        part_size: int = 50,
        options: Options | None = None,
    ) -> Iterator[ReportResult]:
        """
        Reports of any number of VINs, in order.

        Sends `part_size` VINs at a time, with an `Idempotency-Key` of their own: a part that was cut is repeated and not
        charged again. With an `idempotency_key` of yours that holds for 24 hours. Raises `CreditsExhausted` and the
        like; the error's `answered` is the number of results before it.
        """
        key = idempotency_key or str(uuid4())
        for index, part in parts_of(vins, part_size):
            headers = {"idempotency-key": f"{key}-{index}"}
            body = body_of(part, families)
            text = self._call(REPORT_VEHICLES, options=options, headers=headers, body=body)
            yield from results_of(text, index, part)

    def _decode_part(self, part: Part, key: str, options: Options | None) -> Iterator[BatchResult]:
        rest: Part | None = part if part.lines else None
        while rest is not None:
            headers = {"idempotency-key": rest.key(key)}
            attempts = self._attempts(DECODE_VINS, options, headers=headers, body=b"".join(rest.lines))
            try:
                outcome = self._run(PartExchange(attempts, rest))
            except VingateError as error:
                error.answered = rest.index
                raise
            yield from outcome.results
            rest = outcome.rest
            if outcome.error is not None:
                raise outcome.error

    def _call(self, operation: Operation[T], *, options: Options | None, **parts: Any) -> T:
        if self._receipts is not None and operation.lookup is not None:
            return self._receipted(self._receipts, operation, operation.lookup, options, parts)
        return self._run(ValueExchange(self._attempts(operation, options, **parts), operation))

    def _receipted(
        self, receipts: ReceiptKeeper, operation: Operation[T], lookup: str, options: Options | None, parts: dict[str, Any]
    ) -> T:
        headers = {**parts.pop("headers", {}), **WANTED}
        exchange = ValueExchange(self._attempts(operation, options, headers=headers, **parts), operation)
        try:
            answer = self._run(exchange)
        except VingateError as error:
            self._find_salt(receipts, exchange)
            receipts.take(lookup, exchange.exchanged, error)
            raise
        self._find_salt(receipts, exchange)
        receipts.take(lookup, exchange.exchanged, answer)
        return answer

    def _find_salt(self, receipts: ReceiptKeeper, exchange: Exchange[Any]) -> None:
        if not receipts.needs_salt or not any("x-receipt" in one.headers for one in exchange.exchanged):
            return
        with self._salt_lock:
            # Another call may have found it.
            if not receipts.needs_salt:
                return
            attempts = self._attempts(GET_RECEIPT_SALT, SALT_OPTIONS)
            try:
                salt = (self._run(ValueExchange(attempts, GET_RECEIPT_SALT)))["salt"]
            except (VingateError, LookupError, TypeError):
                salt = ""
            receipts.set_salt(salt)

    def _pages(self, operation: Operation[Any], *, entries: str, options: Options | None, **parts: Any) -> Iterator[Any]:
        pages = Pages(entries, parts)
        while pages.more:
            yield from pages.took(self._call(operation, options=options, **pages.next()))

    def _events(self, operation: Operation[str], *, options: Options | None, **parts: Any) -> Iterator[ServerEvent]:
        attempts = self._attempts(operation, options, **parts)
        reader = EventReader()
        while True:
            request = attempts.next()
            try:
                with self._open(request, attempts.seconds_left) as response:
                    if response.status_code == 200:
                        attempts.answered(200, response.headers)
                        for chunk in response.iter_bytes():
                            yield from reader.feed(chunk)
                        return
                    pause = attempts.refused(response.status_code, response.headers, response.read())
            except httpx.RequestError as error:
                if reader.began:
                    raise NetworkError(f"The stream of {operation.name} was cut: {error}") from error
                pause = attempts.failed(error)
            time.sleep(pause)

    def _run(self, exchange: Exchange[T]) -> T:
        while True:
            request = exchange.next()
            try:
                with self._open(request, exchange.seconds_left) as response:
                    exchange.begin(response)
                    for chunk in response.iter_bytes():
                        exchange.feed(chunk)
                pause = exchange.end()
            except (httpx.RequestError, BadAnswer) as error:
                pause = exchange.failed(error)
            if pause is None:
                return exchange.result
            time.sleep(pause)

    def _open(self, request: Prepared, seconds: float) -> Any:
        return self._http.stream(
            request.method,
            request.url,
            headers=request.headers,
            content=request.content,
            timeout=timeouts(seconds),
        )

    def _attempts(self, operation: Operation[Any], options: Options | None, **parts: Any) -> Attempts:
        own = options or Options()
        return Attempts(self.settings, self._clock, operation, prepare(self.settings, operation, own, **parts), own)
