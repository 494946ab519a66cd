import { OperatorError } from "../../../base/operator-error.ts";
import { isObject, parseMappingText } from "../../../vehicles/imports/columns/mapping-text.ts";
import { vendorMappingMax, vendorMappingOf } from "../mappings/parse-vendor-mapping.ts";
import type { VendorMapping } from "../mappings/vendor-mapping.ts";

/** Aliases of YAML can make a short text a long value. */
const compactMax = 4 * vendorMappingMax;

/**
 * What lookups need of a mapping's text, as JSON: 256 KiB of YAML take a second, nearly all of it for samples. Throws
 * `OperatorError` for a text that is neither YAML nor JSON.
 */
export function compactMapping(text: string): string {
  return compacted(membersOf(text));
}

/** Makes a mapping of its compact form. Throws `OperatorError`. */
export function compactedMapping(compact: string): VendorMapping {
  return vendorMappingOf(JSON.parse(compact), (path, reason) => {
    throw new OperatorError(`${path.join(".")} ${reason}`);
  });
}

/** Whether two texts read every answer in the same way: comments, white space, samples and price read none. */
export function readsTheSame(one: string, other: string): boolean {
  try {
    const [first, second] = [one, other].map((text) => {
      const { api, lookups } = membersOf(text);
      return compacted({ api, lookups });
    });
    return first === second;
  } catch (error) {
    // An older version of the program can have stored it.
    if (error instanceof OperatorError) return false;
    throw error;
  }
}

function membersOf(text: string): Readonly<Record<string, unknown>> {
  const { value, fail } = parseMappingText(text, "mapping", vendorMappingMax);
  return isObject(value) ? value : fail([], "the mapping is no object; write api, lookups and samples");
}

function compacted({ samples: _, ...needed }: Readonly<Record<string, unknown>>): string {
  // JSON has no number for .inf, which is a text as any other number is.
  const compact = JSON.stringify(needed, (_, one) =>
    typeof one === "number" && !Number.isFinite(one) ? String(one) : one,
  );
  if (compact.length > compactMax)
    throw new OperatorError(
      `the mapping has more than ${compactMax / 1024} KiB with what its aliases repeat`,
    );
  return compact;
}
