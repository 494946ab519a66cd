import type { Damage } from "../../../../test/metering/planted-damage.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";

const day = sql`day = '2026-11-24' and credits > 0`;
const otherHash = sql`${`${"A".repeat(43)}=`}`;

/** Changes what a call costs, in the log's own sums too. */
const reprice = (tx: Queries, seq: number, credits: number): Promise<number> =>
  tx.run(sql`
    update request_chunk set labels = replace(labels, ',200,1,', ${`,200,${credits},`}),
      callers = replace(callers, ',1,1,', ${`,1,${credits},`})
    where first_seq = ${seq}`);

/** Damages of proofs and of what they prove, in the database of `proved-month.ts`. */
export const damages: readonly Damage[] = [
  {
    kind: "a proof day",
    name: "a day of a subscription, deleted",
    plant: sql`delete from proof_day where ${day}`,
    says: [
      "2026-11-24 of subscription ID: the log has 2 calls of it, and the day has no leaf",
      "log of subscription ID: its leaf of 2026-11-27 has the number 2, and 1 come before it",
      "proof day 2026-11-24: 2 leaves were made, and 1 are there",
    ],
  },
  {
    kind: "a proof day",
    name: "a day with fewer credits",
    plant: sql`update proof_day set credits = credits - 1 where ${day}`,
    says: [
      "2026-11-24 of subscription ID: it was proved with 1 credits, and the log has 2",
      "log of subscription ID: its month 2026-11 has 8 calls of 8 credits, and its leaves 8 of 7",
      "proof day 2026-11-24: its leaves have another digest than when it was done: one of them was changed",
    ],
  },
  {
    kind: "a proof day",
    name: "a day with another root",
    plant: sql`update proof_day set call_root = ${otherHash} where ${day}`,
    says: [
      "2026-11-24 of subscription ID: its calls make another root than was proved: a call in the log, or the salt of its account, was changed",
      "log of subscription ID: its month 2026-12 opens with another root than its leaves make: a leaf or the root was changed",
      "proof day 2026-11-24: its leaves have another digest than when it was done: one of them was changed",
    ],
  },
  {
    kind: "a proof day",
    name: "a day that is not noted as done",
    plant: sql`delete from proof_done where day = '2026-11-24'`,
    says: ["proof day 2026-11-24: its leaves are there (2), and it is not noted as done"],
  },
  {
    kind: "a proof day",
    name: "a log with another balance",
    plant: sql`update proof_log set balance = balance + 5 where balance > 50`,
    says: ["log of subscription ID: its balance is 90, and by its leaves 85"],
  },
  {
    kind: "a proof day",
    name: "a month that opens with other credits",
    plant: sql`update proof_month set balance = balance + 5 where month = '2026-12' and balance > 50`,
    says: ["log of subscription ID: its month 2026-12 opens with 70 credits, and by its leaves with 65"],
  },
  {
    kind: "a proof day",
    name: "a cut that begins later, so that a call is in no day",
    plant: sql`update proof_cut set from_seq = from_seq + 1 where day = '2026-11-27'`,
    says: [
      "2026-11-27 of subscription ID: it was proved with 2 calls, and the log has 1",
      "journal JOURNAL: its cut of 2026-11-27 begins after call 7, and the one before ends with call 6",
    ],
  },
  {
    kind: "a stored statement",
    name: "a statement with other credits",
    plant: sql`
      update proof_statement set body = replace(body, '"credits":8', '"credits":7') where body like '%"credits":8%'`,
    says: [
      "statement 2026-11 of account ID: it does not hold: The signature is that of another statement: something was changed after signing",
    ],
  },
  {
    kind: "a stored statement",
    name: "a statement of another month",
    plant: sql`update proof_statement set month = '2026-10' where body like '%"credits":8%'`,
    says: ["statement 2026-10 of account ID: it is of 2026-11"],
  },
  {
    kind: "a stored statement",
    name: "a statement whose last member was cut off",
    plant: sql`
      update proof_statement set body = substr(body, 1, length(body) - 9) where body like '%"credits":8%'`,
    says: [
      "statement 2026-11 of account ID: it does not hold: The statement cannot be read: it is no JSON in UTF-8",
    ],
  },
  {
    kind: "a salt",
    name: "a salt, changed",
    plant: async (tx) => {
      const salt = new Uint8Array(32).fill(7);
      return tx.run(sql`
        update proof_salt set salt = ${salt} where user_id in (
          select owner_id from subscription s join proof_log l on l.subscription_id = s.id and l.balance > 50)`);
    },
    says: [
      "2026-11-21 of subscription ID: its calls make another root than was proved: a call in the log, or the salt of its account, was changed",
      "2026-11-24 of subscription ID: its calls make another root than was proved: a call in the log, or the salt of its account, was changed",
      "2026-11-27 of subscription ID: its calls make another root than was proved: a call in the log, or the salt of its account, was changed",
      "2026-11-30 of subscription ID: its calls make another root than was proved: a call in the log, or the salt of its account, was changed",
      "2026-12-03 of subscription ID: its calls make another root than was proved: a call in the log, or the salt of its account, was changed",
    ],
  },
  {
    kind: "a salt",
    name: "a salt, deleted",
    plant: sql`
      delete from proof_salt where user_id in (
        select owner_id from subscription s join proof_log l on l.subscription_id = s.id and l.balance > 50)`,
    says: [
      "2026-11-21 of subscription ID: account ID has no salt: its calls cannot be proved",
      "2026-11-24 of subscription ID: account ID has no salt: its calls cannot be proved",
      "2026-11-27 of subscription ID: account ID has no salt: its calls cannot be proved",
      "2026-11-30 of subscription ID: account ID has no salt: its calls cannot be proved",
      "2026-12-03 of subscription ID: account ID has no salt: its calls cannot be proved",
    ],
  },
  {
    kind: "a salt",
    name: "all keys that sign, retired",
    plant: sql`update proof_key set retired_at = 1`,
    says: ["key of proofs: 0 keys sign, and one of the 1 must"],
  },
  {
    kind: "a logged call's price",
    name: "a call that costs more",
    plant: (tx) => reprice(tx, 4, 5),
    says: [
      "2026-11-24 of subscription ID: it was proved with 2 credits, and the log has 6",
      "ID, 2026-11-24T00:00:00.000Z: credits in the log 6, credits by hour 2",
    ],
  },
  {
    kind: "a logged call's price",
    name: "two calls of an hour, of which one costs more and the other less",
    plant: async (tx) => (await reprice(tx, 4, 2)) * (await reprice(tx, 5, 0)),
    says: [
      "2026-11-24 of subscription ID: its calls make another root than was proved: a call in the log, or the salt of its account, was changed",
    ],
  },
  {
    kind: "a moved expiry",
    name: "credits that a statement has with another expiry",
    plant: sql`
      update credit_grant set expires_at = expires_at - 86400000
      where expires_at < 2000000000000 and amount = 10`,
    says: [
      "ID: due at 1811808000000, next start or expiry 1811721600000",
      "grant ID: it expires at 2027-05-31T00:00:00.000Z, and was given until 2027-06-01T00:00:00.000Z",
      "statement 2026-11 of account ID: its grant ID expired at 2027-06-01T00:00:00.000Z, and now at 2027-05-31T00:00:00.000Z",
    ],
  },
];
