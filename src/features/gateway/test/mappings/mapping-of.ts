import { parseVendorMapping } from "../../mappings/parse-vendor-mapping.ts";
import type { MappedLookup } from "../../mappings/vendor-mapping.ts";
import type { SampledMapping } from "../../mappings/vendor-sample.ts";

export const vin = "1HGCM82633A004352";
export const byVin = (path: string): MappedLookup => ({ path, params: { vin } });
export const auctionOf = byVin("/auction/{vin}");
export const saleOf = byVin("/saleshistory/{vin}");
export const lienOf = byVin("/lien/{vin}");

/** Clocks of bounds that stand, and the years of the tests. */
export const clocks = { elapsed: () => 0, spent: () => 0, yearMax: () => 2028 };

const requests = { auction: "/auction/{vin}", saleshistory: "/saleshistory/{vin}", lien: "/lien/{vin}" };

/** A mapping with one lookup by VIN. */
export function mappingOf(
  api: keyof typeof requests,
  columns: object,
  more: object = {},
  clock = clocks,
): SampledMapping {
  const where = api === "lien" ? { record: "@" } : { records: "events" };
  const entry = { requests: { [requests[api]]: { path: "/v2/{vin}" } }, ...where, columns, ...more };
  return parseVendorMapping(JSON.stringify({ api, lookups: [entry], samples: [] }), "vendor.yaml", clock);
}

const answerOf = (body: unknown, status = 200) => ({
  status,
  body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
});

/** The `data` that an answer is read as; undefined if it has no record. */
export function readData(
  mapping: SampledMapping,
  body: unknown,
  lookup: MappedLookup,
  status = 200,
): unknown {
  const read = mapping.read(answerOf(body, status), lookup);
  return read && (JSON.parse(Buffer.from(read).toString()) as { data: unknown }).data;
}

/** The name and the message of the error of an answer. */
export function faultOf(mapping: SampledMapping, body: unknown, lookup: MappedLookup, status = 200): string {
  try {
    mapping.read(answerOf(body, status), lookup);
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
  return "none";
}
