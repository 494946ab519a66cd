import type { Mutant } from "../../../../test/mutants/mutant.ts";

const test = "src/features/watches/test/comparison.test.ts";
const kills = "src/features/watches/test/ended-comparisons.test.ts";

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
];
