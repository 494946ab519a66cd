import { afterEach, beforeEach, expect, setSystemTime, test } from "bun:test";
import { press } from "../../../../test/console/dom/act.ts";
import { grants, period, plan } from "../../../../test/console/dom/billing-records.ts";
import { all, cells, get, names } from "../../../../test/console/dom/find.ts";
import { soldPlan } from "../../../../test/console/dom/offer-records.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { quote } from "../../../../test/console/dom/payment-records.ts";
import { product, subscription, user } from "../../../../test/console/dom/records.ts";
import { answer, json, respond } from "../../../../test/console/dom/service.ts";
import { setPageParts } from "../../parts/page-parts.ts";
import { Billing } from "../billing/billing.tsx";
import { Pricing } from "../offers/pricing.tsx";
import { details } from "../papers/paper-records.ts";
import { readTax } from "../papers/read-tax.ts";
import { Buy } from "./buy.tsx";
import { Packages } from "./packages.tsx";
import { StartPlan } from "./start-plan.tsx";
import { UnpaidActions } from "./unpaid-period.tsx";

// Each button with a price, and the page behind it, for accounts that pay another tax.

const parts = { plans: Packages, startPlan: StartPlan, taxOf: readTax };

setUp();
beforeEach(() => {
  setSystemTime(new Date("2026-11-23T10:00:00Z"));
  setPageParts([parts]);
});
afterEach(() => void setSystemTime());

const standard = { rate: 1900, category: "S", reason: "" } as const;
const reversed = { rate: 0, category: "AE", reason: "Reverse charge." } as const;
const off = { rate: 0, category: "O", reason: "Not subject to VAT." } as const;

/** An account, the texts of its buttons for €399.00 and €12.00, and what their pages charge. */
const accounts = [
  {
    name: "an account without a country",
    shown: details({ country: null, tax_id: null, tax_id_check: null, tax: standard }),
    tax: { ...standard, minor: 7581 },
    plan: "€399.00 + VAT",
    pack: "€12.00 + VAT",
    box: ["Scale, 23 Nov to 23 Dec 2026", "€399.00"],
    vat: ["VAT 19%", "€75.81"],
    gross: "€474.81",
  },
  {
    name: "an account with its country",
    shown: details({ tax_id: null, tax_id_check: null, tax: standard }),
    tax: { ...standard, minor: 7581 },
    plan: "€474.81 incl. €75.81 VAT",
    pack: "€14.28 incl. €2.28 VAT",
    box: ["VAT 19%", "€75.81"],
    vat: ["VAT 19%", "€75.81"],
    gross: "€474.81",
  },
  {
    name: "an account with reverse charge",
    shown: details({ tax: reversed }),
    tax: { ...reversed, minor: 0 },
    plan: "€399.00, no VAT",
    pack: "€12.00, no VAT",
    box: ["VAT 0%, reverse charge", "€0.00"],
    vat: ["VAT 0%, reverse chargeReverse charge.", "€0.00"],
    gross: "€399.00",
  },
  {
    name: "an account that pays no VAT",
    shown: details({ tax_id: null, tax_id_check: null, tax: off }),
    tax: { ...off, minor: 0 },
    plan: "€399.00, no VAT",
    pack: "€12.00, no VAT",
    box: ["VAT 0%, outside the scope of VAT", "€0.00"],
    vat: ["VAT 0%, outside the scope of VATNot subject to VAT.", "€0.00"],
    gross: "€399.00",
  },
] as const;

type Walked = (typeof accounts)[number];

function prepare({ shown, tax }: Walked, payment: "prepaid" | "invoice") {
  const net = 39_900;
  respond("get", "/users/{id}/billing-details", shown);
  respond("get", "/pricing", { trial_credits: null, not_sold: null, plans: [soldPlan()] });
  respond("get", "/products", [product({ id: "growth", display_name: "Growth" })]);
  respond("get", "/users/{id}/subscriptions", [subscription({ product_id: "growth" })]);
  respond("get", "/apis", []);
  respond("get", "/subscriptions/{id}/plan", plan({ payment }));
  respond("get", "/subscriptions/{id}/grants", [...grants]);
  respond("get", "/subscriptions/{id}/periods", []);
  respond("get", "/payments", []);
  const quoted = { ...quote(), net_minor: net, minor: net + tax.minor, tax: { ...quote().tax, ...tax } };
  answer("GET /payments/quote", () => json(quoted));
}

/** The last column of the row with a text. */
const row = (caption: string, text: string) => cells(caption).find(([first]) => first === text);

test.each(
  accounts.map((one) => [one.name, one] as const),
)("%s buys at the sum of its button", async (_, one) => {
  prepare(one, "prepaid");
  await show(<Billing />, { as: user() });
  const link = get("link", `Change to Scale (${one.plan} now)`);
  get("link", `Buy 1,000 credits (${one.pack})`);
  const [box] = all("table").filter((table) => table.textContent?.includes("Scale, 23 Nov"));
  expect(
    [...box!.querySelectorAll("tr")].map((tr) => [...tr.children].map((cell) => cell.textContent)),
  ).toContainEqual([...one.box]);
  const at = link.getAttribute("href")!.replace("/console", "");
  await show(<Buy />, { as: user(), at });
  expect(names("button")).toContain(`Pay ${one.gross}`);
  const charged = cells(names("table")[0]!);
  expect(charged.slice(0, 3)).toEqual([
    [quote().text, "€399.00"],
    [expect.stringContaining(one.vat[0].slice(0, 6)), one.vat[1]],
    ["Paid now", one.gross],
  ]);
});

test.each(
  accounts.map((one) => [one.name, one] as const),
)("%s sees net, VAT and gross of a plan by invoice", async (_, one) => {
  prepare(one, "invoice");
  await show(<Billing />, { as: user() });
  await press(`Change to Scale (${one.plan} now)`);
  expect(cells("What it costs now").map(([, sum]) => sum)).toEqual(["€399.00", one.vat[1], one.gross]);
  expect(names("button")).toContain(`Change to Scale for ${one.gross}`);
  expect(row("What it costs now", "Due now")).toEqual(["Due now", one.gross]);
});

test.each(
  accounts.map((one) => [one.name, one] as const),
)("%s reads its price on the price page and of a period", async (_, one) => {
  prepare(one, "prepaid");
  await show(<Pricing />, { as: user() });
  const [start] = names("link").filter((name) => name.startsWith("Start with"));
  expect(start).toMatch(
    one.gross === "€474.81" && one.shown.country ? /incl\. €[\d.]+ VAT\)$/ : /\+ VAT\)$|, no VAT\)$/,
  );
  expect(start!.includes("+ VAT")).toBe(one.shown.country === null);
  const due = period({ price_minor: 39_900 });
  await show(<UnpaidActions plan={plan({ payment: "prepaid" })} period={due} />, { as: user() });
  get("link", `Pay ${one.plan} with a card`);
});

test("a visitor, who has no country, reads prices without VAT", async () => {
  respond("get", "/pricing", { trial_credits: null, not_sold: null, plans: [soldPlan()] });
  respond("get", "/apis", []);
  await show(<Pricing />);
  for (const name of names("link").filter((text) => text.startsWith("Start with")))
    expect(name).toContain("+ VAT)");
});
