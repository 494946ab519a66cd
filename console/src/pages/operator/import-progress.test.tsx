import { expect, test } from "bun:test";
import { press } from "../../../../test/console/dom/act.ts";
import { get, has, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { answer, refuse, sent } from "../../../../test/console/dom/service.ts";
import { importRecord } from "../../../../test/console/dom/service-records.ts";
import type { Import } from "../../api/datasets.ts";
import { ImportProgress } from "./import-progress.tsx";

setUp();

let ended: Import[] = [];
const events = (...all: [event: string, data: unknown][]) => {
  ended = [];
  const text = all.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join("");
  answer("GET /imports/{id}/events", () => new Response(text));
  return show(<ImportProgress id="imp-1" ended={(one) => ended.push(one)} />);
};
const progress = {
  stage: "receive",
  bytes: 2000,
  bytes_total: null,
  rows: 1,
  rejects: 0,
  rows_per_second: 0,
  seconds_left: null,
};

test("an unknown size has no percentage", async () => {
  await events(["progress", progress]);
  expect(text()).toBe("Receiving the file 1 row, 0 rejected; 2.0 kB. Stop import");
  expect(has("img", "In progress")).toBe(true);
});

test.each([
  ["wait", "Waiting for two other imports"],
  ["keep", "Merging records"],
  ["verify", "Verifying"],
  ["compare", "Comparing with the current records"],
  ["swap", "Activating"],
])("the stage %p", async (stage, words) => {
  await events(["progress", { ...progress, stage, bytes_total: 4000 }]);
  expect(text()).toBe(`${words} 1 row, 0 rejected; 2.0 kB of 4.0 kB. Stop import`);
  expect(has("img", "50%")).toBe(true);
});

test("the end is reported once", async () => {
  await events(["progress", progress], ["end", importRecord()]);
  expect(ended).toEqual([importRecord()]);
  expect(sent("GET /imports/imp-1/events")).toHaveLength(1);
});

test("an import can be stopped", async () => {
  await events(["progress", progress]);
  answer("DELETE /imports/{id}", () => new Response(null, { status: 202 }));
  await press("Stop import");
  expect(sent("DELETE /imports/imp-1")).toHaveLength(1);
  expect(has("alert")).toBe(false);
});

test("a refused stop is shown", async () => {
  await events(["progress", progress]);
  refuse("DELETE /imports/{id}", 409, "It has ended.");
  await press("Stop import");
  expect(textOf(get("alert"))).toStartWith("Could not stop the import It has ended.");
});
