import type { Mutant } from "../../../../test/mutants/mutant.ts";

const folder = "src/features/billing";
const test = `${folder}/test/borders.test.ts`;

/** Bugs of plans at borders of time. */
export const moneyMutants: readonly Mutant[] = [
  {
    bug: "a free plan that is cancelled keeps the period that waits",
    file: `${folder}/periods/remove-periods.ts`,
    find: "(state = 'due' or price_minor = 0)",
    replace: "state = 'due'",
    test,
    named: "on sqlite a free plan that is cancelled",
  },
  {
    bug: "a newer version with a lower highest cap leaves the cap as it is",
    file: `${folder}/periods/enter-periods.ts`,
    find: "const cap = Math.min(plan.cap, offer.overage_cap_max ?? 0);",
    replace: "const cap = offer.overage_cap_max === null ? 0 : plan.cap;",
    test,
    named: "on sqlite a newer version that lowers the highest cap",
  },
  {
    bug: "a cap that is set applies to a plan that waits and allows less",
    file: `${folder}/plans/set-cap.ts`,
    find: "    const credits = Math.min(cap, offer?.overage_cap_max ?? 0);",
    replace: "    const credits = offer ? cap : 0;",
    test,
    named: "on sqlite a cap that is set while another plan waits",
  },
  {
    bug: "a version that is withdrawn applies to plans of older ones",
    file: "src/features/offers/stored-offers.ts",
    find: "and o.on_sale = 1 and o.who_pays = 'notice'",
    replace: "and o.who_pays = 'notice'",
    test,
    named: "on sqlite a version that is withdrawn",
  },
  {
    bug: "a period that is paid ahead opens at once",
    file: `${folder}/plans/settle-period.ts`,
    find: "const startsAt = Math.max(now, period.startsAt);",
    replace: "const startsAt = now;",
    test,
    named: "on sqlite a prepaid period that is paid ahead",
  },
  {
    bug: "a year's price is counted from the first plan after a change",
    file: `${folder}/plans/change-plan.ts`,
    find: "offerVersion: nextOfferVersion!, pricedFrom: changeNumber }",
    replace: "offerVersion: nextOfferVersion! }",
    test,
    named: "on sqlite a year's price after a change",
  },
  {
    bug: "a subscription gets a period that begins after it has expired",
    file: `${folder}/scan.ts`,
    find: "expiresAt }, nextStartsAt)",
    replace: "expiresAt }, now)",
    test,
    named: "on sqlite a subscription that expires before its next period",
  },
  {
    bug: "a paused plan goes on when its subscription is renamed",
    file: `${folder}/plans/subscription-hook.ts`,
    find: 'if (plan.state === "suspended") await',
    replace: 'if (plan.state !== "active") await',
    test,
    named: "on sqlite a plan that is paused stays so",
  },
  {
    bug: "a period that is entered late lapses at once",
    file: `${folder}/periods/enter-periods.ts`,
    find: "Math.max(startsAt, now) + lapseDays",
    replace: "startsAt + lapseDays",
    test,
    named: "on sqlite a prepaid period that is entered late",
  },
  {
    bug: "a price of a year is compared with one of a month",
    file: `${folder}/operations/plan-view.ts`,
    find: 'price_every === "month" ? price_minor * 12 : price_minor',
    replace: "price_every ? price_minor : price_minor",
    test,
    named: "on sqlite plans are compared by the price of a year",
  },
  {
    bug: "a period that lapses leaves its cap open",
    file: `${folder}/plans/settle-period.ts`,
    find: "and source in ('period', 'overage') and state <> 'closed' order by id",
    replace: "and source = 'period' and state <> 'closed' order by id",
    test,
    named: "on sqlite a period that lapses takes its cap along",
  },
  {
    bug: "what is sold once and follows another plan brings nothing if it is paid ahead",
    file: `${folder}/plans/settle-period.ts`,
    find: "plan, offer, paidCreditsOf(offer));",
    replace:
      'plan, offer, offer.credits_every === "month" || number === plan.pricedFrom ? paidCreditsOf(offer) : 0);',
    test,
    named: "on sqlite what is sold once and follows another plan",
  },
];
