import type { Mutant } from "../../../../test/mutants/mutant.ts";

const issue = "src/features/papers/test/issue.test.ts";
const races = "src/features/papers/test/races.test.ts";
const papers = "src/features/papers/test/papers.test.ts";
const pdf = "src/features/papers/test/pdf.test.ts";

/** Bugs in papers and their numbers. */
export const mutants: readonly Mutant[] = [
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
    find: "const left = invoice.grossMinor - credited.grossMinor;",
    replace: "const left = invoice.grossMinor;",
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
];
