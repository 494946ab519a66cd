import { causedHere, requireStanding } from "../access/entered.ts";
import {
  claimKey,
  type Earlier,
  findEarlier,
  idempotentCall,
  keepAnswer,
  readIdempotencyKey,
} from "../access/idempotency.ts";
import type { Database, Queries } from "../database/database.ts";
import type { Caller } from "../http/caller.ts";
import type { Answer, Call, Endpoint } from "../http/endpoint.ts";
import { ApiError, InvalidRequest } from "../http/errors.ts";
import { etagOf, isManaged, namesResource } from "../http/etag.ts";
import { operationsAt } from "../http/paths.ts";
import type { Context, Operation } from "./context.ts";

/** The conditions that a call's headers state for its change. */
interface Conditions {
  readonly path: string;
  readonly ifMatch: string | null;
  readonly ifNoneMatch: string | null;
  readonly once: Once | undefined;
}

/** The change of a management call: conditions, effect and kept answer are one transaction. */
export function changeUnder(
  { path, ifMatch, ifNoneMatch, once }: Conditions,
  context: Context,
  endpoint: Operation,
  call: Call,
  work: (tx: Queries) => Promise<Answer>,
): Promise<Answer> {
  return context.database.transaction(
    async (tx) => {
      const earlier = await once?.claim(tx);
      if (earlier) return earlier;
      if ((ifMatch !== null || ifNoneMatch !== null) && /^(PUT|PATCH|DELETE)$/.test(endpoint.method)) {
        await endpoint.lock?.(tx, call.params);
        const etag = await currentEtag({ ...context, database: inside(tx, context.database) }, call, path);
        requireMatch(etag, ifMatch, ifNoneMatch);
      }
      const answer = await work(tx);
      const { caller } = call;
      // A logout ends its own credential.
      if (caller.kind === "user" && endpoint.permission !== "session.change" && !causedHere.has(tx))
        await requireStanding(tx, caller);
      await once?.keep(tx, answer);
      return answer;
    },
    { repeatable: true },
  );
}

/** A database whose reads are in the transaction. */
function inside(tx: Queries, { dialect, silentMs }: Database): Database {
  const refuse = () => Promise.reject(new Error("a read for If-Match must not change anything"));
  return { dialect, silentMs, all: tx.all, get: tx.get, run: refuse, transaction: refuse, close: refuse };
}

const isRead = (one: Endpoint): one is Extract<Endpoint, { answers?: "json" }> =>
  one.method === "GET" && isManaged(one) && (one.answers ?? "json") === "json";

/** The version of the resource that this caller reads now: undefined without one, null if no operation reads it. */
async function currentEtag(context: Context, call: Call, path: string): Promise<string | undefined | null> {
  const reading = operationsAt(context.operations, path).find(isRead);
  if (!reading) return null;
  // Templates of one path may name its parameter differently: /users/{id} and /users/{user_id}.
  const names = [...reading.path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? "");
  const values = Object.values((call.params ?? {}) as Record<string, string>);
  const params = Object.fromEntries(names.map((name, index) => [name, values[index]]));
  try {
    const current = await reading.handle(context, { ...call, params, query: {}, body: undefined });
    return etagOf(current.body);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "not_found")) throw error;
    return undefined;
  }
}

/** Throws 412 unless the resource is a version of `If-Match`, and none of `If-None-Match`. */
function requireMatch(
  etag: string | undefined | null,
  ifMatch: string | null,
  ifNoneMatch: string | null,
): void {
  if (etag === null) return;
  if (ifMatch !== null && (etag === undefined || !namesResource(ifMatch, etag, false)))
    throw new ApiError(
      "precondition_failed",
      "The resource is not the version that If-Match names; read it again.",
    );
  if (ifNoneMatch !== null && etag !== undefined && namesResource(ifNoneMatch, etag, true))
    throw new ApiError("precondition_failed", "The resource exists already, against If-None-Match.");
}

/** A call with an `Idempotency-Key`. */
export interface Once {
  /** The answer to an earlier call with the key. Throws 422 if that was another request. */
  earlier(): Promise<Answer | undefined>;
  /** Claims the key for a transaction; resolves to the answer of an earlier call. */
  claim(tx: Queries): Promise<Answer | undefined>;
  keep(tx: Queries, answer: Answer): Promise<void>;
  /** Whether a transaction has claimed the key. */
  readonly claimed: boolean;
}

/** The 422 of an `Idempotency-Key`. */
const invalidKey = (fault: string, header: string) =>
  new InvalidRequest(["header", "Idempotency-Key"], fault, header);

/** What the first call with a key kept. Throws 422 if that was another request. */
export function requireSameRequest<T>(earlier: Earlier<T> | undefined, header: string): T | undefined {
  if (earlier === "other request") throw invalidKey("was used with another request", header);
  return earlier?.answer;
}

/** Reads a call's `Idempotency-Key`. Throws 422 if it is malformed. */
export function requireIdempotencyKey(header: string): string {
  const key = readIdempotencyKey(header);
  if (key === undefined) throw invalidKey("must be 1 to 255 printable characters", header);
  return key;
}

/** A call that has an `Idempotency-Key`. Throws 422 if that is malformed. */
export function onceOnly(
  { database, identity: { vault }, clock }: Context,
  { id }: Operation,
  path: string,
  caller: Caller,
  header: string,
  body: Uint8Array | null,
): Once {
  const call = idempotentCall(caller, id, requireIdempotencyKey(header), path, body);
  const answerOf = (found: Earlier | undefined) => {
    const answer = requireSameRequest(found, header);
    const headers = { ...answer?.headers, "idempotent-replayed": "true" };
    return answer && { ...answer, headers };
  };
  let claimed = false;
  return {
    earlier: async () => answerOf(await findEarlier(database, vault, call, clock())),
    async claim(tx) {
      claimed = true;
      return answerOf(await claimKey(tx, vault, call, clock()));
    },
    keep: (tx, answer) => keepAnswer(tx, vault, call, answer),
    get claimed() {
      return claimed;
    },
  };
}

/** Refuses, with 503, what charges, sends or gives while the service is held. */
export function requireNotHeld({ held }: Pick<Context, "held">): void {
  if (!held.current) return;
  throw new ApiError(
    "held",
    "The service was restored, and an operator has not resumed it yet. Nothing was changed.",
    { headers: { "retry-after": "60" } },
  );
}
