import type { Operation } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import type { Opened } from "../../running/opened.ts";
import { type Pricing, readPricing } from "./pricing.ts";
import { findNewestOffer } from "./stored-offers.ts";

interface OffersOptions {
  readonly database: Queries;
  readonly operations: readonly Operation[];
}

/** The prices on sale, and what other features add to offers in a process. */
export class Offers implements Opened {
  /**
   * The subscriptions of a product that are not ended, by the version of their offer. Set by the feature that keeps the
   * version of a subscription; undefined while none does.
   */
  countSubscriptions?: (db: Queries, productId: string) => Promise<ReadonlyMap<number, number>>;
  readonly #options: OffersOptions;
  #pricing: Promise<Pricing> | undefined;

  constructor(options: OffersOptions) {
    this.#options = options;
  }

  /** What is on sale. Kept until a product or an API changes: anyone may read it at any rate. */
  pricing(): Promise<Pricing> {
    this.#pricing ??= this.#read();
    return this.#pricing;
  }

  async assistantCredits(db: Queries, productId: string): Promise<number | null> {
    return (await findNewestOffer(db, productId))?.connector_credits_per_day ?? null;
  }

  changed(object: string | undefined): void {
    if (object === undefined || /^\/(?:products|apis)\b/.test(object)) this.#pricing = undefined;
  }

  #read(): Promise<Pricing> {
    const { database, operations } = this.#options;
    const reading = readPricing(database, operations);
    reading.catch(() => {
      if (this.#pricing === reading) this.#pricing = undefined;
    });
    return reading;
  }
}
