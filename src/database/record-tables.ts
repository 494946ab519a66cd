import type { Types } from "./migration.ts";

// Migrations that are released are made with these: what they write must never change.

/** The table of records about vehicles of a year and names: each level has its name as answers spell it, and its key. */
export function vehicleTable(
  types: Types,
  table: string,
  levels: readonly string[],
  bodies = ["body"],
): string {
  const { integer, text, blob, strict } = types;
  const names = levels.map((level) => `${level}_key ${text} not null, ${level} ${text} not null`);
  return `create table ${table} (
    dataset ${integer} not null, year ${integer} not null, ${names.join(", ")}, facts ${text} not null,
    ${bodies.map((body) => `${body} ${blob} not null`).join(", ")},
    primary key (dataset, year, ${levels.map((level) => `${level}_key`).join(", ")})) ${strict}`;
}

/** The table of records about single vehicles; `id` tells those of one VIN apart. */
export function vinTable({ integer, text, blob, strict }: Types, table: string): string {
  return `create table ${table} (
    dataset ${integer} not null, vin ${text} not null, id ${text} not null, body ${blob} not null,
    primary key (dataset, vin, id)) ${strict}`;
}

/** The table of histories, large and read by VIN; what valuations compute on stands in columns. */
export function eventTable(types: Types, table: string): readonly string[] {
  const { integer, real, text, blob, inParts, partsOf } = types;
  return [
    `create table ${table} (
      dataset ${integer} not null, vin ${text} not null, at ${integer} not null, id ${text} not null,
      year ${integer} not null, make_key ${text} not null, make ${text} not null, model_key ${text} not null,
      model ${text} not null, trim_key ${text} not null, trim ${text} not null,
      price ${real}, odometer ${real}, state ${text} not null, body ${blob} not null,
      primary key (dataset, vin, at, id)) ${inParts("vin")}`,
    ...partsOf(table),
  ];
}
