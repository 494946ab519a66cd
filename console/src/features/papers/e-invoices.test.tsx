import { expect, test } from "bun:test";
import { choose, press } from "../../../../test/console/dom/act.ts";
import { attributes, get, has, options, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { operator, user } from "../../../../test/console/dom/records.ts";
import { keepSavedFiles } from "../../../../test/console/dom/saved-files.ts";
import { answer, json, sent } from "../../../../test/console/dom/service.ts";
import { EInvoice } from "./e-invoices.tsx";
import { forms, invoice } from "./paper-records.ts";

setUp();
const savedFiles = keepSavedFiles();

async function open(shown: readonly object[], as = user()) {
  answer("GET /papers/{id}/forms", () => json(shown));
  await show(<EInvoice paper={invoice} />, { as });
  await press("E-invoice of 2026-0001");
}

const dialog = () => textOf(get("dialog", "E-invoice 2026-0001"));
const hrefOf = (link: string) => attributes(get("link", link)).href;

test("the forms in which a paper is complete are downloaded, and the others say what they need", async () => {
  await open(forms);
  expect(options("Format")).toEqual([
    ["peppol", "Peppol (UBL)"],
    ["en16931_cii", "EN 16931 (CII)"],
  ]);
  expect(dialog()).toBe(
    "E-invoice 2026-0001 Format Peppol (UBL) EN 16931 (CII) Billing details Edit the billing details The buyer's postal code is missing. BT-53 · XRechnung (CII) Seller The seller's contact is missing. BT-41 · XRechnung (UBL) and XRechnung (CII) The operator enters the seller's data. Issued papers do not change: what is entered now is for later ones. Download XML Cancel",
  );
  expect([has("link", "Enter the seller's data"), hrefOf("Edit the billing details")]).toEqual([
    false,
    "/console/billing",
  ]);
  answer("GET /papers/{id}/xml", () => new Response("<Invoice/>"));
  await choose("Format", "en16931_cii");
  await press("Download XML");
  expect(sent("GET /papers/{id}/xml").map(({ path, query }) => [path, query])).toEqual([
    ["/papers/paper-1/xml", { form: "en16931_cii" }],
  ]);
  expect([await savedFiles(), has("dialog")]).toEqual([
    [{ name: "2026-0001-cii.xml", text: "<Invoice/>" }],
    false,
  ]);
});

test("an operator is led to where seller and buyer are entered", async () => {
  await open(forms, operator());
  expect(["Enter the seller's data", "Edit the billing details"].map(hrefOf)).toEqual([
    "/console/settings/seller",
    "/console/customers/ada",
  ]);
});

test("a paper that lacks something in every form is not downloaded", async () => {
  const missing = [{ term: "BG-7", of: "buyer", member: "name", text: "The buyer's data were removed." }];
  await open(forms.map(({ form }) => ({ form, missing })));
  expect(dialog()).toContain(
    "This paper lacks something in every format. Billing details The buyer's data were removed. BG-7 · XRechnung (UBL), XRechnung (CII), Peppol (UBL) and EN 16931 (CII) Download",
  );
  expect(has("link")).toBe(false);
  expect([has("combobox"), get("button", "Download XML").hasAttribute("disabled")]).toEqual([false, true]);
});
