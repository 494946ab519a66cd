import { afterAll, beforeAll, expect, test } from "bun:test";
import { type } from "../../../../test/console/dom/act.ts";
import { all, get, one, textOf, texts } from "../../../../test/console/dom/find.ts";
import { address, setUp, show } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond } from "../../../../test/console/dom/service.ts";
import { systemState } from "../../../../test/console/dom/service-records.ts";
import type { InboxRow } from "../../api/inbox.ts";
import { Problem } from "../../api/problem.ts";
import type { Page } from "../../parts/page.ts";
import { allSections, setSections } from "../../parts/sections.ts";
import { SectionEnvironment } from "./section-environment.tsx";
import { Settings } from "./settings.tsx";

setUp();

const sectionPage = (
  name: string,
  more: Partial<Page>,
  section: Partial<Page["section"] & object>,
): Page => ({
  path: `/settings/${name}`,
  title: name,
  access: "operator",
  load: () => Promise.reject(new Error("not opened")),
  section: { group: "service", says: () => Promise.resolve({ text: `About ${name}.` }), ...section },
  ...more,
});

const own: readonly Page[] = [
  sectionPage("limits", {}, { environment: "others" }),
  sectionPage("backups", { words: "restore" }, { environment: ["BACKUP_"] }),
  sectionPage("broken", {}, { group: "looks", says: () => Promise.reject(new Problem(403, "No.")) }),
  sectionPage(
    "seller",
    {},
    {
      group: "selling",
      says: () => Promise.resolve({ text: "Lotdata", state: ["ok", "Complete"] }),
    },
  ),
];

let before: readonly Page[];
beforeAll(() => {
  before = allSections();
  setSections(own);
});
afterAll(() => setSections(before));

const setting = (name: string, source: "environment" | "file" | "default", more = {}) => ({
  name,
  summary: `Sets ${name}.`,
  value: "1",
  fallback: "0",
  source,
  secret: false,
  ...more,
});
const settings = [
  setting("VINGATE_BACKUP_DIR", "environment", { value: "/backups" }),
  setting("VINGATE_KEY", "file", { value: null, secret: true }),
  setting("VINGATE_PORT", "default"),
];

const late = {
  id: "backup-late",
  kind: "backup",
  entry: "settings",
  band: "today",
  code: "backup_never",
  values: { error: "" },
  found: "No backup was made yet",
  action: { code: "back_up", object: "/system" },
} as unknown as InboxRow;

async function open(rows: readonly InboxRow[] = []) {
  respond("get", "/system", systemState({ settings }));
  answer("GET /system/inbox", () => json({ rows, total: rows.length, counts: {} }));
  await show(<Settings />, { as: operator(), at: "/settings" });
}

test("sections are in groups, each with what it says and its state", async () => {
  await open();
  expect(textOf(one("h1"))).toBe("Settings");
  expect(texts("h2")).toEqual(["Selling", "Looks and mail", "Service"]);
  expect(texts(".setlist li")).toEqual([
    "seller Lotdata Complete",
    "broken Could not be read",
    "backups About backups.",
    "limits About limits.",
  ]);
});

test("what needs a person is counted, and stands at its section", async () => {
  await open([late]);
  expect(textOf(one("h1"))).toBe("1 setting needs you");
  expect(texts(".setlist li")).toContain("backups About backups. No backup was made yet");
});

test("a search finds sections, settings and their names in the environment", async () => {
  await open();
  await type("Search settings", "restore");
  expect(texts(".setlist li")).toEqual(["backups About backups."]);
  await type("Search settings", "vingate_port");
  expect(address()).toBe("/settings?find=vingate_port");
  expect(texts(".setlist li")).toEqual(["VINGATE_PORT Sets VINGATE_PORT."]);
  expect(get("link", "VINGATE_PORT").getAttribute("href")).toBe("/console/settings/limits#VINGATE_PORT");
  await type("Search settings", "nothing is named so");
  expect([all("listitem").length, textOf(one(".empty"))]).toEqual([0, "No matching settings Clear filters"]);
});

test("a section lists its settings, and names what has set them; secrets are not shown", async () => {
  respond("get", "/system", systemState({ settings }));
  await show(<SectionEnvironment page={own[0]!} />, { as: operator() });
  expect(texts("tbody tr")).toEqual([
    "VINGATE_KEY Sets VINGATE_KEY. set, never shown Set by the file of VINGATE_KEY_FILE",
    "VINGATE_PORT Sets VINGATE_PORT. 0",
  ]);
});

test("a failure is shown", async () => {
  refuse("GET /system", 403, "Operators only.");
  await show(<SectionEnvironment page={own[0]!} />, { as: operator() });
  expect(textOf(get("alert"))).toStartWith("Could not load the settings Operators only.");
});
