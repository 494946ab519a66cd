import type { Mutant } from "../../../../test/mutants/mutant.ts";
import { attackedMutants } from "./attacked-mutants.ts";
import { balanceMutants } from "./balance-mutants.ts";
import { bankMutants } from "./bank-mutants.ts";
import { chargeMutants } from "./charge-mutants.ts";
import { checkMutants } from "./check-mutants.ts";
import { lineMutants } from "./line-mutants.ts";
import { moneyMutants } from "./money-mutants.ts";
import { movedMutants } from "./moved-mutants.ts";
import { owedMutants } from "./owed-mutants.ts";
import { providerMutants } from "./provider-mutants.ts";
import { receivedMutants } from "./received-mutants.ts";
import { refundMutants } from "./refund-mutants.ts";
import { restoredMutants } from "./restored-mutants.ts";
import { sellingMutants } from "./selling-mutants.ts";
import { shownMutants } from "./shown-mutants.ts";
import { slowMutants } from "./slow-mutants.ts";
import { withdrawnMutants } from "./withdrawn-mutants.ts";

const folder = "src/features/payments";
const events = `${folder}/test/events.test.ts`;
const payments = `${folder}/test/payments.test.ts`;
const reversals = `${folder}/test/reversals.test.ts`;
const renewals = `${folder}/test/renewals.test.ts`;
const restores = `${folder}/test/restores.test.ts`;
const withdrawn = `${folder}/test/withdrawn.test.ts`;
const topUps = `${folder}/test/top-ups.test.ts`;

/** Bugs in payments. */
export const mutants: readonly Mutant[] = [
  ...chargeMutants,
  ...bankMutants,
  ...checkMutants,
  ...owedMutants,
  ...receivedMutants,
  ...sellingMutants,
  ...movedMutants,
  ...lineMutants,
  ...moneyMutants,
  ...balanceMutants,
  ...providerMutants,
  ...slowMutants,
  ...shownMutants,
  ...refundMutants,
  ...attackedMutants,
  ...restoredMutants,
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
    file: `${folder}/settling/taking.ts`,
    find: "const aside = Math.min(credits, setAside);",
    replace: "const aside = 0;",
    test: reversals,
    named: "on sqlite 1800 of 5,000 spent, then dispute, lost",
  },
  {
    bug: "expired credits are owed",
    file: `${folder}/settling/taking.ts`,
    find: "owed: owed + Math.min(credits - taken, Math.max(0, spent - owed)),",
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
    file: `${folder}/renewing/charge-once.ts`,
    find: 'const key = keyOf(payment, "charge");',
    replace: 'const key = keyOf(payment, "charge") + Number(isRepeated);',
    test: payments,
    named: "on sqlite a charge that was begun and not noted",
  },
  {
    bug: "a payment without a page is charged to the saved card",
    file: `${folder}/renewing/attempts-due.ts`,
    find: "if (payment.isCharged === 0 && !isKept) {",
    replace: "if (payment.isCharged === 2 && !isKept) {",
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
    file: `${folder}/settling/attempts.ts`,
    find: 'kind === "renewal" && period?.state !== "due"',
    replace: 'kind === "renewal" && period?.state === "lapsed"',
    test: renewals,
    named: "on sqlite a period that was paid before",
  },
  {
    bug: "automatic top-up goes on for the account that a subscription goes to",
    file: `${folder}/payments.ts`,
    find: "removeTopUps(tx, sql`subscription_id = ",
    replace: "removeTopUps(tx, sql`package_id = ",
    test: topUps,
    named: "automatic top-up on sqlite a subscription with an open payment stays",
  },
  {
    bug: "a restore takes payments back",
    file: `${folder}/restored/payments-restoring.ts`,
    find: "[paymentsKept, refundsKept, transfersKept, ",
    replace: "[refundsKept, transfersKept, ",
    test: restores,
    named: "on sqlite what was charged and returned",
  },
  {
    bug: "a restore takes refunds back",
    file: `${folder}/restored/payments-restoring.ts`,
    find: "[paymentsKept, refundsKept, transfersKept, ",
    replace: "[paymentsKept, transfersKept, ",
    test: restores,
    named: "on sqlite what was charged and returned",
  },
  {
    bug: "a restore takes received transfers back",
    file: `${folder}/restored/payments-restoring.ts`,
    find: "[paymentsKept, refundsKept, transfersKept, ",
    replace: "[paymentsKept, refundsKept, ",
    test: restores,
    named: "on sqlite what was charged and returned",
  },
  {
    bug: "a period that was paid lapses after a restore",
    file: `${folder}/payments.ts`,
    find: "await settleRestored(context, settlement, open);",
    replace: "",
    test: restores,
    named: "on sqlite a period that was paid in time",
  },
  {
    bug: "a renewal does not wait for its period after a restore",
    file: `${folder}/settling/settle-restored.ts`,
    find: "b.next_number <= y.period",
    replace: "b.next_number < 0",
    test: restores,
    named: "on sqlite what was charged and returned",
  },
  {
    bug: "what a restored payment paid for is not granted again",
    file: `${folder}/rows/payment-rows.ts`,
    find: "!isPaid(kept) || (kept.grantId === null && kept.paperId === null)",
    replace: "true",
    test: restores,
    named: "on sqlite what was charged and returned",
  },
  {
    bug: "an older state of a payment is replayed",
    file: `${folder}/rows/payment-rows.ts`,
    find: "stored.updatedAt > kept.updatedAt",
    replace: "stored.updatedAt < 0",
    test: restores,
    named: "on sqlite what was charged and returned",
  },
  {
    bug: "a restored payment is reported again",
    file: `${folder}/settling/settle-payment.ts`,
    find: "if (payment.nextAt === broughtBack) return invoiced;",
    replace: "",
    test: restores,
    named: "on sqlite what was charged and returned",
  },
  {
    bug: "a restored refund is reported again",
    file: `${folder}/settling/reverse-payment.ts`,
    find: "const more = corrects === null ? reversed - reversedOf(before) : credited;",
    replace: "const more = reversed - reversedOf(before);",
    test: restores,
    named: "on sqlite what was charged and returned",
  },
  {
    bug: "a removed card is saved again after a restore",
    file: `${folder}/settling/settle-restored.ts`,
    find: ", saved: null };",
    replace: " };",
    test: restores,
    named: "on sqlite a plan begins again",
  },
  {
    bug: "a restore turns automatic top-up on again",
    file: "src/features/payments/rows/withdrawn.ts",
    find: "= 0 then 0 else enabled end",
    replace: "= 0 then enabled else enabled end",
    test: withdrawn,
    named: "restores of payments on sqlite no restore",
  },
  {
    bug: "a restore raises the limit of automatic top-up",
    file: "src/features/payments/rows/top-up-rows.ts",
    find: "topUp.enabled ? topUp.monthLimitMinor : 0",
    replace: "topUp.enabled ? 10 ** 9 : 0",
    test: withdrawn,
    named: "restores of payments on sqlite no restore",
  },
  {
    bug: "a restore brings a removed card back",
    file: "src/features/payments/rows/method-rows.ts",
    find: "if (removed) decideMethodRemoved(tx, accountId, removed.ref);",
    replace: "",
    test: withdrawn,
    named: "restores of payments on sqlite no restore",
  },
  {
    bug: "a restore brings a replaced card back",
    file: "src/features/payments/rows/method-rows.ts",
    find: "former.methodRef !== methodRef)",
    replace: "former.methodRef === methodRef)",
    test: withdrawn,
    named: "restores of payments on sqlite no restore",
  },
  ...withdrawnMutants,
];
