import { makeKey, nameKey } from "../../../families/names.ts";
import type { VehicleRow } from "../../../families/record-family.ts";
import { ImportError } from "../../input/import-error.ts";
import { NumberSet } from "../number-set.ts";

/** What is read of a row: one component of one complaint. Dates are numbers such as 20240119; 0 is unknown. */
export interface ComplaintRow {
  readonly number: number;
  readonly line: number;
  readonly component: string;
  readonly received: number;
  readonly incident: number;
  readonly mileage: number;
  readonly crash: boolean;
  readonly fire: boolean;
  readonly injured: number;
  readonly killed: number;
}

/** The complaints about a vehicle that are kept as examples, by component. */
const examplesKept = 3;

// The places of a cell's numbers.
const [complaints, crashes, fires, injuries, deaths, first, last, lineOfInput, componentOf, next, examples] =
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
// The places of an example's numbers.
const [number, incident, mileage, rest] = [0, 1, 2, 3];
const exampleWidth = 4;
const width = examples + examplesKept * exampleWidth;

// What `rest` is made of.
const [crashBit, fireBit, injuredBit, killedBit, partBit] = [1, 2, 2 ** 2, 2 ** 9, 2 ** 16];
const personsMax = 127;

/** Cells in one piece of memory. */
const cellsPerPage = 2 ** 14;
const cellsMax = 2 ** 21;
const componentsMax = 2 ** 16;

/** A name as the file spells it first, by its key. */
class Names {
  readonly texts: string[] = [];
  readonly #byKey = new Map<string, number>();

  indexOf(key: string, text: string): number {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    this.#byKey.set(key, this.texts.length);
    return this.texts.push(text) - 1;
  }
}

/**
 * Counts complaints by vehicle and component. Rows can come in any order: a complaint counts once for each component
 * and once for the vehicle. Two million rows make some 400,000 cells, kept as numbers.
 */
export class ComplaintCounts {
  readonly #vehicles = new Names();
  /** Vehicles as rows spell them; most rows repeat a spelling. */
  readonly #spelled = new Map<string, number>();
  /** NHTSA's components, and these with their parts. The first is the vehicle as a whole. */
  readonly #components = new Names();
  readonly #parts = new Names();
  readonly #componentOfPart: number[] = [];
  /** The first cell of each vehicle and 1; each has the next one's. */
  readonly #firstCells: number[] = [];
  #cells = 0;
  #counted = new NumberSet();
  readonly #pages: Uint32Array[] = [];

  constructor() {
    this.#components.indexOf("", "");
  }

  /** The index of a vehicle, its make, model and year divided by tabs; undefined for a name without a letter or digit. */
  vehicleOf(spelled: string): number | undefined {
    const known = this.#spelled.get(spelled);
    if (known !== undefined) return known;
    const [make, model, year] = spelled.split("\t") as [string, string, string];
    const keys = [makeKey(make), nameKey(model)];
    if (keys.includes("")) return undefined;
    const index = this.#vehicles.indexOf([year, ...keys].join("\t"), spelled);
    this.#spelled.set(spelled, index);
    return index;
  }

  /** Whether the row adds to a count: its complaint may be counted already. */
  add(vehicle: number, row: ComplaintRow): boolean {
    const part = this.#parts.indexOf(row.component, row.component);
    if (part >= componentsMax) throw tooLarge(`more than ${componentsMax} components`);
    this.#componentOfPart[part] ??= this.#componentOf(row.component);
    const component = this.#componentOfPart[part];
    const isNew = this.#addTo(vehicle, 0, part, row);
    return (component > 0 && this.#addTo(vehicle, component, part, row)) || isNew;
  }

  /** `SERVICE BRAKES:FOUNDATION` is a part of SERVICE BRAKES. */
  #componentOf(text: string): number {
    const [component = ""] = text.split(":");
    return this.#components.indexOf(nameKey(component), component.trim());
  }

  #addTo(vehicle: number, component: number, part: number, row: ComplaintRow): boolean {
    const cell = this.#cellOf(vehicle, component, row.line);
    if (!this.#counted.add(row.number * cellsMax + cell)) return false;
    const numbers = this.#pageOf(cell);
    const at = placeOf(cell);
    numbers[at + complaints]! += 1;
    numbers[at + crashes]! += row.crash ? 1 : 0;
    numbers[at + fires]! += row.fire ? 1 : 0;
    numbers[at + injuries]! += row.injured;
    numbers[at + deaths]! += row.killed;
    if (row.received > 0) {
      if (numbers[at + first] === 0 || row.received < numbers[at + first]!)
        numbers[at + first] = row.received;
      if (row.received > numbers[at + last]!) numbers[at + last] = row.received;
    }
    if (component > 0) keepExample(numbers, at + examples, part, row);
    return true;
  }

