import { readIdempotencyKey } from "../../access/idempotency.ts";
import { bearerToken } from "../../access/tokens.ts";
import { serviceId } from "../../base/ids.ts";
import type { Context } from "../../calls/context.ts";
import { callWithin } from "../../calls/several/inner-call.ts";
import type { Call } from "../../http/endpoint.ts";
import { namesOfVin } from "../../vehicles/lookups/names/names-of-vin.ts";
import { ArgumentFault, type ToolCall } from "./arguments.ts";
import { Fault, isObject, type Message } from "./messages.ts";
import { resultOf, type ToolResult } from "./tool-result.ts";
import type { Toolbox } from "./toolbox.ts";

/** Where a client that cannot set headers sends its idempotency key. */
export const onceKeyMeta = "vingate/idempotencyKey";

const none = {};

/** The key of the caller's subscription, from either header. */
export function keyOf(headers: Headers): string | null {
  return headers.get("x-authkey") ?? bearerToken(headers.get("authorization")) ?? null;
}

/**
 * Calls a tool's operation, with its own charge and record. Throws `Fault` for an unknown tool or arguments that
 * are no object.
 */
export async function callTool(
  context: Context,
  toolbox: Toolbox,
  call: Call,
  { params, meta }: Message,
): Promise<ToolResult> {
  const served = toolbox.find(params.name);
  if (!served)
    throw new Fault("params", `Unknown tool: ${String(params.name)}. Tools: ${toolbox.names}`, 200);
  const { arguments: given = none } = params;
  if (!isObject(given)) throw new Fault("params", "arguments is not an object.", 200);
  const key = keyOf(call.sentHeaders);
  const onceKey = onceKeyOf(call.sentHeaders, meta);
  let made: ToolCall;
  try {
    made = await served.callOf(given, (vin, year) => namesIn(context, vin, year));
  } catch (fault) {
    if (!(fault instanceof ArgumentFault)) throw fault;
    const texts = [JSON.stringify({ detail: fault.detail }), "Correct the arguments. Nothing was charged."];
    return { texts, isError: true };
  }
  // The records of an attempt are found by an ID that only the service could make.
  const outer = onceKey === undefined ? call : { ...call, requestId: serviceId(context.clock()) };
  const { candidate, ...rest } = made;
  const { operation } = candidate;
  const answer = await callWithin(context, outer, { ...rest, operation, key, onceKey, via: "mcp" });
  return resultOf(operation, answer, given.short === true);
}

/** Decodes a VIN into the names that lookups by model take. It is charged with the lookup that is made of it. */
async function namesIn(context: Context, vin: string, year: string | undefined) {
  const names = await namesOfVin(
    context,
    vin.trim().toUpperCase(),
    year === undefined ? undefined : Number(year),
  );
  if (!names) return undefined;
  const { match: _, ...values } = names;
  return values;
}

function onceKeyOf(headers: Headers, meta: Message["meta"]): string | undefined {
  const header = headers.get("idempotency-key") ?? undefined;
  const own = meta[onceKeyMeta];
  if (own === undefined) return header;
  if (typeof own !== "string") throw new Fault("params", `params._meta.${onceKeyMeta} is not a string.`);
  if (readIdempotencyKey(own) === undefined)
    throw new Fault("params", `params._meta.${onceKeyMeta} is not 1 to 255 printable characters.`);
  if (header !== undefined && header !== own)
    throw new Fault("headers", `Header mismatch: Idempotency-Key is not params._meta.${onceKeyMeta}`);
  return own;
}
