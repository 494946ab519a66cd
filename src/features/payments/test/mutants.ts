import type { Mutant } from "../../../../test/mutants/mutant.ts";

const folder = "src/features/payments";
const events = `${folder}/test/events.test.ts`;
const payments = `${folder}/test/payments.test.ts`;
const reversals = `${folder}/test/reversals.test.ts`;
const renewals = `${folder}/test/renewals.test.ts`;
const topUps = `${folder}/test/top-ups.test.ts`;

/** Bugs in payments. */
export const mutants: readonly Mutant[] = [
  {
    bug: "a state is applied that was read before another change",
    file: `${folder}/settling/settle-payment.ts`,
    find: "if (!payment || payment.updatedAt !== read.updatedAt) throw new Changed();",
    replace: "if (!payment) throw new Changed();",
    test: events,
    named: "on sqlite a state that was read before a newer one is not applied",
  },
  {
    bug: "another currency pays",
    file: `${folder}/settling/settle-payment.ts`,
    find: "receivedMinor >= minor && paidIn === currency",
    replace: "receivedMinor >= minor",
    test: events,
    named: "on sqlite money in another amount or currency",
  },
  {
    bug: "each refund takes its own rounded part",
    file: `${folder}/settling/reverse-payment.ts`,
    find: "creditsFor(reported, reversedOf(reported)) - before.removed - before.owed",
    replace: "creditsFor(reported, reversedOf(reported) - reversedOf(before))",
    test: events,
    named: "on sqlite paid, then 1, 1, 1: heard as it happens",
  },
  {
    bug: "credits of a dispute that is lost are taken twice",
    file: `${folder}/settling/reverse-payment.ts`,
    find: "const aside = Math.min(credits, setAside);",
    replace: "const aside = 0;",
    test: reversals,
    named: "on sqlite 1800 of 5,000 spent, then dispute, lost",
  },
  {
    bug: "expired credits are owed",
    file: `${folder}/settling/reverse-payment.ts`,
    find: "owed: owed + Math.min(credits - taken, spent),",
    replace: "owed: owed + credits - taken,",
    test: reversals,
    named: "on sqlite credits that have expired are not owed",
  },
  {
    bug: "an old event is accepted",
    file: `${folder}/providers/stripe-signature.ts`,
    find: " || Math.abs(now - Number(at) * 1000) > toleranceMs",
    replace: "",
    test: events,
    named: "on sqlite an event that is not signed",
  },
  {
    bug: "a charge is repeated under another number",
    file: `${folder}/renewing/attempts-due.ts`,
    find: 'payment.state === "pending" ? payment.attempts : payment.attempts + 1',
    replace: "payment.attempts + 1",
    test: payments,
    named: "on sqlite a charge that was begun and not noted",
  },
  {
    bug: "a payment without a page is charged to the saved card",
    file: `${folder}/renewing/attempts-due.ts`,
    find: "if (payment.isCharged === 0) {",
    replace: "if (payment.isCharged === 2) {",
    test: payments,
    named: "on sqlite the provider's silence charges nothing",
  },
  {
    bug: "the month's limit counts the packages before this one only",
    file: `${folder}/renewing/top-up.ts`,
    find: "+ bought.price_minor > topUp.monthLimitMinor",
    replace: "> topUp.monthLimitMinor",
    test: topUps,
    named: "on sqlite the month's limit holds",
  },
  {
    bug: "a period that is paid otherwise is charged",
    file: `${folder}/renewing/attempts-due.ts`,
    find: 'payment.kind === "renewal" && period?.state !== "due"',
    replace: 'payment.kind === "renewal" && period?.state === "lapsed"',
    test: renewals,
    named: "on sqlite a period that an operator marks as paid",
  },
  {
    bug: "automatic top-up goes on for the account that a subscription goes to",
    file: `${folder}/payments.ts`,
    find: "delete from top_up where subscription_id = ",
    replace: "delete from top_up where package_id = ",
    test: topUps,
    named: "automatic top-up on sqlite a subscription with an open payment stays",
  },
];
