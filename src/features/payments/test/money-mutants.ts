import type { Mutant } from "../../../../test/mutants/mutant.ts";

const folder = "src/features/payments";
const parts = `${folder}/test/refunds-in-parts.test.ts`;
const topUps = `${folder}/test/top-ups.test.ts`;
const requested = `${folder}/test/requested.test.ts`;
const renewals = `${folder}/test/renewals.test.ts`;
const unpaid = { test: topUps, named: "on sqlite it waits while a period is unpaid" };
const months = { test: topUps, named: "on sqlite the month's limit holds" };

/** Bugs of amounts, signs, borders of time and accounts. */
export const moneyMutants: readonly Mutant[] = [
  {
    bug: "each refund of expired credits owes what was spent again",
    file: `${folder}/settling/taking.ts`,
    find: "Math.max(0, spent - owed)),",
    replace: "Math.max(0, spent)),",
    test: parts,
    named: "on sqlite expired, then refunds in parts by the provider",
  },
  {
    bug: "owed credits are taken from a cap",
    file: "src/metering/credits/grants/change-grants.ts",
    find: 'grant.source === "overage" || grant.startsAt < after',
    replace: "grant.startsAt < after",
    test: parts,
    named: "on sqlite credits that are owed are not taken from a cap",
  },
  {
    bug: "a debt that later credits paid in part is taken whole from the next ones",
    file: `${folder}/settling/owed-credits.ts`,
    find: "const owed = debt.owed - debt.collected;",
    replace: "const owed = debt.owed;",
    test: parts,
    named: "on sqlite credits that are owed are not taken from a cap",
  },
  {
    bug: "a refund under way does not count for the next one",
    file: `${folder}/settling/refund-payment.ts`,
    find: "Math.max(refundedMinor, done) - requested",
    replace: "Math.max(refundedMinor, done) - 0 * requested",
    test: parts,
    named: "on sqlite a refund that the provider has not made yet",
  },
  {
    bug: "money of an open dispute is returned too",
    file: `${folder}/settling/refund-payment.ts`,
    find: 'dispute === "open" || dispute === "lost"',
    replace: 'dispute === "lost"',
    test: parts,
    named: "on sqlite nothing is returned of a payment that is disputed",
  },
  {
    bug: "a package expires a day early",
    file: `${folder}/prices/months.ts`,
    find: "{ months, days: 1 }",
    replace: "{ months }",
    test: parts,
    named: "on sqlite a package is valid to the end of its last day",
  },
  {
    bug: "automatic top-up buys while a period is unpaid",
    file: `${folder}/renewing/top-up.ts`,
    find: "state = 'due' and starts_at",
    replace: "state = 'unpaid' and starts_at",
    ...unpaid,
  },
  {
    bug: "a period that has not started stops automatic top-up",
    file: `${folder}/renewing/top-up.ts`,
    find: `state = 'due' and starts_at <= \${now}
      and price_minor > 0 and not exists`,
    replace: "state = 'due'\n      and price_minor > 0 and not exists",
    ...unpaid,
  },
  {
    bug: "the first moment of a month does not count towards its limit",
    file: `${folder}/rows/top-up-rows.ts`,
    find: `and created_at >= \${startOfMonth(now)}`,
    replace: `and created_at > \${startOfMonth(now)}`,
    ...months,
  },
  {
    bug: "the month's limit of automatic top-up counts tax",
    file: `${folder}/rows/top-up-rows.ts`,
    find: "sum(net_minor)",
    replace: "sum(minor)",
    test: topUps,
    named: "on sqlite a package is bought when fewer credits are left",
  },
  {
    bug: "a period is requested of an account that no longer has the subscription",
    file: `${folder}/renewing/request-periods.ts`,
    find: "if (held && held.ownerId !== named.owner) return false;",
    replace: "if (!held) return false;",
    test: requested,
    named: "on sqlite a period is requested of the account",
  },
  {
    bug: "use beyond credits is requested while leases can add to it",
    file: `${folder}/renewing/request-periods.ts`,
    find: "and g.state = 'closed' and g.spent > 0",
    replace: "and g.spent > 0",
    test: requested,
    named: "on sqlite use beyond credits is requested when no lease",
  },
  {
    bug: "the whole cap is charged, not what was used of it",
    file: `${folder}/renewing/request-periods.ts`,
    find: "g.period as number, g.spent,",
    replace: "g.period as number, g.amount as spent,",
    test: requested,
    named: "on sqlite use beyond credits is requested when no lease",
  },
  {
    bug: "an invoice is due on the day of its issue",
    file: `${folder}/renewing/request-periods.ts`,
    find: "dueAt: now + days * dayMs",
    replace: "dueAt: now",
    test: renewals,
    named: "on sqlite who may pay by invoice",
  },
  {
    bug: "an invoice belongs to the month in which it is paid",
    file: `${folder}/prices/invoice-line.ts`,
    find: "suppliedFrom: terms.from ?? now,",
    replace: "suppliedFrom: now,",
    test: renewals,
    named: "on sqlite what is used beyond credits is invoiced",
  },
  {
    bug: "what is sold once after another plan is paid without its credits",
    file: `${folder}/renewing/request-periods.ts`,
    find: "credits: offer ? paidCreditsOf(offer) : 0,",
    replace:
      'credits: offer && (offer.credits_every === "month" || number === plan.pricedFrom) ? paidCreditsOf(offer) : 0,',
    test: requested,
    named: "on sqlite what is sold once and follows another plan",
  },
  {
    bug: "periods are requested of the account that paid the first one",
    file: `${folder}/renewing/request-periods.ts`,
    find: "s.owner_id as owner from billing_period p",
    replace:
      "coalesce((select min(f.account_id) from payment f where f.subscription_id = s.id and f.period = 0), s.owner_id) as owner from billing_period p",
    test: `${folder}/test/moved-subscriptions.test.ts`,
    named: "on sqlite in history 1",
  },
];
