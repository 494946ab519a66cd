import type { Mutant } from "../../../../test/mutants/mutant.ts";
import { bookkeepingMutants } from "./bookkeeping-mutants.ts";
import { drawingMutants } from "./drawing-mutants.ts";
import { eInvoiceFileMutants } from "./e-invoice-file-mutants.ts";
import { einvoiceMutants } from "./einvoice/einvoice-mutants.ts";
import { moneyMutants } from "./money-mutants.ts";
import { pageMutants } from "./page-mutants.ts";
import { taxIdMutants } from "./tax-id-mutants.ts";

const issue = "src/features/papers/test/issue.test.ts";
const races = "src/features/papers/test/races.test.ts";
const papers = "src/features/papers/test/papers.test.ts";
const pdf = "src/features/papers/test/pdf.test.ts";

/** Bugs in papers and their numbers. */
export const mutants: readonly Mutant[] = [
  ...einvoiceMutants,
  ...moneyMutants,
  ...drawingMutants,
  ...eInvoiceFileMutants,
  ...bookkeepingMutants,
  ...pageMutants,
  {
    bug: "the tax of each credit note is rounded by itself",
    file: "src/features/papers/issue.ts",
    find: "amountOf(credited.grossMinor + grossMinor, invoice.taxMinor, invoice.grossMinor) - credited.taxMinor;",
    replace: "amountOf(grossMinor, invoice.taxMinor, invoice.grossMinor);",
    test: issue,
    named: "papers on sqlite credit notes never exceed",
  },
  {
    bug: "an invoice can be credited twice",
    file: "src/features/papers/issue.ts",
    find: "requireUpTo(invoice, invoice.grossMinor - credited.grossMinor, ",
    replace: "requireUpTo(invoice, invoice.grossMinor, ",
    test: races,
    named: "on sqlite 64 racers never credit more",
  },
  {
    bug: "a number is one more than the count of papers",
    file: "src/features/papers/paper-rows.ts",
    find: "do update set last = paper_counter.last + 1 returning last",
    replace: "do update set last = (select count(*) + 1 from paper) returning last",
    test: issue,
    named: "papers on sqlite each year has numbers",
  },
  {
    bug: "another's paper is read",
    file: "src/features/papers/operations/paper-endpoints.ts",
    find: "paper?.accountId === caller.userId",
    replace: "paper !== undefined",
    test: papers,
    named: "papers on sqlite a paper is read as JSON and PDF by its owner",
  },
  {
    bug: "papers forget the buyer when the account is erased",
    file: "src/features/papers/papers.ts",
    find: "await tx.run(sql`delete from billing_account",
    replace:
      "await tx.run(sql`update paper set body = '{}' where account_id <> ''`);\n    await tx.run(sql`delete from billing_account",
    test: papers,
    named: "papers on sqlite a changed seller",
  },
  {
    bug: "a row of a table that is longer than a page is cut",
    file: "src/pdf/table.ts",
    find: "for (let at = 0; at < end; at += linesMax)",
    replace: "for (let at = 0; at < 1; at += linesMax)",
    test: pdf,
    named: "hostile texts are drawn",
  },
  {
    bug: "a restore takes papers back",
    file: "src/features/papers/papers-restoring.ts",
    find: "kinds: [papersIssued]",
    replace: "kinds: []",
    test: "src/features/papers/test/restores.test.ts",
    named: "on sqlite papers come back whole",
  },
  {
    bug: "numbers of papers that came back are given again",
    file: "src/features/papers/paper-rows.ts",
    find: "do update set last = excluded.last where excluded.last > paper_counter.last",
    replace: "do nothing",
    test: "src/features/papers/test/restores.test.ts",
    named: "on sqlite papers come back whole",
  },
  {
    bug: "a number that was never shown comes back at a later restore",
    file: "src/decisions/begin.ts",
    find: "freed.length > 0 ? await extended(known, freed) : known",
    replace: "known",
    test: "src/features/papers/test/restores.test.ts",
    named: "on sqlite a number that was never shown",
  },
  {
    bug: "the paper of a killed process is done without its transaction",
    file: "src/decisions/standing.ts",
    find: 'kinds.get(kind)?.unconfirmed !== "free"',
    replace: 'kind !== ""',
    test: "src/features/papers/test/restores.test.ts",
    named: "on sqlite a number that was never shown",
  },
  {
    bug: "a paper is shown before the log confirms it",
    file: "src/decisions/open-log.ts",
    find: "if (deciding.hasFree) return this.#confirmOne(number);",
    replace: "if (deciding.hasFree) return;",
    test: "src/features/papers/test/restores.test.ts",
    named: "on sqlite a paper is shown once",
  },
  {
    bug: "a start confirms nothing of a killed process",
    file: "src/decisions/begin.ts",
    find: "log.isConfirmed ? log : confirm(log)",
    replace: "log",
    test: "src/features/papers/test/restores.test.ts",
    named: "on sqlite a start confirms",
  },
  {
    bug: "a paper is issued in English, not in the account's language",
    file: "src/features/papers/issue.ts",
    find: "const language = await languageOf(tx, accountId);",
    replace: 'const language = (await languageOf(tx, accountId)) && "en";',
    test: "src/features/papers/test/languages.test.ts",
    named: "an invoice in Spanish",
  },
  {
    bug: "a credit note is not in its invoice's language",
    file: "src/features/papers/issue.ts",
    find: 'language: of.language ?? "en",',
    replace: 'language: "en",',
    test: "src/features/papers/test/languages.test.ts",
    named: "a credit note in German",
  },
  ...taxIdMutants,
];
