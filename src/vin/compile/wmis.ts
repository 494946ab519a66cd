import { abroad, assignments, besides } from "../assigned/assignments.ts";
import { MAKE, MANUFACTURER, MANUFACTURER_ID, VEHICLE_TYPE } from "../elements.ts";
import {
  FIRST_YEAR,
  HASH_SIZE,
  hashOf,
  linkBase,
  WMI,
  WMI_ABROAD,
  WMI_ASSIGNED,
  WMI_BESIDES,
  WMI_CAR,
  WMI_INCOMPLETE,
  WMI_LIGHT,
  WMI_SIX,
  YEAR_SLOTS,
} from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";
import type { SectionArray } from "../pack/pack-format.ts";
import { originOf } from "../region.ts";
import { growingI32, growingU32 } from "./growing.ts";
import { type OnProgress, text, type VpicSource, whole } from "./source.ts";
import { inJson, type Strings } from "./strings.ts";
import { dayOf } from "./time.ts";
import type { Values } from "./values.ts";

const COLUMNS = ["Id", "Wmi", "ManufacturerId", "VehicleTypeId", "TruckTypeId", "PublicAvailabilityDate"];
/** The value of a missing date: never public. */
const NEVER = 0x7fffffff;

interface Link {
  readonly block: number;
  readonly from: number;
  readonly to: number;
}

function readLinks(source: VpicSource, blockOf: ReadonlyMap<number, number>): Map<number, Link[]> {
  const links = new Map<number, Link[]>();
  const columns = ["WmiId", "VinSchemaId", "YearFrom", "YearTo"];
  for (const [wmi, schema, from, to] of source.rows("Wmi_VinSchema", columns)) {
    const link = { block: blockOf.get(whole(schema)) ?? 0, from: whole(from), to: whole(to, 2999) };
    const list = links.get(whole(wmi));
    if (list === undefined) links.set(whole(wmi), [link]);
    else list.push(link);
  }
  return links;
}

/** The makes of each manufacturer code; a code with exactly one gives it to vehicles without a model. */
function readMakes(source: VpicSource): Map<number, string[]> {
  const makes = new Map<number, string[]>();
  for (const [wmi, make] of source.rows("Wmi_Make", ["WmiId", "MakeId"])) {
    const list = makes.get(whole(wmi)) ?? [];
    list.push(text(make));
    makes.set(whole(wmi), list);
  }
  return makes;
}

export function buildWmis(
  source: VpicSource,
  blockOf: ReadonlyMap<number, number>,
  values: Values,
  strings: Strings,
  progress: OnProgress,
): Readonly<Record<string, SectionArray>> & Pick<Pack, "wmis" | "years" | "covers"> {
  const links = readLinks(source, blockOf);
  const makes = readMakes(source);
  const wmis = growingI32();
  const covers = growingI32();
  covers.push(0);
  const makeStarts = growingU32();
  const allMakes = growingI32();
  const years = growingU32((source.count("Wmi") + assignments.size) * YEAR_SLOTS);
  const hashKeys = new Uint32Array(HASH_SIZE);
  const hashValues = new Uint16Array(HASH_SIZE);
  const total = source.count("Wmi");

  /** Stores the list of links that cover a slot's year; years without a change in between share one. */
  const addYears = (own: readonly Link[]): void => {
    const changes = new Set<number>();
    for (const link of own) changes.add(link.from).add(link.to + 1);
    let place = 0;
    for (let slot = 0; slot < YEAR_SLOTS; slot++) {
      const year = FIRST_YEAR + slot - 1;
      // Slot 0 holds all years, slot 1 the first one: both begin a list of their own.
      if (slot < 2 || changes.has(year)) place = addCover(slot === 0 ? own : own.filter(covering(year)));
      years.push(place);
    }
  };
  const covering = (year: number) => (link: Link) => link.from <= year && year <= link.to;
  const addCover = (links: readonly Link[]): number => {
    if (links.length === 0) return 0;
    const place = covers.push(links.length);
    for (const link of links) {
      covers.push(link.block);
      covers.push(linkBase(link.from));
    }
    return place;
  };

  let index = 0;
  const taken = new Set<number>();
  /** Enters a code in the table by which VINs find it. */
  const addKey = (key: number): void => {
    // A value of 0 marks an empty entry, so numbers are stored plus one.
    let place = hashOf(key);
    while (hashValues[place] !== 0) place = (place + 1) & (HASH_SIZE - 1);
    hashKeys[place] = key;
    hashValues[place] = ++index;
    taken.add(key);
  };
  for (const [id, code, manufacturer, type, truck, date] of source.rows("Wmi", COLUMNS)) {
    const wmi = text(code).toUpperCase();
    const key = Number.parseInt(wmi, 36);
    const light = [2, 7].includes(whole(type)) || (whole(type) === 3 && whole(truck) === 1);
    const ownMakes = makes.get(whole(id)) ?? [];
    const origin = originOf(wmi);
    const name = values.of(MANUFACTURER, text(manufacturer));
    wmis.push(key);
    wmis.push(
      (light ? WMI_LIGHT : 0) |
        (wmi.length === 6 ? WMI_SIX : 0) |
        (whole(type) === 10 ? WMI_INCOMPLETE : 0) |
        (whole(type) === 2 ? WMI_CAR : 0) |
        (besides.has(wmi) ? WMI_BESIDES : 0) |
        (abroad.has(wmi) ? WMI_ABROAD : 0),
    );
    wmis.push(type === null ? -1 : values.of(VEHICLE_TYPE, text(type)));
    wmis.push(manufacturer === null ? -1 : name);
    wmis.push(manufacturer === null ? -1 : values.of(MANUFACTURER_ID, text(manufacturer)));
    wmis.push(ownMakes.length === 1 ? values.of(MAKE, ownMakes[0]!) : -1);
    wmis.push(text(date) === "" ? NEVER : dayOf(text(date)));
    wmis.push(strings.json(`${inJson(origin.region)}","country":"${inJson(origin.country)}`));
    makeStarts.push(allMakes.length);
    for (const make of ownMakes) allMakes.push(values.of(MAKE, make));
    addYears(links.get(whole(id)) ?? []);
    addKey(key);
    if (index % 2000 === 0) progress({ stage: "manufacturers", done: index, total: total });
  }
  for (const code of assignments.keys()) {
    const key = Number.parseInt(code, 36);
    if (taken.has(key)) continue;
    const origin = originOf(code);
    const piece = strings.json(`${inJson(origin.region)}","country":"${inJson(origin.country)}`);
    const flags = WMI_ASSIGNED | (code.length === 6 ? WMI_SIX : 0);
    for (const word of [key, flags, -1, -1, -1, -1, 0, piece]) wmis.push(word);
    makeStarts.push(allMakes.length);
    addYears([]);
    addKey(key);
  }
  progress({ stage: "manufacturers", done: index, total: total });
  if (wmis.length / WMI !== index) throw new Error("a manufacturer code has the wrong number of words");
  makeStarts.push(allMakes.length);
  return {
    wmis: wmis.done(),
    covers: covers.done(),
    years: years.done(),
    makeStarts: makeStarts.done(),
    makes: allMakes.done(),
    hashKeys,
    hashValues,
  };
}
