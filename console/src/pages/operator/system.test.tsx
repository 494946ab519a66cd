import { expect, test } from "bun:test";
import { press } from "../../../../test/console/dom/act.ts";
import { cells, facts, get, one, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { elapse, setUp, show, step, toast } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent, setConnected } from "../../../../test/console/dom/service.ts";
import { ledgerCheck, systemNode, systemState } from "../../../../test/console/dom/service-records.ts";
import type { Schemas } from "../../api/client.ts";
import { noteUnreachable } from "../../api/reachability.ts";
import { System } from "./system.tsx";

setUp();

async function open(more = {}, checks: Schemas["InstallationCheck"][] = []) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(created) {
      controller = created;
    },
  });
  respond("get", "/system", systemState(more));
  respond("get", "/system/checks", { checked_at: "2026-11-21T20:00:00Z", checks });
  answer("GET /system/events", () => new Response(body));
  await show(<System />, { as: operator() });
  return (state: unknown) =>
    step(() => controller?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(state)}\n\n`)));
}
const heading = () => textOf(one("h1"));

test.each([
  [{}, "All systems operational"],
  [{ checks: { database: "ok", disk: "full" } }, "Disk: full"],
  [
    { nodes: [systemNode(), systemNode({ instance: "b", state: "silent" as const })] },
    "1 of 2 nodes offline",
  ],
  [{ ledger_check: ledgerCheck({ state: "differ" }) }, "Consistency check failed"],
])("the heading of %p", async (more, words) => {
  await open(more);
  expect(heading()).toBe(words);
});

test("warnings of the installation are findings, each once", async () => {
  const check = (name: string, state: "ok" | "warning" | "fault", found: string) => ({
    name,
    state,
    found,
    advice: null,
  });
  await open({}, [
    check("settings", "ok", "All are valid"),
    check("backups", "warning", "No backups are scheduled"),
    check("certificate", "fault", "It expires today"),
    check("disk", "warning", "The disk is small"),
  ]);
  expect(heading()).toBe("2 findings need attention");
  expect(texts("ul.words li")).toEqual([
    "Certificate: It expires today",
    "Backups: No backups are scheduled",
  ]);
});

test("a node that is gone is forgotten", async () => {
  answer("DELETE /system/nodes/{instance}", () => json({ instance: "b" }));
  const backups = { ...systemState().backups, state: "late" as const, folder: "/backups" };
  await open({ backups, nodes: [systemNode(), systemNode({ instance: "b", state: "silent" as const })] });
  expect(texts("ul.words li")).toEqual(["1 of 2 nodes offline", "The last backup failed or is late"]);
  await press("Forget node node-1");
  expect(sent("DELETE /system/nodes/b")).toHaveLength(1);
});

test("journal, disk and versions are shown", async () => {
  await open();
  expect(facts(one("dl.figs"))).toEqual([
    ["Pending calls", "0 balances and reports are current"],
    ["Reserved credits", "50 of 1 subscription"],
    ["Orphaned journals", "0 no node has failed"],
  ]);
  expect(facts(one("dl.facts.note"))).toEqual([
    ["Database", "5.0 MB"],
    ["Journals", "2.0 kB"],
    ["Reserve", "100 MB"],
    ["Folder", "/data"],
  ]);
  expect(get("img", "75% of the disk used")).toBeDefined();
  expect(cells("Checks").slice(1)).toEqual([
    ["Database", "OK", "It responds and has no damaged pages."],
    ["Disk", "OK", "Journal and database have enough space."],
  ]);
  expect(text()).toEndWith(
    "Database SQLite 3.50, schema 3 VIN data NHTSA's whole vPIC, of October 2026, 51 days old",
  );
});

const newer = "Import NHTSA's newest, or run vingate import vpic on each machine.";
const reduced = "These data are reduced: they lack patterns and tables of vPIC.";
const packaged = { source: "vpic-packaged", complete: false };
test.each([
  [
    { version: "2026-03", age_days: 268, outdated: true, ...packaged },
    `vpic-packaged, packaged, of March 2026, 8 months old Old VIN data: newer models are missing. ${reduced} ${newer}`,
  ],
  [packaged, `vpic-packaged, packaged, of October 2026, 51 days old ${reduced} ${newer}`],
  [
    { version: "2026-09", age_days: 81, outdated: true },
    `NHTSA's whole vPIC, of September 2026, 2 months old Old VIN data: newer models are missing. ${newer}`,
  ],
  [{ version: "of today", age_days: null }, "NHTSA's whole vPIC, of today"],
])("VIN data %p are named with their age and what to do", async (more, words) => {
  const { versions } = systemState();
  await open({ versions: { ...versions, vin_data: { ...versions.vin_data!, ...more } } });
  expect(text()).toEndWith(`schema 3 VIN data ${words}`);
});

test("what waits for ClickHouse is shown with its size and since when", async () => {
  await open({
    single_calls: {
      waiting_calls: 4100,
      waiting_bytes: 1_200_000,
      waiting_bytes_max: 64_000_000,
      waiting_since: "2026-11-21T20:01:02.000Z",
    },
  });
  expect(text()).toContain("Waiting calls 4,100 charged, in this node's data folder");
  expect(text()).toContain("Size 1.2 MB of max. 64 MB, above which calls are refused");
  expect(text()).toContain("Waiting since (UTC) 20:01:02 the oldest call");
});

