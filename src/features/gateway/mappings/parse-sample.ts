import type { NamedVehicle } from "../../../calls/forwarding.ts";
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
  requireKnown(given, ["lookup", "vehicle", "status", "body", "is", "data"], path, fail);
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
    fail([...path, "is"], `must be one of ${outcomes.join(", ")}`);
  const vehicle = vehicleOf(given.vehicle, [...path, "vehicle"], fail);
  return {
    lookup,
    ...(vehicle && { vehicle }),
    status: status as number,
    ...(body !== undefined && { body }),
    is: is as VendorSample["is"],
    ...(data !== undefined && { data }),
  };
}

/** The vehicle that a sample's VIN decodes to. */
function vehicleOf(given: unknown, path: Path, fail: Fail): NamedVehicle | undefined {
  if (given === undefined) return undefined;
  if (!isObject(given)) return fail(path, "must be such as {year: 2003, make: Honda, model: Accord}");
  requireKnown(given, ["year", "make", "model", "trim"], path, fail);
  const [year, make, model] = (["year", "make", "model"] as const).map(
    (name) => asText(given[name]) || fail([...path, name], "is missing"),
  ) as [string, string, string];
  return { year, make, model, trim: asText(given.trim) ?? "" };
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
