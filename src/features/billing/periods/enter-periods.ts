import { never } from "../../../base/clock.ts";
import { dayMs } from "../../../base/durations.ts";
import { uuidv7 } from "../../../base/ids.ts";
import type { Queries } from "../../../database/database.ts";
import { enterWaiting } from "../../../metering/credits/grants/enter-grants.ts";
import type { Offer } from "../../offers/offer.ts";
import { type Period, periods } from "../rows/period-rows.ts";
import { isChanged, type Plan } from "../rows/plan.ts";
import { writePlans } from "../rows/plan-rows.ts";
import { renewalEvents } from "./period-events.ts";
import { creditsOf, endsOf, isRenewed, priceOf, Terms } from "./terms.ts";

/** How a period is entered. */
export interface Entering {
  /** By the database's clock, milliseconds UTC. */
  readonly now: number;
  /** How long a prepaid period can be unpaid before it lapses. */
  readonly lapseDays: number;
  /** The period was paid before it is entered. */
  readonly isPaid?: boolean;
}

type Waiting = Parameters<typeof enterWaiting>[1][number];

/** The next period of a plan, its grants, and the plan after it. */
interface Entered {
  readonly plan: Plan;
  readonly period: Period;
  readonly grants: readonly Waiting[];
}

/**
 * Enters the next period of each plan, with its grants, which open at its start, and its events. The plans must be
 * locked. All is bulk: the number of statements does not depend on that of plans. Resolves to the plans as written.
 */
export async function enterPeriods(tx: Queries, plans: readonly Plan[], how: Entering): Promise<Plan[]> {
  const terms = new Terms(tx);
  const entered: Entered[] = [];
  for (const plan of plans) entered.push(nextPeriod(plan, await terms.offerOf(plan), how));
  // Before the periods: a balance is locked before what belongs to it is written.
  await enterWaiting(
    tx,
    entered.flatMap(({ grants }) => grants),
  );
  await periods.add(
    tx,
    entered.map(({ period }) => period),
  );
  const written = entered.map(({ plan }) => plan);
  await writePlans(tx, written);
  await renewalEvents(
    tx,
    how.now,
    entered.map(({ period }) => period),
  );
  return written;
}

function nextPeriod(plan: Plan, offer: Offer, { now, lapseDays, isPaid = false }: Entering): Entered {
  const { subscriptionId, nextNumber: number, nextStartsAt: startsAt, payment } = plan;
  const changed = isChanged(plan);
  const index = number - (changed ? plan.changeNumber! : plan.pricedFrom);
  const priceMinor = priceOf(offer, index);
  const { endsAt, expiresAt } = endsOf(plan, offer, number);
  const isGranted = priceMinor === 0 || payment === "invoice" || isPaid;
  const grants = isGranted
    ? grantsOf({ subscriptionId, number, startsAt, endsAt, expiresAt }, plan, offer, creditsOf(offer, index))
    : [];
  const period: Period = {
    subscriptionId,
    number,
    productId: offer.product_id,
    offerVersion: offer.version,
    startsAt,
    endsAt,
    state: priceMinor === 0 || isPaid ? "paid" : "due",
    grantId: grants.find(({ source }) => source === "period")?.id ?? null,
    priceMinor,
    currency: offer.currency,
    lapsesAt: isGranted ? never : Math.max(startsAt, now) + lapseDays * dayMs,
  };
  return {
    period,
    grants,
    plan: {
      ...plan,
      offerVersion: changed ? plan.offerVersion : offer.version,
      nextNumber: number + 1,
      nextStartsAt: isRenewed(offer) ? endsAt : never,
    },
  };
}

/** When a period's credits begin and end. */
export interface Granted extends Pick<Period, "subscriptionId" | "number" | "startsAt" | "endsAt"> {
  readonly expiresAt: number;
}

/** The credits of a period, and those beyond them, which are the customer's own cap. */
export function grantsOf(
  { subscriptionId, number, startsAt, endsAt, expiresAt }: Granted,
  plan: Plan,
  offer: Offer,
  credits: number,
): Waiting[] {
  const common = { subscriptionId, period: number, startsAt };
  const grants: Waiting[] = [];
  if (credits > 0) grants.push({ ...common, id: uuidv7(startsAt), source: "period", credits, expiresAt });
  const cap = Math.min(plan.cap, offer.overage_cap_max ?? 0);
  if (cap > 0)
    grants.push({ ...common, id: uuidv7(startsAt), source: "overage", credits: cap, expiresAt: endsAt });
  return grants;
}
