import type { Mutant } from "../../../../test/mutants/mutant.ts";

const folder = "src/features/payments";
const months = `${folder}/test/month-balance.test.ts`;
const sums = { test: months, named: "on sqlite the sums of 13 months" };
const kinds = { test: months, named: "on sqlite each movement of the balance" };
const again = { test: months, named: "on sqlite what is read again" };

/** Bugs in how the provider's balance is read, and in what a month has of it. */
export const balanceMutants: readonly Mutant[] = [
  {
    bug: "a fee counts twice after it is read again",
    file: `${folder}/rows/balance-rows.ts`,
    find: "some.filter(({ id }) => !ids.has(id))",
    replace: 'some.map((one) => (ids.has(one.id) ? { ...one, id: one.id + "/2" } : one))',
    ...again,
  },
  {
    bug: "of a list of the balance only the first page is read",
    file: `${folder}/providers/stripe-request.ts`,
    find: "if (!hasMore || data.length === 0) return all;",
    replace: "if (data.length >= 0) return all;",
    ...sums,
  },
  {
    bug: "a payout that failed is below zero",
    file: `${folder}/lines/balance-money.ts`,
    find: "minor: one.minor, method: words(one.type), providerId",
    replace: "minor: -Math.abs(one.minor), method: words(one.type), providerId",
    ...kinds,
  },
  {
    bug: "what gets into the list of the balance late is not read",
    file: `${folder}/watching/read-balance.ts`,
    find: "balanceUntil - balanceOverlapMs",
    replace: "balanceUntil",
    ...again,
  },
  {
    bug: "weeks of a first reading are left out",
    file: `${folder}/watching/read-balance.ts`,
    find: "from += windowMs)",
    replace: "from += 2 * windowMs)",
    ...sums,
  },
  {
    bug: "an exchanged payment is compared as if it had one currency",
    file: `${folder}/lines/balance-money.ts`,
    find: `const key = \`\${one.currency} \${one.providerId}\`;`,
    replace: "const key = one.providerId;",
    ...sums,
  },
  {
    bug: "a month that is not over has adjustments",
    file: `${folder}/lines/balance-money.ts`,
    find: ">= time.to + balanceOverlapMs",
    replace: ">= 0",
    ...again,
  },
  {
    bug: "what the provider takes by itself is no fee",
    file: `${folder}/lines/balance-money.ts`,
    find: "(feeCategories.has(one.category) ? one.minor : 0)",
    replace: "0",
    ...kinds,
  },
  {
    bug: "a file of DATEV posts fees to the debtors",
    file: "src/features/papers/bookkeeping/datev.ts",
    find: 'kind === "fee" ? [fees, "fees"]',
    replace: 'kind === "fee" ? [debtors, "fees"]',
    test: `${folder}/test/bookkeeping.test.ts`,
    named: "on sqlite the file of DATEV",
  },
];
