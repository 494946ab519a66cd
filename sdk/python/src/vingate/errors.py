"""What can go wrong with a call."""

from __future__ import annotations

import json
from typing import Any, Mapping, Type

from ._receipts import Receipt
from .models import ValidationError

__all__ = [
    "ApiError",
    "AuthenticationError",
    "BadAnswer",
    "CallTimeout",
    "Conflict",
    "CreditsExhausted",
    "Forbidden",
    "InsufficientScope",
    "InvalidRequest",
    "MissingCredential",
    "NetworkError",
    "NotFound",
    "PreconditionFailed",
    "RateLimited",
    "ReceiptError",
    "ReceiptWarning",
    "ServiceError",
    "StepUpRequired",
    "VingateError",
]


class VingateError(Exception):
    """Any failure of a call."""

    #: How many VINs `decode_vins` had answered before it; None outside of batches.
    answered: int | None = None


class MissingCredential(VingateError):
    """The operation needs a key or token that the client does not have. Nothing was sent."""


class NetworkError(VingateError):
    """No whole answer came. The call may have had its effect, and may have been charged."""

    def __init__(self, message: str, request_id: str | None = None) -> None:
        super().__init__(message)
        #: The ID of the call in the request log, if the client chose it.
        self.request_id = request_id


class CallTimeout(NetworkError):
    """No whole answer came in the time that the call had."""


class BadAnswer(NetworkError):
    """The answer is not what the service sends: something between may have changed it."""


class ReceiptError(VingateError):
    """A receipt could not be kept, or does not hold although `strict_receipts` is set. The call may be charged."""

    def __init__(self, message: str, receipt: Receipt, answer: object) -> None:
        super().__init__(message)
        self.receipt = receipt
        #: What the call would have returned, or the error that it would have raised.
        self.answer = answer


class ReceiptWarning(UserWarning):
    """A receipt in a file does not hold."""


class ApiError(VingateError):
    """The service refused the call, with a problem document or, for 422, a list of invalid inputs."""

    def __init__(
        self,
        status: int,
        *,
        code: str,
        detail: str,
        title: str = "",
        type: str = "about:blank",
        request_id: str | None = None,
        retry_after: float | None = None,
        errors: list[ValidationError] | None = None,
    ) -> None:
        super().__init__(f"{status} {code}: {detail}")
        self.status = status
        #: The kind of error, for programs: `credits_exhausted`, for example.
        self.code = code
        #: The reason, for people.
        self.detail = detail
        self.title = title
        #: The address of the page that explains the code.
        self.type = type
        self.request_id = request_id
        #: The seconds to wait before the call is repeated, if the service knows.
        self.retry_after = retry_after
        #: Every invalid input of a 422.
        self.errors = errors or []

    @property
    def field(self) -> str | None:
        """The position of the first invalid input of a 422: `path.vin`, for example."""
        return ".".join(str(part) for part in self.errors[0]["loc"]) if self.errors else None


class AuthenticationError(ApiError):
    """401: the credential is missing, unknown, expired or revoked."""


class StepUpRequired(AuthenticationError):
    """401 `step_up_required`: the session's user has to prove more, or again, who it is, such as by `step_up`.

    Then the same call can be made. Nothing was changed.
    """

    #: How much is needed: `one_factor`, `two_factor` or `phishing_resistant`.
    required: str = ""
    #: So many seconds old may the proof be; None if it may be as old as the session.
    max_age: int | None = None
    #: What suffices, of what the user has: `password`, `app_code`, `recovery_code`, `passkey`, `single_sign_on`.
    #: Empty if the user has to add a second factor first.
    methods: list[str] = []


class CreditsExhausted(ApiError):
    """402: the subscription has no credits left. Nothing was charged."""


class Forbidden(ApiError):
    """403: the credential is valid, but may not call this operation."""


class InsufficientScope(Forbidden):
    """403 `insufficient_scope`: the access token was not made for this, or none can be.

    `detail` says what to use instead.
    """


class NotFound(ApiError):
    """404: no such vehicle, record or object."""


class Conflict(ApiError):
    """409: the object exists already, or its state does not allow the change."""


class PreconditionFailed(ApiError):
    """412: the object has changed since the version in `if_match`."""


class InvalidRequest(ApiError):
    """422: `errors` lists every invalid input."""


class RateLimited(ApiError):
    """429: more calls than the rate limit or the quota of the plan allows. Nothing was charged."""


class ServiceError(ApiError):
    """5xx: the service, or something before it, could not answer. Nothing was charged by the service."""


_classes: Mapping[int, Type[ApiError]] = {
    401: AuthenticationError,
    402: CreditsExhausted,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    412: PreconditionFailed,
    422: InvalidRequest,
    429: RateLimited,
}


_classes_of_codes: Mapping[tuple[int, str], Type[ApiError]] = {
    (401, "step_up_required"): StepUpRequired,
    (403, "insufficient_scope"): InsufficientScope,
}


def class_of(status: int) -> Type[ApiError]:
    """The class of the error with a status."""
    if status >= 500:
        return ServiceError
    return _classes.get(status, ApiError)


def api_error(
    status: int, body: bytes, request_id: str | None, retry_after: float | None
) -> ApiError:
    """The error that an answer contains, whatever its body is."""
    problem = _object(body)
    invalid = problem.get("detail")
    if isinstance(invalid, list) and all(_is_invalid(one) for one in invalid):
        texts = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in invalid]
        detail = "; ".join(texts)
        return class_of(status)(
            status,
            code="validation_error",
            detail=detail,
            title="Invalid request",
            request_id=request_id,
            retry_after=retry_after,
            errors=invalid,
        )

    def text(name: str, default: str) -> str:
        value = problem.get(name)
        return value if isinstance(value, str) else default

    code = text("code", f"http_{status}")
    error = _classes_of_codes.get((status, code), class_of(status))(
        status,
        code=code,
        detail=text("detail", "The answer has no problem document."),
        title=text("title", ""),
        type=text("type", "about:blank"),
        request_id=text("request_id", request_id or "") or None,
        retry_after=retry_after,
    )
    if isinstance(error, StepUpRequired):
        error.required = text("required", "")
        max_age = problem.get("max_age")
        error.max_age = max_age if isinstance(max_age, int) else None
        methods = problem.get("methods")
        error.methods = methods if isinstance(methods, list) else []
    return error


def _object(body: bytes) -> dict[str, Any]:
    try:
        value = json.loads(body)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _is_invalid(one: object) -> bool:
    return isinstance(one, dict) and isinstance(one.get("loc"), list) and isinstance(one.get("msg"), str)
