"""Streams of events (text/event-stream). Nothing here does I/O."""

from __future__ import annotations

import json
from typing import Iterator

from ._core import ServerEvent


class EventReader:
    """The events of a stream, as its bytes arrive."""

    def __init__(self) -> None:
        self._rest = b""
        self._fields: dict[str, str] = {}
        #: Whether anything arrived.
        self.began = False

    def feed(self, chunk: bytes) -> Iterator[ServerEvent]:
        self.began = True
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            text = line.decode(errors="replace").rstrip("\r")
            if text == "":
                yield from self._event()
            elif not text.startswith(":"):
                name, _, value = text.partition(":")
                value = value[1:] if value.startswith(" ") else value
                self._fields[name] = f"{self._fields[name]}\n{value}" if name in self._fields else value

    def _event(self) -> Iterator[ServerEvent]:
        fields, self._fields = self._fields, {}
        if "data" not in fields:
            return
        data = fields["data"]
        try:
            value = json.loads(data)
        except ValueError:
            value = data
        yield ServerEvent(fields.get("event", "message"), value, fields.get("id", ""))
