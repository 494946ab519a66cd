import { expect, test } from "bun:test";
import { choose } from "../../../../test/console/dom/act.ts";
import { all, cells, get, has, names, text, textOf } from "../../../../test/console/dom/find.ts";
import { soldPlan } from "../../../../test/console/dom/offer-records.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import type { User } from "../../api/session.ts";
import type { SoldPlan } from "./offer-queries.ts";
import { Pricing } from "./pricing.tsx";

setUp();

const none = { overage_minor: null, overage_per: null, overage_cap_max: null };
const trial = soldPlan(
  {
    product_id: "trial",
    display_name: "Trial",
    policy: { rate_limit: { calls: 60, renewal_period_s: 60 }, watches: 5 },
  },
  {
    price_minor: 0,
    price_every: "once",
    credits: 15,
    credits_every: "once",
    carry_over: 0,
    packages: [],
    ...none,
  },
);
const starter = soldPlan(
  { product_id: "starter", display_name: "Starter" },
  { price_minor: 1900, credits: 2000, carry_over: 0, packages: [], ...none },
);
const scale = soldPlan(
  { product_id: "scale", display_name: "Scale" },
  {
    price_minor: 39_900,
    credits: 80_000,
    carry_over: 3,
    invoice_allowed: true,
    members_max: 50,
    overage_minor: 600,
  },
);
const four = [trial, starter, soldPlan(), scale];

async function open(
  plans: readonly SoldPlan[],
  trial_credits: number | null = 15,
  as?: User,
  not_sold: string | null = null,
) {
  respond("get", "/pricing", { trial_credits, not_sold, plans: [...plans] });
  await show(<Pricing />, { at: "/pricing", ...(as && { as }) });
}

test("what is not sold has no button, and free plans have theirs", async () => {
  await open(four, 15, undefined, "Not sold: payments are off.");
  const links = names("link").filter((name) => name.startsWith("Start with"));
  expect(links).toEqual(["Start with Trial (€0.00)"]);
  expect(text().split("Not sold now. Ask the operator.").length - 1).toBe(4);
});

test("prices are read without an account", async () => {
  await open(four);
  expect(sent("GET /pricing").map(({ headers }) => headers.get("authorization"))).toEqual(["none"]);
});

test("the heading has the lowest price, and says what is free", async () => {
  await open(four);
  expect(textOf(get("heading", "From €19 per month. Not found is free."))).not.toBe("");
  expect(text()).toContain(
    "You pay for records that were found, in credits. Every call is counted exactly once. Try it with 15 credits, no card, no approval. Prices are in EUR, without VAT.",
  );
});

test("the heading does not call a charged miss free", async () => {
  await open([soldPlan({ policy: { charge_on: "always" } }), scale]);
  expect(names("heading")[0]).toBe("From €99 per month.");
  await choose("Prices with", "growth");
  expect(text()).toContain("404 Not found: the price above");
});

test("each plan has its terms, and its price on its button", async () => {
  await open(four);
  const plans = all("region").filter((one) => one.className === "offer");
  expect(plans.map(textOf)).toEqual([
    "Trial €0 once 15 credits once The credits do not expire Nothing beyond credits 3 lookups: Auction history, Basic VIN decoder, Market valuation 60 calls per minute No packages Start with Trial (€0.00)",
    "Starter €19 per month €9.50 per 1,000 credits. 2,000 credits per month Unused credits expire after the month Nothing beyond credits 3 lookups: Auction history, Basic VIN decoder, Market valuation 600 calls per minute No packages Start with Starter (€19.00 + VAT)",
    "Growth €99 per month €6.60 per 1,000 credits. 15,000 credits per month Unused credits stay 1 more month Beyond credits: off, or €8.00 per 1,000 up to your own cap 3 lookups: Auction history, Basic VIN decoder, Market valuation 600 calls per minute Start with Growth (€99.00 + VAT)",
    "Scale €399 per month €4.99 per 1,000 credits. 80,000 credits per month Unused credits stay 3 more months Beyond credits: off, or €6.00 per 1,000 up to your own cap 3 lookups: Auction history, Basic VIN decoder, Market valuation 600 calls per minute Start with Scale (€399.00 + VAT)",
  ]);
  const primary = all("link").filter((link) => link.className === "btn btn-primary");
  expect(primary.map((link) => [textOf(link), link.getAttribute("href")])).toEqual([
    ["Get an API key", "/console/sign-up"],
    ["Start with Growth (€99.00 + VAT)", "/console/sign-up?plan=growth"],
  ]);
});

test("a signed-in user starts on the plans page", async () => {
  await open(four, 15, user());
  expect(get("link", "Start with Growth (€99.00 + VAT)").getAttribute("href")).toBe("/console/billing#plan");
});

