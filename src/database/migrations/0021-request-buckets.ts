import type { Migration } from "../migration.ts";

/**
 * Runs of the request log hold the calls of many subscriptions: of all users of a `bucket`, which the last two
 * characters of a user's id tell (`usage/run-scope.ts`). Where thousands of subscriptions call in turn, a run for
 * each of them was a row and three index entries a call. `callers` says whose calls a run holds, with their sums;
 * a kind names its caller at its end.
 */
export const requestBuckets: Migration = {
  id: "0021-request-buckets",
  statements: ({ integer, text, json, elements, packed, codePoint, quoted }) => {
    const fromEnd = (place: number) => codePoint(`substr(user_id, length(user_id) - ${place}, 1)`);
    const part = (of: string, index: number, type: string) => `cast(${of} ->> ${index} as ${type})`;
    const kind = `(${json("run.kinds")} -> ${part("entry.value", 2, "integer")})`;
    const caller = `(${json("run.callers")} -> cast(coalesce(${kind} ->> 11, '0') as integer))`;
    const calls = [
      "run.journal_id",
      `run.first_seq + ${part("entry.value", 0, "bigint")} as seq`,
      `run.first_at - run.first_at % 60000 + ${part("entry.value", 1, "bigint")} as at`,
      `entry.value ->> 3 as request_id`,
      `${caller} ->> 0 as subscription_id`,
      `${caller} ->> 1 as user_id`,
      ...["product_id", "api_id", "operation", "method", "ip_address"].map(
        (name, index) => `${kind} ->> ${index} as ${name}`,
      ),
      `entry.value ->> 4 as url`,
      `${part(kind, 5, "bigint")} as status`,
      `${part(kind, 6, "bigint")} as credits`,
      `${part("entry.value", 5, "bigint")} as request_size`,
      `${part("entry.value", 6, "bigint")} as response_size`,
      ...["cache", "error_code", "key_slot", "data_source"].map(
        (name, index) => `${kind} ->> ${7 + index} as ${name}`,
      ),
      `${part("entry.value", 7, "bigint")} as api_us`,
      `${part("entry.value", 8, "bigint")} as service_us`,
    ];
    const sums = ["calls", "credits", "bytes"].map(
      (name, index) => `${part("caller.value", 2 + index, "bigint")} as ${name}`,
    );
    return [
      "drop view request_log",
      "drop index request_chunk_user",
      "drop index request_chunk_subscription",
      `alter table request_chunk add column bucket ${integer} not null default 0`,
      `alter table request_chunk add column callers ${text} not null default '[]'`,
      ...packed("request_chunk", "callers"),
      ...packed("request_chunk", "kinds"),
      `update request_chunk set bucket = (16 * ${fromEnd(1)} + ${fromEnd(0)}) % 64,
        callers = '[[' || ${quoted("subscription_id")} || ',' || ${quoted("user_id")} || ',' || calls || ',' ||
          credits || ',' || bytes || ']]'`,
      ...["subscription_id", "user_id", "credits", "bytes"].map(
        (column) => `alter table request_chunk drop column ${column}`,
      ),
      "create index request_chunk_bucket on request_chunk (bucket, last_at, journal_id, first_seq)",
      `create view request_log as select ${calls.join(", ")}
        from request_chunk run cross join ${elements("run.entries", "entry")}`,
      `create view request_caller as select run.journal_id, run.first_seq, run.first_at,
          caller.value ->> 0 as subscription_id, caller.value ->> 1 as user_id, ${sums.join(", ")}
        from request_chunk run cross join ${elements("run.callers", "caller")}`,
    ];
  },
};
