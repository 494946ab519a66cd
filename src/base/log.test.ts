import { expect, test } from "bun:test";
import { createLog, logOutput, prettyLine } from "./log.ts";

const lines: string[] = [];
const log = createLog(
  () => Date.UTC(2026, 10, 21, 9, 5, 7, 250),
  (line) => void lines.push(line),
);

test("an event is one line of JSON for any fields", () => {
  log.warn("the disk is nearly full", { free_bytes: 12, place: "a\nb", none: undefined });
  expect(lines.at(-1)).toBe(
    '{"time":"2026-11-21T09:05:07.250Z","level":"warn","event":"the disk is nearly full","free_bytes":12,"place":"a\\nb"}\n',
  );
});

test("for people it has the time, the level and what happened first; other lines stay as they are", () => {
  log.info("listening", { host: "127.0.0.1", port: 8080, note: "two words" });
  expect(prettyLine(lines.at(-1)!)).toBe(
    '09:05:07 info  listening host=127.0.0.1 port=8080 note="two words"\n',
  );
  expect(prettyLine("plain text\n")).toBe("plain text\n");
  expect(prettyLine("{no JSON\n")).toBe("{no JSON\n");
});

test("a stack comes below its line for people", () => {
  log.error("request failed", { error: "Error: broken", stack: "Error: broken\n  at here" });
  expect(prettyLine(lines.at(-1)!)).toBe(
    '09:05:07 error request failed error="Error: broken"\nError: broken\n  at here\n',
  );
});

test("lines below the least level are left out", () => {
  const written: string[] = [];
  for (const least of ["info", "warn", "error"] as const) {
    const leveled = createLog(
      () => 0,
      logOutput("json", least, (text) => void written.push(text)),
    );
    leveled.info(least);
    leveled.warn(least, { text: '"level":"info"' });
    leveled.error(least);
  }
  expect(written.map((line) => JSON.parse(line)).map(({ level, event }) => `${level} ${event}`)).toEqual([
    "info info",
    "warn info",
    "error info",
    "warn warn",
    "error warn",
    "error error",
  ]);
});
