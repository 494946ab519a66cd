import type { App } from "../app.ts";
import type { Endpoint } from "../http/endpoint.ts";
import { ApiError, errors } from "../http/errors.ts";
import type { SubscriptionCaller } from "./caller.ts";
import { type Credits, charge, readCredits } from "./credits.ts";

/** A lookup that a subscription was admitted to. */
export interface Admission {
  readonly caller: SubscriptionCaller;
  readonly lookup: NonNullable<Endpoint["lookup"]>;
  readonly endpoint: Endpoint;
  readonly request: Request;
  readonly requestId: string;
  readonly address: string;
  /** On the monotonic clock. */
  readonly started: number;
}

/** Refuses with 402 before the lookup where the balance cannot pay for its answer. */
export async function admitLookup(app: App, { caller, lookup }: Admission): Promise<void> {
  const credits = await readCredits(app.database, caller.subscriptionId);
  if (!credits.unlimited && (credits.remaining ?? 0) < lookup.cost) throw exhausted(app);
}

function exhausted(app: App): ApiError {
  return new ApiError(
    "credits_exhausted",
    "This subscription has no credits left for this call. Ask the operator for more, or subscribe to another product.",
    { members: { remaining: 0, links: { account: `${app.config.publicUrl}/` } } },
  );
}

/**
 * Charges and records a lookup in one transaction, before its answer leaves: both or neither happen,
 * so a crash at any moment leaves no charge without its record. Answers that are no record cost nothing.
 * Resolves to what `x-credits-remaining` says; throws 402 when others were faster to the last credit.
 */
export async function settleLookup(
  app: App,
  admission: Admission,
  outcome: 200 | 422 | ApiError,
  responseBytes: number,
): Promise<string> {
  const { caller, lookup, endpoint, request, requestId, address, started } = admission;
  const served = outcome === 200;
  const cost = served ? lookup.cost : 0;
  // The client went away while it waited; it gets no answer, so it pays for none.
  if (served && request.signal.aborted) throw new ApiError("bad_request", "The client has gone.");
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
    status: typeof outcome === "number" ? outcome : errors[outcome.code].status,
    credits: cost,
    requestBytes: Number(request.headers.get("content-length") ?? 0),
    responseBytes,
    apiMicros: elapsed,
    serviceMicros: elapsed,
  };
  const credits = await app.database.transaction(
    async (tx): Promise<Credits | undefined> => {
      const left = served ? await charge(tx, caller.subscriptionId, cost) : undefined;
      if (served && !left) return undefined;
      await app.usage.record(tx, record);
      return left;
    },
    { repeatable: true },
  );
  if (served && !credits) throw exhausted(app);
  return credits?.unlimited ? "unlimited" : String(credits?.remaining ?? 0);
}
