import type { Mutant } from "../../../../test/mutants/mutant.ts";

const test = "src/features/payments/test/damages.test.ts";
const of = (damage: string) => ({ test, named: `damage of money on sqlite ${damage}` });
const none = of("none is reported of a whole database");

/** Bugs of what the consistency check compares of plans, offers, payments and papers. */
export const checkMutants: readonly Mutant[] = [
  {
    bug: "the check takes every later start of a period for a resumed plan",
    file: "src/features/billing/period-check.ts",
    find: "createdAt >= startsAt && createdAt - startsAt < 10 * minuteMs;",
    replace: "createdAt > 0 && minuteMs > 0 && startsAt > 0;",
    ...of("a gap, a period that starts a day later"),
  },
  {
    bug: "the check counts the years of a price from the first period",
    file: "src/features/billing/period-check.ts",
    find: "? number - pricedFrom : undefined;",
    replace: "? number : undefined;",
    ...none,
  },
  {
    bug: "the check expects the credits of a period to end with it, though they are carried over",
    file: "src/features/billing/period-check.ts",
    find: "return periodStart(anchor, index + 1 + offer.carry_over);",
    replace: "return periodStart(anchor, index + 1);",
    ...none,
  },
  {
    bug: "the check does not look for the period of a grant",
    file: "src/features/billing/plan-check.ts",
    find: "[found !== null, () =>",
    replace: "[found !== null || number >= 0, () =>",
    ...of("a period deleted, the first period of a plan, which cost nothing"),
  },
  {
    bug: "the check does not look when a plan renews",
    file: "src/features/billing/plan-check.ts",
    find: "      row.nextAt === due,",
    replace: "      row.nextAt >= due,",
    ...of("a plan, a plan that never renews again"),
  },
  {
    bug: "the check forgets the terms that a version has from the one before",
    file: "src/features/offers/offer-check.ts",
    find: "entry.isFirst ? entry.terms",
    replace: "entry.isFirst ? {}",
    ...of("an offer, more credits in a version that no plan has"),
  },
  {
    bug: "the check compares the flags of a version as they are stored",
    file: "src/features/offers/offer-check.ts",
    find: "termsOf(offerTable.decode(row))",
    replace: "termsOf(row)",
    ...of("an offer, another flag in a published version"),
  },
  {
    bug: "the check reads no credit notes of a payment",
    file: "src/features/payments/settled-payment-check.ts",
    find: "paperId === null || sums.notes === creditedMinor,",
    replace: "paperId === null || sums.notes <= creditedMinor,",
    ...of("a credit note, a credit note, deleted"),
  },
  {
    bug: "the check takes money that was returned for money whose credits are missing",
    file: "src/features/payments/settled-payment-check.ts",
    find: "row.paperGross === minor,",
    replace: "row.paperGross === row.receivedMinor - row.refundedMinor,",
    ...none,
  },
  {
    bug: "the check counts papers and not their numbers",
    file: "src/features/papers/number-check.ts",
    find: "[reached === last,",
    replace: "[papers > 0,",
    ...of("a counter, a counter that was set back"),
  },
  {
    bug: "the check compares no grant of an operator with the audit log",
    file: "src/metering/consistency/given-grants.ts",
    find: "expiresAt === expected || (",
    replace: "expiresAt >= expected || (",
    ...of("a moved expiry, a gift that lives a week longer"),
  },
  {
    bug: "the check does not look when credits expired",
    file: "src/metering/consistency/compare-chain.ts",
    find: "!expires || expiresAt === null || at >= expiresAt,",
    replace: "!expires || expiresAt === null || at >= 0,",
    ...of("a moved expiry, credits that have expired, as if they had not had to"),
  },
];