test("lookups have their credits and the price of a call with four digits", async () => {
  await open(four);
  expect(text()).toContain("The same prices in credits hold for all plans.");
  expect(cells("Prices by lookup, part one")).toEqual([
    ["Lookup", "Credits", "Growth, per call"],
    ["Basic VIN decoder", "1", "€0.0066"],
    ["Market valuation", "1 to 3", "€0.0066 to €0.0198"],
  ]);
  expect(cells("Prices by lookup, part two").slice(1)).toEqual([
    ["Auction history", "2", "€0.0132"],
    ["Lists of years, makes and models", "free", "€0"],
  ]);
  await choose("Prices with", "scale");
  expect(cells("Prices by lookup, part one")[1]).toEqual(["Basic VIN decoder", "1", "€0.0050"]);
  await choose("Prices with", "trial");
  expect(cells("Prices by lookup, part one")[0]).toEqual(["Lookup", "Credits"]);
});

test("prices in credits that differ are said to, and chosen by plan", async () => {
  const few = soldPlan({
    product_id: "few",
    display_name: "Few",
    lookups: [{ api: "auction", name: "Auction history", credits_min: 9, credits_max: 9 }],
  });
  await open([soldPlan(), few]);
  expect(text()).toContain("Prices in credits differ between plans.");
  await choose("Prices with", "few");
  expect([...cells("Prices by lookup, part one"), ...cells("Prices by lookup, part two")].flat()).toContain(
    "not included",
  );
});

test("packages are listed once for the plans that have them", async () => {
  await open(four);
  expect(cells("Packages for Growth and Scale")).toEqual([
    ["Package", "Price", "Per 1,000 credits", "Valid"],
    ["1,000 credits", "€12.00", "€12.00", "12 months"],
  ]);
  expect(text()).toContain("For Growth and Scale. Credits that expire first are spent first");
});

test("without packages there is no list of them", async () => {
  await open([starter]);
  expect(has("heading", "Packages")).toBe(false);
});

test("plans are compared, each value with its plan's name for narrow pages", async () => {
  await open(four);
  expect(cells("Plans compared")).toEqual([
    ["Property", "Trial", "Starter", "Growth", "Scale"],
    ["Money"],
    ["Price", "€0 once", "€19 per month", "€99 per month", "€399 per month"],
    ["Credits", "15 once", "2,000 per month", "15,000 per month", "80,000 per month"],
    ["Unused credits stay", "always", "no", "1 month", "3 months"],
    ["Beyond credits", "no", "no", "€8.00 per 1,000", "€6.00 per 1,000"],
    ["Highest cap you can set", "no", "no", "€500", "€375"],
    ["Calls"],
    ["Rate limit", "60 per minute", "600 per minute", "600 per minute", "600 per minute"],
    ["Lookups", "all", "all", "all", "all"],
    ["Watched VINs", "5", "1,000", "1,000", "1,000"],
    ["Account"],
    ["Members", "no limit", "no limit", "no limit", "50"],
    ["Pay by invoice", "no", "no", "no", "yes"],
  ]);
  const labels = [...get("table", "Plans compared").querySelectorAll("td")].map((cell) => cell.dataset.l);
  expect(labels.slice(0, 4)).toEqual(["Trial", "Starter", "Growth", "Scale"]);
});

test("other currencies have their own digits", async () => {
  await open([
    soldPlan({ product_id: "jp", display_name: "Yen" }, { currency: "JPY", price_minor: 9900 }),
    soldPlan({ product_id: "kw", display_name: "Dinar" }, { currency: "KWD", price_minor: 9900 }),
  ]);
  expect(names("heading")[0]).toBe("From ¥9,900 per month. Not found is free.");
  expect(text()).toContain("Prices are without VAT.");
  expect(has("link", "Start with Yen (¥9,900 + VAT)")).toBe(true);
  expect(has("link", "Start with Dinar (KWD 9.900 + VAT)")).toBe(true);
});

test("without an offer no plan is on sale", async () => {
  await open([]);
  expect(textOf(get("heading"))).toBe("No plans on sale");
  expect(text()).toContain("The operator creates accounts. Or try it with 15 credits: get an API key.");
});

test("without an offer and with closed sign-up, only the operator creates accounts", async () => {
  answer("GET /identity", () =>
    json({ client_token: "public", build: "1", version: "1", sign_up: "closed" }),
  );
  await open([], null);
  expect(text()).toContain("No plans on sale The operator creates accounts.");
});

test("prices that cannot be loaded say so", async () => {
  refuse("GET /pricing", 500, "The log has the cause.", "internal");
  await show(<Pricing />, { at: "/pricing" });
  expect(textOf(get("alert"))).toContain("Could not load the prices");
});
