import type { Damage } from "../../../../test/metering/planted-damage.ts";
import { sql } from "../../../database/sql.ts";

const otherHash = sql`${`${"A".repeat(43)}=`}`;
const kind = "a subscription that moved";
/** The first account's tenures are 0 and 4, the second's 1 and 3, and the third's is 2. */
const tenure = (number: number) => sql`number = ${number}`;
const minute = 60_000;

/** Damages of who had a subscription, and of what each account's log proves, in the database of `moved-months.ts`. */
export const movedDamages: readonly Damage[] = [
  {
    kind,
    name: "a tenure, deleted",
    plant: sql`delete from proof_tenure where ${tenure(2)}`,
    says: ["tenures of subscription ID: tenure 2 is missing, and tenure 3 is there"],
  },
  {
    kind,
    name: "the last tenure, deleted",
    plant: sql`delete from proof_tenure where ${tenure(4)}`,
    says: [
      "log of subscription ID, account ID: its leaf of 2026-12-03 is there, and the day of its tenure is missing",
      "tenures of subscription ID: the last one is of account ID, and the subscription is of account ID",
    ],
  },
  {
    kind,
    name: "all tenures, deleted",
    plant: sql`delete from proof_tenure`,
    says: ["tenures of subscription ID: an account has a log of it, and no tenure is there"],
  },
  {
    kind,
    name: "a move at another time",
    plant: sql`update proof_tenure set since = since - ${minute} where ${tenure(1)}`,
    says: [
      "tenure 1 of subscription ID: it began at 2026-11-22T08:59:03.000Z, and by the audit log account ID got the subscription at 2026-11-22T09:00:03.000Z",
      "tenures of subscription ID: by the audit log it moved to account ID at 2026-11-22T09:00:03.000Z, and no tenure says so",
    ],
  },
  {
    kind,
    name: "a return at another time",
    plant: sql`update proof_tenure set since = since - ${minute} where ${tenure(3)}`,
    says: [
      "2026-12-01 of tenure 3 of subscription ID: it has 1 credits, and its calls in the log 3",
      "log of subscription ID, account ID: tenure 3 continues it after row 4 with another head than its time and credits make",
      "tenure 3 of subscription ID: it began at 2026-12-01T07:59:05.000Z, and by the audit log account ID got the subscription at 2026-12-01T08:00:05.000Z",
      "tenures of subscription ID: by the audit log it moved to account ID at 2026-12-01T08:00:05.000Z, and no tenure says so",
    ],
  },
  {
    kind,
    name: "a tenure of another account",
    plant: sql`
      update proof_tenure set user_id = (select t.user_id from proof_tenure t where t.number = 2) where ${tenure(4)}`,
    says: [
      "tenures of subscription ID: the last one is of account ID, and the subscription is of account ID",
    ],
  },
  {
    kind,
    name: "a tenure whose first day is later",
    plant: sql`update proof_tenure set from_day = '2026-11-23' where ${tenure(1)}`,
    says: [
      "2026-11-22 of subscription ID, account ID: it was proved with 2 calls, and the log has 0",
      "2026-11-22 of subscription ID, account ID: it was proved with 2 calls, and the log has 4",
      "log of subscription ID, account ID: its first leaf names 3 leaves of the log of account ID, and 2 were there",
      "log of subscription ID, account ID: tenure 3 continues it after row 4 with another head than its time and credits make",
      "log of subscription ID, account ID: tenure 4 continues it with -17 credits of others, and by their rows and calls with -15",
      "tenure 1 of subscription ID: its first day is 2026-11-23, and the day 2026-11-22 has calls or ledger rows of it",
    ],
  },
  {
    kind,
    name: "a tenure that begins after another ledger row",
    plant: sql`update proof_tenure set ledger_rows = ledger_rows - 1 where ${tenure(2)}`,
    says: [
      "log of subscription ID, account ID: its month 2026-12 opens after ledger row 3 with another head or number than that of its leaves, row 2",
      "log of subscription ID, account ID: tenure 3 continues it with -21 credits of others, and by their rows and calls with -11",
      "tenure 2 of subscription ID: it begins after ledger row 2 with another head than the ledger",
    ],
  },
  {
    kind,
    name: "a tenure's grants, cut off",
    plant: sql`update proof_tenure set grants = substr(grants, 1, length(grants) - 5) where ${tenure(0)}`,
    says: ["tenure 0 of subscription ID: the grants with which it was left cannot be read"],
  },
  {
    kind,
    name: "a day of a tenure, deleted",
    plant: sql`delete from proof_tenure_day where ${tenure(1)} and day = '2026-11-22'`,
    says: [
      "log of subscription ID, account ID: its leaf of 2026-11-22 is there, and the day of its tenure is missing",
      "log of subscription ID, account ID: tenure 4 continues it with -17 credits of others, and by their rows and calls with -15",
    ],
  },
  {
    kind,
    name: "a day whose credits are those of the account's other tenure",
    plant: sql`
      update proof_tenure_day set credits = credits + (case when number = 1 then -1 else 1 end)
      where day = '2026-12-01' and number in (1, 3)`,
    says: [
      "2026-12-01 of tenure 1 of subscription ID: it has 1 credits, and its calls in the log 2",
      "2026-12-01 of tenure 3 of subscription ID: it has 2 credits, and its calls in the log 1",
    ],
  },
  {
    kind,
    name: "a day that is cut at another ledger row",
    plant: sql`
      update proof_tenure_day set ledger_rows = ledger_rows - 1 where ${tenure(2)} and ledger_rows is not null`,
    says: [
      "log of subscription ID, account ID: its leaf of 2026-12-01 names ledger row 4, and its ledger ends with row 3",
    ],
  },
  {
    kind,
    name: "a move line that names more leaves of the former log",
    plant: sql`update proof_tenure set former_size = former_size + 1 where ${tenure(1)}`,
    says: [
      "log of subscription ID, account ID: its first leaf names 3 leaves of the log of account ID, and 2 were there",
      "log of subscription ID, account ID: its first leaf names another root of the log of account ID than its 3 leaves make",
    ],
  },
  {
    kind,
    name: "a move line that names another root of the former log",
    plant: sql`update proof_tenure set former_root = ${otherHash} where ${tenure(2)}`,
    says: [
      "log of subscription ID, account ID: its first leaf names another root of the log of account ID than its 3 leaves make",
    ],
  },
  {
    kind,
    name: "a move line that names no log",
    plant: sql`update proof_tenure set former_root = null where ${tenure(2)}`,
    says: ["log of subscription ID, account ID: tenure 2 does not say which log its first leaf names"],
  },
  {
    kind,
    name: "a return with other credits",
    plant: sql`update proof_tenure set bridge = bridge + 5 where ${tenure(3)}`,
    says: [
      "log of subscription ID, account ID: tenure 3 continues it with -16 credits of others, and by their rows and calls with -21",
    ],
  },
  {
    kind,
    name: "a leaf of the new account's log, deleted",
    plant: sql`delete from proof_day where subscription_id like '%/1' and day = '2026-11-22'`,
    says: [
      "2026-11-22 of subscription ID, account ID: the log has 2 calls of it, and the day has no leaf",
      "log of subscription ID, account ID: its first leaf names 3 leaves of the log of account ID, and 2 were there",
      "log of subscription ID, account ID: tenure 1 has the day 2026-11-22, and no leaf is there",
      "proof day 2026-11-22: 2 leaves were made, and 1 are there",
    ],
  },
  {
    kind,
    name: "a leaf of the former account's log with fewer credits",
    plant: sql`
      update proof_day set credits = credits - 1 where day = '2026-11-22' and subscription_id in (
        select t.subscription_id from proof_tenure t)`,
    says: [
      "2026-11-22 of subscription ID, account ID: it was proved with 1 credits, and the log has 2",
      "log of subscription ID, account ID: its first leaf names another root of the log of account ID than its 2 leaves make",
      "log of subscription ID, account ID: its leaf of 2026-11-22 has 1 credits, and the day of its tenure 2",
      "proof day 2026-11-22: its leaves have another digest than when it was done: one of them was changed",
    ],
  },
  {
    kind,
    name: "a log of a move with another root",
    plant: sql`update proof_log set subtrees = ${otherHash} where subscription_id like '%/2'`,
    says: [
      "log of subscription ID, account ID: its root is not that of its leaves: a leaf or the root was changed",
    ],
  },
  {
    kind,
    name: "a log of a move, deleted",
    plant: sql`delete from proof_log where subscription_id like '%/2'`,
    says: ["log of subscription ID, account ID: its leaves are there, and it is missing"],
  },
];
