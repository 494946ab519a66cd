import { expect, test } from "bun:test";
import { attach, choose, press, toggle, type } from "../../../../test/console/dom/act.ts";
import { cells, get, has, one, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { settle, setUp, show } from "../../../../test/console/dom/page.ts";
import {
  apiRecord,
  credits,
  keys,
  product,
  subscription,
  user,
} from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { ListRun } from "./list-run.ts";
import { Lists } from "./lists.tsx";

setUp();

const basic = (vin: string) => ({
  intro: { vin },
  basic: { year: "2018", make: "HONDA", model: "CR-V", trim: "EX" },
});
const batch = "POST /vin-decoder/batch";

/** Answers a batch; VINs that begin with X are unknown. */
const decoded = (body: string): string[] =>
  body
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as string | { vin: string })
    .map((one) => (typeof one === "string" ? one : one.vin))
    .map((vin) =>
      JSON.stringify(
        vin.startsWith("X")
          ? { status: "error", error: { status: 404, code: "vehicle_not_found", detail: "Unknown." } }
          : { status: "success", data: basic(vin) },
      ),
    );
const lines = (all: readonly string[]) =>
  new Response(all.map((line) => `${line}\n`).join(""), {
    headers: { "content-type": "application/x-ndjson" },
  });
const bodyOf = (body: unknown): string => (typeof body === "string" ? body : JSON.stringify(body));

async function open(more = {}) {
  respond("get", "/users/{id}/subscriptions", [subscription(more)]);
  respond("get", "/products", [product({ policy: { credit_cost: { default: 2 } } })]);
  respond("get", "/products/{id}/apis", [
    apiRecord({ id: "vin-decoder" }),
    apiRecord({ id: "open-recall" }),
    apiRecord({ id: "auction" }),
  ]);
  respond("get", "/apis", [apiRecord({ id: "open-recall", display_name: "Open recalls" })]);
  respond("post", "/subscriptions/{subscription_id}/listSecrets", keys());
  await show(<Lists />, { as: user() });
}

test("a list shows its price before it is looked up", async () => {
  await open({ credits: credits(3) });
  expect(text()).toContain("Nothing to look up yet.");
  await type("VINs", "5J6RW2H59JL990075\n1HGCM82633A004352\n5J6RW2H59JL990075");
  expect(text()).toContain("2 VINs: at most 4 credits. What is not found is free. 1 repeated line left out.");
  expect(text()).toContain("3 credits left: the list stops when they are used up.");
  expect(sent(batch)).toEqual([]);
});

test("a file is looked up; results are shown with what was not found", async () => {
  answer(batch, ({ body }) => lines(decoded(bodyOf(body))));
  await open();
  const list = "VIN;Note\r\n5J6RW2H59JL990075;\r\nXHGCM82633A004352;\r\n";
  await attach("File", new File([Buffer.from(`\uFEFF${list}`, "utf16le")], "a.csv"));
  await press("Run (4 credits)");
  await settle();
  expect(textOf(one("h1"))).toBe("2 looked up, 1 found");
  expect(cells("Results")).toEqual([
    ["VIN", "Year", "Make", "Model", "Trim", "Error"],
    ["5J6RW2H59JL990075", "2018", "HONDA", "CR-V", "EX", ""],
    ["XHGCM82633A004352", "", "", "", "", "Unknown."],
  ]);
  await press("New list");
  expect(has("button", "Run (4 credits)")).toBe(true);
});

const part = (data: unknown, error: object | null = null) => ({
  status: error ? 404 : 200,
  data: error ? null : data,
  error: error && { code: "record_not_found", detail: "No record." },
});

