import { faultOfCurrency } from "../../../vehicles/imports/columns/forms.ts";
import {
  asText,
  type Fail,
  isObject,
  parseMappingText,
  requireKnown,
} from "../../../vehicles/imports/columns/mapping-text.ts";
import { explainAnswer } from "./explain-answer.ts";
import { lookupsOf } from "./family-of-lookup.ts";
import { parseLookup, type VendorLookup } from "./parse-lookup.ts";
import { lookupIn, parseSample } from "./parse-sample.ts";
import { type Clocks, readAnswer } from "./read-answer.ts";
import { filledRequest } from "./request-template.ts";
import { type MappedLookup, type VendorMapping, VendorRefusal } from "./vendor-mapping.ts";
import type { SampledMapping } from "./vendor-sample.ts";

/** More than any mapping has, its samples included. */
export const vendorMappingMax = 262_144;
/** To check more of one answer's events holds the thread. */
const mappedBytesMax = 2 ** 18;

const usualClocks: Clocks = {
  elapsed: () => performance.now(),
  spent() {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
  yearMax: () => new Date().getUTCFullYear() + 2,
};

const encoder = new TextEncoder();

/**
 * Parses the mapping of a vendor's API, in YAML or JSON. Throws `OperatorError` with the file, the line, the member, and
 * what to write instead.
 */
export function parseVendorMapping(text: string, file: string, clocks: Clocks = usualClocks): SampledMapping {
  const { value, fail } = parseMappingText(text, file, vendorMappingMax);
  return vendorMappingOf(value, fail, clocks);
}

/** The same of a mapping's value. */
export function vendorMappingOf(value: unknown, fail: Fail, clocks: Clocks = usualClocks): SampledMapping {
  if (!isObject(value)) return fail([], "the mapping is no object; write api, lookups and samples");
  requireKnown(value, ["api", "price", "lookups", "samples"], [], fail);
  const known = lookupsOf(value.api, fail);
  const lookups = new Map<string, VendorLookup>();
  listOf(value.lookups, "lookups", fail).forEach((given, index) => {
    for (const lookup of parseLookup(given, known, ["lookups", String(index)], fail)) {
      const { path } = lookup.served.operation;
      if (lookups.has(path))
        fail(["lookups", String(index), "requests", path], "is in two entries; write it once");
      lookups.set(path, lookup);
    }
  });
  const price = priceOf(value.price, fail);
  const find = ({ path }: MappedLookup): VendorLookup | undefined => lookups.get(path);
  return {
    api: value.api as string,
    ...(price && { price }),
    samples: listOf(value.samples ?? [], "samples", fail, 0).map((given, index) =>
      parseSample(given, lookups, ["samples", String(index)], fail),
    ),
    requestOf(lookup) {
      const { request } = find(lookup) ?? {};
      return request && filledRequest(request, lookup);
    },
    read(answer, lookup) {
      const found = find(lookup);
      if (!found) return undefined;
      const mapped = readAnswer(found, answer, lookup, clocks);
      if (!mapped) return undefined;
      const body = encoder.encode(JSON.stringify({ status: "success", data: mapped.data }));
      if (body.length > mappedBytesMax)
        throw new VendorRefusal(`Its answer has more than ${mappedBytesMax} bytes as records.`, false);
      return body;
    },
    explain(sample) {
      const { lookup, vehicle } = sample;
      const found = lookupIn(lookup, lookups);
      return explainAnswer(sample, found && { ...found, ...(vehicle && { vehicle }) }, lookups, clocks);
    },
  };
}

function listOf(value: unknown, name: string, fail: Fail, least = 1): readonly unknown[] {
  if (!Array.isArray(value) || value.length < least)
    return fail([name], `must be a list${least > 0 ? " with an entry" : ""}`);
  return value;
}

function priceOf(value: unknown, fail: Fail): VendorMapping["price"] {
  if (value === undefined || value === null) return undefined;
  const example = 'write {amount: "0.15", currency: USD}';
  if (!isObject(value)) return fail(["price"], `must have amount and currency; ${example}`);
  requireKnown(value, ["amount", "currency"], ["price"], fail);
  const amount = asText(value.amount) ?? "";
  if (!/^\d{1,9}(?:\.\d{1,6})?$/.test(amount))
    fail(["price", "amount"], `must be an amount with a decimal point; ${example}`);
  const currency = asText(value.currency) ?? "";
  const fault = faultOfCurrency(currency);
  if (fault) fail(["price", "currency"], `is "${currency}": ${fault}`);
  return { amount, currency };
}
