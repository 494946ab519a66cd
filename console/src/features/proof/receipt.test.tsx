import { expect, test } from "bun:test";
import { press } from "../../../../test/console/dom/act.ts";
import { facts, get, one, text, texts } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { user } from "../../../../test/console/dom/records.ts";
import { callId, requestRecord } from "../../../../test/console/dom/report-records.ts";
import { keepSavedFiles } from "../../../../test/console/dom/saved-files.ts";
import { refuse, respond } from "../../../../test/console/dom/service.ts";
import { copied } from "../../../../test/console/dom/window.ts";
import { receipt } from "./proof-records.ts";
import { ReceiptPart } from "./receipt.tsx";
import type { Receipt } from "./statement-queries.ts";

setUp();
const savedFiles = keepSavedFiles();

async function open(shown: Receipt) {
  respond("get", "/receipts/{journal}/{seq}", shown);
  await show(<ReceiptPart record={requestRecord()} />, { as: user() });
}

test("a call of today is not signed yet", async () => {
  await open(receipt());
  expect(texts("h3")).toEqual(["Receipt"]);
  expect(texts(".st")).toEqual(["Not signed yet"]);
  expect(facts(one("dl"))).toEqual([
    ["Call", callId(1)],
    ["Price returned", "2 credits"],
    ["Leaf", receipt().leaf],
    ["Day", "21 Nov 2026, open"],
  ]);
  expect(get("button", "Download proof").hasAttribute("disabled")).toBe(true);
  expect(text()).toContain("The proof exists after midnight UTC, when the day is signed.");
});

test("a receipt is copied as the header has it", async () => {
  await open(receipt());
  await press("Copy receipt");
  expect(copied).toEqual([`${callId(1)};${receipt().at};2;${receipt().leaf}`]);
  expect(toast()).toBe("Receipt copied");
});

test("the proof of a signed call is saved", async () => {
  await open(receipt({ day: "2026-11-22", proof: "c2sp.org/tlog-proof@v1\n" }));
  expect(texts(".st")).toEqual(["Signed, part of the day 22 Nov 2026"]);
  expect(facts(one("dl")).at(-1)).toEqual(["Day", "22 Nov 2026, signed"]);
  await press("Download proof");
  expect(await savedFiles()).toEqual([
    { name: `${callId(1).replace("/", "-")}.tlog-proof`, text: "c2sp.org/tlog-proof@v1\n" },
  ]);
});

test("a call that is older than the log has a failure", async () => {
  refuse("GET /receipts/{journal}/{seq}", 404, "There is no call.", "not_found");
  await show(<ReceiptPart record={requestRecord()} />, { as: user() });
  expect(get("alert").textContent).toContain("Could not load the receipt");
});
