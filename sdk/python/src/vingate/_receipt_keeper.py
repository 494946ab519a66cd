"""What a client does with the receipts of its calls. The only I/O here is that of a file."""

from __future__ import annotations

import base64
import os
import time
import warnings
from typing import Callable, Mapping, Sequence, Union

import httpx

from ._core import Options
from ._receipts import Exchanged, Receipt, receipt_of
from .errors import ReceiptError, ReceiptWarning

#: Where receipts go: a function, or a file that they are appended to.
ReceiptTarget = Union[Callable[[Receipt], None], str, "os.PathLike[str]"]

_salt_bytes = 32
#: Without a salt, another one is not requested within this time.
_salt_pause = 60.0
#: An answer waits no longer than that for the salt.
SALT_OPTIONS = Options(timeout=5.0, retries=1, on_answer=lambda _: None)
WANTED: Mapping[str, str] = {"want-receipt": "1"}


class ReceiptKeeper:
    """Checks receipts, and hands them over."""

    def __init__(self, target: ReceiptTarget, strict: bool, url: str) -> None:
        """Raises `OSError` if the file cannot be written."""
        self._keep: Callable[[Receipt], None]
        if isinstance(target, (str, os.PathLike)):
            self._keep = _FileOfReceipts(target)
        else:
            self._keep = target
        self._strict = strict
        self._prefix = len(httpx.URL(url).raw_path.rstrip(b"/"))
        self._salt: bytes | None = None
        self._salt_after = 0.0

    @property
    def needs_salt(self) -> bool:
        return self._salt is None and time.monotonic() >= self._salt_after

    def set_salt(self, text: str) -> None:
        """In Base64. Another text is no salt."""
        try:
            salt = base64.b64decode(text)
        except (TypeError, ValueError):
            salt = b""
        self._salt = salt if len(salt) == _salt_bytes else None
        self._salt_after = time.monotonic() + _salt_pause

    def take(self, operation: str, exchanges: Sequence[Exchanged], answer: object) -> None:
        """`answer` is the value or the error that the call ends with. Raises `ReceiptError`."""
        error: ReceiptError | None = None
        cause = answer if isinstance(answer, Exception) else None
        for one in exchanges:
            sent = Exchanged(one.method, one.target[self._prefix :], one.status, one.headers)
            receipt = receipt_of(operation, sent, self._salt)
            if receipt is None:
                continue
            if receipt.holds is False and self._strict and error is None:
                text = f"The receipt {receipt.line} does not hold. Keep it, and report it to the operator."
                error = ReceiptError(text, receipt, answer)
            try:
                self._keep(receipt)
            except Exception as failure:
                text = f"The receipt {receipt.line} could not be kept: {failure}"
                error, cause = ReceiptError(text, receipt, answer), failure
        if error is not None:
            raise error from cause


class _FileOfReceipts:
    """Warns of a receipt that does not hold."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = path
        self._append(b"")

    def __call__(self, receipt: Receipt) -> None:
        self._append(f"{receipt.line}\n".encode())
        if receipt.holds is False:
            warnings.warn(f"The receipt {receipt.line} does not hold.", ReceiptWarning, stacklevel=2)

    def _append(self, text: bytes) -> None:
        # One write, so that several programs can share the file.
        with open(self._path, "ab", buffering=0) as file:
            file.write(text)
