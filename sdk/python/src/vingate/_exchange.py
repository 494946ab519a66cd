"""One call, from its request to the value of its answer, whoever moves the bytes. Nothing here does I/O."""

from __future__ import annotations

import json
from typing import Any, Generic, Mapping, TypeVar

import httpx

from ._attempts import Attempts
from ._batch import Part, PartAnswer, PartOutcome
from ._core import Operation, Prepared
from ._receipts import Exchanged
from .errors import BadAnswer, VingateError

T = TypeVar("T")


class Exchange(Generic[T]):
    """
    A driver sends what `next` returns, passes on what it receives, and waits the seconds that `end` or `failed` return.
    When `end` returns None, `result` has the value.
    """

    result: T

    def __init__(self, attempts: Attempts) -> None:
        self._attempts = attempts
        self._status = 0
        self._headers: Mapping[str, str] = {}
        self._refusal: list[bytes] = []
        #: Each try that has an answer.
        self.exchanged: list[Exchanged] = []

    def next(self) -> Prepared:
        return self._attempts.next()

    @property
    def seconds_left(self) -> float:
        """Raises httpx's timeout."""
        return self._attempts.seconds_left

    def begin(self, response: httpx.Response) -> None:
        status, headers = response.status_code, response.headers
        self._status = status
        self._headers = headers
        sent = response.request
        self.exchanged.append(Exchanged(sent.method, sent.url.raw_path.decode(), status, headers))
        self._refusal = []
        if self._succeeded:
            self._attempts.answered(status, headers)
            self._start()

    def feed(self, chunk: bytes) -> None:
        """Raises httpx's timeout, `BadAnswer`."""
        self._attempts.seconds_left
        if self._succeeded:
            self._read(chunk)
        else:
            self._refusal.append(chunk)

    def end(self) -> float | None:
        """Raises `ApiError`, `NetworkError`."""
        if self._succeeded:
            return self._finish()
        return self._attempts.refused(self._status, self._headers, b"".join(self._refusal))

    def failed(self, error: Exception) -> float:
        """Raises `NetworkError`."""
        return self._attempts.failed(error)

    @property
    def _succeeded(self) -> bool:
        return 200 <= self._status < 300

    def _start(self) -> None:
        raise NotImplementedError

    def _read(self, chunk: bytes) -> None:
        raise NotImplementedError

    def _finish(self) -> float | None:
        raise NotImplementedError


class ValueExchange(Exchange[T]):
    """A call whose answer is one value."""

    def __init__(self, attempts: Attempts, operation: Operation[T]) -> None:
        super().__init__(attempts)
        self._operation = operation
        self._chunks: list[bytes] = []

    def _start(self) -> None:
        self._chunks = []

    def _read(self, chunk: bytes) -> None:
        self._chunks.append(chunk)

    def _finish(self) -> float | None:
        self.result = _decoded(self._operation, b"".join(self._chunks))
        return None


class PartExchange(Exchange[PartOutcome]):
    """A part of a batch. Its answer is read whole, so that it can be cut without a gap in the results."""

    def __init__(self, attempts: Attempts, part: Part) -> None:
        super().__init__(attempts)
        attempts.be_patient()
        self._part = part
        self._answer = PartAnswer(part)
        self._best = 0

    def failed(self, error: Exception) -> float:
        if self._answer.count > self._best:
            self._best = self._answer.count
            self._attempts.progressed()
        return super().failed(error)

    def _start(self) -> None:
        self._answer = PartAnswer(self._part)

    def _read(self, chunk: bytes) -> None:
        self._answer.feed(chunk)

    def _finish(self) -> float | None:
        self.result = self._answer.end()
        if self.result.again is None:
            return None
        try:
            return self._attempts.pause_after(self.result.again)
        except VingateError:
            # It has been repeated often enough: what is answered is passed on with the error.
            return None


def _decoded(operation: Operation[T], body: bytes) -> T:
    value: Any
    try:
        if operation.answer == "application/json":
            value = json.loads(body)
        else:
            value = body if operation.answer.startswith("image/") else body.decode()
    except ValueError as error:
        raise BadAnswer(f"The answer of {operation.name} is not {operation.answer}: {error}") from error
    answer: T = value
    return answer
