import { ByteCache } from "../../../../base/byte-cache.ts";
import type { Database } from "../../../../database/database.ts";
import { join, name as quoted, sql } from "../../../../database/sql.ts";
import { recallCampaigns } from "../../../families/apis/open-recall.ts";
import { makeKey } from "../../../families/names.ts";
import type { Dataset } from "../../records/datasets.ts";
import { wordsOf } from "./line-words.ts";

/** A name under which a file of NHTSA's has records of a model year. */
export interface FiledName {
  readonly makeKey: string;
  readonly make: string;
  readonly modelKey: string;
  readonly model: string;
  readonly words: readonly string[];
  /**
   * The ways in which the words can be read: as they are, with the make before them, and with sizes last (`SILVERADO
   * 1500 LD` of the Silverado LD).
   */
  readonly readings: readonly (readonly string[])[];
}

const isSize = (word: string): boolean => /^[1-6]500$/.test(word);

/** A name as the file has it, with its words. */
export function filedName(name: Pick<FiledName, "makeKey" | "make" | "modelKey" | "model">): FiledName {
  const words = wordsOf(name.model);
  const sizes = words.filter(isSize);
  const sorted = sizes.length > 0 ? [[...words.filter((word) => !isSize(word)), ...sizes]] : [];
  return { ...name, words, readings: [words, [...wordsOf(name.make), ...words], ...sorted] };
}

const cacheBytes = 4 * 1024 * 1024;
const cache = new ByteCache<readonly FiledName[]>(cacheBytes);

/** Other makes under which the file has vehicles of one of vPIC's makes. */
const alsoUnder: Readonly<Record<string, readonly string[]>> = {
  chevrolet: ["GEO"],
  dodge: ["RAM"],
  ram: ["DODGE"],
  toyota: ["SCION"],
};

/** The makes under which the file can have vehicles of a make; that make first. */
export const makesOf = (make: string): readonly string[] => [make, ...(alsoUnder[makeKey(make)] ?? [])];

/** The names that a table of records by make and model has for vehicles of a make and model year. */
export async function filedNames(
  db: Database,
  dataset: Pick<Dataset, "id" | "cacheKey">,
  year: number,
  make: string,
  table = recallCampaigns.table,
): Promise<readonly FiledName[]> {
  const key = [dataset.cacheKey, year, make].join("\n");
  const known = cache.get(key);
  if (known) return known;
  const makes = makesOf(make).map(makeKey);
  const rows = await db.all<Pick<FiledName, "makeKey" | "make" | "modelKey" | "model">>(sql`
    select make_key as "makeKey", min(make) as make, model_key as "modelKey", min(model) as model
    from ${quoted(table)}
    where dataset = ${dataset.id} and year = ${year} and make_key in (${join(
      makes.map((one) => sql`${one}`),
      ", ",
    )})
    group by make_key, model_key`);
  const names = rows.map(filedName);
  cache.set(key, names, 200 + names.length * 800);
  return names;
}
