import { makeKey, nameKey } from "../families/names.ts";
import type { RecordFamily, RecordRow } from "../families/record-family.ts";
import { type Catalogue, createCatalogue } from "../vin/catalogue/catalogue.ts";
import { checkDigit } from "../vin/check-digit.ts";
import type { Pack } from "../vin/pack/pack.ts";

/** What is doubtful about a row that is taken all the same. */
export type Doubts = (row: RecordRow) => readonly string[];

const none: readonly string[] = [];
const wrongDigit = ["VINs with a wrong check digit"];
const strangeMake = ["rows of a make that vPIC does not know"];
const strangeModel = ["rows of a model that vPIC does not know for the make and year"];
const standardFrom = 1981;

/**
 * Counts VINs whose check digit is wrong, as VINs from outside North America have them, and names that vPIC does not
 * know: they are kept as they are spelled.
 */
export function doubtsOf(family: RecordFamily, catalogue: Catalogue): Doubts {
  if (family.kind !== "vehicle") return (row) => doubtsOfVin((row as { readonly vin: string }).vin);
  return (row) => {
    const { year, names } = row as Extract<RecordRow, { names: readonly string[] }>;
    const [make = "", model = ""] = names;
    if (year < standardFrom) return none;
    const key = makeKey(make);
    const kind = (["vehicles", "motorcycles"] as const).find((one) => catalogue.makes(one, year).has(key));
    if (!kind) return strangeMake;
    const known = (["vehicles", "motorcycles"] as const).some((one) =>
      catalogue.models(one, year, key).has(nameKey(model)),
    );
    return known ? none : strangeModel;
  };
}

/** The same, by the decoder's own data as of a moment. */
export function doubtsByPack(family: RecordFamily, pack: Pack, now: number): Doubts {
  const currentYear = new Date(now).getUTCFullYear();
  return doubtsOf(family, createCatalogue(pack, { keys: { make: makeKey, model: nameKey }, currentYear }));
}

function doubtsOfVin(text: string): readonly string[] {
  const vin = text.replace(/[\s-]/g, "").toUpperCase();
  return vin.length === 17 && checkDigit(vin) !== vin[8] ? wrongDigit : none;
}
