import type { ErrorCode } from "../../http/errors.ts";

/** Every code that an answer may carry; 422 has no other than this one. */
export type DocumentedCode = ErrorCode | "validation_error";

/** What people want to know of an error beyond its meaning. */
interface Advice {
  /** When it happens, for one who did not expect it. */
  readonly when: string;
  readonly todo: string;
}

export const errorAdvice: Readonly<Record<DocumentedCode, Advice>> = {
  bad_request: {
    when: "A path with a percent sign that begins no escape, a body that is not UTF-8 or not JSON, or a Host that this service does not have.",
    todo: "Encode each part of the path by itself, and send bodies as UTF-8 with `Content-Type: application/json`. The same call gets the same answer.",
  },
  not_authenticated: {
    when: "The header is missing, or the key was sent in the wrong one. Lookups take `x-AuthKey`; accounts, subscriptions and reports take `Authorization: Bearer`; `GET /` takes `api-key`.",
    todo: "Send the credential in the header that the operation names in the reference.",
  },
  invalid_credential: {
    when: "The key or token was mistyped, rotated, revoked, or has expired. A session lasts 24 hours; a rotated key as long as its grace.",
    todo: "Copy the key again from Keys in the console. Sign in again for a new session.",
  },
  credits_exhausted: {
    when: "The subscription has fewer credits left than the call costs. Calls that cost nothing, such as lists of years and makes, are still answered.",
    todo: "Ask the operator for credits, or subscribe to another plan. Do not repeat the call until `GET /` says that there are credits again.",
  },
  forbidden: {
    when: "A customer called an operation of operators, or the public client token was used where an account is needed.",
    todo: "Call it with the credential of an account that may. The same call gets the same answer.",
  },
  ip_not_allowed: {
    when: "The plan allows calls from certain addresses only, and this one is not among them. Behind a proxy the service sees the address that the proxy tells.",
    todo: "Call from an allowed address, or ask the operator to add yours. The request log shows the address that was seen.",
  },
  api_not_in_product: {
    when: "The plan of this subscription does not hold the API that was called.",
    todo: "Use the key of a subscription whose plan holds it; Plans in the console says what each holds.",
  },
  subscription_inactive: {
    when: "The subscription waits for approval, was suspended or cancelled, or has expired; `detail` names which.",
    todo: "Ask the operator to approve or renew it. Its keys answer again as soon as it is active.",
  },
  vehicle_not_found: {
    when: "The VIN's maker is registered with nobody, or year, make, model and trim name no vehicle that the service knows. A VIN from outside the United States may be unknown.",
    todo: "Check what was typed; the lists of a family give the names that it takes. The answer is final until the data are updated.",
  },
  record_not_found: {
    when: "The vehicle is known, but this family holds no record of it. Sources are never complete.",
    todo: "Treat it as unknown, never as proof that there is nothing: a vehicle without a lien here may have one elsewhere.",
  },
  not_found: {
    when: "The path is mistyped, the object was deleted, or it belongs to another account: the answer does not tell which.",
    todo: "Compare the path with the reference, and the id with the list that it came from.",
  },
  method_not_allowed: {
    when: "The path is right, the method is not.",
    todo: "Use a method that the `Allow` header lists.",
  },
  conflict: {
    when: "The id, e-mail address or key is taken, or the object's state does not allow the change: a cancelled subscription cannot be renamed.",
    todo: "Read the object, and decide anew. `detail` says what was in the way.",
  },
  precondition_failed: {
    when: "Somebody changed the object after you had read it. Nothing was changed by this call.",
    todo: "Read it again, make your change on what it is now, and send its new `ETag` in `If-Match`.",
  },
  content_too_large: {
    when: "The body has more bytes, members or levels than the operation takes.",
    todo: "Send it in parts. The reference says what each operation takes.",
  },
  unsupported_media_type: {
    when: "A file was uploaded in a form that the operation does not read, or with a `Content-Type` that names another.",
    todo: "Send the file as one of the types that the reference lists, and name that type in `Content-Type`.",
  },
  rate_limited: {
    when: "The plan bounds the calls in a short time, and they were used up; sign-in and sign-up are bounded for everybody.",
    todo: "Wait as many seconds as `Retry-After` says, then go on. There is no penalty for having been refused. Spread calls by what `RateLimit` says is left.",
  },
  quota_exceeded: {
    when: "The plan bounds the calls of a day, week or month, in UTC, and they were used up.",
    todo: "Wait for the next period, which `Retry-After` names, or use a plan with a larger quota.",
  },
  internal: {
    when: "The service has a fault: nothing about the call was wrong.",
    todo: "Try once or twice more; then give the operator the `request_id`, by which the fault is found in the log.",
  },
  unavailable: {
    when: "The service starts or stops, is overloaded, or cannot reach its database. Whether a call may be charged cannot be known then, so it is refused.",
    todo: "Try again after `Retry-After`, with longer pauses from time to time.",
  },
  validation_error: {
    when: "A parameter or member has the wrong form: a VIN with the letters I, O or Q, a year that is no number, a member that the operation does not know.",
    todo: "Read `loc`, the place of each refused input, and `msg`, what was wrong with it. The same call gets the same answer.",
  },
};
