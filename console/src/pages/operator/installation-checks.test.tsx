import { expect, test } from "bun:test";
import { press } from "../../../../test/console/dom/act.ts";
import { cells, text } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { refuse, respond } from "../../../../test/console/dom/service.ts";
import { InstallationChecks } from "./installation-checks.tsx";

setUp();

const open = () => show(<InstallationChecks />, { as: operator() });
const proxies = (state: "ok" | "fault") => ({
  name: "proxies",
  state,
  found: state === "ok" ? "1 network is trusted" : "Every address is trusted",
  advice: state === "ok" ? null : "Name the proxies alone.",
});

test("each check has its state and what to do, and runs again", async () => {
  const disk = {
    name: "disk",
    state: "warning" as const,
    found: "90 MiB are free",
    advice: "Free some space.",
  };
  respond("get", "/system/checks", { checked_at: "2026-11-21T20:00:00Z", checks: [proxies("fault"), disk] });
  await open();
  expect(text()).toStartWith("1 fault and 1 warning in 2 checks at 20:00:00 UTC.");
  expect(cells("Checks of the installation")).toEqual([
    ["Check", "State", "Found", "What to do"],
    ["Proxies", "Fault", "Every address is trusted", "Name the proxies alone."],
    ["Disk", "Warning", "90 MiB are free", "Free some space."],
  ]);
  respond("get", "/system/checks", { checked_at: "2026-11-21T20:01:00Z", checks: [proxies("ok")] });
  await press("Check again");
  expect(text()).toStartWith("0 faults and 0 warnings in 1 check at 20:01:00 UTC.");
  expect(cells("Checks of the installation")[1]).toEqual(["Proxies", "OK", "1 network is trusted", ""]);
});

test("a failure is shown", async () => {
  refuse("GET /system/checks", 500, "Broken.");
  await open();
  expect(text()).toContain("Could not check the installation");
});
