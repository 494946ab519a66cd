import { OperatorError } from "../../../base/operator-error.ts";
import type { SampledMapping } from "./vendor-sample.ts";

/**
 * Parses the mapping of a vendor's API, in YAML or JSON. Throws `OperatorError` with the file, the line, the member, and
 * what to write instead.
 */
export function parseVendorMapping(_text: string, file: string): SampledMapping {
  throw new OperatorError(`${file}: mappings are not read yet`);
}
