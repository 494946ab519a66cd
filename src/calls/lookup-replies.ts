import { withTimeout } from "../base/with-timeout.ts";
import { DatabaseUnavailable } from "../database/errors.ts";
import type { ApiError } from "../http/errors.ts";
import { errorReply, type Reply, type ReplyContext } from "../http/reply.ts";
import type { ValidationIssue } from "../http/validation/issues.ts";
import { readCredits } from "../metering/credits/credits.ts";
import { JournalUnavailable } from "../metering/journal/journal.ts";
import { refusedInputReply, unrecorded } from "./failure.ts";
import type { LookupCall } from "./lookup-call.ts";

/** Settles a call whose input is invalid. */
export async function settleInvalid(call: LookupCall, detail: readonly ValidationIssue[]): Promise<Reply> {
  const { context, route, routed } = call.request;
  const reply = refusedInputReply(context, route.endpoint, routed.request, detail);
  const responseBytes = Buffer.byteLength(reply.body);
  await call.settle({ status: 422, responseBytes, errorCode: "validation_error" });
  return reply;
}

/** Settles a call that ends in an error. A refusal is sent even if it cannot be recorded; a 404 is an answer. */
export async function settleError(
  call: LookupCall,
  reply: ReplyContext,
  error: ApiError,
  upstreamMicros?: number,
): Promise<Reply> {
  const refusal = errorReply(reply, error);
  const { status } = refusal;
  const isAnswer = status === 404;
  try {
    const responseBytes = Buffer.byteLength(refusal.body);
    await call.settle({ status, responseBytes, errorCode: error.code, upstreamMicros });
    if (isAnswer) await showCredits(call);
    return refusal;
  } catch (thrown) {
    return isAnswer && thrown instanceof JournalUnavailable ? errorReply(reply, unrecorded()) : refusal;
  }
}

/** The answer is charged by now, so it does not wait long for the remaining credits. */
const remainingMs = 300;
const late = () => new DatabaseUnavailable("the remaining credits were not read in time");

/**
 * Adds the credits of a settled call to the headers, and the remaining ones; reads those only if this node knows nothing
 * of the balance.
 */
export function showCredits({ request, charged }: LookupCall): void | Promise<void> {
  const { context, access, headers } = request;
  if (charged > 0) headers["x-credits-charged"] = String(charged);
  const { subscriptionId } = access.caller;
  const known = context.metering.remaining(subscriptionId);
  if (known !== undefined) {
    headers["x-credits-remaining"] = String(known);
    return;
  }
  return withTimeout(readCredits(context.database, subscriptionId), remainingMs, late).then(
    (credits) => {
      if (credits) headers["x-credits-remaining"] = String(credits.remaining ?? "unlimited");
    },
    () => undefined,
  );
}
