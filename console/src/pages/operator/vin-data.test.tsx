import { beforeEach, expect, test } from "bun:test";
import { attach, confirm, press, type } from "../../../../test/console/dom/act.ts";
import { cells, facts, get, has, one, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, step, toast } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { importRecord } from "../../../../test/console/dom/service-records.ts";
import { VinDataPage } from "./vin-data.tsx";

setUp();
const current = { source: "vpic", version: "2026-10", patterns: 1_900_000, manufacturers: 30_000 };
const former = { source: "vpic-packaged", version: "2026-03", patterns: 799_207, manufacturers: 12_767 };
beforeEach(() => respond("get", "/imports", []));

async function open(data: { current: typeof current | null; former: typeof former | null }) {
  respond("get", "/datasets/vpic", data);
  await show(<VinDataPage />, { as: operator() });
}

/** A stream of events that stays open until the test ends it. */
function openEvents() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(created) {
      controller = created;
    },
  });
  answer("GET /imports/{id}/events", () => new Response(body));
  return (event: string, data: unknown) =>
    step(() =>
      controller?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
    );
}

test("the decoder's data have their details", async () => {
  await open({ current, former: null });
  expect(textOf(one("h1"))).toBe("VIN decoder");
  expect(text()).toContain("NHTSA's whole vPIC, version 2026-10.");
  expect(facts(one("dl"))).toEqual([
    ["Source", "NHTSA's whole vPIC"],
    ["Version", "2026-10"],
    ["Patterns", "1,900,000"],
    ["Manufacturer codes", "30,000"],
  ]);
  expect(text()).toContain("No previous version yet.");
  expect((get("button", "Import file") as HTMLButtonElement).disabled).toBe(true);
});

test("a dump is imported, shows its progress and can be stopped", async () => {
  answer("PUT /datasets/vpic", () => json(importRecord({ family: "vpic", state: "running" })));
  answer("DELETE /imports/{id}", () => json(importRecord({ family: "vpic", state: "running" })));
  const send = openEvents();
  await open({ current, former: null });
  await attach("File", new File(["dump"], "vPICList_lite_2026_11.plain.zip"));
  await type("SHA-256", "ab");
  await press("Import file");
  expect(sent("PUT /datasets/vpic")[0]?.query).toEqual({ dry_run: "false", sha256: "ab" });
  const rate = { rejects: 0, rows_per_second: 0, seconds_left: null };
  await send("progress", { stage: "compile", bytes: 0, bytes_total: null, rows: 1000, ...rate });
  expect(text()).toContain("Compiling for the decoder");
  await press("Stop import");
  expect(sent("DELETE /imports/{id}")).toHaveLength(1);
  await send("end", {
    ...importRecord({ family: "vpic", state: "done" }),
    vin_data: { version: "2026-11", sampled: 3000, changed: 4, lost: 1, input_sha256: "ab" },
  });
  expect(text()).toContain(
    "Imported: version 2026-11. Of 3,000 compared VINs, 4 have another model and 1 have none now.",
  );
  expect(has("button", "Stop import")).toBe(false);
});

test("what new data change of the last week's calls is shown", async () => {
  answer("PUT /datasets/vpic", () => json(importRecord({ family: "vpic", state: "running" })));
  const send = openEvents();
  await open({ current, former: null });
  await attach("File", new File(["dump"], "a.zip"));
  await press("Import file");
  const example = { vin: "1M8GDM9AXKP", before: "", after: "1989 MCI" };
  const calls = {
    vins: 1004,
    bounded: false,
    same: 1000,
    changed: 2,
    found: 1,
    lost: 1,
    examples: [example],
  };
  await send("end", {
    ...importRecord({ family: "vpic", state: "done" }),
    vin_data: { version: "2026-11", sampled: 3000, changed: 4, lost: 1, calls, input_sha256: "ab" },
  });
  expect(text()).toContain(
    "Of 1,004 VINs of the last week's calls: 1,000 stay the same, 2 have another year, make or model, 1 are newly decoded, 1 no longer.",
  );
  expect(cells("VINs that differ")).toEqual([
    ["VIN", "Before", "After"],
    ["1M8GDM9AXKP…", "unknown", "1989 MCI"],
  ]);
});

test("a refused dump says why", async () => {
  refuse("PUT /datasets/vpic", 503, "The disk has no room for the file. Nothing has changed.");
  await open({ current, former: null });
  await attach("File", new File(["dump"], "a.zip"));
  await press("Validate file");
  expect(sent("PUT /datasets/vpic")[0]?.query).toEqual({ dry_run: "true" });
  expect(text()).toContain("The disk has no room for the file. Nothing has changed.");
});

test("the former data are used again after a confirmation", async () => {
  answer("POST /datasets/{family}/rollback", () => json({ current: former, former: current }));
  await open({ current, former });
  await press("Roll back to 2026-03");
  await confirm();
  expect(sent("POST /datasets/vpic/rollback")).toHaveLength(1);
  expect(toast()).toBe("VIN decoder rolled back to 2026-03");
});
