import { expect, test } from "bun:test";
import { cells } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { systemNode } from "../../../../test/console/dom/service-records.ts";
import { Nodes } from "./nodes.tsx";

setUp();

test("nodes have state and load", async () => {
  const worker = systemNode({
    instance: "i2",
    name: "node-2",
    role: "worker",
    state: "silent",
    seconds_silent: 17.6,
    waiting_calls: 1200,
    clock_skew_ms: -300_000,
    started_at: "2026-11-20T10:00:00Z",
  });
  await show(<Nodes nodes={[systemNode(), worker]} ownInstance="i1" />);
  expect(cells("Nodes").slice(1)).toEqual([
    [
      "node-1 127.0.0.1:8080, version 1.2.3, serves this page",
      "Online Last seen just now",
      "0",
      "50",
      "2.5 ms",
      "+3.0 ms",
      "120 MB",
      "10:00:00",
      "",
    ],
    [
      "node-2 worker at 127.0.0.1:8080, version 1.2.3",
      "Offline Last seen 18 s ago",
      "1,200",
      "50",
      "2.5 ms",
      "−300.0 s",
      "120 MB",
      "20 Nov 2026, 10:00:00",
      "Forget node node-2",
    ],
  ]);
});
