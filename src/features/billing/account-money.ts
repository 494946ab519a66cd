import { never } from "../../base/clock.ts";
import { list, sql } from "../../database/sql.ts";
import { readClock } from "../../metering/credits/grants/grant-rows.ts";
import type { AccountMoney, SubscriptionMoney } from "../../running/account-ports.ts";
import { periodStart } from "../offers/calendar/periods.ts";
import type { Offer } from "../offers/offer.ts";
import { findOfferVersion } from "../offers/stored-offers.ts";
import { priceOf, Terms } from "./periods/terms.ts";
import { type Period, periods } from "./rows/period-rows.ts";
import { anchorOf, hasNoNext, isChanged, type Plan } from "./rows/plan.ts";
import { plans } from "./rows/plan-rows.ts";

/** A price per year is due within so many periods. */
const periodsOfPrice = 12;

type Next = SubscriptionMoney["next"];

/** What accounts pay for the plans of their subscriptions. */
export const moneyOfAccounts: AccountMoney = {
  unpaid: (now) => sql`
    select s.owner_id as id from billing_period p join subscription s on s.id = p.subscription_id
    where p.state = 'due' and p.state <> 'paid' and p.starts_at <= ${now} and p.price_minor > 0
      and s.deleted_at is null`,

  async of(db, subscriptionIds) {
    if (subscriptionIds.length === 0) return new Map();
    const among = sql`subscription_id in (${list(subscriptionIds)})`;
    const now = await readClock(db);
    const found = await plans.select(db, sql`where ${among} and state <> 'ended'`);
    const due = await periods.select(
      db,
      sql`where ${among} and state = 'due' and price_minor > 0 order by starts_at desc`,
    );
    // The last of several is the first that is due.
    const dueOf = new Map(due.map((period) => [period.subscriptionId, period]));
    const terms = new Terms(db);
    const known = new Map<string, Offer | undefined>();
    const money = new Map<string, SubscriptionMoney>();
    for (const plan of found) {
      const key = `${plan.productId} ${plan.offerVersion}`;
      if (!known.has(key)) known.set(key, await findOfferVersion(db, plan.productId, plan.offerVersion));
      const offer = known.get(key);
      if (!offer) continue;
      const period = dueOf.get(plan.subscriptionId);
      money.set(plan.subscriptionId, {
        price: { minor: offer.price_minor, currency: offer.currency, every: offer.price_every },
        offerVersion: offer.version,
        next: period ? dueNext(period, now) : await plannedNext(plan, terms),
      });
    }
    return money;
  },
};

const dueNext = ({ priceMinor: minor, currency, startsAt: at, lapsesAt }: Period, now: number): Next => ({
  minor,
  currency,
  at,
  state: at <= now ? "unpaid" : "due",
  lapsesAt: lapsesAt === never ? null : lapsesAt,
});

/** The next period that costs something: of a price per year it is one of the next twelve. */
async function plannedNext(plan: Plan, terms: Terms): Promise<Next> {
  if (plan.state !== "active" || plan.nextStartsAt === never || hasNoNext(plan)) return null;
  const offer = await terms.offerOf(plan);
  const first = plan.nextNumber - (isChanged(plan) ? plan.changeNumber! : plan.pricedFrom);
  for (let more = 0; more < periodsOfPrice; more++) {
    const minor = priceOf(offer, first + more);
    if (minor === 0) continue;
    const index = plan.nextNumber + more - plan.firstNumber;
    const at = more === 0 ? plan.nextStartsAt : periodStart(anchorOf(plan), index);
    return { minor, currency: offer.currency, at, state: "planned", lapsesAt: null };
  }
  return null;
}
