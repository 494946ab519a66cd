"""Batches of any size: how VINs become parts, and answers results. Nothing here does I/O."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Mapping, TypedDict, Union

from ._core import Operation
from .errors import ApiError, BadAnswer, class_of
from .models import VinDecodeData

DECODE_VINS: Operation[bytes] = Operation(
    "decode_vins",
    "POST",
    "/vin-decoder/batch",
    "application/x-ndjson",
    credentials=("key",),
    body_type="application/x-ndjson",
    idempotent=True,
)

#: The service takes 512 KiB under one key.
_part_bytes_max = 500_000
#: It refuses longer lines, and these need not be sent whole.
_line_bytes_max = 1_000


class _VinAlone(TypedDict):
    vin: str


class VinQuery(_VinAlone, total=False):
    """A VIN, and its model year where that is known."""

    year: Union[int, str]


#: One VIN of a batch.
Vin = Union[str, VinQuery]


class LineError(TypedDict):
    """Why a VIN of a batch was not decoded."""

    status: int
    code: str
    detail: str


@dataclass(frozen=True)
class BatchResult:
    """The answer to one VIN of a batch: either `data` or `error`."""

    #: The place of the VIN in the batch, from 0.
    index: int
    #: As it was given.
    vin: Vin
    #: The `data` of `decode_vin`.
    data: VinDecodeData | None = None
    error: LineError | None = None


def line_of(vin: Vin) -> bytes:
    """A VIN as a line. Raises `TypeError`."""
    if isinstance(vin, str):
        line = vin if re.fullmatch(r"[A-Za-z0-9]+", vin) else json.dumps(vin)
    elif isinstance(vin, Mapping):
        line = json.dumps(vin, separators=(",", ":"))
    else:
        raise TypeError(f"A batch takes VINs and dictionaries with vin and year, not {type(vin).__name__}.")
    return line.encode()[: _line_bytes_max + 1] + b"\n"


class Part:
    """VINs that are sent together."""

    def __init__(self, size: int, index: int = 0) -> None:
        if size < 1:
            raise ValueError("part_size is a whole number from 1.")
        self.size = size
        #: The place of its first VIN in the batch.
        self.index = index
        self.vins: list[Vin] = []
        self.lines: list[bytes] = []
        self._bytes = 0

    def add(self, vin: Vin) -> bool:
        """Adds a VIN. False if the part is full, and must be sent first."""
        line = line_of(vin)
        if len(self.lines) >= self.size or self._bytes + len(line) > _part_bytes_max:
            return False
        self.vins.append(vin)
        self.lines.append(line)
        self._bytes += len(line)
        return True

    def following(self, vin: Vin) -> Part:
        """The next part, which begins with the VIN that this one had no room for."""
        part = Part(self.size, self.index + len(self.lines))
        part.add(vin)
        return part

    def after(self, count: int) -> Part:
        """The part without its first VINs."""
        rest = Part(self.size, self.index + count)
        rest.vins = self.vins[count:]
        rest.lines = self.lines[count:]
        return rest

    def key(self, batch_key: str) -> str:
        """The same for the same VINs of the same batch, so that a repetition is not charged again."""
        return f"{batch_key}-{self.index}-{len(self.lines)}"


class PartAnswer:
    """The answer to a part, as its bytes arrive."""

    def __init__(self, part: Part) -> None:
        self._part = part
        self._rest = b""
        self._seen: list[dict[str, Any]] = []
        #: The error with which the service ended the part.
        self._end: dict[str, Any] | None = None

    @property
    def count(self) -> int:
        """How many lines have been answered, refused ones included."""
        return len(self._seen)

    def feed(self, chunk: bytes) -> None:
        """Raises `BadAnswer`."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            if self._end is None and self.count < len(self._part.lines):
                self._take(_parsed(line))

    def _take(self, line: dict[str, Any]) -> None:
        error = line.get("error")
        if line.get("status") == "error" and isinstance(error, dict) and isinstance(error.get("status"), int):
            if "from_line" in error:
                self._end = error
                return
        elif line.get("status") != "success" or not isinstance(line.get("data"), dict):
            raise BadAnswer("A line of the batch is neither a decoded VIN nor an error.")
        self._seen.append(line)

    def end(self) -> PartOutcome:
        """What the part came to. Raises `BadAnswer` if its answer was cut."""
        part = self._part
        if self._end is None and self.count < len(part.lines):
            raise BadAnswer(f"The batch ended after {self.count} of {len(part.lines)} lines.")
        refusals = [self._end] if self._end else []
        refusals += [line["error"] for line in self._seen if line["status"] == "error"]
        final = next((error for error in refusals if _is_final(error)), None)
        passing = next((error for error in refusals if _is_passing(error)), None)
        done = self.count
        # Refused lines at the end have no answer: they are the first of the rest.
        while (final or passing) and done > 0 and self._is_open(self._seen[done - 1]):
            done -= 1
        rest = part.after(done) if done < len(part.lines) else None
        error = final or passing
        if rest and done == 0 and not error:
            raise BadAnswer("The batch ended before its first line, for no reason that would last.")
        return PartOutcome(
            results=[self._result(at) for at in range(done)],
            rest=rest,
            error=_error_of(error, part.index + done) if error and rest else None,
            again=_error_of(passing, part.index + done) if passing and not final else None,
        )

    @staticmethod
    def _is_open(line: dict[str, Any]) -> bool:
        return line["status"] == "error" and (_is_final(line["error"]) or _is_passing(line["error"]))

    def _result(self, at: int) -> BatchResult:
        part = self._part
        line: Any = self._seen[at]
        if line["status"] == "success":
            return BatchResult(part.index + at, part.vins[at], data=line["data"])
        return BatchResult(part.index + at, part.vins[at], error=line["error"])


@dataclass(frozen=True)
class PartOutcome:
    """The results of a part."""

    results: list[BatchResult]
    #: What was not answered.
    rest: Part | None
    #: Why not; None if the rest can be sent now.
    error: ApiError | None
    #: Why some lines were refused that may be answered if the same part is sent again.
    again: ApiError | None


def _is_final(error: Mapping[str, Any]) -> bool:
    return error["status"] in (401, 402, 403) or error.get("code") == "quota_exceeded"


def _is_passing(error: Mapping[str, Any]) -> bool:
    return not _is_final(error) and (error["status"] == 429 or error["status"] >= 500)


def _error_of(error: Mapping[str, Any], answered: int) -> ApiError:
    status = int(error["status"])
    raised = class_of(status)(status, code=str(error.get("code")), detail=str(error.get("detail")))
    raised.answered = answered
    return raised


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except ValueError as error:
        raise BadAnswer(f"A line of the batch is not JSON: {error}") from error
    if not isinstance(value, dict):
        raise BadAnswer("A line of the batch is not an object.")
    return value
