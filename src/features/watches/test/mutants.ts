import type { Mutant } from "../../../../test/mutants/mutant.ts";

const test = "src/features/watches/test/comparison.test.ts";
const kills = "src/features/watches/test/ended-comparisons.test.ts";
const readOtherwise = "src/features/watches/test/read-otherwise.test.ts";
const onSqlite = "what is only read otherwise on sqlite";

/** Bugs in watched VINs and their events. */
export const mutants: readonly Mutant[] = [
  {
    bug: "a process that has lost its claim continues to write events",
    file: "src/features/watches/comparison/swaps.ts",
    find: "  if (kept === 0) throw new ClaimLost(id);\n",
    replace: "",
    test: kills,
    named: "on sqlite a process that has lost its claim",
  },
  {
    bug: "progress is noted without its events",
    file: "src/features/watches/comparison/compare-swap.ts",
    find: "        await write(\n          tx,\n          now,\n          some.map(({ change }) => change),\n        );\n      },\n      { repeatable: true },\n    );",
    replace:
      "      },\n      { repeatable: true },\n    );\n    const changes = some.map(({ change }) => change);\n    await db.transaction((tx) => write(tx, now, changes));",
    test: kills,
    named: "on sqlite an end at any statement",
  },
  {
    bug: "a dataset is deleted before its watched VINs are compared",
    file: "src/vehicles/imports/staging/record-sweep.ts",
    find: " and not ",
    replace: " or ",
    test,
    named: "on sqlite datasets stay until they are compared",
  },
  {
    bug: "a campaign that is withdrawn makes no event",
    file: "src/features/watches/comparison/campaign-changes.ts",
    find: '        add(row, "removed");\n',
    replace: "        void row;\n",
    test,
    named: "on sqlite campaigns make events",
  },
  {
    bug: "a rollback is not compared",
    file: "src/vehicles/imports/staging/dataset-swaps.ts",
    find: "if (former?.id === latter?.id) return;",
    replace: "if (former?.id === latter?.id || (latter?.id ?? 0) < (former?.id ?? 0)) return;",
    test,
    named: "on sqlite a rollback makes the events",
  },
  {
    bug: "erased records of watched VINs make no event",
    file: "src/vehicles/imports/datasets/erase.ts",
    find: 'if (dataset.state === "current") await',
    replace: 'if (dataset.state === "previous") await',
    test,
    named: "on sqlite erased records make one event",
  },
  {
    bug: "a suspended subscription receives the changes of its watched VINs",
    file: "src/features/watches/comparison/watchers.ts",
    find: 'stateAt({ state, expiresAt }, now) === "active" &&',
    replace: "stateAt({ state, expiresAt }, now) !== undefined &&",
    test,
    named: "on sqlite only the watched families and able subscriptions",
  },
  {
    bug: "a full list takes one more VIN",
    file: "src/features/watches/watch-list.ts",
    find: "fresh.slice(0, Math.max(0, max - watches))",
    replace: "fresh.slice(0, Math.max(0, max + 1 - watches))",
    test: "src/features/watches/test/watches.test.ts",
    named: "on sqlite the policy bounds the watches",
  },
  {
    bug: "the same file of a newer reader is compared for watched VINs",
    file: "src/vehicles/imports/staging/dataset-swaps.ts",
    find: 'changesByReader(one, other) === "all"',
    replace: "false",
    test: readOtherwise,
    named: `${onSqlite} the same file read by a newer reader`,
  },
  {
    bug: "another file of a newer reader is not compared for watched VINs",
    file: "src/vehicles/imports/staging/reader-changes.ts",
    find: 'sum !== "" && sum === earlier.file.input_sha256',
    replace: "earlier.file.input_sha256 !== undefined",
    test: readOtherwise,
    named: `${onSqlite} of another file, what differs is a change`,
  },
  {
    bug: "erased records that come back are changes of the reader",
    file: "src/vehicles/imports/staging/reader-changes.ts",
    find: "rows === file.rows",
    replace: "file.rows !== undefined && rows >= 0",
    test: readOtherwise,
    named: `${onSqlite} erased records`,
  },
  {
    bug: "records of another file that are gone are changes of the reader",
    file: "src/vehicles/imports/staging/reader-changes.ts",
    find: "return earlier.rows_kept === 0;",
    replace: "return earlier.rows_kept !== undefined;",
    test: readOtherwise,
    named: `${onSqlite} records of another file`,
  },
  {
    bug: "records that two readers read are compared as they are stored",
    file: "src/features/watches/comparison/compare-swap.ts",
    find: "return sameReadingOf(records);",
    replace: "return undefined;",
    test: readOtherwise,
    named: `${onSqlite} of another file, what reads alike`,
  },
  {
    bug: "any two amounts read alike",
    file: "src/vehicles/imports/columns/same-reading.ts",
    find: "if (column && readAlike(was, is, column)) return true;",
    replace: "if (column) return true;",
    test: readOtherwise,
    named: `${onSqlite} of another file, what differs is a change`,
  },
  {
    bug: "the time of an event that is read otherwise makes two changes",
    file: "src/features/watches/comparison/read-alike.ts",
    find: "if (same) alike.add(one).add(same);",
    replace: "if (same) alike.add(one);",
    test: readOtherwise,
    named: `${onSqlite} of another file, what reads alike`,
  },
  {
    bug: "campaigns that are only read otherwise are changes",
    file: "src/features/watches/comparison/campaign-changes.ts",
    find: "else if (!isAlike?.(",
    replace: "else if (!isAlike || !(",
    test: readOtherwise,
    named: `${onSqlite} a campaign that is only`,
  },
];
