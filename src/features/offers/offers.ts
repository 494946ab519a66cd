import type { Operation } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import type { Opened } from "../../running/opened.ts";
import { type Pricing, readPricing } from "./pricing.ts";
import { findNewestOffer } from "./stored-offers.ts";

interface OffersOptions {
  readonly database: Queries;
  readonly operations: readonly Operation[];
}

/** `notSold`: why customers cannot buy what has a price; null if they can. */
interface Shown extends Pricing {
  readonly notSold: string | null;
}

/** The prices on sale, and what other features add to offers in a process. */
export class Offers implements Opened {
  /**
   * The subscriptions of a product that are not ended, by the version of their offer. Set by the feature that keeps the
   * version of a subscription; undefined while none does.
   */
  countSubscriptions?: (db: Queries, productId: string) => Promise<ReadonlyMap<number, number>>;
  /** Why customers cannot buy what has a price. Set by the feature that takes payments; undefined while none does. */
  whyNotSold?: (db: Queries) => Promise<string | undefined>;
  readonly #options: OffersOptions;
  #pricing: Promise<Shown> | undefined;

  constructor(options: OffersOptions) {
    this.#options = options;
  }

  /** What is on sale. Kept until a product or an API changes: anyone may read it at any rate. */
  pricing(): Promise<Shown> {
    this.#pricing ??= this.#read();
    return this.#pricing;
  }

  async assistantCredits(db: Queries, productId: string): Promise<number | null> {
    return (await findNewestOffer(db, productId))?.connector_credits_per_day ?? null;
  }

  changed(object: string | undefined): void {
    if (object === undefined || /^\/(?:products|apis|papers)\b/.test(object)) this.#pricing = undefined;
  }

  #read(): Promise<Shown> {
    const { database, operations } = this.#options;
    const reading = readPricing(database, operations).then(async (pricing) => ({
      ...pricing,
      notSold: (await this.whyNotSold?.(database)) ?? null,
    }));
    reading.catch(() => {
      if (this.#pricing === reading) this.#pricing = undefined;
    });
    return reading;
  }
}
