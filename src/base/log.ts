import { type Clock, isoTime } from "./clock.ts";
import { redactCredentials } from "./redaction.ts";

export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** Structured log: one line per event. Callers choose the fields, which never contain a secret. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** Passes each event to `write` as one line of JSON. */
export function createLog(clock: Clock, write: (line: string) => void): Log {
  const at =
    (level: string) =>
    (event: string, fields: LogFields = {}) =>
      write(`${redactCredentials(JSON.stringify({ time: isoTime(clock()), level, event, ...fields }))}\n`);
  return { info: at("info"), warn: at("warn"), error: at("error") };
}

const levels = ["info", "warn", "error"] as const;
export type LogLevel = (typeof levels)[number];

/**
 * Writes log lines of any thread or process to standard output: for people on a terminal, as JSON elsewhere. Lines below
 * `least` are left out.
 */
export function logOutput(
  format: "auto" | "json" | "pretty",
  least: LogLevel = "info",
  write: (text: string) => void = (text) => void process.stdout.write(text),
): (line: string) => void {
  const pretty = format === "pretty" || (format === "auto" && process.stdout.isTTY === true);
  const below = levels.slice(0, levels.indexOf(least)).map((level) => `"level":"${level}"`);
  return (line) => {
    // The level follows the time, whose length is fixed.
    const head = line.slice(0, 60);
    if (!below.some((level) => head.includes(level))) write(pretty ? prettyLine(line) : line);
  };
}

/** A line of the log for people; what is no such line stays as it is. */
export function prettyLine(line: string): string {
  const parsed = parsedLine(line);
  if (!parsed) return line;
  const { time, level, event, stack, ...fields } = parsed;
  const rest = Object.entries(fields).map(([name, value]) => {
    const text = String(value);
    return `${name}=${/[\s"]/.test(text) ? JSON.stringify(text) : text}`;
  });
  const head = [(time as string).slice(11, 19), (level as string).padEnd(5), event, ...rest].join(" ");
  return stack === undefined ? `${head}\n` : `${head}\n${stack}\n`;
}

function parsedLine(line: string): Record<string, unknown> | undefined {
  try {
    const parsed = JSON.parse(line);
    return typeof parsed?.time === "string" && typeof parsed.level === "string" ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** An error for a log line: name, message and stack, without values from the request. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: String(error) };
  return { error: `${error.name}: ${error.message}`, stack: error.stack };
}
