import { ALPHABET, isVinCode } from "./characters.ts";
import { checkDigit } from "./check-digit.ts";
import { createDecoder, type Decoder } from "./decoder.ts";
import { MODEL } from "./elements.ts";
import { BAR, type KeyPosition, parseKey } from "./key-pattern.ts";
import { CYCLE_YEARS, YEAR_OF_CODE } from "./model-year.ts";
import { FIRST_YEAR, ROW, WMI, WMI_KEY, YEAR_SLOTS, yearSlot } from "./pack/layout.ts";
import { type Pack, stringOf } from "./pack/pack.ts";

/** How a new pack differs from the one in use. */
export interface PackComparison {
  /** VINs with a model in the pack in use, or in the new one if there is no other. */
  readonly sampled: number;
  /** Those without a model, or of an unknown manufacturer, in the new pack. */
  readonly lost: number;
  /** Those with another make or model. */
  readonly changed: number;
  /** Why the new pack should not be used; empty if it can be. */
  readonly problems: readonly string[];
}

const codesMax = 3000;
/** NHTSA withdraws some patterns from month to month. */
const lostMax = 0.05;
const countMin = 0.9;

const number = (count: number): string => count.toLocaleString("en");

/** Compares the counts of two packs, and the models of a sample of VINs. */
export function comparePacks(made: Pack, present: Pack | undefined, currentYear: number): PackComparison {
  const known = createDecoder(present ?? made, { currentYear });
  const decoder = createDecoder(made, { currentYear });
  let [sampled, lost, changed] = [0, 0, 0];
  for (const { vin, year, names } of sampleVins(known, currentYear)) {
    sampled += 1;
    const after = namesOf(decoder, vin, year);
    if (after === undefined) lost += 1;
    else if (after !== names) changed += 1;
  }
  const problems = present ? missing(made, present) : [];
  if (sampled === 0) problems.push("none of their VINs has a model");
  if (lost > lostMax * sampled)
    problems.push(`${number(lost)} of ${number(sampled)} sampled VINs lose their model`);
  return { sampled, lost, changed, problems };
}

function missing(made: Pack, present: Pack): string[] {
  const counts = ({ meta }: Pack) => ({
    patterns: meta.patterns,
    manufacturers: meta.manufacturers,
    elements: meta.elements.length,
  });
  const before = counts(present);
  return Object.entries(counts(made)).flatMap(([what, count]) => {
    const least = before[what as keyof typeof before];
    return count < countMin * least ? [`they have ${number(count)} ${what} instead of ${number(least)}`] : [];
  });
}

/** Make and model of a VIN; undefined without a model. */
function namesOf(decoder: Decoder, vin: string, year: number): string | undefined {
  const decode = decoder.decode(vin, year);
  return typeof decode === "string" || decode.model === "" ? undefined : `${decode.make} ${decode.model}`;
}

interface SampleVin {
  readonly vin: string;
  readonly year: number;
  /** Make and model. */
  readonly names: string;
}

/** VINs with a model, one for each of up to 3,000 manufacturer codes. */
function* sampleVins(decoder: Decoder, latest: number): Generator<SampleVin> {
  const codes = decoder.pack.wmis.length / WMI;
  const step = Math.max(1, Math.ceil(codes / codesMax));
  for (let wmi = 0; wmi < codes; wmi += step) {
    const found = sampleVin(decoder, wmi, latest);
    if (found) yield found;
  }
}

const triesMax = 12;

/** A VIN of a manufacturer code; undefined if patterns that others override match those that were tried. */
function sampleVin(decoder: Decoder, wmi: number, latest: number): SampleVin | undefined {
  const code = codeOf(decoder.pack, wmi);
  let tries = 0;
  for (const { year, key } of modelKeys(decoder.pack, wmi, latest)) {
    const vin = vinOf(code, year, key);
    const names = namesOf(decoder, vin, year);
    if (names !== undefined) return { vin, year, names };
    tries += 1;
    if (tries === triesMax) return undefined;
  }
  return undefined;
}

/** The keys of a manufacturer code's models, the latest years first. */
function* modelKeys(
  pack: Pack,
  wmi: number,
  latest: number,
): Generator<{ year: number; key: KeyPosition[] }> {
  for (let slot = yearSlot(latest); slot > 0; slot -= 1) {
    const place = pack.years[wmi * YEAR_SLOTS + slot]!;
    for (let link = 0; link < pack.covers[place]!; link += 1)
      for (const key of keysOfModels(pack, pack.covers[place + 1 + link * 2]!))
        yield { year: FIRST_YEAR + slot - 1, key };
  }
}

function* keysOfModels(pack: Pack, block: number): Generator<KeyPosition[]> {
  const first = pack.schemas[block + 1]!;
  for (let key = first; key < first + pack.schemas[block]!; key += 1)
    for (let row = pack.keyRows[key]!; row < pack.keyRows[key + 1]!; row += 1)
      if (pack.rows[row * ROW]! >>> 24 === MODEL) yield parseKey(stringOf(pack, pack.keyTexts[key]!));
}

/** A manufacturer code of three characters, or of six. */
function codeOf({ wmis }: Pack, wmi: number): string {
  let text = "";
  for (let key = wmis[wmi * WMI + WMI_KEY]! >>> 0; key > 0 || text.length % 3 > 0; key = Math.floor(key / 36))
    text = ALPHABET[key % 36] + text;
  return text;
}

const yearAt = 9;

function vinOf(code: string, year: number, key: readonly KeyPosition[]): string {
  const yearCode = [...YEAR_OF_CODE.keys()].find(
    (one) => YEAR_OF_CODE[one] !== 0 && (YEAR_OF_CODE[one]! - year) % CYCLE_YEARS === 0,
  );
  const vin = [...`${code.slice(0, 3)}AAAAA0${ALPHABET[yearCode!]}A${code.slice(3) || "000"}001`];
  key.forEach(({ free, bar, matches }, index) => {
    const at = index < BAR ? 3 + index : yearAt + index - BAR - 1;
    if (free || bar || at === yearAt || index === BAR) return;
    const admitted = matches.findIndex((matched, one) => matched === 1 && isVinCode(one));
    if (admitted >= 0) vin[at] = ALPHABET[admitted]!;
  });
  vin[8] = checkDigit(vin.join("")) || "0";
  return vin.join("");
}
