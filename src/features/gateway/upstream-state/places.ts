import { Shares } from "../../../base/shares.ts";
import { networksOf } from "../../../http/client-address.ts";

/** IDs of users contain no slash. */
const openPrefix = "open/";

/** The payer of calls without a key: the network that they come from. */
export const openPayer = (address: string): string => openPrefix + networksOf(address)[0];

const shareOf = (places: number): number => Math.max(1, Math.floor(places / 2));

/** The calls of an API that are under way on this node. */
export class Places {
  /** `max_concurrent`. */
  max = 0;
  readonly #all = new Shares();
  /** Places of calls without a key. */
  readonly #open = new Shares();

  get taken(): number {
    return this.#all.taken;
  }

  /**
   * Takes a place. A payer may have half of them at most, and so may all calls without a key, of which a network may
   * have half. Returns which bound refuses it; undefined if it was taken.
   */
  take(payer: string): "all" | "each" | undefined {
    const each = shareOf(this.max);
    const isOpen = payer.startsWith(openPrefix);
    if (isOpen) {
      const refused = this.#open.take(payer, 1, { all: each, each: shareOf(each) });
      if (refused) return refused;
    }
    const refused = this.#all.take(payer, 1, { all: this.max, each });
    if (refused && isOpen) this.#open.release(payer, 1);
    return refused;
  }

  leave(payer: string): void {
    this.#all.release(payer, 1);
    if (payer.startsWith(openPrefix)) this.#open.release(payer, 1);
  }
}
