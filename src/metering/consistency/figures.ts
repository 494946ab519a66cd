import type { Comparing } from "./comparison.ts";

/** Sums of calls; a figure of another kind is in the place of the calls. */
export interface Sums {
  readonly calls: number;
  readonly credits: number;
  readonly bytes: number;
}

export const sumNames = ["calls", "credits", "bytes"] as const;
export const single = (figure: number): Sums => ({ calls: figure, credits: 0, bytes: 0 });

/** Numbers for names, in the order in which they come. */
export class Names {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];

  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#names.length);
    return this.#names.push(name) - 1;
  }

  nameOf(number: number): string {
    return this.#names[number]!;
  }
}

/** The expected sums of a key, then the found ones. */
const width = 2 * sumNames.length;

/** Expected and found sums by key; 0 where a side has none. */
export class Figures {
  readonly #places = new Map<number, number>();
  #values = new Float64Array(64 * width);

  expect(key: number, figures: Sums): void {
    this.#add(this.#placeOf(key), figures);
  }

  find(key: number, figures: Sums): void {
    this.#add(this.#placeOf(key) + sumNames.length, figures);
  }

  /** Compares the sums of each key, the first in the first comparison, and so on. */
  compare(
    comparisons: readonly Comparing[],
    subject: (key: number, sum: number) => string,
    at?: (key: number) => number,
  ): void {
    for (const [key, place] of this.#places)
      for (let sum = 0; sum < comparisons.length; sum++) {
        const found = this.#values[place + sumNames.length + sum]!;
        comparisons[sum]!.compare(this.#values[place + sum]!, found, () => subject(key, sum), at?.(key));
      }
  }

  clear(): void {
    this.#values.fill(0, 0, this.#places.size * width);
    this.#places.clear();
  }

  #add(place: number, { calls, credits, bytes }: Sums): void {
    const values = this.#values;
    values[place] = values[place]! + calls;
    values[place + 1] = values[place + 1]! + credits;
    values[place + 2] = values[place + 2]! + bytes;
  }

  #placeOf(key: number): number {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = this.#places.size * width;
    if (place === this.#values.length) {
      const larger = new Float64Array(2 * place);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#places.set(key, place);
    return place;
  }
}
