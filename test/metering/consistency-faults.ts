import { never } from "../../src/base/clock.ts";
import { type Sql, sql } from "../../src/database/sql.ts";
import { start } from "./test-nodes.ts";

export const hourMs = 3_600_000;
const served = "GET /vin-decoder/{vin} success of user user-1";

/** A grant of no entry. A waiting one starts at 7. */
const plantedGrant = (amount: number, removed: number, state: string): Sql => sql`
  insert into credit_grant (id, subscription_id, source, rank, amount, removed, starts_at, state, created_at)
  values ('planted', 's', 'grant', 1, ${amount}, ${removed}, 7, ${state}, 0)`;

/** Faults of one table each, and the expected finding: check, subject, time, expected, found. */
export const bookFaults: readonly {
  name: string;
  planted: Sql[];
  found: [check: string, subject: string, at: number, expected: number, found: number][];
}[] = [
  {
    name: "a grant that the balance does not know",
    planted: [
      sql`insert into credit_ledger (id, subscription_id, at, delta, kind) values ('x', 's', 1, 5, 'bump')`,
    ],
    found: [
      ["ledger = granted", "s", 0, 20, 25],
      ["granted by grants = granted", "s", 0, 20, 25],
    ],
  },
  {
    name: "a ledger row that was changed after it was written",
    planted: [sql`update credit_ledger set kind = 'renewal' where subscription_id = 's'`],
    found: [["ledger heads = chain", "s, row 1", 0, 1, 0]],
  },
  {
    name: "a balance with another end of its ledger",
    planted: [sql`update credit_balance set ledger_head = 'x' where subscription_id = 's'`],
    found: [["ledger heads = chain", "s, last row", 0, 1, 0]],
  },
  {
    name: "credits that the grants have spent and the balance has",
    planted: [sql`update credit_grant set spent = 20 where subscription_id = 's'`],
    found: [["credits without a grant = nothing", "s", 0, 0, 15]],
  },
  {
    name: "a grant that entered no balance",
    planted: [plantedGrant(1, 0, "open")],
    found: [
      ["granted by grants = granted", "s", 0, 20, 21],
      ["ledger of a grant = amount not expired", "planted", 0, 1, 0],
    ],
  },
  {
    name: "a grant whose credits were removed without an entry",
    planted: [plantedGrant(2, 2, "closed")],
    found: [
      ["ledger of a grant = amount not expired", "planted", 0, 2, 0],
      ["removed by the ledger = removed from grants", "s", 0, 2, 0],
    ],
  },
  {
    name: "an expiry that neither the ledger nor the balance knows",
    planted: [
      plantedGrant(2, 0, "open"),
      sql`insert into credit_ledger (id, subscription_id, at, delta, kind, grant_id)
        values ('x', 's', 1, 2, 'bump', 'planted')`,
      sql`update credit_balance set granted = granted + 2, remaining = remaining + 2 where subscription_id = 's'`,
      sql`update credit_grant set expired = 2 where id = 'planted'`,
    ],
    found: [
      ["granted by grants = granted", "s", 0, 22, 20],
      ["ledger of a grant = amount not expired", "planted", 0, 0, 2],
    ],
  },
  {
    name: "a closing grant that its balance does not know",
    planted: [plantedGrant(0, 0, "closing")],
    found: [["closing grants = closing", "s", 0, 0, 1]],
  },
  {
    name: "a grant that stays in closing",
    planted: [
      plantedGrant(0, 0, "closing"),
      sql`update credit_balance set closing = 1 where subscription_id = 's'`,
    ],
    found: [["closing without a lease to await = nothing", "s", 0, 0, 1]],
  },
  {
    name: "a boundary that is never due",
    planted: [plantedGrant(0, 0, "waiting")],
    found: [["due at = next start or expiry", "s", 0, 7, never]],
  },
  {
    name: "a grant to a subscription without a balance",
    planted: [
      sql`insert into credit_ledger (id, subscription_id, at, delta, kind) values ('x', 'gone', 1, 5, 'bump')`,
    ],
    found: [
      ["ledger = granted", "gone", 0, 0, 5],
      ["granted by grants = granted", "gone", 0, 0, 5],
    ],
  },
  {
    name: "a write-off that the ledger does not know",
    planted: [sql`update credit_balance set written_off = 1 where subscription_id = 's'`],
    found: [["ledger's write-offs = written off", "s", 0, 1, 0]],
  },
  {
    name: "credits that left the balance and reached no lease",
    planted: [sql`update credit_balance set remaining = remaining - 1 where subscription_id = 's'`],
    found: [["remaining + held + used = granted + owed", "s", 0, 20, 19]],
  },
  {
    name: "credits in a lease that left no balance",
    planted: [sql`update credit_lease set held = held + 1`],
    found: [["remaining + held + used = granted + owed", "s", 0, 20, 21]],
  },
  {
    name: "use that was never reported",
    planted: [sql`update credit_balance set used = used + 4 where subscription_id = 'free'`],
    found: [["credits by hour = used", "free", 0, 5, 1]],
  },
  {
    name: "a write-off below zero",
    planted: [
      sql`update credit_balance set written_off = -1 where subscription_id = 's'`,
      sql`insert into credit_ledger (id, subscription_id, at, delta, kind) values ('x', 's', 1, -1, 'write_off')`,
      sql`insert into credit_ledger (id, subscription_id, at, delta, kind) values ('y', 's', 1, 1, 'adjust')`,
    ],
    found: [["below zero = nothing", "s", 0, 0, -1]],
  },
  {
    name: "a debt without calls",
    planted: [sql`update credit_balance set debt = 2 where subscription_id = 's'`],
    found: [["remaining + held + used = granted + owed", "s", 0, 22, 20]],
  },
  {
    name: "a debt that no lease can pay",
    planted: [
      sql`update credit_lease set held = 0`,
      sql`update credit_balance set debt = 2, remaining = 17 where subscription_id = 's'`,
    ],
    found: [["owed without a lease to pay it = nothing", "s", 0, 0, 2]],
  },
  {
    name: "a lease that outlived its journal",
    planted: [sql`update journal set state = 'expired'`],
    found: [["held by ended journals = nothing", "j", 0, 0, 3]],
  },
  {
    name: "a lease of an unknown journal",
    planted: [
      sql`insert into credit_lease (journal_id, subscription_id, held) values ('unknown', 's', 1)`,
      sql`update credit_balance set remaining = remaining - 1 where subscription_id = 's'`,
    ],
    found: [["held by ended journals = nothing", "unknown", 0, 0, 1]],
  },
  {
    name: "hours of everyone that do not add up",
    planted: [
      sql`update usage_hourly_total set calls = calls + 1, credits = credits - 1, bytes = bytes + 7
        where hour = ${start} and class = 'success'`,
    ],
    found: [
      ["calls by hour in all = calls by hour", "vin-decoder success", start, 2, 3],
      ["credits by hour in all = credits by hour", "vin-decoder success", start, 3, 2],
      ["bytes by hour in all = bytes by hour", "vin-decoder success", start, 1800, 1807],
    ],
  },
  {
    name: "minutes of everyone that do not add up",
    planted: [
      sql`update usage_minute_total set calls = 0, credits = 1, bytes = 2
        where minute = ${start} and class = 'other'`,
    ],
    found: [
      ["calls by minute in all = calls by minute", "vin-decoder other", start, 1, 0],
      ["credits by minute in all = credits by minute", "vin-decoder other", start, 0, 1],
      ["bytes by minute in all = bytes by minute", "vin-decoder other", start, 900, 2],
    ],
  },
  {
    name: "minutes that are gone",
    planted: [
      sql`delete from usage_minute_sum where minute >= ${start + hourMs}`,
      sql`delete from usage_minute_total where minute >= ${start + hourMs}`,
    ],
    found: [
      ["calls by minute = calls by hour", "s", start + hourMs, 1, 0],
      ["credits by minute = credits by hour", "s", start + hourMs, 3, 0],
      ["bytes by minute = bytes by hour", "s", start + hourMs, 900, 0],
      ["kinds by minute = kinds by hour", served, 0, 3, 2],
    ],
  },
  {
    name: "a call that is gone from the log",
    planted: [sql`delete from request_chunk where first_seq = 3`],
    found: [
      ["calls in the log = calls by hour", "free", start, 1, 0],
      ["credits in the log = credits by hour", "free", start, 1, 0],
      ["bytes in the log = bytes by hour", "free", start, 900, 0],
      ["kinds in the log = kinds by hour", served, 0, 3, 2],
      ["calls of a journal = its applied seq", "j", 0, 4, 3],
    ],
  },
  {
    name: "a run that lacks a call",
    planted: [sql`update request_chunk set entries = '[]' where first_seq = 3`],
    found: [
      ["single calls = runs in the log", "free bytes", 0, 900, 0],
      ["single calls = runs in the log", "free calls", 0, 1, 0],
      ["single calls = runs in the log", "free credits", 0, 1, 0],
      ["kinds in the log = kinds by hour", served, 0, 3, 2],
    ],
  },
  {
    name: "an operation that was renamed in the hours",
    planted: [
      sql`insert into usage_series (subscription_id, api_id, operation, class, user_id)
        select subscription_id, api_id, 'GET /other', class, user_id from usage_series where subscription_id = 'free'`,
      sql`update usage_hourly_sum set series_id = (select max(id) from usage_series)
        where series_id in (select id from usage_series where subscription_id = 'free')`,
    ],
    found: [
      ["kinds by minute = kinds by hour", "GET /other success of user user-1", 0, 1, 0],
      ["kinds by minute = kinds by hour", served, 0, 2, 3],
      ["kinds in the log = kinds by hour", "GET /other success of user user-1", 0, 1, 0],
      ["kinds in the log = kinds by hour", served, 0, 2, 3],
    ],
  },
  {
    name: "a series that was given another operation",
    planted: [sql`update usage_series set operation = 'GET /other' where subscription_id = 'free'`],
    found: [
      ["kinds in the log = kinds by hour", "GET /other success of user user-1", 0, 1, 0],
      ["kinds in the log = kinds by hour", served, 0, 2, 3],
    ],
  },
  {
    name: "a series that is gone",
    planted: [sql`delete from usage_series where subscription_id = 'free'`],
    found: [
      ["credits by hour = used", "free", 0, 1, 0],
      ["calls by hour in all = calls by hour", "vin-decoder success", start, 1, 2],
      ["credits by hour in all = credits by hour", "vin-decoder success", start, 2, 3],
      ["bytes by hour in all = bytes by hour", "vin-decoder success", start, 900, 1800],
      ["calls by minute in all = calls by minute", "vin-decoder success", start, 1, 2],
      ["credits by minute in all = credits by minute", "vin-decoder success", start, 2, 3],
      ["bytes by minute in all = bytes by minute", "vin-decoder success", start, 900, 1800],
      ["calls in the log = calls by hour", "free", start, 0, 1],
      ["credits in the log = credits by hour", "free", start, 0, 1],
      ["bytes in the log = bytes by hour", "free", start, 0, 900],
      ["kinds in the log = kinds by hour", served, 0, 2, 3],
    ],
  },
  {
    name: "a status that was changed inside a run",
    planted: [sql`update request_chunk set labels = replace(labels, ',200,', ',500,') where first_seq = 3`],
    found: [
      ["kinds in the log = kinds by hour", "GET /vin-decoder/{vin} failed of user user-1", 0, 0, 1],
      ["kinds in the log = kinds by hour", served, 0, 3, 2],
    ],
  },
  {
    name: "calls that were given to another user",
    planted: [
      sql`update request_chunk set callers = replace(callers, 'user-1', 'user-2') where first_seq = 3`,
    ],
    found: [
      ["kinds in the log = kinds by hour", served, 0, 3, 2],
      ["kinds in the log = kinds by hour", "GET /vin-decoder/{vin} success of user user-2", 0, 0, 1],
    ],
  },
  {
    name: "an applied seq below its calls",
    planted: [sql`update journal set applied_seq = 3`],
    found: [["calls of a journal = its applied seq", "j", 0, 3, 4]],
  },
];
