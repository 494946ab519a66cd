import { expect, test } from "bun:test";
import { createLog } from "../base/log.ts";
import { RefusalLog } from "./refusal-log.ts";

test("an outage is told of at once, and then in numbers", () => {
  const lines: unknown[] = [];
  const refusals = new RefusalLog(
    createLog(
      "json",
      () => 0,
      (line) => void lines.push(JSON.parse(line)),
    ),
  );
  for (let call = 0; call < 1000; call++) refusals.refused("the database is away");
  refusals.close();
  refusals.close();
  const told = { time: "1970-01-01T00:00:00.000Z", level: "warn", event: "calls are refused with 503" };
  expect(lines).toEqual([
    { ...told, calls: 1, reason: "the database is away" },
    { ...told, calls: 999, reason: "the database is away" },
  ]);
});
