"""Reports of any number of VINs: how they are sent in parts, and answers results. Nothing here does I/O."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Iterable, Iterator, Sequence, TypedDict, Union

from ._batch import LineError
from .errors import BadAnswer, class_of
from .models import VehicleReportData


class _VinAlone(TypedDict):
    vin: str


class ReportQuery(_VinAlone, total=False):
    """A VIN, with its model year and the miles on the odometer where they are known."""

    year: Union[int, str]
    mileage: Union[int, str]


#: One VIN of a batch of reports.
ReportVin = Union[str, ReportQuery]


@dataclass(frozen=True)
class ReportResult:
    """The answer to one VIN: either `data` or `error`."""

    #: The place of the VIN in the input, from 0.
    index: int
    #: As it was given.
    vin: ReportVin
    #: The `data` of `get_report`.
    data: VehicleReportData | None = None
    error: LineError | None = None


def parts_of(vins: Iterable[ReportVin], size: int) -> Iterator[tuple[int, list[ReportVin]]]:
    """VINs that are sent together, with the index of the first. Raises `ValueError`."""
    if size < 1:
        raise ValueError("part_size is a whole number from 1.")
    index = 0
    part: list[ReportVin] = []
    for vin in vins:
        part.append(vin)
        if len(part) >= size:
            yield index, part
            index += len(part)
            part = []
    if part:
        yield index, part


def body_of(part: Sequence[ReportVin], families: Sequence[str] | None) -> dict[str, Any]:
    return {"vins": list(part), **({} if families is None else {"families": list(families)})}


def results_of(text: str, index: int, part: Sequence[ReportVin]) -> Iterator[ReportResult]:
    """The results of a part. Raises the error with which the service ended it, and `BadAnswer` if it was cut."""
    count = 0
    for line in text.splitlines():
        try:
            value = json.loads(line)
        except ValueError as error:
            raise BadAnswer(f"A line of the reports is not JSON: {error}") from error
        fault = value.get("error")
        if value.get("status") == "error" and "from_line" in fault:
            status = int(fault["status"])
            raised = class_of(status)(status, code=str(fault["code"]), detail=str(fault["detail"]))
            raised.answered = index + count
            raise raised
        yield ReportResult(index + count, part[count], data=value.get("data"), error=fault)
        count += 1
    if count < len(part):
        raise BadAnswer(f"The reports ended after {count} of {len(part)} lines.")