test("the lookups of the plan can be chosen; each VIN is charged for all of them", async () => {
  await open();
  await type("VINs", "5J6RW2H59JL990075\n1HGCM82633A004352");
  expect(texts("fieldset label")).toEqual([
    "vin-decoder (2 credits)",
    "auction (2 credits)",
    "Open recalls (2 credits)",
  ]);
  await toggle("Open recalls (2 credits)");
  await toggle("auction (2 credits)");
  answer("POST /report/batch", ({ body }) =>
    lines(
      (body as { vins: string[] }).vins.map((vin, index) =>
        JSON.stringify({
          status: "success",
          data: {
            vin,
            parts: {
              "vin-decoder": part(basic(vin), index === 1 ? {} : null),
              "open-recall": part({ make: "HONDA", recalls: [{}, {}, {}] }, index === 1 ? {} : null),
              auction: part([], {}),
            },
          },
        }),
      ),
    ),
  );
  await press("Run (12 credits)");
  await settle();
  expect(sent("POST /report/batch").map(({ body }) => body)).toEqual([
    { vins: ["5J6RW2H59JL990075", "1HGCM82633A004352"], families: ["vin-decoder", "auction", "open-recall"] },
  ]);
  expect(cells("Results")).toEqual([
    ["VIN", "Year", "Make", "Model", "Trim", "auction", "Open recalls", "Error"],
    ["5J6RW2H59JL990075", "2018", "HONDA", "CR-V", "EX", "none", "3", ""],
    ["1HGCM82633A004352", "", "", "", "", "none", "none", "No record."],
  ]);
});

test("without a lookup nothing runs", async () => {
  await open();
  await type("VINs", "5J6RW2H59JL990075");
  await toggle("vin-decoder (2 credits)");
  expect([get("button", "Run").hasAttribute("disabled"), text().includes("Choose a lookup.")]).toEqual([
    true,
    true,
  ]);
});

test("plates are looked up one by one, with their state", async () => {
  answer("GET /license-decoder/{plate}/{state}", ({ path }) =>
    path.includes("NONE")
      ? json({ detail: "No vehicle.", code: "record_not_found" }, 404)
      : json({
          status: "success",
          data: { vin: "5J6RW2H59JL990075", year: "2018", make: "Honda", model: "CR-V", trim: "" },
        }),
  );
  await open();
  await choose("Look up", "plates");
  await type("Plates and states", "DEMO123, CA\nNONE1, NY");
  await press("Run (4 credits)");
  await settle();
  expect(cells("Results").slice(1)).toEqual([
    ["DEMO123, CA", "2018", "Honda", "CR-V", "", ""],
    ["NONE1, NY", "", "", "", "", "No vehicle."],
  ]);
});

test("a list that is refused says why, and continues with the same key", async () => {
  await open();
  await type("VINs", "5J6RW2H59JL990075\n1HGCM82633A004352");
  refuse(batch, 402, "No credits left.", "credits_exhausted");
  await press("Run (4 credits)");
  await settle();
  expect(textOf(one("h1"))).toBe("Stopped after 0 of 2");
  expect(textOf(get("alert"))).toContain("Not enough credits No credits left.");
  answer(batch, ({ body }) => lines(decoded(bodyOf(body))));
  await press("Continue");
  await settle();
  expect(textOf(one("h1"))).toBe("2 looked up, 2 found");
  const used = sent(batch).map(({ headers }) => headers.get("idempotency-key"));
  expect([used.length, new Set(used).size]).toEqual([2, 1]);
});

test("the files have every line once, after a stop in the middle of a batch", async () => {
  const vins = Array.from({ length: 1200 }, (_, at) => `5J6RW2H59JL9${String(at).padStart(5, "0")}`);
  let calls = 0;
  answer(batch, ({ body }) => {
    calls += 1;
    const all = decoded(bodyOf(body));
    // The second batch is refused after 100 lines.
    const refused = {
      status: "error",
      error: { status: 402, code: "credits_exhausted", detail: "None left." },
    };
    return lines(calls === 2 ? [...all.slice(0, 100), JSON.stringify(refused)] : all);
  });
  const run = new ListRun(
    vins.map((name) => ({ name, state: "" })),
    "vins",
    "vgk_a",
  );
  await run.start();
  expect(run.state.get()).toMatchObject({ phase: "failed", done: 600 });
  await run.start();
  expect(run.state.get()).toMatchObject({ phase: "done", done: 1200, found: 1200 });
  const table = (await run.fileOf("csv").text()).trim().split("\r\n");
  expect(table.slice(0, 2)).toEqual(["VIN,Year,Make,Model,Trim,Error", `${vins[0]},2018,HONDA,CR-V,EX,`]);
  expect(table.slice(1).map((line) => line.split(",")[0]!)).toEqual(vins);
  const list = JSON.parse(await run.fileOf("json").text()) as { vin: string }[];
  expect(list.map(({ vin }) => vin)).toEqual(vins);
});
