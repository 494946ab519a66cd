import type { Operation } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import type { Opened } from "../../running/opened.ts";
import { give, given } from "../../running/ports.ts";
import { assistantCredits } from "../../running/subscription-ports.ts";
import { whyNotSold } from "./ports.ts";
import { type Pricing, readPricing } from "./pricing.ts";
import { findNewestOffer } from "./stored-offers.ts";

interface OffersOptions {
  readonly database: Queries;
  readonly operations: readonly Operation[];
  readonly running: readonly Opened[];
}

/** `notSold`: why customers cannot buy what has a price; null if they can. */
interface Shown extends Pricing {
  readonly notSold: string | null;
}

/** The prices on sale. */
export class Offers implements Opened {
  readonly gives = new Map([
    give(
      assistantCredits,
      async (db, productId) => (await findNewestOffer(db, productId))?.connector_credits_per_day ?? null,
    ),
  ]);
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

  changed(object: string | undefined): void {
    if (object === undefined || /^\/(?:products|apis|papers|payments\/settings)\b/.test(object))
      this.#pricing = undefined;
  }

  #read(): Promise<Shown> {
    const { database, operations, running } = this.#options;
    const reading = readPricing(database, operations).then(async (pricing) => ({
      ...pricing,
      notSold: (await given(running, whyNotSold)?.(database)) ?? null,
    }));
    reading.catch(() => {
      if (this.#pricing === reading) this.#pricing = undefined;
    });
    return reading;
  }
}
