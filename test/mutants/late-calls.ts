import type { Mutant } from "./mutant.ts";

const test = "test/metering/grants/late-calls.test.ts";
const late = { test, named: "on sqlite a late call that its lease covers in part" };
const released = { test, named: "on sqlite a release between an expiry and its closing" };

/** Bugs of calls and releases around an expiry. */
export const lateCallMutants: readonly Mutant[] = [
  {
    bug: "a late call is owed whole although its lease covered a part",
    file: "src/metering/apply/settle.ts",
    find: "credits - (coveredOf.get(id) ?? 0);",
    replace: "credits - 0 * (coveredOf.get(id) ?? 0);",
    ...late,
  },
  {
    bug: "a late call that its lease covered in part is not paid by what expired",
    file: "src/metering/apply/settle.ts",
    find: "firstCalls(records, new Map(late.map(",
    replace: "firstCalls([], new Map(late.map(",
    ...late,
  },
  {
    bug: "what pays a late call is not entered in the ledger",
    file: "src/metering/credits/grants/balance-change.ts",
    find: "        grant.spent += part;\n        this.balance.granted += part;",
    replace: "        grant.spent += part;",
    ...late,
  },
  {
    bug: "a release does not cross a boundary that is due",
    file: "src/metering/credits/release.ts",
    find: "case when debt > 0 or closing > 0 or credit_balance.due_at <= :clock then 1 else 0 end",
    replace: "case when debt > 0 or closing > 0 then 1 else 0 end",
    ...released,
  },
  {
    bug: "a lease counts as answered once its boundary was crossed",
    file: "src/metering/credits/release.ts",
    find: "case when b.closing > 0 or b.due_at <= :clock then 1 else 0 end",
    replace: "case when b.due_at <= :clock then 1 else 0 end",
    test,
    named: "on sqlite a release of a part leaves the call in flight to what expires, after",
  },
];
