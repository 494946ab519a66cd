import type { App } from "../app.ts";
import type { Queries } from "../database/database.ts";
import { ApiError, errors } from "../http/errors.ts";
import { type Credits, charge, readCredits } from "./credits.ts";
import type { Admission } from "./policy/admission.ts";
import { countQuota } from "./policy/quota.ts";

/** Refuses with 402 before the lookup where the balance cannot pay for its answer. */
export async function demandCredits(app: App, admission: Admission): Promise<void> {
  const credits = await readCredits(app.database, admission.caller.subscriptionId);
  if (!credits.unlimited && (credits.remaining ?? 0) < admission.cost)
    throw exhausted(app, admission, credits);
}

function exhausted(app: App, { cost, headers }: Admission, credits: Credits): ApiError {
  const remaining = credits.remaining ?? 0;
  headers["x-credits-remaining"] = String(remaining);
  return new ApiError(
    "credits_exhausted",
    remaining === 0
      ? "This subscription has no credits left for this call. Ask the operator for more, or subscribe to another product."
      : `This call costs ${cost} credits and the subscription has ${remaining}. Ask the operator for more.`,
    { members: { remaining, links: { account: `${app.config.publicUrl}/` } } },
  );
}

/**
 * Charges and records a lookup in one transaction, before its answer leaves: both or neither happen,
 * so a crash at any moment leaves no charge without its record. A 404 costs nothing unless the product says
 * so, and every other refusal costs nothing. Throws 402 and 429 when others were faster to the last credit
 * or call: nothing is recorded then.
 */
export async function settleLookup(
  app: App,
  admission: Admission,
  outcome: 200 | 422 | ApiError,
  responseBytes: number,
): Promise<void> {
  const { caller, policy, lookup, endpoint, request, requestId, address, started, headers } = admission;
  const status = typeof outcome === "number" ? outcome : errors[outcome.code].status;
  const answered = status === 200 || status === 404;
  // The client went away while it waited; it gets no answer, so it pays for none.
  if (status === 200 && request.signal.aborted) throw new ApiError("bad_request", "The client has gone.");
  const charged = status === 200 || (answered && policy.chargesMisses);
  const credits = charged ? admission.cost : 0;
  const url = new URL(request.url);
  const elapsed = Math.round((performance.now() - started) * 1000);
  const record = {
    at: app.clock(),
    requestId,
    caller,
    api: lookup.api,
    operation: endpoint.id,
    method: request.method,
    url: url.pathname + url.search,
    address,
    status,
    credits,
    requestBytes: Number(request.headers.get("content-length") ?? 0),
    responseBytes,
    apiMicros: elapsed,
    serviceMicros: elapsed,
  };
  const left = await app.database.transaction(
    async (tx): Promise<Credits | undefined> => {
      const after = charged ? await pay(app, tx, admission) : undefined;
      if (answered && policy.quota)
        await countQuota(tx, caller.subscriptionId, policy.quota, record.at, responseBytes);
      await app.usage.record(tx, record);
      return after ?? (answered ? readCredits(tx, caller.subscriptionId) : undefined);
    },
    { repeatable: true },
  );
  if (left) headers["x-credits-remaining"] = left.unlimited ? "unlimited" : String(left.remaining);
}

async function pay(app: App, tx: Queries, admission: Admission): Promise<Credits> {
  const { caller, cost } = admission;
  const left = await charge(tx, caller.subscriptionId, cost);
  if (!left) throw exhausted(app, admission, await readCredits(tx, caller.subscriptionId));
  return left;
}

/**
 * Records a lookup that ends in an error, and charges it where its product charges whatever is answered.
 * Resolves to the error to answer: another one where the charge was refused.
 */
export async function settleError(app: App, admission: Admission, error: ApiError): Promise<ApiError> {
  try {
    await settleLookup(app, admission, error, 0);
    return error;
  } catch (thrown) {
    if (errors[error.code].status !== 404) return error;
    if (!(thrown instanceof ApiError)) throw thrown;
    return settleError(app, admission, thrown);
  }
}
