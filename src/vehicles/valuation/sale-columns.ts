import type { Sale } from "./valuation-arithmetic.ts";

/** A sale as it is read for a fit: without names, with its vehicle's VIN. */
export interface ReadSale extends Omit<Sale, "trim" | "pattern" | "odometer"> {
  readonly vin: string;
  /** Miles; null if unknown. */
  readonly odometer: number | null;
}

/** What a VIN tells of body, engine and equipment, as its manufacturer codes it: without check digit, year and serial. */
export function patternOf(vin: string): string {
  return vin.length === 17 ? vin.slice(0, 8) : "";
}

const growth = 1.5;

/** The parts that are held out in turn. */
export const partsCount = 5;

/** Sales in columns, a model's together: a million are 40 MB. Each vehicle is of one of five parts, with all its sales. */
export class SaleColumns {
  year = new Uint16Array(1024);
  price = new Float64Array(1024);
  /** NaN if unknown. */
  miles = new Float64Array(1024);
  at = new Float64Array(1024);
  /** 0 to 4. */
  part = new Uint8Array(1024);
  #trim = new Uint32Array(1024);
  #pattern = new Uint32Array(1024);
  readonly #texts: string[] = [];
  readonly #known = new Map<string, number>();
  /** The first row of each model, and the number of rows. */
  readonly begins: number[] = [0];
  /** The make of each model, by its key. */
  readonly makes: string[] = [];

  get rows(): number {
    return this.begins.at(-1)!;
  }

  get models(): number {
    return this.begins.length - 1;
  }

  /** Adds the sales of one model; those of a year in the order in which a valuation reads them. */
  addModel(make: string, sales: readonly ReadSale[]): void {
    let row = this.rows;
    this.#reserve(row + sales.length);
    for (const sale of sales) {
      this.year[row] = sale.year;
      this.price[row] = sale.price;
      this.miles[row] = sale.odometer ?? Number.NaN;
      this.at[row] = sale.at;
      this.part[row] = Bun.hash.crc32(sale.vin) % partsCount;
      this.#trim[row] = this.#numberOf(sale.trimKey);
      this.#pattern[row] = this.#numberOf(patternOf(sale.vin));
      row += 1;
    }
    this.begins.push(row);
    this.makes.push(make);
  }

  saleAt(row: number): Sale {
    const miles = this.miles[row]!;
    const trimKey = this.#texts[this.#trim[row]!]!;
    return {
      year: this.year[row]!,
      trimKey,
      trim: trimKey,
      pattern: this.#texts[this.#pattern[row]!]!,
      at: this.at[row]!,
      price: this.price[row]!,
      odometer: Number.isNaN(miles) ? undefined : miles,
    };
  }

  #numberOf(text: string): number {
    const found = this.#known.get(text);
    if (found !== undefined) return found;
    const number = this.#texts.push(text) - 1;
    this.#known.set(text, number);
    return number;
  }

  #reserve(rows: number): void {
    if (rows <= this.year.length) return;
    const size = Math.ceil(rows * growth);
    const grown = <T extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.year = grown(this.year, new Uint16Array(size));
    this.price = grown(this.price, new Float64Array(size));
    this.miles = grown(this.miles, new Float64Array(size));
    this.at = grown(this.at, new Float64Array(size));
    this.part = grown(this.part, new Uint8Array(size));
    this.#trim = grown(this.#trim, new Uint32Array(size));
    this.#pattern = grown(this.#pattern, new Uint32Array(size));
  }
}
