import type { Queries } from "../../database/database.ts";
import { optionalPort } from "../../running/ports.ts";

/** The subscriptions of a product that are not ended, by the version of their offer. */
export const plansByVersion =
  optionalPort<(db: Queries, productId: string) => Promise<ReadonlyMap<number, number>>>("plans by version");

/** Why customers cannot buy what has a price, for all of them; undefined if they can. */
export const whyNotSold = optionalPort<(db: Queries) => Promise<string | undefined>>("what is not sold");
