"""When a call is repeated, and after how long. Nothing here does I/O."""

from __future__ import annotations

import random
import re
import time
from email.utils import parsedate_to_datetime
from typing import Mapping

import httpx

from . import _repeats
from ._core import Answer, Operation, Options, Prepared, Settings, T
from .errors import ApiError, CallTimeout, NetworkError, api_error


#: `Date` has no fractions of seconds.
_precise_seconds = 2.0


class Clock:
    """The difference between this clock and the service's, as its answers show it."""

    def __init__(self) -> None:
        self.ahead: float | None = None

    def saw(self, headers: Mapping[str, str]) -> None:
        date = _date(headers.get("date"))
        if date is not None:
            ahead = date - time.time()
            self.ahead = ahead if abs(ahead) > _precise_seconds else 0.0

    def uuid7(self) -> str:
        """An ID whose time is the service's: it finds the call in the request log."""
        milliseconds = int((time.time() + (self.ahead or 0)) * 1000)
        bits = random.getrandbits(74)
        value = milliseconds << 80 | 7 << 76 | (bits >> 62) << 64 | 2 << 62 | bits & (1 << 62) - 1
        text = f"{value:032x}"
        return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def _date(text: str | None) -> float | None:
    try:
        return parsedate_to_datetime(text).timestamp() if text else None
    except (ValueError, TypeError):
        return None


def retry_after_of(headers: Mapping[str, str]) -> float | None:
    """The seconds in `Retry-After`, which can also be a date."""
    text = headers.get("retry-after", "")
    if re.fullmatch(r"\d+", text):
        return float(text)
    date = _date(text)
    return None if date is None else max(0.0, date - time.time())


_pause_max = 8.0
#: After this other nodes know of a charged call.
_recorded_seconds = 1.2
#: A service that was killed knows after a minute what it has charged.
_recovery_seconds = 90.0
#: The service searches its log so far around the time in an ID.
_skew_max = 8.0


