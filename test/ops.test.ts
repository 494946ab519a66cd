import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Family, families } from "../src/telemetry/metrics/families.ts";
import { promtool, runPromtool } from "./prometheus.ts";

const folder = join(import.meta.dir, "..", "ops");
const read = (name: string) => readFileSync(join(folder, name), "utf8");

const suffixes: Readonly<Record<Family["type"], readonly string[]>> = {
  counter: [""],
  gauge: [""],
  histogram: ["_bucket", "_sum", "_count"],
  summary: ["_sum", "_count"],
};
const series = new Set(
  Object.entries(families).flatMap(([name, { type }]) => suffixes[type].map((suffix) => name + suffix)),
);
const named = (text: string) => new Set(text.match(/\b(?:vingate|process)_[a-z_]+[a-z]\b/g));

for (const name of ["alerts.yaml", "grafana-dashboard.json"])
  test(`every metric in ${name} exists`, () => {
    const found = [...named(read(name))].filter((one) => one !== "vingate_down");
    expect(found.length).toBeGreaterThan(8);
    expect(found.filter((one) => !series.has(one))).toEqual([]);
  });

test("the dashboard shows every metric but constants", () => {
  const shown = named(read("grafana-dashboard.json") + read("alerts.yaml"));
  const hidden = Object.entries(families).filter(
    ([name, { type }]) => !suffixes[type].some((suffix) => shown.has(name + suffix)),
  );
  expect(hidden.map(([name]) => name)).toEqual([
    "vingate_cache_entries",
    "vingate_trace_spans_total",
    "vingate_dataset_records",
    "vingate_dataset_timestamp_seconds",
    "process_start_time_seconds",
  ]);
});

test.skipIf(!promtool)("promtool accepts the alert rules", async () => {
  const said = await runPromtool(["check", "rules", join(folder, "alerts.yaml")]);
  expect(said).toMatch(/SUCCESS: \d+ rules found/);
});
