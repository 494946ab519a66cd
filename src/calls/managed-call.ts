import { errorFields } from "../base/log.ts";
import { within } from "../base/within.ts";
import type { Answer, Call, Endpoint } from "../http/endpoint.ts";
import { ApiError, InvalidRequest } from "../http/errors.ts";
import { etagOf, hasEtag, namesEtag } from "../http/etag.ts";
import { operationsAt } from "../http/paths.ts";
import {
  beginIdempotent,
  finishIdempotent,
  forgetIdempotent,
  type IdempotentCall,
  idempotentCall,
  readIdempotencyKey,
} from "../identity/idempotency.ts";
import type { Context } from "./context.ts";

/**
 * Runs an operation that is no lookup, with the conditions that its headers state: `If-Match` (412) and
 * `If-None-Match` (304) on managed resources, `Idempotency-Key` where something is created or granted.
 */
export async function handleManaged(
  context: Context,
  endpoint: Endpoint,
  call: Call,
  request: Request,
  path: string,
  body: Uint8Array | null,
): Promise<Answer> {
  if (endpoint.readsUsage) await enterCalls(context);
  const ifMatch = request.headers.get("if-match");
  if (ifMatch !== null && /^(PUT|PATCH|DELETE)$/.test(endpoint.method))
    await demandMatch(context, call, path, ifMatch);
  const key = endpoint.idempotent ? request.headers.get("idempotency-key") : null;
  const made =
    key === null
      ? await endpoint.handle(context, call)
      : await handleOnce(context, endpoint, call, path, body, key);
  // The next call on this node knows of the change; where the database has gone since, the poll sees to it.
  if (endpoint.method !== "GET") await context.identity.keys.refresh().catch(() => undefined);
  return hasEtag(endpoint, made) ? conditional(made, request.headers.get("if-none-match")) : made;
}

const enterMs = 1000;

/** Carries this node's calls into the database, which is a second behind where it is slow. */
async function enterCalls(context: Context): Promise<void> {
  const late = () => new Error("the journal is not folded in time");
  await within(enterMs, context.metering.flush(), late).catch((error) =>
    context.log.warn("credits and usage are shown without the latest calls", errorFields(error)),
  );
}

function conditional(made: Answer, ifNoneMatch: string | null): Answer {
  const etag = etagOf(made.body);
  const headers = { ...made.headers, etag };
  if (ifNoneMatch !== null && namesEtag(ifNoneMatch, etag, true))
    return { ...made, status: 304, body: "", headers };
  return { ...made, headers };
}

/** 412 unless the resource, as this caller reads it now, is the version that `If-Match` names. */
async function demandMatch(context: Context, call: Call, path: string, ifMatch: string): Promise<void> {
  const reading = operationsAt(context.operations, path).find((one) => one.method === "GET");
  if (!reading) return;
  // The two templates of one path may name its parameter differently: /users/{id} and /users/{user_id}.
  const names = [...reading.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? "");
  const values = Object.values(call.params as Record<string, string>);
  const params = Object.fromEntries(names.map((name, index) => [name, values[index]]));
  const changed = "The resource is not the version that If-Match names; read it again.";
  try {
    const current = await reading.handle(context, { ...call, params, query: {}, body: undefined });
    if (namesEtag(ifMatch, etagOf(current.body), false)) return;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "not_found")) throw error;
  }
  throw new ApiError("precondition_failed", changed);
}

function invalidKey(input: string, fault: string): InvalidRequest {
  return new InvalidRequest(["header", "Idempotency-Key"], fault, input);
}

async function handleOnce(
  context: Context,
  endpoint: Endpoint,
  call: Call,
  path: string,
  body: Uint8Array | null,
  header: string,
): Promise<Answer> {
  const key = readIdempotencyKey(header);
  if (key === undefined) throw invalidKey(header, "must be 1 to 255 printable characters");
  const { database, identity } = context;
  const once = idempotentCall(call.caller, endpoint.id, key, path, body);
  const earlier = await beginIdempotent(database, identity.vault, once, context.clock());
  if (earlier === "other request") throw invalidKey(header, "was used with another request");
  if (earlier) return earlier.answer;
  const made = await orForget(context, once, () => endpoint.handle(context, call) as Promise<Answer>);
  await finishIdempotent(database, identity.vault, once, made);
  return made;
}

/** A refused call had no effect and may be made again under its key; one whose fate is unknown may not. */
async function orForget(
  context: Context,
  once: IdempotentCall,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError || error instanceof InvalidRequest)
      await forgetIdempotent(context.database, once);
    throw error;
  }
}
