import { refusedKey } from "../../access/keys/key-access.ts";
import { testLimit } from "../../access/policy/enforced.ts";
import { type ApiError, InvalidRequest, tooManyCalls, unavailable } from "../../http/errors.ts";
import type { Context } from "../context.ts";
import { creditsRefused } from "../failure.ts";

/** VINs that no vehicle has, each for one error. The one that ends with 404 is as unknown as any other. */
const reservedStart = "TEST0000000000";

/** The error that a reserved VIN is for; undefined for any other VIN. */
export function reservedError(context: Context, vin: string): ApiError | InvalidRequest | undefined {
  if (!vin.startsWith(reservedStart)) return undefined;
  switch (vin.slice(reservedStart.length)) {
    case "401":
      return refusedKey();
    case "402":
      return creditsRefused(context, 1, { kind: "exhausted", remaining: 0 });
    case "422":
      return invalidVin(vin);
    case "429":
      return tooManyCalls(
        `Rate limit exceeded: ${testLimit.calls} calls per ${testLimit.renewal_period_s} seconds.`,
        1,
      );
    case "503":
      // The log of refused calls has this reason: another would alarm the operator.
      return unavailable(`The VIN ${vin} is reserved for this error; nothing was charged.`);
    default:
      return undefined;
  }
}

function invalidVin(input: string): InvalidRequest {
  const fault = "the VIN is reserved for this error";
  return new InvalidRequest([
    { type: "value_error", loc: ["path", "vin"], msg: `Value error, ${fault}`, input, ctx: { error: {} } },
  ]);
}
