import { z } from "zod";
import { type Context, endpoint, type Operation } from "../../calls/context.ts";
import { decoderOf } from "../../vehicles/lookups/decoder.ts";
import { allLists } from "./all-lists.ts";
import { acceptHeader, formatOf, formatParameter, types } from "./format.ts";
import type { AnyList, ListParameter, VpicQuery } from "./list.ts";
import { listMs, readList } from "./lists-thread.ts";
import { headersOf } from "./results.ts";
import { envelope } from "./schemas.ts";
import { compatibleLookup } from "./shared.ts";

const parameters = (schema: z.ZodType, declared: Readonly<Record<string, ListParameter>> = {}) =>
  Object.fromEntries(Object.entries(declared).map(([name, meta]) => [name, schema.meta({ ...meta })]));

function listEndpoint(list: AnyList, index: number): Operation {
  const { name, form = "" } = list;
  const params = parameters(z.string(), list.params);
  const query = parameters(z.string().optional(), list.query);
  return endpoint({
    ...compatibleLookup(name + form, list.cost ?? 0),
    path: `/vehicles/${list.path}`,
    summary: list.summary,
    description:
      `As vPIC's ${name}. ${list.description ?? ""} ${list.cost ? "" : "It costs no credit."}`.trim(),
    ...(Object.keys(params).length > 0 && { params: z.object(params) }),
    query: z.object({ ...query, format: formatParameter }),
    headers: acceptHeader,
    limits: { answerMs: () => listMs },
    response: envelope(`Vpic${name}${form}`, list.row),
    async handle(context: Context, call) {
      const decoder = decoderOf(context);
      const { format: parameter, ...others } = call.query as Record<string, string | undefined>;
      const format = formatOf(parameter, (call.headers as { accept?: string }).accept);
      const query = { ...(call.params as VpicQuery | undefined), ...others } as VpicQuery;
      const today = new Date(context.clock()).toISOString().slice(0, "2026-11-21".length);
      // Lookups are called with a key.
      const account = call.caller.kind === "subscription" ? call.caller.userId : "";
      const body = await readList(decoder.pack, account, { list: index, query, format, today });
      return { body, type: types[format], headers: headersOf(decoder.source) };
    },
  });
}

/** vPIC's lists as operations. */
export const listEndpoints: readonly Operation[] = allLists.map(listEndpoint);