class Attempts:
    """One call with its repetitions. Each method that takes a failure returns the seconds to wait, or raises."""

    def __init__(self, settings: Settings, clock: Clock, operation: Operation[T], request: Prepared, options: Options) -> None:
        self._settings = settings
        self._clock = clock
        self._name = f"{operation.method} {operation.path}"
        self._operation = operation
        self._request = request
        self._left = settings.retries if options.retries is None else options.retries
        self._made = 0
        #: Whether another try may follow an answer that allows only one.
        self._once = True
        self._since = time.monotonic()
        seconds = settings.timeout if options.timeout is None else options.timeout
        self._seconds = seconds
        self._deadline = time.monotonic() + seconds
        self._on_answer = options.on_answer or settings.on_answer
        #: Which of our calls can have been charged although no answer of it came.
        self._unanswered: str | None = None
        #: The ID that `charged` calls have, so that they can be found.
        self._id: str | None = None
        #: What the clock knew when it made that ID, and when it made the unanswered one.
        self._ahead = self._unanswered_ahead = 0.0
        self._cause: NetworkError | None = None
        self._patient = False
        self._recovering_since: float | None = None

    @property
    def seconds_left(self) -> float:
        """Raises httpx's timeout if there are none, as if the network had taken them."""
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise httpx.ReadTimeout("the time of the call is over")
        return left

    def next(self) -> Prepared:
        """The next request to send."""
        request = self._request
        if self._patient:
            self._deadline = time.monotonic() + self._seconds
        if not self._operation.charged or "x-repeat-of" in request.headers or "x-request-id" in request.headers:
            return request
        self._id = self._clock.uuid7()
        self._ahead = self._clock.ahead or 0
        headers = {**request.headers, "x-request-id": self._id}
        if self._unanswered is not None:
            headers["x-repeat-of"] = self._unanswered
        return Prepared(request.method, request.url, headers, request.content)

    def failed(self, error: Exception) -> float:
        """After a failure without an answer."""
        unsent = isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout))
        failure = self._failure(error)
        if not unsent:
            self._note_unanswered(failure)
        if not unsent and not self._repeatable:
            raise failure from error
        return self._pause(failure, None)

    def refused(self, status: int, headers: Mapping[str, str], body: bytes) -> float:
        """After an answer that is not 2xx."""
        self._clock.saw(headers)
        if status == 422 and self._unanswered is not None and b'"x-repeat-of"' in body:
            return self._uncharged()
        seconds = retry_after_of(headers)
        error = api_error(status, body, headers.get("x-request-id"), seconds)
        if status == 409 and self._unanswered is not None and seconds is not None and not self._patient:
            # A node has not reported yet whether the lost call was charged.
            if not self._recovers:
                raise self._cause or error
            self._deadline = time.monotonic() + self._seconds
            return seconds * random.uniform(1, 1.25)
        if not self._passes(status, seconds):
            raise self._unless_charged(error)
        if status == 409 and self._patient and self._recovers:
            return random.uniform(1, 1.25)
        if status in _repeats.unsure:
            self._note_unanswered(NetworkError(str(error), self._id))
        return self._pause(error, seconds)

    def answered(self, status: int, headers: Mapping[str, str]) -> None:
        """After a 2xx, before its body."""
        self._clock.saw(headers)
        if self._on_answer:
            self._on_answer(Answer(status, headers))

    def be_patient(self) -> None:
        """For a part of a batch: its time is that of each try, and it waits until a killed service has recovered."""
        self._patient = True

    def progressed(self) -> None:
        """After a failure that came with more of the answer than the previous one."""
        self._made = 0
        self._once = True
        self._since = time.monotonic()
        self._recovering_since = None

    def pause_after(self, error: ApiError) -> float:
        """After a line of a batch that may be answered later."""
        return self._pause(error, None)

    def _passes(self, status: int, retry_after: float | None) -> bool:
        """Whether a refused call may be sent again. A change that got a 5xx may have been made."""
        if status == 409:
            # An earlier call with the same key has not ended.
            return retry_after is not None and self._repeatable
        if status in _repeats.once:
            once = self._once and self._repeatable and "idempotency-key" in self._request.headers
            self._once = False
            return once
        if status == 429:
            return self._resendable
        return self._repeatable and (status in _repeats.retry_after or status in _repeats.unsure)

    @property
    def _recovers(self) -> bool:
        now = time.monotonic()
        self._recovering_since = self._recovering_since or now
        return now - self._recovering_since < _recovery_seconds

    @property
    def _resendable(self) -> bool:
        content = self._request.content
        return content is None or isinstance(content, bytes)

    @property
    def _repeatable(self) -> bool:
        """Whether the call may be sent again although the first may have had its effect."""
        request = self._request
        if self._operation.charged and self._id is None and "x-repeat-of" not in request.headers:
            return False
        return self._resendable and (request.method in ("GET", "PUT") or "idempotency-key" in request.headers)

    def _note_unanswered(self, failure: NetworkError) -> None:
        self._cause = failure
        # A repetition that failed was free: the first call is still the one to look for.
        if self._unanswered is None:
            self._unanswered = self._id
            self._unanswered_ahead = self._ahead

    def _unless_charged(self, error: Exception) -> Exception:
        """What refuses a repetition says nothing of the call whose answer was lost."""
        if self._unanswered is None or not isinstance(error, ApiError):
            return error
        lost = NetworkError("The answer was lost. The call may have been charged.", self._unanswered)
        lost.__cause__ = error
        return lost

    def _uncharged(self) -> float:
        """The service knows no charged call of ours: sending the call again is no second charge."""
        self._unanswered = None
        ahead = self._clock.ahead
        if ahead is None or abs(ahead - self._unanswered_ahead) > _skew_max:
            # The service searched its log at the time in the ID, which was not its own.
            raise self._cause or NetworkError("No answer came.", self._id)
        return 0.0

    def _failure(self, error: Exception) -> NetworkError:
        if isinstance(error, NetworkError):
            return error
        if isinstance(error, httpx.TimeoutException):
            return self._timed_out()
        reason = str(error) or type(error).__name__
        return NetworkError(f"No answer of {self._name}: {reason}", self._id)

    def _timed_out(self) -> CallTimeout:
        return CallTimeout(f"No answer of {self._name} in time.", self._id)

    def _pause(self, error: Exception, retry_after: float | None) -> float:
        """At least as long as the service says, and never at the same time as others that were refused with us."""
        if retry_after is None:
            seconds = random.uniform(0.5, 1) * min(0.25 * 2.0**self._made, _pause_max)
            if self._unanswered is not None:
                seconds = max(seconds, _recorded_seconds)
        else:
            seconds = retry_after * random.uniform(1, 1.25)
        # A part of a batch has its time for each try, and no new try without progress for too long.
        end = self._since + self._settings.retry_after_max if self._patient else self._deadline
        over = time.monotonic() + seconds >= end
        if self._made >= self._left or over or (retry_after or 0) > self._settings.retry_after_max:
            raise self._unless_charged(error)
        self._made += 1
        return seconds
