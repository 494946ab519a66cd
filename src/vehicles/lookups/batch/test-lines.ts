import type { Context } from "../../../calls/context.ts";
import { reservedError } from "../../../calls/test-keys/reserved-vins.ts";
import { InvalidRequest } from "../../../http/errors.ts";
import { LineRefusal } from "../../../http/lines.ts";
import { requireTestVin } from "../names/not-found.ts";

/**
 * For lines under a key for tests: throws the error of a reserved VIN, and 404 for a VIN, in capitals, that the demo
 * set does not have. Undefined for other keys.
 */
export function testLines(context: Context): ((vin: string) => void) | undefined {
  if (!context.lookup?.testSet) return undefined;
  return (vin) => {
    const reserved = reservedError(context, vin);
    if (reserved instanceof InvalidRequest)
      throw new LineRefusal(422, "validation_error", "The VIN is reserved for this error.");
    if (reserved) throw reserved;
    requireTestVin(context, vin);
  };
}
