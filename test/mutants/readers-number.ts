import type { Mutant } from "./mutant.ts";

const imports = "src/vehicles/imports";
const rows = `${imports}/sources/rejected-rows.ts`;
const readers = "test/vehicles/imports/readers.test.ts";
const rejected = "test/vehicles/imports/rejected-rows.test.ts";
const inForm = "rejected rows in the form of their file";

/** Bugs in numbers of readers, and in rejected rows that are to be corrected. */
export const readersNumberMutants: readonly Mutant[] = [
  {
    bug: "a merge has the number of the newest reader",
    file: `${imports}/jobs/current-dataset.ts`,
    find: "Math.min(reader, current.reader)",
    replace: "Math.max(reader, current.reader)",
    test: readers,
    named: "numbers of readers on sqlite a merge has the lowest",
  },
  {
    bug: "an import does not note its reader",
    file: `${imports}/staging/swap.ts`,
    find: `reader = \${reader}`,
    replace: "reader = reader",
    test: readers,
    named: "numbers of readers on sqlite an import notes its reader",
  },
  {
    bug: "demo sets are to be imported again",
    file: `${imports}/sources/readers.ts`,
    find: "dataset.name !== demoDatasetName && ",
    replace: "",
    test: readers,
    named: "demo sets are of no older reader",
  },
  {
    bug: "a rejected row gets the reason of the row after it",
    file: rows,
    find: "const reason = this.#reasons.get(this.#rows);",
    replace: "const reason = this.#reasons.get(this.#rows + 1);",
    test: rejected,
    named: `${inForm} a table keeps its header`,
  },
  {
    bug: "rows of a batch are numbered from its beginning",
    file: `${imports}/jobs/import-records.ts`,
    find: "row: this.#taken }",
    replace: "row: index }",
    test: rejected,
    named: `${inForm} rows of many batches`,
  },
  {
    bug: "the reading ends before the last rejected row",
    file: rows,
    find: "return this.#rows > this.#last;",
    replace: "return this.#rows > 0;",
    test: rejected,
    named: `${inForm} rows of many batches`,
  },
  {
    bug: "rejected rows can be read by everybody on the machine",
    file: `${imports}/jobs/rejected-rows-file.ts`,
    find: "0o600",
    replace: "0o644",
    test: rejected,
    named: `${inForm} a table keeps its header`,
  },
  {
    bug: "the column of reasons is an unknown column",
    file: `${imports}/columns/column-map.ts`,
    find: 'if (name === "" || name === reasonColumn) return [];',
    replace: 'if (name === "") return [];',
    test: rejected,
    named: `${inForm} rows that are corrected`,
  },
  {
    bug: "the member of reasons is an unknown member",
    file: `${imports}/sources/own-records.ts`,
    find: "if (reasonColumn in row)",
    replace: "if (reasonColumn in row && row[reasonColumn] === undefined)",
    test: rejected,
    named: `${inForm} rows that are corrected`,
  },
  {
    bug: "rejected rows in the form of their file are kept for good",
    file: `${imports}/jobs/uploads.ts`,
    find: "[rejectsEnd, ...Object.values(rowsEnds)]",
    replace: "[rejectsEnd]",
    test: rejected,
    named: `${inForm} the operation sends them`,
  },
  {
    bug: "a refused import keeps no rows to correct",
    file: `${imports}/jobs/import-records.ts`,
    find: "  async #refuse(): Promise<never> {\n    await this.#keepRejected();\n",
    replace: "  async #refuse(): Promise<never> {\n    await Promise.resolve();\n",
    test: rejected,
    named: `${inForm} an import that is refused`,
  },
  {
    bug: "an erasure does not find what two pieces of a file divide",
    file: `${imports}/datasets/erase-rejects.ts`,
    find: "before = text.slice(-overlap);",
    replace: 'before = "";',
    test: rejected,
    named: `${inForm} an erasure deletes`,
  },
];
