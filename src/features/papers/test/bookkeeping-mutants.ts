import type { Mutant } from "../../../../test/mutants/mutant.ts";

const folder = "src/features/papers";
const months = "src/features/payments/test/bookkeeping.test.ts";
const sums = { test: months, named: "on sqlite the sums of 13 months" };

/** Bugs in what a bookkeeper receives, and in how papers are found. */
export const bookkeepingMutants: readonly Mutant[] = [
  {
    bug: "a month has the first moment of the next one",
    file: `${folder}/bookkeeping/month-entries.ts`,
    find: `issued_at < \${to} and kind`,
    replace: `issued_at <= \${to} and kind`,
    test: `${folder}/test/month-zip.test.ts`,
    named: "has each paper of the month",
  },
  {
    bug: "credit notes of a month are above zero",
    file: `${folder}/bookkeeping/month-entries.ts`,
    find: 'const sign = paper.kind === "credit_note" ? -1 : 1;',
    replace: "const sign = 1;",
    ...sums,
  },
  {
    bug: "a month has no payments that were returned since",
    file: "src/features/payments/lines/moved-money.ts",
    find: "and y.received_minor > 0",
    replace: "and y.received_minor > 0 and y.state = 'paid'",
    ...sums,
  },
  {
    bug: "a month has refunds that are not sent",
    file: "src/features/payments/lines/moved-money.ts",
    find: `r.sent_at >= \${from} and r.sent_at < \${to}`,
    replace: `r.created_at >= \${from} and r.created_at < \${to}`,
    ...sums,
  },
  {
    bug: "a file of DATEV debits credit notes",
    file: `${folder}/bookkeeping/datev.ts`,
    find: `grossMinor < 0 ? '"H"' : '"S"'`,
    replace: `grossMinor < 0 ? '"S"' : '"S"'`,
    test: `${folder}/test/datev.test.ts`,
    named: "a month is a Buchungsstapel",
  },
  {
    bug: "a buyer's name ends its field in a file of DATEV",
    file: `${folder}/bookkeeping/datev.ts`,
    find: 'const plain = asWindows1252(value.replace(/[\\p{Cc}\\u2028\\u2029]+/gu, " "));',
    replace: 'const plain = value.replace(/[\\p{Cc}\\u2028\\u2029]+/gu, " ");',
    test: `${folder}/test/datev.test.ts`,
    named: "what a buyer or an order is named",
  },
  {
    bug: "the parts of a net are rounded down",
    file: `${folder}/bookkeeping/revenue.ts`,
    find: "(2n * net * BigInt(days) + all)) / (2n * all)",
    replace: "net * BigInt(days)) / all",
    test: `${folder}/test/revenue.test.ts`,
    named: "the parts of any months",
  },
  {
    bug: "a credit note changes the revenue of earlier months",
    file: `${folder}/bookkeeping/revenue.ts`,
    find: "if (corrects && day <= issued) return 0;",
    replace: "",
    test: `${folder}/test/revenue.test.ts`,
    named: "on sqlite is of the days of each paper",
  },
  {
    bug: "orders of papers of before are not found",
    file: `${folder}/papers.ts`,
    find: "    await fillOrderKeys(this.#database);\n",
    replace: "",
    test: "src/features/payments/test/find-papers.test.ts",
    named: "on sqlite one search finds them",
  },
  {
    bug: "the newest papers of a sum are those of others",
    file: `${folder}/find-papers.ts`,
    find: ', ...required], " and ")',
    replace: '], " and ")',
    test: "src/features/payments/test/find-papers.test.ts",
    named: "on sqlite of a sum that more papers of others have",
  },
  {
    bug: "a reference finds the invoice without its credit notes",
    file: `${folder}/find-papers.ts`,
    find: `[one, sql\`select id from paper where corrects in (\${one})\`]`,
    replace: "[one]",
    test: "src/features/payments/test/find-papers.test.ts",
    named: "on sqlite by number",
  },
];
