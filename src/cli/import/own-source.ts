import { existsSync, readFileSync } from "node:fs";
import type { RecordFamily } from "../../vehicles/families/record-family.ts";
import { namesOfPack } from "../../vehicles/imports/columns/vin-names.ts";
import { type MappingFor, mappingFrom, mappingOfMap } from "../../vehicles/imports/mappings/mappings.ts";
import { recordsSource } from "../../vehicles/imports/sources/own-records.ts";
import type { Source } from "../../vehicles/imports/sources/source.ts";
import type { Pack } from "../../vin/pack/pack.ts";
import { UsageError } from "../command.ts";
import { datesFrom, decimalsFrom, namesFrom } from "./import-options.ts";

/** The options that describe an operator's own file. */
export interface OwnOptions {
  readonly map?: string | undefined;
  readonly mapping?: string | undefined;
  readonly names?: string | undefined;
  readonly dates?: string | undefined;
  readonly decimals?: string | undefined;
}

const fixed: Readonly<Record<keyof OwnOptions, string>> = {
  map: "other sources have fixed columns",
  mapping: "other sources have fixed columns",
  dates: "the dates of other sources have one form",
  decimals: "the numbers of other sources have one form",
  names: "other sources have names of their own",
};

/** Throws `UsageError` for an option that public sources do not have. */
export function requireOwn(options: OwnOptions): void {
  for (const [name, why] of Object.entries(fixed))
    if (options[name as keyof OwnOptions] !== undefined)
      throw new UsageError(`--${name} is for records only: ${why}`);
}

/** An operator's own records of a family. Throws `UsageError`. */
export function ownSource(family: RecordFamily, options: OwnOptions, pack: () => Promise<Pack>): Source {
  const { names, dates, decimals } = options;
  const currentYear = new Date().getUTCFullYear();
  const mapping = mappingOf(family, options);
  return recordsSource(family, {
    yearMax: currentYear + 2,
    dates: datesFrom(dates),
    decimals: decimalsFrom(decimals),
    ...(namesFrom(names) === "vin" && { names: namesOfPack(pack, currentYear) }),
    ...(mapping && { mapping }),
  });
}

/** A file of a mapping or of a map, or the name of a ready-made mapping. */
function mappingOf(family: RecordFamily, { map, mapping }: OwnOptions): MappingFor | undefined {
  if (map !== undefined && mapping !== undefined)
    throw new UsageError("--map is the short form of --mapping: name one of them");
  if (map !== undefined) return orUsage("map", () => mappingOfMap(readFileSync(map, "utf8"), map));
  if (mapping === undefined) return undefined;
  return orUsage("mapping", () =>
    existsSync(mapping)
      ? mappingFrom(`${readFileSync(mapping, "utf8")}\n`, mapping, family)
      : mappingFrom(mapping, mapping, family),
  );
}

function orUsage<T>(option: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UsageError(`--${option}: ${(error as Error).message}`);
  }
}
