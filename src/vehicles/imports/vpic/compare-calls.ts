import { createDecoder, type Decoder } from "../../../vin/decoder.ts";
import type { Pack } from "../../../vin/pack/pack.ts";
import type { RecentVins } from "./recent-vins.ts";

/** One VIN that is decoded otherwise. */
export interface ChangedVin {
  /** Its first eleven characters, which many vehicles share: the whole VIN is kept nowhere. */
  readonly vin: string;
  /** Year, make and model, by the data in use and by the new ones; empty if there are none. */
  readonly before: string;
  readonly after: string;
}

/** What new data change of the VINs of the last week's calls. */
export interface CallComparison {
  readonly vins: number;
  /** Whether there were more VINs or calls than are compared. */
  readonly bounded: boolean;
  readonly same: number;
  /** Those with another year, make or model. */
  readonly changed: number;
  /** Those with a make or model that had none. */
  readonly found: number;
  /** Those with none that had one. */
  readonly lost: number;
  /** Up to ten: lost ones first, then changed ones, then those found. */
  readonly examples: readonly ChangedVin[];
}

const examplesMax = 10;
const sharedLength = 11;

/** Year, make and model; empty without a make and a model. */
function namesOf(decoder: Decoder, vin: string): string {
  const decode = decoder.decode(vin);
  if (typeof decode === "string" || (decode.make === "" && decode.model === "")) return "";
  return [decode.year, decode.make, decode.model].filter(Boolean).join(" ");
}

/** Decodes VINs by the data in use and by new ones. */
export function compareCalls(
  { vins, bounded }: RecentVins,
  { present, made, currentYear }: { present: Pack; made: Pack; currentYear: number },
): CallComparison {
  const [before, after] = [createDecoder(present, { currentYear }), createDecoder(made, { currentYear })];
  const counts = { same: 0, changed: 0, found: 0, lost: 0 };
  const examples: Record<Exclude<keyof typeof counts, "same">, ChangedVin[]> = {
    lost: [],
    changed: [],
    found: [],
  };
  for (const vin of vins) {
    const [old, fresh] = [namesOf(before, vin), namesOf(after, vin)];
    const kind = old === fresh ? "same" : old === "" ? "found" : fresh === "" ? "lost" : "changed";
    counts[kind] += 1;
    if (kind !== "same" && examples[kind].length < examplesMax)
      examples[kind].push({ vin: vin.slice(0, sharedLength), before: old, after: fresh });
  }
  const shown = Object.values(examples).flat().slice(0, examplesMax);
  return { vins: vins.size, bounded, ...counts, examples: shown };
}
