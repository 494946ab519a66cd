import type { Queries } from "../../database/database.ts";
import type { Opened } from "../../running/opened.ts";
import { given } from "../../running/ports.ts";
import type { ChangedSubscription } from "../../running/subscription-ports.ts";
import { grantsCredits, subscriptionChanged } from "../../running/subscription-ports.ts";
import type { ProductRow } from "../products/products-record.ts";

/** The credits with which a subscription to a product begins; null: unlimited. None where a feature grants them. */
export async function firstCredits(
  tx: Queries,
  running: readonly Opened[],
  product: ProductRow | undefined,
): Promise<number | null> {
  if (!product) return null;
  return (await isGranted(tx, running, product.id)) ? 0 : product.creditsGranted;
}

/** Whether a feature grants the credits of a product's subscriptions. */
export async function isGranted(
  tx: Queries,
  running: readonly Opened[],
  productId: string,
): Promise<boolean> {
  for (const one of given(running, grantsCredits)) if (await one(tx, productId)) return true;
  return false;
}

/** Passes a changed subscription to the features that are open. */
export async function passChange(
  tx: Queries,
  running: readonly Opened[],
  changed: ChangedSubscription,
): Promise<void> {
  for (const one of given(running, subscriptionChanged)) await one(tx, changed);
}
