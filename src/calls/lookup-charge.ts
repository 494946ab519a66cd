import { ApiError, errors, unavailable } from "../http/errors.ts";
import { inactive } from "../identity/keys/grant.ts";
import { JournalUnavailable } from "../metering/journal/journal.ts";
import type { MeteredCall } from "../metering/journal/record.ts";
import type { Refusal } from "../metering/leases/refusal.ts";
import { readCredits } from "../metering/ledger/credits.ts";
import { Ticket } from "../metering/ticket.ts";
import type { Admission } from "./admission.ts";
import type { Context } from "./context.ts";

/** Takes a lookup's credits before its work. Throws 402, 403, or 503 where it cannot be known or recorded. */
export function takeCredits(context: Context, admission: Admission): void | Promise<void> {
  const admitted = context.metering.admit(admission.grant.caller.subscriptionId, admission.cost);
  if (admitted instanceof Promise) return admitted.then((ended) => hold(context, admission, ended));
  hold(context, admission, admitted);
}

function hold(context: Context, admission: Admission, admitted: Ticket | Refusal): void {
  if (!(admitted instanceof Ticket)) throw refused(context, admission, admitted);
  admission.ticket = admitted;
}

function refused(context: Context, admission: Admission, refusal: Refusal): ApiError {
  if (refusal.kind === "exhausted") return exhausted(context, admission, refusal.remaining);
  if (refusal.kind === "ended") return inactive("cancelled");
  return unavailable(reasons[refusal.reason]);
}

const reasons = {
  database: "The database is away; nothing was charged.",
  journal: "Calls cannot be recorded at the moment; nothing was charged.",
  hold: "The subscription's credits are being set at this moment; nothing was charged.",
  stopping: "This node is stopping; nothing was charged.",
} as const;

function exhausted(context: Context, { cost, headers }: Admission, remaining: number): ApiError {
  headers["x-credits-remaining"] = String(remaining);
  return new ApiError(
    "credits_exhausted",
    remaining === 0
      ? "This subscription has no credits left for this call. Ask the operator for more, or subscribe to another product."
      : `This call costs ${cost} credits and the subscription has ${remaining}. Ask the operator for more.`,
    { members: { remaining, links: { account: `${context.config.publicUrl}/` } } },
  );
}

/**
 * Records a lookup, and charges it where its answer costs something: resolves when its record is written, and
 * the answer may leave. A 404 costs nothing unless the product says so, every other refusal costs nothing, and
 * neither does a call whose client has gone. Rejects with `JournalUnavailable` where the record cannot be
 * written: nothing is charged.
 */
export function settleLookup(
  context: Context,
  admission: Admission,
  outcome: 200 | 422 | ApiError,
  responseBytes: number,
): Promise<void> {
  const status = typeof outcome === "number" ? outcome : errors[outcome.code].status;
  const { ticket, hold, grant } = admission;
  admission.ticket = undefined;
  admission.hold = undefined;
  const charged = status === 200 || (status === 404 && grant.policy.chargesMisses);
  const call = callOf(admission, status, charged && ticket ? admission.cost : 0, responseBytes);
  const { signal } = admission.asked.request;
  const written = ticket ? ticket.settle(call, signal) : context.metering.record(call);
  if (!hold) return written;
  const answered = status === 200 || status === 404;
  return written.then(
    () => hold.settle(answered, responseBytes),
    (error) => {
      hold.settle(false, 0);
      throw error;
    },
  );
}

/** Tells what is left after an answered call: at once, but where the call took nothing and nothing is known. */
export function showRemaining(context: Context, { grant, headers }: Admission): void | Promise<void> {
  const { subscriptionId } = grant.caller;
  const known = context.metering.remaining(subscriptionId);
  if (known === undefined) return readRemaining(context, subscriptionId, headers);
  headers["x-credits-remaining"] = String(known);
}

async function readRemaining(context: Context, id: string, headers: Admission["headers"]): Promise<void> {
  const credits = await readCredits(context.database, id).catch(() => undefined);
  if (credits) headers["x-credits-remaining"] = String(credits.remaining ?? "unlimited");
}

function callOf(
  { at, grant, lookup, endpoint, asked }: Admission,
  status: number,
  credits: number,
  responseBytes: number,
): MeteredCall {
  const { request, requestId, path, search, address, started } = asked;
  const elapsed = Math.round((performance.now() - started) * 1000);
  return {
    at,
    requestId,
    caller: grant.caller,
    api: lookup.api,
    operation: endpoint.id,
    method: request.method,
    url: path + search,
    address,
    status,
    credits,
    requestBytes: Number(request.headers.get("content-length") ?? 0),
    responseBytes,
    apiMicros: elapsed,
    serviceMicros: elapsed,
  };
}

/**
 * Records a lookup that ends in an error. A refusal stands even where it cannot be recorded; that there is no
 * such record is an answer, and is not given without its own.
 */
export async function settleError(
  context: Context,
  admission: Admission,
  error: ApiError,
): Promise<ApiError> {
  const answers = errors[error.code].status === 404;
  try {
    await settleLookup(context, admission, error, 0);
    if (answers) await showRemaining(context, admission);
    return error;
  } catch (thrown) {
    return answers && thrown instanceof JournalUnavailable ? unrecorded() : error;
  }
}

/** The 503 of a call whose record the disk does not take. */
export function unrecorded(): ApiError {
  return unavailable(reasons.journal);
}
