import { expect, test } from "bun:test";
import { cells, get, one, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { refuse, respond } from "../../../../test/console/dom/service.ts";
import { systemState } from "../../../../test/console/dom/service-records.ts";
import { Settings } from "./settings.tsx";

setUp();

const setting = (name: string, source: "environment" | "file" | "default", more = {}) => ({
  name,
  summary: `About ${name}.`,
  value: "1",
  fallback: "0",
  source,
  secret: false,
  ...more,
});

test("changed settings have their source; secrets are not shown", async () => {
  const settings = [
    setting("PORT", "environment", { value: "8081" }),
    setting("KEY", "file", { value: null, secret: true }),
    setting("DAYS", "default"),
  ];
  respond("get", "/system", systemState({ settings }));
  await show(<Settings />, { as: operator() });
  expect(textOf(one("h1"))).toBe("2 of 3 settings changed");
  expect(cells("Changed settings")).toEqual([
    ["Setting", "Value", "Source"],
    ["PORT About PORT.", "8081", "environment"],
    ["KEY About KEY.", "set, never shown", "file"],
  ]);
  expect(cells("Default settings")).toEqual([
    ["Setting", "Value"],
    ["DAYS About DAYS.", "0"],
  ]);
});

test("a service with defaults says so", async () => {
  respond("get", "/system", systemState({ settings: [setting("DAYS", "default")] }));
  await show(<Settings />, { as: operator() });
  expect(text()).toContain("Changed All settings have their defaults.");
});

test("a failure is shown", async () => {
  refuse("GET /system", 403, "Operators only.");
  await show(<Settings />, { as: operator() });
  expect(textOf(get("alert"))).toStartWith("Could not load the settings Operators only.");
});
