import { frameNumberOf, readVin } from "../../../base/reading/vins.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { type Catalogue, createCatalogue } from "../../../vin/catalogue/catalogue.ts";
import { checkDigit } from "../../../vin/check-digit.ts";
import type { Pack } from "../../../vin/pack/pack.ts";
import { recallCampaigns, recallCompletions } from "../../families/apis/open-recall.ts";
import { makeKey, nameKey } from "../../families/names.ts";
import type { EventRow, RecordFamily, RecordRow, VehicleRow, VinRow } from "../../families/record-family.ts";

/** The warnings on an accepted row. */
export type RowWarnings = (row: RecordRow) => readonly string[];

export interface WarningTools {
  readonly database: Queries;
  readonly pack: () => Promise<Pack>;
  /** Milliseconds UTC. */
  readonly now: number;
}

const repaired =
  "VINs that were repaired: scanned with an I or stars, or written with O, I, Q or other alphabets";
const frameNumber = "frame numbers, which are no VINs and are found as they are written";
const wrongDigit = "VINs with a wrong check digit";
const unknownMake = "rows with a make that vPIC does not know";
const unknownModel = "rows with a model that vPIC does not know for the make and year";
const unknownCampaign = "completions of a campaign that is not loaded";
const none: readonly string[] = [];
const standardFrom = 1981;
const kinds = ["vehicles", "motorcycles"] as const;

/**
 * Warnings on rows of a family: makes and models that vPIC lacks, campaigns that are not loaded, and wrong check
 * digits, which are normal outside North America.
 */
export async function warningsFor(family: RecordFamily, tools: WarningTools): Promise<RowWarnings> {
  if (family === recallCompletions) return warningsOfCompletions(tools.database);
  if (family.kind === "pattern" || (family.kind === "plate" && family.state)) return () => none;
  if (family.kind === "plate") return (row) => warningsOfVin((row as VinRow).vin);
  const currentYear = new Date(tools.now).getUTCFullYear();
  const keys = { make: makeKey, model: nameKey };
  const pack = await tools.pack();
  const known = knownNames(() => createCatalogue(pack, { keys, currentYear }));
  if (family.kind === "vehicle")
    return (row) => {
      const { year, names } = row as VehicleRow;
      return warningsOfNames(known, year, names[0], names[1]);
    };
  return (row) => {
    const { vin, year, make, model } = row as VinRow | EventRow;
    const ofNames = warningsOfNames(known, year, make, model);
    return ofNames.length === 0 ? warningsOfVin(vin) : [...warningsOfVin(vin), ...ofNames];
  };
}

async function warningsOfCompletions(db: Queries): Promise<RowWarnings> {
  const rows = await db.all<{ campaign: string }>(sql`
    select distinct campaign_key as campaign from recall_campaign where dataset in (
      select id from dataset where family = ${recallCampaigns.name} and state = 'current')`);
  const known = new Set(rows.map(({ campaign }) => campaign));
  return (row) => {
    const { vin, id = "" } = row as VinRow;
    const isUnknown = known.size > 0 && !known.has(nameKey(id));
    return isUnknown ? [...warningsOfVin(vin), unknownCampaign] : warningsOfVin(vin);
  };
}

/** Known keys of makes and models; the catalogue would list them again for each row. */
interface KnownNames {
  makes(year: number): ReadonlySet<string>;
  models(year: number, make: string): ReadonlySet<string>;
}

/** Opened on first use, because the catalogue takes a second. */
function knownNames(open: () => Catalogue): KnownNames {
  let opened: Catalogue | undefined;
  const catalogue = () => (opened ??= open());
  const found = new Map<string, ReadonlySet<string>>();
  const kept = (key: string, keys: () => Iterable<string>): ReadonlySet<string> => {
    const known = found.get(key) ?? new Set(keys());
    found.set(key, known);
    return known;
  };
  return {
    makes: (year) =>
      kept(`${year}`, () => kinds.flatMap((kind) => [...catalogue().makes(kind, year).keys()])),
    models: (year, make) =>
      kept(`${year} ${make}`, () =>
        kinds.flatMap((kind) => [...catalogue().models(kind, year, make).keys()]),
      ),
  };
}

function warningsOfNames(known: KnownNames, year = 0, make = "", model = ""): readonly string[] {
  const key = makeKey(make);
  if (year < standardFrom || key === "") return none;
  if (!known.makes(year).has(key)) return [unknownMake];
  const modelKey = nameKey(model);
  return modelKey === "" || known.models(year, key).has(modelKey) ? none : [unknownModel];
}

function warningsOfVin(text: string): readonly string[] {
  const read = readVin(text);
  if (!read) return frameNumberOf(text) === undefined ? none : [frameNumber];
  const warnings = read.repairs.length > 0 ? [repaired] : none;
  return checkDigit(read.vin) === read.vin[8] ? warnings : [...warnings, wrongDigit];
}
