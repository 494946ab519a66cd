import { z } from "zod";
import { type Context, endpoint, type Operation } from "../calls/context.ts";
import { decoderOf } from "../lookups/decoder.ts";
import { type Lists, listsOf } from "../vin/vpic/registry.ts";
import { acceptHeader, formatOf, formatParameter } from "./format.ts";
import { answerResults, type Result } from "./results.ts";
import { envelope } from "./schemas.ts";
import { compatibleLookup } from "./shared.ts";

/** What a list operation is asked: its own parameters, of the path and of the query. */
export type Asked = Readonly<Record<string, string>>;

/** A parameter: what it means, and an example. */
export interface ListParameter {
  readonly description: string;
  readonly example: string;
}

/** One of vPIC's lists, as an operation. */
export interface List<Row extends z.ZodObject> {
  /** vPIC's name of the operation, and what tells its forms apart. */
  readonly name: string;
  readonly form?: string;
  /** Below `/vehicles/`; parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: Readonly<Record<string, ListParameter>>;
  readonly query?: Readonly<Record<string, ListParameter>>;
  /** The credits that it costs: a list none. */
  readonly cost?: 1;
  /** Its results' element in XML, and their members in the order of JSON. */
  readonly element: string;
  readonly row: Row;
  /** Their order in XML and CSV, where it is another. */
  readonly columns?: readonly string[];
  readonly message: "Results returned successfully" | "Response returned successfully";
  readonly criteria?: (asked: Asked) => string | null;
  readonly results: (lists: Lists, asked: Asked, today: string) => readonly z.input<Row>[];
}

const parameters = (schema: z.ZodType, declared: Readonly<Record<string, ListParameter>> = {}) =>
  Object.fromEntries(Object.entries(declared).map(([name, meta]) => [name, schema.meta({ ...meta })]));

/** Makes the operation of a list. */
export function listEndpoint<Row extends z.ZodObject>(list: List<Row>): Operation {
  const { name, form = "", path, element, row, message } = list;
  const columns = list.columns ?? Object.keys(row.shape);
  const params = parameters(z.string(), list.params);
  const query = parameters(z.string().optional(), list.query);
  return endpoint({
    ...compatibleLookup(name + form, list.cost ?? 0),
    path: `/vehicles/${path}`,
    summary: list.summary,
    description:
      `As vPIC's ${name}. ${list.description ?? ""} ${list.cost ? "" : "It costs no credit."}`.trim(),
    ...(Object.keys(params).length > 0 && { params: z.object(params) }),
    query: z.object({ ...query, format: formatParameter }),
    headers: acceptHeader,
    response: envelope(`Vpic${name}${form}`, row),
    handle(context: Context, call) {
      const decoder = decoderOf(context);
      const { format, ...how } = call.query as Record<string, string | undefined>;
      const asked = { ...(call.params as Asked | undefined), ...how } as Asked;
      const today = new Date(context.clock()).toISOString().slice(0, "2026-11-21".length);
      return answerResults(
        formatOf(format, (call.headers as { accept?: string }).accept),
        { element, columns },
        { message, criteria: list.criteria?.(asked) ?? null },
        list.results(listsOf(decoder.pack), asked, today) as readonly Result[],
        decoder.source,
      );
    },
  });
}
