import type { Sale } from "./valuation-arithmetic.ts";

/** A sale as it is read for a fit: without names, with its vehicle's VIN. */
export interface ReadSale extends Omit<Sale, "trim" | "pattern" | "odometer"> {
  readonly vin: string;
  /** Miles; null if unknown. */
  readonly odometer: number | null;
}

/**
 * The part of a VIN in which its manufacturer codes body, engine and equipment: without check digit, year and serial.
 */
export function patternOf(vin: string): string {
  return vin.length === 17 ? vin.slice(0, 8) : "";
}

/** The parts that are held out in turn. */
export const partsCount = 5;

/** Sales in columns, a model's together: a million are 27 MB. Each vehicle is of one of five parts, with all its sales. */
export class SaleColumns {
  readonly year: Uint16Array;
  readonly price: Float32Array;
  /** NaN if unknown. */
  readonly miles: Float32Array;
  readonly at: Float64Array;
  /** 0 to 4. */
  readonly part: Uint8Array;
  readonly #trim: Uint32Array;
  readonly #pattern: Uint32Array;
  readonly #texts: string[] = [];
  readonly #known = new Map<string, number>();
  /** The first row of each model, and the number of rows. */
  readonly begins: number[] = [0];
  /** The make of each model, by its key. */
  readonly makes: string[] = [];
  #rows = 0;

  /** `most`: a number of sales that will not be exceeded. */
  constructor(most: number) {
    this.year = new Uint16Array(most);
    this.price = new Float32Array(most);
    this.miles = new Float32Array(most);
    this.at = new Float64Array(most);
    this.part = new Uint8Array(most);
    this.#trim = new Uint32Array(most);
    this.#pattern = new Uint32Array(most);
  }

  get rows(): number {
    return this.#rows;
  }

  get models(): number {
    return this.begins.length - 1;
  }

  /** Adds sales of one model; those of a year in the order in which a valuation reads them. `endModel` follows. */
  add(sales: readonly ReadSale[]): void {
    for (const sale of sales) {
      const row = this.#rows++;
      this.year[row] = sale.year;
      this.price[row] = sale.price;
      this.miles[row] = sale.odometer ?? Number.NaN;
      this.at[row] = sale.at;
      this.part[row] = Bun.hash.crc32(sale.vin) % partsCount;
      this.#trim[row] = this.#numberOf(sale.trimKey);
      this.#pattern[row] = this.#numberOf(patternOf(sale.vin));
    }
  }

  /** The next sales are of another model. */
  endModel(make: string): void {
    this.begins.push(this.#rows);
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
}
