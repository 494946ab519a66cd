import { isoTime, never } from "../../../base/clock.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import type { OutboxEvent } from "../../../outbox/events.ts";
import { writeEvents } from "../../../outbox/write-events.ts";
import { periodStart } from "../../offers/calendar/periods.ts";
import type { Offer } from "../../offers/offer.ts";
import { findOfferVersion } from "../../offers/stored-offers.ts";
import { anchorOf, hasNoNext, nextTerms, type Plan } from "../rows/plan.ts";
import { activePlansOf } from "../rows/plan-rows.ts";
import { isRenewed, noticeEndsOf } from "./terms.ts";

/**
 * Announces each new version of an offer, once, to the plans of older ones: from which period on it applies to them. A
 * version for new subscriptions only is announced to none.
 */
export async function announceTerms(db: Database): Promise<void> {
  const versions = await db.all<{ productId: string; version: number }>(sql`
    select o.product_id as "productId", o.version from product_offer o where not exists (
      select 1 from offer_notice n where n.product_id = o.product_id and n.version = o.version)
    order by o.product_id, o.version`);
  for (const { productId, version } of versions)
    await db.transaction(
      async (tx) => {
        const isFirst = await tx.run(sql`
          insert into offer_notice (product_id, version) values (${productId}, ${version})
          on conflict (product_id, version) do nothing`);
        if (isFirst === 0) return;
        const offer = await findOfferVersion(tx, productId, version);
        if (offer?.on_sale && offer.who_pays === "notice") await announce(tx, offer, await readClock(tx));
      },
      { repeatable: true },
    );
}

async function announce(tx: Queries, offer: Offer, now: number): Promise<void> {
  const formers = new Map<number, Offer | undefined>();
  const events: OutboxEvent[] = [];
  for (const plan of await activePlansOf(tx, offer.product_id)) {
    const { productId, version } = nextTerms(plan);
    if (productId !== offer.product_id || version >= offer.version || hasNoNext(plan)) continue;
    if (!formers.has(version)) formers.set(version, await findOfferVersion(tx, productId, version));
    const former = formers.get(version);
    const from = former && firstStart(plan, former, offer);
    if (from !== undefined && costsOther(former!, offer)) events.push(eventOf(plan, former!, offer, from));
  }
  await writeEvents(tx, now, events);
}

/** The start of the first period after the notice; undefined if no period follows. */
function firstStart(plan: Plan, former: Offer, offer: Offer): number | undefined {
  if (plan.nextStartsAt === never || !isRenewed(former)) return undefined;
  const ends = noticeEndsOf(offer);
  let start = plan.nextStartsAt;
  for (let index = plan.nextNumber - plan.firstNumber + 1; start < ends; index++)
    start = periodStart(anchorOf(plan), index);
  return start;
}

/** Whether a customer pays or gets something else. Other packages and limits need no notice. */
const costsOther = (former: Offer, offer: Offer): boolean =>
  (
    [
      "price_minor",
      "price_every",
      "credits",
      "credits_every",
      "carry_over",
      "overage_minor",
      "overage_per",
    ] as const
  ).some((member) => former[member] !== offer[member]);

const eventOf = (plan: Plan, former: Offer, offer: Offer, from: number): OutboxEvent => ({
  type: "plan.terms_changed",
  owner: { subscriptionId: plan.subscriptionId },
  data: {
    subscription_id: plan.subscriptionId,
    product_id: offer.product_id,
    version: offer.version,
    former_version: former.version,
    from: isoTime(from),
    currency: offer.currency,
    price_minor: offer.price_minor,
    former_price_minor: former.price_minor,
    credits: offer.credits,
    former_credits: former.credits,
  },
});
