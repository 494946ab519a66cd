import { buildVersion } from "../../base/version.ts";
import type { Context } from "../../calls/context.ts";
import type { Pack } from "../../vin/pack/pack.ts";
import { currentTableKey } from "./combinations/current-table.ts";
import { currentDatasets, type Datasets } from "./records/datasets.ts";

const dayMs = 86_400_000;
const halfHourMs = 1_800_000;

const shortOf = (version: string): string => Bun.hash(version).toString(36);

interface Decodes {
  readonly pack: Pack;
  readonly table: string;
  readonly day: number;
  readonly text: string;
}
let latest: Decodes | undefined;

/** The version of decodes: of the program, the decoder's data, EPA's table and the day, which bounds model years. */
export function decodeVersion({ vinPack, database, clock }: Context): string | undefined | Promise<string> {
  const pack = vinPack.value;
  if (pack === undefined) return;
  const day = Math.floor(clock() / dayMs);
  const table = currentTableKey(database);
  return table instanceof Promise ? table.then((key) => textOf(pack, key, day)) : textOf(pack, table, day);
}

function textOf(pack: Pack, table: string, day: number): string {
  if (latest?.pack !== pack || latest.table !== table || latest.day !== day)
    latest = { pack, table, day, text: shortOf(`${buildVersion} ${pack.meta.fingerprint} ${table} ${day}`) };
  return latest.text;
}

const keys = new WeakMap<Datasets, string>();

/**
 * The version of answers from records: of decodes and of all datasets. It ends with each half-hour, so that the signed
 * addresses of a kept answer are good for as long.
 */
export async function recordsVersion(context: Context): Promise<string> {
  // Before the wait, as the answer's data are read: later data have another version.
  const [decodes, datasets] = await Promise.all([decodeVersion(context), currentDatasets(context.database)]);
  let key = keys.get(datasets);
  if (key === undefined) {
    key = [...datasets].map(([family, { cacheKey }]) => `${family} ${cacheKey}`).join();
    keys.set(datasets, key);
  }
  return shortOf(`${decodes} ${key} ${Math.floor(context.clock() / halfHourMs)}`);
}
