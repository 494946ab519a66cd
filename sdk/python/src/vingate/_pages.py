"""Lists in pages. Nothing here does I/O."""

from __future__ import annotations

from typing import Any

_size_max = 1000


class Pages:
    """The pages of a list, until one is not full."""

    def __init__(self, entries: str, parts: dict[str, Any]) -> None:
        self._entries = entries
        self._parts = parts
        self._size: int = parts.get("query", {}).get("page_size") or _size_max
        self._page = 0
        self._range: dict[str, Any] = {}
        self.more = True

    def next(self) -> dict[str, Any]:
        """The arguments of the next call."""
        self._page += 1
        query = {**self._parts.get("query", {}), **self._range, "page": self._page, "page_size": self._size}
        return {**self._parts, "query": query}

    def took(self, body: Any) -> list[Any]:
        """The entries of a page."""
        entries: list[Any] = body[self._entries] if self._entries else body
        if self._entries and "timestamp_le" in body:
            # Calls that come between two pages must not shift them.
            self._range = {name: body[name] for name in ("timestamp_ge", "timestamp_le")}
        self.more = len(entries) >= self._size
        return entries
