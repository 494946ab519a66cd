"""Vingate: VIN decoding, vehicle data and API management, from Python."""

from ._batch import BatchResult, LineError, Vin, VinQuery
from ._core import Answer, Options, ServerEvent
from ._receipt_keeper import ReceiptTarget
from ._receipts import Receipt
from ._reports import ReportQuery, ReportResult, ReportVin
from ._version import __version__
from .async_client import AsyncVingate
from .client import Vingate
from .errors import (
    ApiError,
    AuthenticationError,
    BadAnswer,
    CallTimeout,
    Conflict,
    CreditsExhausted,
    Forbidden,
    InsufficientScope,
    InvalidRequest,
    MissingCredential,
    NetworkError,
    NotFound,
    PreconditionFailed,
    RateLimited,
    ReceiptError,
    ReceiptWarning,
    ServiceError,
    StepUpRequired,
    VingateError,
)

__all__ = [
    "Answer",
    "ApiError",
    "AsyncVingate",
    "AuthenticationError",
    "BadAnswer",
    "BatchResult",
    "CallTimeout",
    "Conflict",
    "CreditsExhausted",
    "Forbidden",
    "InsufficientScope",
    "InvalidRequest",
    "LineError",
    "MissingCredential",
    "NetworkError",
    "NotFound",
    "Options",
    "PreconditionFailed",
    "RateLimited",
    "Receipt",
    "ReceiptError",
    "ReceiptTarget",
    "ReceiptWarning",
    "ReportQuery",
    "ReportResult",
    "ReportVin",
    "ServerEvent",
    "ServiceError",
    "StepUpRequired",
    "Vin",
    "VinQuery",
    "Vingate",
    "VingateError",
    "__version__",
]
