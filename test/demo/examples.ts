import type { z } from "zod";
import type { Context } from "../../src/calls/context.ts";
import type { Endpoint } from "../../src/http/endpoint.ts";
import { lookupApis } from "../../src/vehicles/families/lookup-apis.ts";
import type { Got } from "../harness.ts";

/** A lookup as the OpenAPI document's examples make it. */
export interface Example {
  readonly endpoint: Endpoint;
  readonly path: string;
}

const apis = new Set([...lookupApis.map(({ id }) => id), "vehicles"]);

function exampleOf(schema: z.ZodType | undefined): string {
  return String((schema?.meta() as { example?: unknown } | undefined)?.example ?? "");
}

/** Every lookup operation, its parameters filled with their own examples. */
export function examplesOf({ operations }: Context): Example[] {
  return operations
    .filter(({ lookup, method }) => lookup && method === "GET" && apis.has(lookup.api))
    .map((endpoint) => {
      const params = endpoint.params?.shape as Readonly<Record<string, z.ZodType>> | undefined;
      const query = endpoint.query?.shape as Readonly<Record<string, z.ZodType>> | undefined;
      const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(exampleOf(params?.[name])),
      );
      const pairs = Object.entries(query ?? {}).map(([name, schema]) => `${name}=${exampleOf(schema)}`);
      return { endpoint, path: pairs.length === 0 ? path : `${path}?${pairs.join("&")}` };
    });
}

/** How an example is shortened. */
interface Shortening {
  readonly texts: number;
  readonly list: number;
  /** The same for lists of objects. */
  readonly rows: number;
  /** Replaces the query that signs the address of an image. */
  readonly query: string;
  /** Replaces the entries that a shortened list lacks. */
  rest(count: number): string[];
}

const inPage: Shortening = {
  texts: 160,
  list: 2,
  rows: 2,
  query: "?…",
  rest: (count) => [`… ${count} more`],
};

/** Lists that are cut still match their schemas. */
export const inDocument: Shortening = { texts: 80, list: 2, rows: 2, query: "", rest: () => [] };

/** How `docs/examples.md` describes its shortened responses. */
const rule =
  `Lists are cut after ${inPage.list} entries, and \`"… n more"\` stands for the rest; texts are cut after ` +
  `${inPage.texts} characters; the query that signs an image's address is left out. Nothing else is changed.`;

/** A response as the OpenAPI document shows it, or as `docs/examples.md` does. */
export function shortened(value: unknown, how: Shortening): unknown {
  if (typeof value === "string") {
    const text = value.replace(/\?AccessKeyId=[\w&=-]+$/, how.query);
    return text.length > how.texts ? `${text.slice(0, how.texts)}…` : text;
  }
  if (Array.isArray(value)) {
    const max = typeof value[0] === "object" ? how.rows : how.list;
    const kept = value.slice(0, max).map((item) => shortened(item, how));
    return [...kept, ...(value.length > max ? how.rest(value.length - max) : [])];
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member, how)]));
}

function section({ endpoint, path }: Example, got: Got): string {
  const notes = ["x-data-source", "x-match"].flatMap((name) => {
    const value = got.headers.get(name);
    return value === null ? [] : [`\`${name}: ${value}\``];
  });
  const costs = endpoint.lookup?.cost === 0 ? ["no credit"] : [];
  return [
    `### ${endpoint.summary}`,
    `\`${endpoint.method} ${endpoint.path}\``,
    `\`GET ${path}\` → ${got.status}${[...notes, ...costs].map((one) => `, ${one}`).join("")}`,
    `\`\`\`json\n${JSON.stringify(shortened(got.body, inPage), null, 1)}\n\`\`\``,
  ].join("\n\n");
}

/** The whole of `docs/examples.md`. */
export function document(answered: readonly { readonly example: Example; readonly got: Got }[]): string {
  const groups = Map.groupBy(answered, ({ example }) => example.endpoint.tag);
  const parts = [...groups].map(([tag, some]) =>
    [`## ${tag}`, ...some.map(({ example, got }) => section(example, got))].join("\n\n"),
  );
  return [
    "# One example of every lookup",
    "Made by `npm run generate` from the synthetic demo set (`vingate demo`), and checked by the tests. Each takes a key in `x-AuthKey`. An installation with the demo set returns the same; dates move with the month in which it was loaded. A family into which other data were imported answers from these: `vingate demo` on an empty data folder shows the demo set.",
    rule,
    ...parts,
    "",
  ]
    .join("\n\n")
    .replace(/\n+$/, "\n");
}