  /** The cell of a vehicle and component, one of some ten or twenty; a new one has the line. */
  #cellOf(vehicle: number, component: number, line: number): number {
    const firstCell = this.#firstCells[vehicle] ?? 0;
    for (let known = firstCell; known > 0; ) {
      const numbers = this.#pageOf(known - 1);
      const at = placeOf(known - 1);
      if (numbers[at + componentOf] === component) return known - 1;
      known = numbers[at + next]!;
    }
    const cell = this.#cells;
    if (cell >= cellsMax) throw tooLarge(`more than ${cellsMax} vehicles and components`);
    if (cell % cellsPerPage === 0) this.#pages.push(new Uint32Array(cellsPerPage * width));
    const numbers = this.#pageOf(cell);
    const at = placeOf(cell);
    numbers[at + lineOfInput] = line;
    numbers[at + componentOf] = component;
    numbers[at + next] = firstCell;
    this.#cells += 1;
    this.#firstCells[vehicle] = cell + 1;
    return cell;
  }

  #pageOf(cell: number): Uint32Array {
    return this.#pages[Math.floor(cell / cellsPerPage)]!;
  }

  /** The records, each with the line of its first row. No more rows can be added. */
  *records(): Generator<{ readonly row: VehicleRow; readonly line: number }> {
    this.#counted = new NumberSet();
    this.#spelled.clear();
    for (const [vehicle, firstCell] of this.#firstCells.entries()) {
      const [make, model, year] = this.#vehicles.texts[vehicle]!.split("\t") as [string, string, string];
      for (let known = firstCell; known > 0; ) {
        const numbers = this.#pageOf(known - 1);
        const at = placeOf(known - 1);
        const names = [make.trim(), model.trim(), this.#components.texts[numbers[at + componentOf]!]!];
        const row = { year: Number(year), names, record: this.#recordOf(numbers, at) };
        yield { row, line: numbers[at + lineOfInput]! };
        known = numbers[at + next]!;
      }
    }
  }

  #recordOf(numbers: Uint32Array, at: number): object {
    const kept = [];
    for (let place = 0; place < examplesKept; place += 1) {
      const example = at + examples + place * exampleWidth;
      if (numbers[example + number] !== 0) kept.push(this.#exampleAt(numbers, example));
    }
    return {
      complaint_count: numbers[at + complaints]!,
      crash_count: numbers[at + crashes]!,
      fire_count: numbers[at + fires]!,
      injury_count: numbers[at + injuries]!,
      death_count: numbers[at + deaths]!,
      first_received: dayOf(numbers[at + first]!),
      last_received: dayOf(numbers[at + last]!),
      examples: kept,
    };
  }

  #exampleAt(numbers: Uint32Array, at: number): object {
    const packed = numbers[at + rest]!;
    const personsAt = (bit: number) => Math.floor(packed / bit) & personsMax;
    return {
      component: this.#parts.texts[Math.floor(packed / partBit)]!.trim(),
      crash: (packed & crashBit) !== 0,
      fire: (packed & fireBit) !== 0,
      injured: personsAt(injuredBit),
      killed: personsAt(killedBit),
      incident_date: dayOf(numbers[at + incident]!),
      ...(numbers[at + mileage]! > 0 && { mileage: numbers[at + mileage]! }),
    };
  }
}

/** Where a cell's numbers begin in its page. */
const placeOf = (cell: number): number => (cell % cellsPerPage) * width;

/** Keeps the complaints with the highest numbers, which NHTSA received last, in any order of rows. */
function keepExample(numbers: Uint32Array, from: number, part: number, row: ComplaintRow): void {
  let place = examplesKept;
  while (place > 0 && row.number > numbers[from + (place - 1) * exampleWidth + number]!) place -= 1;
  if (place === examplesKept) return;
  const at = from + place * exampleWidth;
  numbers.copyWithin(at + exampleWidth, at, from + (examplesKept - 1) * exampleWidth);
  numbers[at + number] = row.number;
  numbers[at + incident] = row.incident;
  numbers[at + mileage] = row.mileage;
  numbers[at + rest] =
    (row.crash ? crashBit : 0) +
    (row.fire ? fireBit : 0) +
    row.injured * injuredBit +
    row.killed * killedBit +
    part * partBit;
}

const tooLarge = (what: string) => new ImportError(`this is not NHTSA's file of complaints: it has ${what}`);

/** A number such as 20240119 as a day; `""` for 0. */
function dayOf(date: number): string {
  const text = String(date);
  return date === 0 ? "" : `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
}
