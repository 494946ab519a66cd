import type { Mutant } from "../../../../test/mutants/mutant.ts";

const folder = "src/features/payments";
const test = `${folder}/test/moved-payments.test.ts`;

/** Bugs in payments of subscriptions that moved, and in parts of payments that are over. */
export const movedMutants: readonly Mutant[] = [
  {
    bug: "a refund is reported to the account that has the subscription now, with the credit note of the former one",
    file: `${folder}/settling/reverse-payment.ts`,
    find: "const owner = payerOf(after);",
    replace: "const owner = { subscriptionId: after.subscriptionId };",
    test,
    named: "on sqlite what becomes of a payment concerns",
  },
  {
    bug: "a period whose payment was declined before a move is never charged",
    file: `${folder}/renewing/request-periods.ts`,
    find: `and (y.state <> 'failed' or \${isDueFrom(sql\`s.owner_id\`)})`,
    replace: "",
    test,
    named: "on sqlite a period whose payment was declined",
  },
  {
    bug: "money of a period that moved is recorded on the payment of the former account",
    file: `${folder}/rows/payment-rows.ts`,
    find: `(y.account_id = \${ownerId} or`,
    replace: `(y.account_id <> \${ownerId} or y.account_id = \${ownerId} or`,
    test,
    named: "on sqlite money that is recorded at once",
  },
  {
    bug: "an account that cannot pay by invoice goes on so with a plan that moved to it",
    file: `${folder}/payments.ts`,
    find: "if (!(await takesPayments(tx, this.#context.config))) return;",
    replace: "if (await takesPayments(tx, this.#context.config)) return;",
    test,
    named: "on sqlite a plan by invoice is prepaid",
  },
  {
    bug: "a period that waits keeps its credits when its plan moves to an account that cannot pay by invoice",
    file: `${folder}/payments.ts`,
    find: "const kept = await removeNextPeriods(tx, plan, await readClock(tx));",
    replace: "const kept = await removeNextPeriods(tx, plan, (await readClock(tx)) + dayMs);",
    test,
    named: "on sqlite a plan by invoice is prepaid",
  },
  {
    bug: "an account that can pay by invoice pays before with a plan that moved to it",
    file: `${folder}/payments.ts`,
    find: "!(await readBillingAccount(tx, to)).invoiceAllowed",
    replace: 'to !== ""',
    test,
    named: "on sqlite a plan by invoice is prepaid",
  },
  {
    bug: "what the former account bought counts towards a month's limit",
    file: `${folder}/rows/top-up-rows.ts`,
    find: `\n    and account_id = (select owner_id from subscription where id = \${subscriptionId})`,
    replace: "",
    test,
    named: "on sqlite a month's limit of automatic top-up",
  },
  {
    bug: "a part of a payment that is over is noted nowhere",
    file: `${folder}/settling/receive-transfer.ts`,
    find: "else requireWhole(payment, received);",
    replace: "",
    test,
    named: "on sqlite a part that arrives",
  },
];
