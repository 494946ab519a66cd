import type { Mutant } from "../../../../test/mutants/mutant.ts";

const folder = "src/features/payments";
const slow = `${folder}/test/slow-debits.test.ts`;
const pages = `${folder}/test/ended-pages.test.ts`;
const debits = `${folder}/settling/slow-debits.ts`;
const ending = `${folder}/settling/end-at-provider.ts`;

/** Bugs in debits that take days, and in pages that their provider must end. */
export const slowMutants: readonly Mutant[] = [
  {
    bug: "a period lapses while it is being debited",
    file: debits,
    find: "where p.debit_at is not null and p.kind = 'renewal' and b.state = 'due'",
    replace: "where p.debit_at is null and p.kind = 'renewal' and b.state = 'due'",
    test: slow,
    named: "slow debits, wait, on sqlite its period does not lapse while a debit runs for longer",
  },
  {
    bug: "credits of a debit come before its money although they are to wait",
    file: debits,
    find: 'slowDebits === "grant"',
    replace: 'slowDebits !== "grant"',
    test: slow,
    named: "slow debits, wait, on sqlite a debit under way over the end of a period",
  },
  {
    bug: "a debit that fails leaves its credits",
    file: debits,
    find: "if (grantId === null || isPaid(payment)) return payment;\n  await lock",
    replace: "if (grantId !== null || isPaid(payment)) return payment;\n  await lock",
    test: slow,
    named: "slow debits, grant, on sqlite a debit that fails takes its credits back",
  },
  {
    bug: "what a failed debit took is not given again when its period is paid",
    file: debits,
    find: "if (grantId === null || isPaid(payment) || removed + owed === 0) return payment;",
    replace: "if (grantId === null || isPaid(payment) || removed + owed >= 0) return payment;",
    test: slow,
    named: "slow debits, grant, on sqlite a debit that fails takes its credits back",
  },
  {
    bug: "no one reads that the debit of a package has failed",
    file: `${folder}/settling/settle-payment.ts`,
    find: '(payment.kind === "plan" || payment.kind === "package") && !wasDebited;',
    replace: '(payment.kind === "plan" || payment.kind === "package");',
    test: slow,
    named: "slow debits, wait, on sqlite a package that is debited on a page is paid",
  },
  {
    bug: "an unpaid period is reported although it is being debited",
    file: debits,
    find: "if (period.startsAt > now) await withdrawEvents",
    replace: "if (period.startsAt > now + afterDebitMs) await withdrawEvents",
    test: slow,
    named: "slow debits, wait, on sqlite a debit under way over the end of a period",
  },
  {
    bug: "a page stays open when its payment is paid otherwise or cancelled",
    file: ending,
    find: "if (cards && isOpen(payment) && provider",
    replace: "if (cards && !isOpen(payment) && provider",
    test: pages,
    named: "on sqlite a page is ended at the provider before its payment is cancelled",
  },
  {
    bug: "a page of a subscription that has ended stays open",
    file: `${folder}/renewing/attempts-due.ts`,
    find: 'payment.provider === "stripe" && payment.providerRef !== null && hasCards',
    replace: 'payment.provider === "stripe" && payment.providerRef === null && hasCards',
    test: pages,
    named: "on sqlite a page of a subscription that has ended is ended with it",
  },
];
