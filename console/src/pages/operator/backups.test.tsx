import { expect, test } from "bun:test";
import { press } from "../../../../test/console/dom/act.ts";
import { has, names, text } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { answer, json, respond, sent } from "../../../../test/console/dom/service.ts";
import { systemState } from "../../../../test/console/dom/service-records.ts";
import type { SystemState } from "../../api/system.ts";
import { Backups } from "./backups.tsx";

setUp();

const made: SystemState["backups"] = {
  state: "ok",
  folder: "/backups",
  every_hours: 24,
  keep: 7,
  drill: null,
  drill_error: null,
  running_since: null,
  last: { at: "2026-11-20T19:20:05.000Z", file: "/backups/a.backup", bytes: 2_000_000, seconds: 3 },
  error: null,
};

async function open(backups: Partial<SystemState["backups"]>) {
  respond("get", "/system", systemState({ backups: { ...made, ...backups } }));
  await show(<Backups />, { as: operator(), at: "/settings/backups" });
}

test("the last backup is shown with its age, and why a scheduled one failed", async () => {
  await open({ state: "failed", error: "The disk is full." });
  expect(text()).toContain(
    "The last scheduled backup was not made. The disk is full. Last backup 20 Nov 2026, 19:20, 26 hours ago File /backups/a.backup Size 2.0 MB Schedule every 24 hours into /backups, the last 7 are kept",
  );
});

test("a backup that was restored to try it is shown, or why it could not be", async () => {
  const drill = { at: "2026-11-20T19:20:05.000Z", file: "/backups/a.backup" };
  await open({ drill, drill_error: "The file is damaged." });
  expect(text()).toContain("A backup cannot be restored. The file is damaged.");
  expect(text()).toContain("Last one restored to try it 20 Nov 2026, 19:20, 26 hours ago");
});

test("one press starts a backup, and one that is being made is shown", async () => {
  answer("POST /system/backup", () => json({ backups: {} }));
  await open({});
  expect(has("status")).toBe(false);
  respond("get", "/system", systemState({ backups: { ...made, running_since: "2026-11-21T21:20:00.000Z" } }));
  await press("Back up now");
  expect([sent("POST /system/backup").length, toast()]).toEqual([1, "Backup requested"]);
  expect(text()).toContain("A backup is being made since 21:20:00.");
});

test("without a folder the page says how to set one, and has no button", async () => {
  await open({ state: "off", folder: null, last: null });
  expect(names("button")).toEqual([]);
  expect(text()).toContain("Set up backups Choose a folder on another disk");
});
