import type { Mutant } from "../../../../test/mutants/mutant.ts";

const code = "src/features/papers/pdf/transfer-code.ts";
const codes = "src/features/papers/test/transfer-code.test.ts";
const letters = "src/features/papers/test/letters.test.ts";

/** Bugs in what papers show: the codes of transfers, and letters from right to left. */
export const drawingMutants: readonly Mutant[] = [
  {
    bug: "the code of a transfer has euros without cents",
    file: code,
    find: "decimalText(totals.due_minor, currency)",
    replace: "Math.round(totals.due_minor / 100)",
    test: codes,
    named: "amounts are written with cents",
  },
  {
    bug: "an invoice in another currency has a code in euros",
    file: code,
    find: 'currency !== "EUR" || ',
    replace: "",
    test: codes,
    named: "papers on which nothing is due in euros have no code",
  },
  {
    bug: "a name in the code of a transfer is cut within a character",
    file: code,
    find: "of graphemes.segment(name)",
    replace: "of [...name].map((segment) => ({ segment }))",
    test: codes,
    named: "names are whole characters",
  },
  {
    bug: "texts go on below the code of a transfer",
    file: code,
    find: "drawTexts(width - code.width);",
    replace: "drawTexts(width);",
    test: codes,
    named: "no text is within four modules of the code",
  },
  {
    bug: "papers of before have their letters in another order",
    file: "src/features/papers/pdf/render-paper.ts",
    find: 'isOrdered: paper.format === "vingate-paper/v2"',
    replace: "isOrdered: true",
    test: "src/features/papers/test/kept-bytes.test.ts",
    named: "an invoice with Hebrew and Arabic of v1 keeps its bytes",
  },
  {
    bug: "runs from right to left are drawn in the order of reading",
    file: "src/pdf/ordered-runs.ts",
    find: "return isRightToLeft ? runs.reverse() : runs;",
    replace: "return runs;",
    test: letters,
    named: "Hebrew and Arabic names are drawn in visual order",
  },
  {
    bug: "digits that a font counts as Arabic are reversed",
    file: "src/pdf/ordered-runs.ts",
    find: "text: isLaidOut ? run.text : reversed(run.text)",
    replace: "text: run.text",
    test: letters,
    named: "Hebrew and Arabic names are drawn in visual order",
  },
  {
    bug: "customers after the first thousand are not looked at",
    file: "src/features/papers/letters-check.ts",
    find: "if (rows.length < rowsAtOnce) return;",
    replace: "return;",
    test: "src/features/papers/test/letters-check.test.ts",
    named: "all customers are looked at",
  },
];
