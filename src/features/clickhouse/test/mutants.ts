import type { Mutant } from "../../../../test/mutants/mutant.ts";

const frozen = {
  test: "src/features/clickhouse/test/waiting.test.ts",
  named: "on sqlite ended processes' calls are charged while ClickHouse is frozen",
};
const removal = {
  test: "src/features/clickhouse/test/move.test.ts",
  named: "moving calls of sqlite (calls are copied|only days whose calls)",
};
const insert = `    if (this.#rows.bytes.length > 0) await store.insert(this.#rows, \`\${this.#journalId}:\${from}-\${last}\`);
`;
const mark = `    // If the database has lost commits, its seq is another, and is read again.
    await db.run(sql\`
      update journal set logged_seq = \${last} where journal_id = \${this.#journalId} and logged_seq = \${from}\`);
`;

/** Bugs on the way of single calls to ClickHouse. */
export const mutants: readonly Mutant[] = [
  {
    bug: "calls are inserted into ClickHouse after their mark has moved",
    file: "src/features/clickhouse/call-shipper.ts",
    find: insert + mark,
    replace: mark + insert,
    ...frozen,
  },
  {
    bug: "calls that ClickHouse has twice are read twice",
    file: "src/features/clickhouse/call-queries.ts",
    find: "} final`",
    replace: "}`",
    test: "src/features/clickhouse/test/call-log.test.ts",
    named: "pages of ClickHouse are those of the database",
  },
  {
    bug: "a move to ClickHouse counts calls as copied that are not there",
    file: "src/features/clickhouse/moved-days.ts",
    find: "?? 0);\n    return { minute",
    replace: "?? expected);\n    return { minute",
    ...removal,
  },
  {
    bug: "calls that come while ClickHouse's copies are compared are removed",
    file: "src/features/clickhouse/moved-days.ts",
    find: "(rest) => rest < 0)",
    replace: "(rest) => rest < -1_000_000)",
    test: removal.test,
    named: "moving calls of sqlite calls that come while a day is removed stay",
  },
  {
    bug: "the doctor counts calls twice that were copied to ClickHouse",
    file: "src/features/clickhouse/call-sums.ts",
    find: "not (moved = 1 and",
    replace: "not (moved = 2 and",
    ...removal,
  },
  {
    bug: "any number of calls may wait for ClickHouse",
    file: "src/metering/metering.ts",
    find: "unlogged.bytes >= unloggedMax",
    replace: "unlogged.bytes >= 1_000_000 * unloggedMax",
    test: "src/features/clickhouse/test/waiting.test.ts",
    named: "calls are refused while too many wait for ClickHouse",
  },
  {
    bug: "an ended process's credits stay leased until ClickHouse has its calls",
    file: "src/metering/apply/recovery.ts",
    find: "      if (!(await this.#close(directory, appliedSeq))) return false;\n",
    replace:
      "      const behind = await findJournal(this.#db, id);\n      if (behind && unlogged(behind) > 0) return false;\n      if (!(await this.#close(directory, appliedSeq))) return false;\n",
    ...frozen,
  },
];
