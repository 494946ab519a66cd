import type { Context } from "../../calls/context.ts";
import { decoderOf } from "../../vehicles/lookups/decoder.ts";
import type { Decoder } from "../../vin/decoder.ts";
import { flatFields } from "../../vin/nhtsa/flat-fields.ts";
import { createVpicDecoder, type VpicDecoder } from "../../vin/nhtsa/nhtsa-decoder.ts";
import { aroundResults, type ResultForm } from "./results.ts";

/** vPIC's message for every decode. */
export const decodedMessage =
  "Results returned successfully. NOTE: Any missing decoded values should be interpreted as NHTSA does not have data on the specific variable. Missing value should NOT be interpreted as an indication that a feature or technology is unavailable for a vehicle.";

/** A decoder, and what responses need besides it. */
export interface Vpic extends VpicDecoder {
  readonly source: string;
  /** The number of variables, which vPIC counts in a flat response. */
  readonly count: number;
  readonly flatForm: ResultForm;
}

const made = new WeakMap<Decoder, Vpic>();

/** The criterion of a flat response, without the VIN at its end. */
export const flatCriterion = "VIN(s): ";

/** The decoder for vPIC's form; throws 503 until it is loaded. */
export function vpicOf(context: Context): Vpic {
  const decoder = decoderOf(context);
  const known = made.get(decoder) ?? make(decoder);
  made.set(decoder, known);
  return known;
}

function make(decoder: Decoder): Vpic {
  const { meta } = decoder.pack;
  const count = meta.elements.length;
  const flatForm = { element: "DecodedVINValues", columns: flatFields(meta).map(({ name }) => name) };
  const heading = { count, message: decodedMessage, criteria: flatCriterion };
  const { before, after } = aroundResults("json", flatForm, heading);
  // The requested VIN precedes the quote that ends the criterion.
  const quote = before.indexOf(`","Results"`);
  const envelope = { before: before.slice(0, quote), between: before.slice(quote), after };
  return { ...createVpicDecoder(decoder, envelope), source: decoder.source, count, flatForm };
}
