import { nearest } from "../../../base/edit-distance.ts";
import type { RecordFamily } from "../../families/record-family.ts";
import { parseColumnMap } from "../columns/column-map.ts";
import { type Mapping, parseMapping } from "../columns/mapping.ts";
import { ImportError } from "../input/import-error.ts";
import { dealerListings, marketListings } from "./listings.ts";
import { isFor, type ReadyMapping, resolved } from "./ready-mapping.ts";
import { lienRegister, statePlates } from "./registers.ts";
import { insuranceAuction, salvageAuction } from "./salvage-auctions.ts";
import { usualMapping } from "./usual-names.ts";

/** The mappings that come with the service, by name. */
export const readyMappings: readonly ReadyMapping[] = [
  salvageAuction,
  insuranceAuction,
  dealerListings,
  marketListings,
  lienRegister,
  statePlates,
];

/** The mapping of a file with this header. Throws `ImportError` for a header that it does not fit. */
export type MappingFor = (header: readonly string[]) => Mapping;

/** The mapping that a map is, its short form. Throws `ImportError`. */
export function mappingOfMap(text: string, file: string): MappingFor {
  const mapping = parseColumnMap(text, file);
  return () => mapping;
}

const nameForm = /^[a-z0-9][a-z0-9-]{0,60}$/;

/** The ready-made mapping with a name, or the mapping that a text is. Throws `ImportError`. */
export function mappingFrom(text: string, file: string, family: RecordFamily): MappingFor {
  if (!nameForm.test(text)) {
    const mapping = parseMapping(text, file, family);
    return () => mapping;
  }
  const fitting = readyMappings.filter((one) => one.family === family.name).map(({ name }) => name);
  const ready = readyMappings.find(({ name }) => name === text);
  if (ready?.family === family.name) return (header) => resolved(ready, header);
  if (ready) throw new ImportError(`the mapping ${text} is for ${ready.family}, not for ${family.name}`);
  const near = nearest(text, fitting);
  const known = fitting.length === 0 ? "none comes with the service" : `there are ${fitting.join(", ")}`;
  throw new ImportError(
    `there is no mapping "${text}" for ${family.name}${near ? `; is "${near}" meant?` : `: ${known}`}`,
  );
}

/** The ready-made mapping that fits a header best; undefined if none does. */
export function readyMappingFor(family: RecordFamily, header: readonly string[]): Mapping | undefined {
  const width = ({ columns }: Mapping) => Object.keys(columns).length;
  return readyMappings
    .filter((one) => one.family === family.name && isFor(one, header))
    .map((one) => resolved(one, header))
    .sort((a, b) => width(b) - width(a))[0];
}

/** What a dry run tries for a header that is not documented: a ready-made mapping, or the usual names of columns. */
export const proposedMapping = (family: RecordFamily, header: readonly string[]): Mapping | undefined =>
  readyMappingFor(family, header) ?? usualMapping(family, header);
