import type { Migration } from "../migration.ts";

const times = ["api_us", "service_us"].flatMap((time) => [`${time}_sum`, `${time}_min`, `${time}_max`]);
const sums = ["calls", "credits", "bytes", "cache_hits", "cache_misses", ...times];

/**
 * The request log by runs: calls of one subscription in one minute, folded together, are one row. A row for
 * each call, with the indices that reports need, cost the folding thread more than all else together.
 * `kinds` holds what calls have in common, `entries` the rest of each (`usage/request-runs.ts`);
 * `request_log` shows them one by one, for people and for the doctor.
 */
export const requestLog: Migration = {
  id: "0010-request-log",
  statements: ({ integer, text, strict, inDays, daysOf, packed, json, elements }) => {
    const part = (of: string, index: number, type: string) => `cast(${of} ->> ${index} as ${type})`;
    const kind = `(${json("run.kinds")} -> ${part("entry.value", 2, "integer")})`;
    const columns = [
      "run.journal_id",
      `run.first_seq + ${part("entry.value", 0, "bigint")} as seq`,
      `run.first_at - run.first_at % 60000 + ${part("entry.value", 1, "bigint")} as at`,
      `entry.value ->> 3 as request_id`,
      "run.subscription_id",
      "run.user_id",
      ...["product_id", "api_id", "operation", "method"].map(
        (name, index) => `${kind} ->> ${index} as ${name}`,
      ),
      `entry.value ->> 4 as url`,
      `${kind} ->> 4 as ip_address`,
      `${part(kind, 5, "bigint")} as status`,
      `${part(kind, 6, "bigint")} as credits`,
      `${part("entry.value", 5, "bigint")} as request_size`,
      `${part("entry.value", 6, "bigint")} as response_size`,
      `${kind} ->> 7 as cache`,
      `${part("entry.value", 7, "bigint")} as api_us`,
      `${part("entry.value", 8, "bigint")} as service_us`,
    ];
    return [
      "drop table request_log",
      `create table request_chunk (
        last_at ${integer} not null, journal_id ${text} not null, first_seq ${integer} not null,
        first_at ${integer} not null, subscription_id ${text} not null, user_id ${text} not null,
        calls ${integer} not null, credits ${integer} not null, bytes ${integer} not null,
        kinds ${text} not null, entries ${text} not null,
        primary key (last_at, journal_id, first_seq)) ${inDays("last_at")}`,
      ...packed("request_chunk", "entries"),
      ...daysOf("request_chunk"),
      "create index request_chunk_user on request_chunk (user_id, last_at, journal_id, first_seq)",
      `create view request_log as select ${columns.join(", ")}
        from request_chunk run cross join ${elements("run.entries", "entry")}`,
      // By time alone: every subscription's row of this minute is written each second, side by side now.
      "drop table usage_minute",
      `create table usage_minute (
        subscription_id ${text} not null, minute ${integer} not null, api_id ${text} not null,
        operation ${text} not null, class ${text} not null, user_id ${text} not null,
        ${sums.map((column) => `${column} ${integer} not null`).join(", ")},
        primary key (minute, subscription_id, api_id, operation, class, user_id)) ${strict && `${strict}, without rowid`}`,
    ];
  },
};
