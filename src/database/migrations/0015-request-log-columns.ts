import type { Migration } from "../migration.ts";

/**
 * The view of the request log with the error code, the key and the data source of each call, which the runs'
 * `kinds` have at their end; of calls recorded before they are null.
 */
export const requestLogColumns: Migration = {
  id: "0015-request-log-columns",
  statements: ({ json, elements }) => {
    const part = (of: string, index: number, type: string) => `cast(${of} ->> ${index} as ${type})`;
    const kind = `(${json("run.kinds")} -> ${part("entry.value", 2, "integer")})`;
    const columns = [
      "run.journal_id",
      `run.first_seq + ${part("entry.value", 0, "bigint")} as seq`,
      `run.first_at - run.first_at % 60000 + ${part("entry.value", 1, "bigint")} as at`,
      `entry.value ->> 3 as request_id`,
      "run.subscription_id",
      "run.user_id",
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
    return [
      "drop view request_log",
      `create view request_log as select ${columns.join(", ")}
        from request_chunk run cross join ${elements("run.entries", "entry")}`,
    ];
  },
};
