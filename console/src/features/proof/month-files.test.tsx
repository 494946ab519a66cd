import { expect, test } from "bun:test";
import { press } from "../../../../test/console/dom/act.ts";
import { address, setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { user } from "../../../../test/console/dom/records.ts";
import { keepSavedFiles } from "../../../../test/console/dom/saved-files.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { takeHandedStatement } from "./handed-statement.ts";
import { Month } from "./month.tsx";
import { statement } from "./proof-records.ts";

setUp();
const savedFiles = keepSavedFiles();
const route = "GET /users/{id}/statements/{month}";

async function open() {
  respond("get", "/products", []);
  respond("get", "/users/{id}/subscriptions", []);
  answer(route, () => json(statement()));
  await show(<Month params={{ month: "2026-10" }} />, { as: user() });
}

test("the files of a month are saved under their names", async () => {
  await open();
  const text = JSON.stringify(statement());
  await press(`Download JSON (${(new Blob([text]).size / 1000).toFixed(1)} kB)`);
  answer(route, ({ headers }) => new Response(headers.get("accept")));
  answer(`${route}/calls`, ({ headers }) => new Response(headers.get("accept")));
  await press("Download PDF");
  await press("Download calls");
  await press("Download usage CSV");
  expect(await savedFiles()).toEqual([
    { name: "statement-2026-10.json", text },
    { name: "statement-2026-10.pdf", text: "application/pdf" },
    { name: "calls-2026-10.ndjson.gz", text: "application/gzip" },
    { name: "usage-2026-10.csv", text: "text/csv" },
  ]);
});

test("a refused download says why", async () => {
  await open();
  refuse(`${route}/calls`, 429, "Too many downloads of this account are not read.");
  await press("Download calls");
  expect(toast()).toBe("Too many downloads of this account are not read.");
  expect(await savedFiles()).toEqual([]);
});

test("a loaded statement is handed to the page that checks it", async () => {
  await open();
  await press("Verify offline");
  expect(address()).toBe("/verify");
  const handed = takeHandedStatement();
  expect([handed?.name, await handed?.text()]).toEqual([
    "statement-2026-10.json",
    JSON.stringify(statement()),
  ]);
  expect(sent(route)).toHaveLength(1);
});
