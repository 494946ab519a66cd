import { uuidv7 } from "../../../base/ids.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { openBalance } from "../../../metering/credits/credits.ts";
import { type Offer, OfferTerms } from "../../offers/offer.ts";
import { publishOffer } from "../../offers/stored-offers.ts";
import { followSubscription } from "../plans/subscription-hook.ts";
import { growth } from "./billed-service.ts";

export const how = { lapseDays: 7 };
export const audit = {
  at: 1,
  actor: { kind: "operator" },
  address: "",
  requestId: "test",
} as const;

/** Publishes the next version of a product's offer; the product is made if it is new. */
export async function publish(db: Database, productId: string, terms: object = {}): Promise<Offer> {
  await db.run(sql`
    insert into product (id, display_name, description, terms, subscription_required, approval_required, state,
      policy, created_at, updated_at)
    values (${productId}, ${productId}, '', '', 1, 0, 'published', '{}', 1, 1) on conflict (id) do nothing`);
  const parsed = OfferTerms.parse({ ...growth, ...terms });
  return (await db.transaction((tx) => publishOffer(tx, productId, parsed, audit), { repeatable: true }))
    .offer;
}

/** A subscription, with its plan if the product has an offer. */
export async function subscribe(tx: Queries, id: string, productId: string): Promise<void> {
  await tx.run(sql`
    insert into subscription (id, owner_id, scope, product_id, display_name, state, created_at, start_at)
    values (${id}, 'owner', ${`/products/${productId}`}, ${productId}, '', 'active', 1, 1)`);
  await openBalance(tx, { id: uuidv7(1), subscriptionId: id, credits: 0, at: 1, actor: "test" });
  const changed = { subscriptionId: id, isStart: true, audit };
  await followSubscription(tx, changed, {
    ...how,
    timeZone: "UTC",
    paymentOf: async () => "invoice",
    requireSold: async () => {},
  });
}

export const subscribeAlone = (db: Database, id: string, productId = "growth") =>
  db.transaction((tx) => subscribe(tx, id, productId), { repeatable: true });

/** How often each thing exists that a period makes. */
export async function madeOf(db: Database, subscriptionId: string, number: number): Promise<object> {
  const row = await db.get<object>(sql`
    select
      (select count(*) from billing_period where subscription_id = ${subscriptionId} and number = ${number})
        as periods,
      (select count(*) from credit_grant g join billing_period p on p.grant_id = g.id
        where g.subscription_id = ${subscriptionId} and g.period = ${number} and g.source = 'period') as grants,
      (select count(*) from credit_ledger l join credit_grant g on g.id = l.grant_id
        where g.subscription_id = ${subscriptionId} and g.period = ${number} and l.kind = 'renewal') as entries,
      (select count(*) from outbox_event where subscription_id = ${subscriptionId} and type = 'period.renewed')
        as events`);
  return { ...row };
}
