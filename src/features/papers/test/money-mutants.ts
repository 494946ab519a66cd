import type { Mutant } from "../../../../test/mutants/mutant.ts";

const folder = "src/features/papers";
const test = `${folder}/test/sums.test.ts`;
const note = { test, named: "on sqlite a credit note of a later year" };

/** Bugs of sums, rates, dates and numbers of papers. */
export const moneyMutants: readonly Mutant[] = [
  {
    bug: "half a minor unit of tax is dropped",
    file: `${folder}/parties/taxes.ts`,
    find: "const taxMinor = amountOf(netMinor, rate, 10_000);",
    replace: "const taxMinor = Math.floor((netMinor * rate) / 10_000);",
    test,
    named: "on sqlite half a minor unit of tax",
  },
  {
    bug: "an invoice has the rate of its moment, not the one that was quoted",
    file: `${folder}/issue.ts`,
    find: "const tax = request.tax ?? (await",
    replace: "const tax = (await",
    test,
    named: "on sqlite a quoted tax stays",
  },
  {
    bug: "a credit note has the tax of earlier ones again",
    file: `${folder}/issue.ts`,
    find: "invoice.taxMinor, invoice.grossMinor) - credited.taxMinor;",
    replace: "invoice.taxMinor, invoice.grossMinor);",
    ...note,
  },
  {
    bug: "a credit note names the day of its own issue as that of the invoice",
    file: `${folder}/issue.ts`,
    find: "preceding_invoice: { number: invoice.number, issue_date: of.issue_date },",
    replace: "preceding_invoice: { number: invoice.number, issue_date: dateIn(now) },",
    ...note,
  },
  {
    bug: "a credit note is due with its invoice",
    file: `${folder}/issue.ts`,
    find: "due_date: null,\n      preceding",
    replace: "preceding",
    ...note,
  },
  {
    bug: "a paper is numbered in the year of its supply",
    file: `${folder}/paper-rows.ts`,
    find: "const series = new Date(paper.issuedAt).toISOString().slice(0, 4);",
    replace: "const series = paper.month.slice(0, 4);",
    test,
    named: "on sqlite a paper of January",
  },
  {
    bug: "the last day of a supply is that of UTC",
    file: `${folder}/issue.ts`,
    find: "dateIn(request.suppliedTo, request.timeZone),",
    replace: "dateIn(request.suppliedTo),",
    test,
    named: "on sqlite a paper of January",
  },
  {
    bug: "an account pays in its latest currency",
    file: `${folder}/parties/buyer.ts`,
    find: `currency = coalesce(billing_account.currency, \${currency})`,
    replace: `currency = coalesce(\${currency}, billing_account.currency)`,
    test: `${folder}/test/issue.test.ts`,
    named: "papers on sqlite an account pays in one currency",
  },
  {
    bug: "statements add credit notes",
    file: `${folder}/papers.ts`,
    find: "minor: -netMinor,",
    replace: "minor: netMinor,",
    test: `${folder}/test/papers.test.ts`,
    named: "on sqlite a statement has the papers of its month",
  },
];
