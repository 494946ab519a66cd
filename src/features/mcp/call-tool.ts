import { readIdempotencyKey } from "../../access/idempotency.ts";
import { bearerToken } from "../../access/tokens.ts";
import { serviceId } from "../../base/ids.ts";
import { answerLookup } from "../../calls/answer-lookup.ts";
import type { Context } from "../../calls/context.ts";
import { answerManagement } from "../../calls/management-call.ts";
import type { RoutedRequest } from "../../calls/routed.ts";
import { queryOf } from "../../calls/routed-request.ts";
import type { Call } from "../../http/endpoint.ts";
import { ApiError } from "../../http/errors.ts";
import { subjectOfVin } from "../../vehicles/lookups/names/subject.ts";
import { ArgumentFault, type ToolCall, type UnfitCall } from "./arguments.ts";
import { Fault, isObject, type Message } from "./messages.ts";
import { resultOf, type ToolAnswer, type ToolResult } from "./tool-result.ts";
import type { Toolbox } from "./toolbox.ts";

/** Where a client that cannot set headers sends its idempotency key. */
export const onceKeyMeta = "vingate/idempotencyKey";

const none = {};

/** The key of the caller's subscription, from either header. */
export function keyOf(headers: Headers): string | null {
  return headers.get("x-authkey") ?? bearerToken(headers.get("authorization")) ?? null;
}

/**
 * Calls a tool's operations, each with its own charge and record. Throws `Fault` for an unknown tool or arguments that
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
  let calls: readonly (ToolCall | UnfitCall)[];
  try {
    calls = served.callsOf(given, (vin, year) => namesOfVin(context, vin, year));
  } catch (fault) {
    if (!(fault instanceof ArgumentFault)) throw fault;
    const texts = [JSON.stringify({ detail: fault.detail }), "Correct the arguments. Nothing was charged."];
    return { texts, isError: true };
  }
  // The records of an attempt are found by an ID that only the service could make.
  const outer = onceKey === undefined ? call : { ...call, requestId: serviceId(context.clock()) };
  const answers = await Promise.all(
    calls.map((one) => ("fault" in one ? one : answer(context, outer, one, key, onceKey))),
  );
  return resultOf(answers, { isReport: served.tool.makes.kind === "report", isShort: given.short === true });
}

/** What a VIN says of the names that lookups by model take. It is charged with the lookup that is made of it. */
function namesOfVin(context: Context, vin: string, year: string | undefined) {
  try {
    const { vehicle } = subjectOfVin(
      context,
      vin.trim().toUpperCase(),
      year === undefined ? undefined : Number(year),
    );
    const { make, model, trim } = vehicle;
    return {
      year: String(vehicle.year),
      make: make.text,
      model: model.text,
      ...(trim && { trim: trim.text }),
    };
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
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

async function answer(
  context: Context,
  outer: Call,
  call: ToolCall,
  key: string | null,
  onceKey: string | undefined,
): Promise<ToolAnswer> {
  const { candidate, params, search, body } = call;
  const { route } = candidate;
  const { endpoint } = route;
  const headers = new Headers();
  if (body !== undefined) headers.set("content-type", "application/json");
  // A batch reads it itself, and operations that are no lookups read the key, each in a header of its own: an empty one
  // is a missing key.
  if (onceKey !== undefined && endpoint.answers === "lines") headers.set("idempotency-key", onceKey);
  if (!endpoint.lookup) for (const name of ["api-key", "x-authkey"]) headers.set(name, key ?? "");
  const request = new Request("http://mcp/", {
    method: endpoint.method,
    headers,
    signal: outer.request!.signal,
    ...(body !== undefined && { body }),
  });
  const isOnce = onceKey !== undefined && endpoint.lookup && endpoint.answers !== "lines";
  let credits = 0;
  const routed: RoutedRequest = {
    request,
    requestId: outer.requestId,
    address: outer.address,
    isLocal: outer.isLocal,
    path: endpoint.path.replace(/\{([a-z_]+)\}/g, (_, name: string) => encodeURIComponent(params[name]!)),
    search,
    query: queryOf(search),
    params,
    key,
    headers: {},
    via: "mcp",
    onceKey: isOnce ? onceKey : undefined,
    charged: (more) => {
      credits += more;
    },
    meter: route.meter,
    started: performance.now(),
  };
  const response = await (endpoint.lookup
    ? answerLookup(context, route, endpoint, routed)
    : answerManagement(context, route, endpoint, routed));
  return { call, response, body: await response.text(), credits };
}
