/** An attempt that takes longer is slow. */
export const slowMs = 2000;
/** An address that is slow so often in a row is served apart. */
const slowLeast = 2;
const addressesMax = 20_000;

/** How an address has answered lately: `fresh` if this process has not delivered to it yet. */
export type Pace = "quick" | "fresh" | "slow";

/** The pace of addresses, in memory of the process that delivers. */
export class Paces {
  /** Slow attempts in a row, by origin; the one used last is the last. */
  readonly #slow = new Map<string, number>();

  of(url: string): Pace {
    const slow = this.#slow.get(originOf(url));
    if (slow === undefined) return "fresh";
    return slow >= slowLeast ? "slow" : slow > 0 ? "fresh" : "quick";
  }

  add(url: string, durationMs: number): void {
    const origin = originOf(url);
    const before = this.#slow.get(origin) ?? 0;
    this.#slow.delete(origin);
    this.#slow.set(origin, durationMs > slowMs ? before + 1 : 0);
    if (this.#slow.size > addressesMax) this.#slow.delete(this.#slow.keys().next().value!);
  }
}

/** The origin of an address, or the address itself. */
export const originOf = (url: string): string => URL.parse(url)?.origin ?? url;
