import type { Mutant } from "../../../../test/mutants/mutant.ts";
import { checkMutants } from "./check-mutants.ts";
import { proofFlaws } from "./flaw-mutants.ts";
import { moneyMutants } from "./money-mutants.ts";
import { moveMutants } from "./move-mutants.ts";

const restores = "src/features/proof/test/restores.test.ts";
const days = "src/features/proof/test/days.test.ts";
const epochs = "src/features/proof/test/epochs.test.ts";
const histories = {
  test: "src/features/proof/test/histories.test.ts",
  named: "each call is in one day that never changes, on sqlite",
};
const statements = "src/features/proof/test/statements.test.ts";

/** Planted bugs of proof days, their logs, and what is signed. */
export const mutants: readonly Mutant[] = [
  ...moneyMutants,
  ...moveMutants,
  ...checkMutants,
  ...proofFlaws,
  {
    bug: "a day's leaves leave out calls whose row the log refused",
    file: "src/metering/requests/journal-calls.ts",
    find: "let pending = (await rejectedCalls(db, span)).filter(isOwn);",
    replace: "let pending: LoggedCall[] = [];",
    ...histories,
  },
  {
    bug: "a log that the database has lost begins again in the first epoch",
    file: "src/features/proof/days/epochs.ts",
    find: "if (epoch === 0) return;",
    replace: "if (epoch >= 0) return;",
    test: "src/features/proof/test/walk/walk.test.ts",
    named: "days are cut, proved and signed as the model of proof days does it, on sqlite",
  },
  {
    bug: "calls that come days late in parts are removed before their day has leaves",
    file: "src/features/proof/days/cut.ts",
    find: "return Math.min(afterCut, firstAt ?? afterCut) - clockBackMs;",
    replace: "return Math.min(afterCut, (firstAt ?? 0) * 0 + afterCut) - clockBackMs;",
    test: "src/features/proof/test/walk/walk.test.ts",
    named: "days are cut, proved and signed as the model of proof days does it, on sqlite",
  },
  {
    bug: "a refused call of the next day is in the day before",
    file: "src/metering/requests/journal-calls.ts",
    find: "...refused.map(({ seq }) => seq), ",
    replace: "...refused.map(() => 0), ",
    test: "src/features/proof/test/walk/walk.test.ts",
    named: "days are cut, proved and signed as the model of proof days does it, on sqlite",
  },
  {
    bug: "calls of a journal are in the order of their chunks",
    file: "src/metering/requests/journal-calls.ts",
    find: ".filter(({ seq }) => isLast || seq < cursor).sort((a, b) => a.seq - b.seq);",
    replace: ".filter(({ seq }) => isLast || seq < cursor);",
    ...histories,
  },
  {
    bug: "a cut takes calls that a former cut has",
    file: "src/features/proof/days/cut.ts",
    find: 'case when c.to_seq > j.proved_seq then c.to_seq else j.proved_seq end as "after"',
    replace: 'case when c.to_seq > j.proved_seq then c.to_seq else 0 end as "after"',
    ...histories,
  },
  {
    bug: "an interrupted day gets its leaves twice",
    file: "src/features/proof/days/leaves.ts",
    find: 'ids.filter((id) => typeof known.get(id)?.number !== "number")',
    replace: "[...ids]",
    ...histories,
  },
  {
    bug: "the ledger of a day ends with rows of the next",
    file: "src/features/proof/days/cut.ts",
    find: "select min(n.number) - 1 from",
    replace: "select max(n.number) from",
    test: days,
    named: "a ledger row of the next day is not in the day, on sqlite",
  },
  {
    bug: "a call's digest leaves out its method",
    file: "src/features/proof/days/proved-calls.ts",
    find: ".of(requestId, method, url)",
    replace: '.of(requestId, "", url)',
    test: days,
    named: "a day has all calls",
  },
  {
    bug: "a day is signed as soon as its leaves are made, on PostgreSQL too",
    file: "src/features/proof/days/signed-days.ts",
    find: 'return row!.names !== ""',
    replace: 'return row !== undefined || row!.names !== ""',
    test: days,
    named: "a day is signed an hour after its leaves on PostgreSQL, immediately on SQLite",
  },
  {
    bug: "a lost signed day begins no epoch",
    file: "src/features/proof/days/signed-days.ts",
    find: "digests.get(day) !== digest)?.day",
    replace: 'digests.get(day) !== digest && day === "")?.day',
    test: epochs,
    named: "a database that has lost a signed day",
  },
  {
    bug: "a restored database goes on with its log",
    file: "src/features/proof/days/proof-state.ts",
    find: "case when r.value <> p.restored then r.value end as restored",
    replace: "case when r.value <> r.value then r.value end as restored",
    test: epochs,
    named: "a restored database begins an epoch",
  },
  {
    bug: "calls are removed from the log before their day has leaves",
    file: "src/features/proof/days/cut.ts",
    find: "if (rows.length === 0) return undefined;",
    replace: "if (rows.length > -1) return undefined;",
    test: days,
    named: "calls are kept until their day has its leaves, on sqlite",
  },
  {
    bug: "a final statement is made again each time",
    file: "src/features/proof/statements/stored-statements.ts",
    find: "if (stored) return stored.body;",
    replace: "if (stored && month === userId) return stored.body;",
    test: statements,
    named: "a final statement holds",
  },
  {
    bug: "others can read a receipt",
    file: "src/features/proof/operations/receipt-endpoints.ts",
    find: "caller.userId === owner)",
    replace: 'caller.userId !== owner + "x")',
    test: "src/features/proof/test/receipts.test.ts",
    named: "others do not find a call",
  },
  {
    bug: "a statement is announced each day",
    file: "src/features/proof/days/leaves.ts",
    find: "if (monthOf(dayAfter(day)) !== monthOf(day))",
    replace: "if (day !== monthOf(day))",
    test: "src/features/proof/test/statements.test.ts",
    named: "statements on sqlite",
  },
  {
    bug: "a restore lets a replaced proof key sign alone",
    file: "src/features/proof/days/proof-keys.ts",
    find: "  decide(tx, keyRotated, {",
    replace: "  if (now < 0) decide(tx, keyRotated, {",
    test: restores,
    named: "restores of proofs on sqlite a replaced key",
  },
  {
    bug: "an erased account keeps its salt",
    file: "src/features/proof/days/salts.ts",
    find: "delete from proof_salt where user_id",
    replace: "delete from proof_salt where '' = user_id",
    test: restores,
    named: "restores of proofs on sqlite a replaced key",
  },
];
