import type { ErrorCode } from "../../http/errors.ts";

/** Every code that a response may have; 422 has only this one. */
export type DocumentedCode = ErrorCode | "validation_error";

/** Advice on an error beyond its meaning. */
interface Advice {
  /** When the error happens, for readers who did not expect it. */
  readonly when: string;
  readonly todo: string;
}

export const errorAdvice: Readonly<Record<DocumentedCode, Advice>> = {
  bad_request: {
    when: "The path has a percent sign without a valid escape, the body is not UTF-8 or not JSON, or the service has no such Host.",
    todo: "Percent-encode each path segment. Send bodies as UTF-8 with `Content-Type: application/json`. A retry returns the same error.",
  },
  not_authenticated: {
    when: "The header is missing, or the credential is in the wrong one. Lookups take `x-AuthKey`; users, subscriptions and reports take `Authorization: Bearer`; `GET /` takes `api-key`.",
    todo: "Send the credential in the header that the reference names for the operation.",
  },
  invalid_credential: {
    when: "The key or token is mistyped, rotated, revoked or expired. A session lasts 24 hours; a rotated key works until its grace period ends.",
    todo: "Copy the key again from Keys in the console. Sign in again for a new session.",
  },
  second_factor_required: {
    when: "The account has app codes, and the call had the right password without a code.",
    todo: "Repeat the call with `code`: six digits of the app, or a recovery code.",
  },
  credits_exhausted: {
    when: "The subscription has fewer credits left than the call costs. Free calls, such as lists of years and makes, still work.",
    todo: "Ask the operator for credits, or subscribe to another plan. Retry only when `GET /` shows credits.",
  },
  forbidden: {
    when: "A customer called an operation for operators, or the public client token was used for a call that needs a user.",
    todo: "Use the credential of a user who has permission. A retry returns the same error.",
  },
  membership_ended: {
    when: "The user was removed from the organization that the session or token acts for, or the organization is closed.",
    todo: "Choose another account with `PUT /auth/account`, or sign in again.",
  },
  step_up_required: {
    when: "The session has proved less than the operation needs, or longer ago than `max_age` seconds: a password alone for an account with a second factor, or a sign-in of more than 15 minutes ago for what moves money, shows or replaces secrets, or changes who may enter an account.",
    todo: "Prove who you are by one of `methods` (`POST /auth/step-up`, `/auth/step-up/passkey`), then repeat the call. If `methods` is empty, add a second factor on Security in the console first.",
  },
  insufficient_scope: {
    when: "The access token was not made for what the operation does, or the operation takes no access tokens: those that change passwords, addresses, second factors, members, roles or who else may enter an account.",
    todo: "Make a token with `for=` what `detail` names (`POST /users/{id}/token`), or sign in and call it with the session.",
  },
  ip_not_allowed: {
    when: "The plan allows calls from certain addresses only. Behind a proxy, the service uses the address that the proxy sends.",
    todo: "Call from an allowed address, or ask the operator to add yours. Calls in the console shows the address.",
  },
  api_not_in_product: {
    when: "The subscription's plan does not include this API.",
    todo: "Use the key of a subscription whose plan includes it. Billing in the console lists the APIs of each plan.",
  },
  subscription_inactive: {
    when: "The subscription is awaiting approval, suspended, cancelled or expired. `detail` names the state.",
    todo: "Ask the operator to approve or renew it. Its keys work again when it is active.",
  },
  vehicle_not_found: {
    when: "The VIN's manufacturer code is not registered, or the service knows no vehicle of this year, make, model and trim. The detail of an unknown code names the country that assigns codes like it.",
    todo: "Check the input. Each family's lists return the valid names. A retry returns the same until the data change.",
  },
  record_not_found: {
    when: "The vehicle is known, but this family has no record of it. No source is complete.",
    todo: "Treat the vehicle as unknown. A vehicle without a lien here may have one elsewhere.",
  },
  not_found: {
    when: "The path is mistyped, the object was deleted, or it belongs to another user. The response does not say which.",
    todo: "Compare the path with the reference, and the ID with the list that it came from.",
  },
  method_not_allowed: {
    when: "The path exists, but not with this method.",
    todo: "Use a method from the `Allow` header.",
  },
  request_timeout: {
    when: "A registered API was called with a body that stopped arriving for ten seconds.",
    todo: "Call again, and send the body without pauses. The connection is closed.",
  },
  conflict: {
    when: "The ID, email address or key is in use, or the object's state does not allow the change. For example, a cancelled subscription cannot be renamed.",
    todo: "Read the object again. `detail` names the conflict.",
  },
  precondition_failed: {
    when: "The object has changed since you read it. This call changed nothing.",
    todo: "Read it again, repeat your change, and send the new `ETag` in `If-Match`.",
  },
  content_too_large: {
    when: "The body has more bytes, members or levels than the operation accepts.",
    todo: "Send it in parts. The reference lists each operation's limits.",
  },
  unsupported_media_type: {
    when: "The operation cannot read the uploaded file's format, or `Content-Type` names another format.",
    todo: "Send the file as one of the types in the reference, and name that type in `Content-Type`.",
  },
  upgrade_refused: {
    when: "A registered API was called with `Connection: Upgrade`, as WebSockets begin.",
    todo: "Call the API by plain requests, or ask the operator for another way to connect.",
  },
  rate_limited: {
    when: "The plan's rate limit is used up, or too many of your calls are under way. Sign-in and sign-up have limits for every client.",
    todo: "Wait for the seconds in `Retry-After`, then continue. Refused calls cost nothing. Use `RateLimit` to spread calls.",
  },
  quota_exceeded: {
    when: "The plan's quota for the day, week or month is used up. Periods are in UTC.",
    todo: "Wait for the next period, which `Retry-After` gives, or use a plan with a larger quota.",
  },
  internal: {
    when: "The service failed. The call was valid.",
    todo: "Retry once or twice. Then give the operator the `request_id`, which finds the error in the log.",
  },
  upstream_failed: {
    when: "The service behind a registered API refuses connections, closes them, has no valid certificate, or sends what is not HTTP.",
    todo: "Retry later. If it stays, give the operator the `request_id`.",
  },
  upstream_unavailable: {
    when: "Half of the API's last calls failed, so that it is not called for some seconds; or the API has as many calls under way as it allows. A lookup: there is no record here, and the source of further records failed.",
    todo: "Retry after `Retry-After`, with increasing pauses.",
  },
  upstream_timeout: {
    when: "The service behind a registered API did not answer within the API's time limit.",
    todo: "Retry what may be repeated. The other service may have received the call.",
  },
  loop_detected: {
    when: "The service behind a registered API is this service again.",
    todo: "Give the operator the `request_id`. A retry returns the same error.",
  },
  client_left: {
    when: "Your client closed the connection before the API answered. You see this code in reports only.",
    todo: "Allow your client more time than the API needs.",
  },
  held: {
    when: "The database was restored from a backup, or went back in another way. Until an operator has seen what was found, nothing is charged, sent or granted.",
    todo: "Retry later. As an operator, read System in the console, or run `vingate resume --show`.",
  },
  unavailable: {
    when: "The service is starting, stopping or overloaded, or cannot reach its database. It refuses calls that it could not charge correctly.",
    todo: "Retry after `Retry-After`, with increasing pauses.",
  },
  validation_error: {
    when: "A parameter or member has the wrong form: a VIN with a missing character, a year that is not a number, an unknown member.",
    todo: "Read `loc` (the place of each invalid input) and `msg` (the reason). A retry returns the same error.",
  },
};
