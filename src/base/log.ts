import { type Clock, isoTime } from "./clock.ts";
import { redactCredentials } from "./redaction.ts";

export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** Structured log: one line an event. Fields are chosen by the caller and never hold a secret. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** Writes `json` lines (for machines) or `pretty` ones (for people) through `write`. */
export function createLog(format: "json" | "pretty", clock: Clock, write: (line: string) => void): Log {
  const at =
    (level: string) =>
    (event: string, fields: LogFields = {}) => {
      const time = isoTime(clock());
      if (format === "json") {
        write(`${redactCredentials(JSON.stringify({ time, level, event, ...fields }))}\n`);
        return;
      }
      const rest = Object.entries(fields)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${name}=${typeof value === "string" ? JSON.stringify(value) : value}`);
      write(`${redactCredentials([time.slice(11, 23), level.padEnd(5), event, ...rest].join(" "))}\n`);
    };
  return { info: at("info"), warn: at("warn"), error: at("error") };
}

/** What went wrong, for a log line: name, message and where, without values from the request. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: String(error) };
  return { error: `${error.name}: ${error.message}`, stack: error.stack };
}
