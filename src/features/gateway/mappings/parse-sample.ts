import {
  asText,
  type Fail,
  isObject,
  type Path,
  requireKnown,
} from "../../../vehicles/imports/columns/mapping-text.ts";
import type { VendorLookup } from "./parse-lookup.ts";
import type { MappedLookup } from "./vendor-mapping.ts";
import type { VendorSample } from "./vendor-sample.ts";

const outcomes = ["record", "not_found", "failure"] as const;

/** Parses a sample. */
export function parseSample(
  given: unknown,
  lookups: ReadonlyMap<string, VendorLookup>,
  path: Path,
  fail: Fail,
): VendorSample {
  if (!isObject(given)) return fail(path, "must have lookup, body and is");
  requireKnown(given, ["lookup", "status", "body", "is", "data"], path, fail);
  const { status = 200, body, is, data } = given;
  const lookup = asText(given.lookup) ?? "";
  if (!lookupIn(lookup, lookups))
    fail(
      [...path, "lookup"],
      `is no lookup that the mapping serves; write a path such as ${[...lookups.keys()][0]} with its values`,
    );
  if (!Number.isInteger(status) || (status as number) < 100 || (status as number) > 599)
    fail([...path, "status"], "must be a status, such as 200");
  if (!outcomes.includes(is as (typeof outcomes)[number]))
    fail([...path, "is"], `must be ${outcomes.join(", ")}`);
  return {
    lookup,
    status: status as number,
    ...(body !== undefined && { body }),
    is: is as VendorSample["is"],
    ...(data !== undefined && { data }),
  };
}

/** The lookup of a path with its values, as a call of it would have been read; undefined for none. */
export function lookupIn(text: string, lookups: ReadonlyMap<string, VendorLookup>): MappedLookup | undefined {
  const [path = "", search = ""] = text.split("?");
  const segments = path.split("/");
  for (const [template, { served }] of lookups) {
    const names = template.split("/");
    if (names.length !== segments.length) continue;
    const isOf = names.every((name, index) => name.startsWith("{") || name === segments[index]);
    const values = names.flatMap((name, index) =>
      name.startsWith("{") ? [[name.slice(1, -1), decoded(segments[index]!)]] : [],
    );
    const params = isOf ? served.operation.params?.safeParse(Object.fromEntries(values)) : undefined;
    if (!params?.success) continue;
    const year = new URLSearchParams(search).get("year") ?? undefined;
    return { path: template, params: params.data as MappedLookup["params"], ...(year && { year }) };
  }
  return undefined;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}
