import { readingInWords, readVin } from "../../../base/reading/vins.ts";
import type { Decoder, SourcedBody } from "../../../vin/decoder.ts";
import { otherReadings, proposedInWords, proposedVins } from "../../../vin/proposed-vins.ts";

/** The members of a decode that notes on the VIN are written to. */
interface DecodeBody {
  readonly data: {
    readonly check: { readonly warnings: string[] };
    readonly derived: { readonly field: string; readonly value: string; readonly rule: string }[];
  };
}

/**
 * The body of a decode with what was repaired in the VIN that was sent (`derived`), and with VINs that one with a
 * wrong check digit, or a repaired one, may mean (`check.warnings`). The same body if there is nothing to add.
 */
export function noteReading(
  decoder: Decoder,
  answered: SourcedBody,
  vin: string,
  sent: string = vin,
): SourcedBody {
  const rule = sent === vin ? "" : readingInWords(sent, readVin(sent) ?? { repairs: [] });
  const others = rule === "" ? [] : otherReadings(decoder, sent, vin);
  const proposed = answered.digitIsWrong ? proposedVins(decoder, vin) : others;
  if (rule === "" && proposed.length === 0) return answered;
  const body = JSON.parse(Buffer.from(answered.body).toString()) as DecodeBody;
  const { check, derived } = body.data;
  if (proposed.length > 0) check.warnings.push(`${proposedInWords(proposed)}.`);
  if (rule !== "") derived.unshift({ field: "intro.vin", value: vin, rule });
  return { ...answered, body: Buffer.from(JSON.stringify(body)) };
}