test("pending calls and damaged journals are named", async () => {
  const journal = { waiting_calls: 1200, waiting_bytes: 5000, waiting_bytes_max: 64_000_000, left_behind: 2 };
  await open({ journal: { ...journal, damaged: ["j1", "j2"] } });
  expect(text()).toContain("Pending calls 1,200 5.0 kB of max. 64 MB");
  expect(text()).toContain("Orphaned journals 2 applied when they expire");
  expect(text()).toContain("2 damaged journals: j1, j2. Run vingate doctor --ledger.");
});

test("connections to PostgreSQL are shown", async () => {
  await open({ connections: { used: 12, needed: 53, allowed: 97 } });
  expect(text()).toContain("Used 12 open connections of all nodes Needed 53");
  expect(text()).toContain("Allowed 97 by PostgreSQL, without other programs");
  expect(text()).not.toContain("max_connections");
});

test("too few connections are named with what to do", async () => {
  await open({ connections: { used: 97, needed: 101, allowed: 97 } });
  expect(text()).toContain("Raise max_connections of PostgreSQL by 4, or start fewer workers.");
});

test("events replace the state", async () => {
  const send = await open();
  expect(text()).toContain("Updates every 2 seconds.");
  await send(systemState({ checks: { decoder: "loading" } }));
  expect(heading()).toBe("Decoder: loading");
});

test("a lost stream leaves the last state", async () => {
  respond("get", "/system", systemState());
  respond("get", "/system/checks", { checked_at: "2026-11-21T20:00:00Z", checks: [] });
  refuse("GET /system/events", 500, "Broken.");
  await show(<System />, { as: operator() });
  expect(text()).toStartWith(
    "No connection to the service The page shows the state of 21:20:05 UTC. Monitoring systems use",
  );
});

test("during an outage and a start nothing is said to be well", async () => {
  await open();
  setConnected(false);
  await step(noteUnreachable);
  expect(heading()).toBe("No connection to the service");
  setConnected(true);
  answer("GET /readyz", () => new Response(null, { status: 503 }));
  answer("GET /health", () => json({ status: "starting", progress: null }, 503));
  await elapse(2000);
  expect(heading()).toBe("The service is starting");
  answer("GET /readyz", () => new Response("ok"));
  await elapse(2000);
  expect(heading()).toBe("All systems operational");
});

test("a failure is shown", async () => {
  respond("get", "/system/checks", { checked_at: "2026-11-21T20:00:00Z", checks: [] });
  refuse("GET /system", 403, "Operators only.");
  refuse("GET /system/events", 403, "Operators only.");
  await show(<System />, { as: operator() });
  expect(textOf(get("alert"))).toStartWith("Could not load the state of the service Operators only.");
});

test("what a restore found is shown, and the service is resumed", async () => {
  answer("POST /system/resume", () => json({ held: null }));
  const held = {
    epoch: 2,
    since: "2026-11-21T20:00:00.000Z",
    causes: ["The database was restored from a backup, without the previous decision logs"],
    gap_from: null,
    gap_to: null,
    replayed: { "keys ended": 2, "passwords changed": 0 },
    unknown: {},
    calls_lost: 1234,
    logs_unread: [],
    waiting: { mails: 3 },
    undecided: {},
    notes: ["No paper has the numbers 2026-0010 to 2026-1009: the logs are lost"],
  };
  await open({ held });
  expect(textOf(one("ul.words"))).toEndWith(
    "No paper has the numbers 2026-0010 to 2026-1009: the logs are lost",
  );
  expect(heading()).toBe("Charging and sending are held after a restore");
  expect(facts(one("dl.facts"))).toEqual([
    ["Since", expect.any(String)],
    ["Missing", "unknown"],
    ["Decisions made again", "keys ended: 2"],
    ["Decisions of an unknown kind", "none"],
    ["Lost calls", "1,234"],
    ["Unread decision logs", "none"],
    ["Waiting messages", "mails: 3"],
    ["Undecided", "none"],
  ]);
  await press("Resume the service");
  expect(sent("POST /system/resume").map(({ body }) => body)).toEqual([{ messages: "drop" }]);
  expect(toast()).toBe("Service resumed. Every node charges and sends again within seconds.");
});

test("a service that was restored does not resume while something is undecided", async () => {
  const held = {
    epoch: 2,
    since: "2026-11-21T20:00:00.000Z",
    causes: ["The database went back"],
    gap_from: null,
    gap_to: null,
    replayed: {},
    unknown: {},
    calls_lost: 0,
    logs_unread: [],
    waiting: {},
    undecided: { "charges without a payment": 2 },
    notes: [],
  };
  await open({ held });
  expect(facts(one("dl.facts")).at(-1)).toEqual(["Undecided", "charges without a payment: 2"]);
  expect(get("button", "Resume the service").hasAttribute("disabled")).toBe(true);
});
