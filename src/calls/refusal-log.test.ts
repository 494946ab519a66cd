import { expect, test } from "bun:test";
import { createLog } from "../base/log.ts";
import { RefusalLog } from "./refusal-log.ts";

test("logs the first refusal immediately, then counts", () => {
  const lines: unknown[] = [];
  const log = createLog(
    () => 0,
    (line) => void lines.push(JSON.parse(line)),
  );
  const refusals = new RefusalLog(log, "calls are refused with 503");
  for (let call = 0; call < 1000; call++) refusals.add("the database is unreachable");
  refusals.close();
  refusals.close();
  const common = { time: "1970-01-01T00:00:00.000Z", level: "warn", event: "calls are refused with 503" };
  expect(lines).toEqual([
    { ...common, calls: 1, reason: "the database is unreachable" },
    { ...common, calls: 999, reason: "the database is unreachable" },
  ]);
});
