import { inactive } from "../access/keys/key-access.ts";
import { errorFields } from "../base/log.ts";
import { DatabaseUnavailable } from "../database/errors.ts";
import { NulCharacter } from "../database/sql.ts";
import { ApiError, InvalidRequest, unavailable } from "../http/errors.ts";
import { errorReply, invalidReply, type Reply, type ReplyContext, seeOtherReply } from "../http/reply.ts";
import type { ValidationIssue } from "../http/validation/issues.ts";
import type { Refusal } from "../metering/credits/leases/refusal.ts";
import { JournalUnavailable } from "../metering/journal/journal.ts";
import { CallsUnavailable } from "../metering/sink/sink.ts";
import type { Context, Operation } from "./context.ts";
import { proposeIn } from "./vin-notes.ts";

/** The 422 of an invalid request; a redirect for a browser, if the operation has a page for it. */
export function refusedInputReply(
  context: Context,
  endpoint: Pick<Operation, "browserPage" | "start">,
  request: Request,
  detail: readonly ValidationIssue[],
): Reply {
  if (endpoint.browserPage && request.headers.get("accept")?.includes("text/html"))
    return seeOtherReply(context.config.publicUrl, endpoint.browserPage);
  const { start } = endpoint;
  const { publicUrl } = context.config;
  return invalidReply(
    proposeIn(context, detail),
    start && { link: start.link, members: { links: start.links(publicUrl) } },
  );
}

/** The reply to an exception. */
export function failureReply(
  context: Context,
  endpoint: Pick<Operation, "id">,
  reply: ReplyContext,
  thrown: unknown,
): Reply {
  if (thrown instanceof InvalidRequest) return invalidReply(thrown.detail);
  return errorReply(reply, loggedError(context, endpoint, reply.requestId, thrown));
}

/** Maps an exception to an error; logs internal errors. */
export function loggedError(
  { log, refusals }: Context,
  endpoint: Pick<Operation, "id">,
  requestId: string,
  thrown: unknown,
): ApiError {
  const error = toApiError(thrown);
  if (error.code === "unavailable" && !error.extra.probe) refusals.unavailable((thrown as Error).message);
  if (error.code === "internal")
    log.error("request failed", { request_id: requestId, operation: endpoint.id, ...errorFields(thrown) });
  return error;
}

function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof JournalUnavailable) return unrecorded();
  if (thrown instanceof CallsUnavailable) return unavailable(callsUnavailable(thrown.store));
  if (thrown instanceof DatabaseUnavailable) return unavailable(unavailableReasons.database);
  if (thrown instanceof NulCharacter)
    return new ApiError("bad_request", "The request contains a NUL character, which no text may contain.");
  return new ApiError("internal", "Something went wrong here. Report the request_id to the operator.");
}

const callsUnavailable = (store: string) =>
  `${store}, which keeps single calls, is unreachable. Calls are recorded; nothing was charged for this one. Retry.`;

/** Details of a 503, by cause. */
export const unavailableReasons = {
  database: "The database did not answer in time. Nothing was charged. Retry.",
  busy: "No credits were leased within a second, because there are many calls. Nothing was charged. Retry.",
  journal: "Calls cannot be recorded at the moment; nothing was charged.",
  unlogged: "Too many calls wait for the store of single calls; nothing was charged.",
  frozen: "Credits are being updated. Nothing was charged. Retry.",
  leased: "Credits are being updated. Nothing was charged. Retry.",
  stopping: "This node is stopping; nothing was charged.",
} as const;

/** The 503 of a call whose record cannot be written. */
export function unrecorded(): ApiError {
  return unavailable(unavailableReasons.journal);
}

/** The state of the credits, and the page that sells more. */
const buyingLinks = (publicUrl: string) => ({
  account: `${publicUrl}/`,
  buy: `${publicUrl}/console/billing`,
});

/** The error of a lookup whose credits were not reserved. */
export function creditsRefused({ config }: Context, cost: number, refusal: Refusal): ApiError {
  if (refusal.kind === "ended") return inactive("cancelled");
  if (refusal.kind === "unavailable") return unavailable(unavailableReasons[refusal.reason]);
  const { remaining } = refusal;
  return new ApiError(
    "credits_exhausted",
    remaining === 0
      ? "No credits left. Change plan or ask the operator."
      : `This call costs ${cost} credits; ${remaining} are left. Change plan or ask the operator.`,
    { members: { remaining, links: buyingLinks(config.publicUrl) } },
  );
}
