import type { Mutant } from "../../../../test/mutants/mutant.ts";

const folder = "src/features/payments";
const received = `${folder}/test/received-periods.test.ts`;
const packages = `${folder}/test/own-packages.test.ts`;

/** Bugs in money that operators record, and in packages of versions. */
export const receivedMutants: readonly Mutant[] = [
  {
    bug: "a period is marked as paid beside its payment, which has no invoice then",
    file: "src/features/billing/operations/period-endpoints.ts",
    find: "if (!taking) return pay",
    replace: "if (!taking || period.number >= 0) return pay",
    test: received,
    named: "on sqlite the transfer that a period waits for",
  },
  {
    bug: "money is recorded while the card is charged",
    file: `${folder}/settling/receive-transfer.ts`,
    find: "  requireEnded(settlement, payment, ended);\n  if (!isOpen",
    replace: "  if (!isOpen",
    test: received,
    named: "on sqlite while a card is charged",
  },
  {
    bug: "of a transfer that has come in part all is recorded again",
    file: `${folder}/renewing/receive-period.ts`,
    find: "minor = payment.minor - payment.receivedMinor;",
    replace: "minor = payment.minor;",
    test: received,
    named: "on sqlite of a transfer that has come in part",
  },
  {
    bug: "what was declined cannot be paid by transfer",
    file: `${folder}/settling/receive-transfer.ts`,
    find: '!(isOpen(payment) || state === "failed")',
    replace: "!isOpen(payment)",
    test: received,
    named: "on sqlite what was declined",
  },
  {
    bug: "an invoice of a suspended subscription cannot be paid",
    file: `${folder}/settling/grant-payment.ts`,
    find: "(ahead !== undefined || (await isByInvoice(tx, payment)))",
    replace: "ahead !== undefined",
    test: received,
    named: "on sqlite an invoice of a suspended",
  },
  {
    bug: "where payments are off, a payment is recorded",
    file: `${folder}/payments.ts`,
    find: "taking: async (db) => ((await takesPayments(db, config)) ? taking : undefined),",
    replace: "taking: async () => taking,",
    test: received,
    named: "where no payments are taken",
  },
  {
    bug: "current subscriptions buy packages at the price of new customers",
    file: "src/features/offers/stored-offers.ts",
    find: 'newest.version === version || newest.who_pays === "notice"',
    replace: "newest.version >= version",
    test: packages,
    named: "on sqlite a version for new subscriptions changes no package",
  },
  {
    bug: "automatic top-up buys what new customers can buy",
    file: `${folder}/renewing/top-up.ts`,
    find: "findOfferFor(tx, plan.productId, plan.offerVersion)",
    replace: "findOfferFor(tx, plan.productId, 1_000_000)",
    test: packages,
    named: "on sqlite a version for new subscriptions changes no package",
  },
  {
    bug: "the console records money while a card is charged",
    file: "console/src/features/payments/payment-words.ts",
    find: 'state === "pending" && checkout_url !== null',
    replace: 'state === "pending" && checkout_url !== ""',
    test: "console/src/features/payments/payment.test.tsx",
    named: "while a card is charged",
  },
];
