import { expect, test } from "bun:test";
import { choose, click, press, toggle, type } from "../../../../test/console/dom/act.ts";
import {
  all,
  cells,
  control,
  get,
  has,
  names,
  one,
  text,
  textOf,
  texts,
} from "../../../../test/console/dom/find.ts";
import { offerVersion } from "../../../../test/console/dom/offer-records.ts";
import { setUp, toast } from "../../../../test/console/dom/page.ts";
import { product } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { openPlanPage } from "./plan-page-records.tsx";

setUp();

const older = offerVersion({
  version: 2,
  price_minor: 8900,
  overage_minor: null,
  overage_per: null,
  overage_cap_max: null,
  published_at: "2026-03-03T00:00:00.000Z",
});
const two = [offerVersion({ subscriptions: 2 }), { ...older, subscriptions: 5 }];
const draftOf = { plan: { state: "not_published" as const } };

const bar = () => textOf(one(".savebar"));
const published = () => sent("PUT /products/growth/offer");

test("a plan has its contents, its price, its versions and what a customer sees", async () => {
  await openPlanPage({ versions: two });
  expect(textOf(one("h1"))).toBe("Growth: €99.00 per month");
  expect(text()).toContain("Version 3 since 1 Sep 2026. €99.00 per month: 15,000 credits once paid.");
  expect(texts("h2")).toEqual([
    "Contents",
    "Price",
    "Who pays the new price",
    "Versions",
    "What a customer sees",
    "Per month, without VAT",
  ]);
  const fields = ["Price (EUR)", "Every", "Credits", "Unused credits stay", "Beyond credits (EUR)"];
  expect(fields.map((label) => control(label).value)).toEqual(["99.00", "month", "15,000", "1", "8.00"]);
  expect(cells("Versions")).toEqual([
    ["Version", "Price", "Credits", "Beyond credits", "Customers", "Sold since"],
    ["3", "€99.00", "15,000", "€8.00 per 1,000", "2", "1 Sep 2026"],
    ["2", "€89.00", "15,000", "none", "5", "3 Mar 2026"],
  ]);
  expect(textOf(one(".card-see"))).toBe(
    "Growth €99 per month €6.60 per 1,000 credits. 15,000 credits per month Unused credits stay 1 more month Beyond credits: off, or €8.00 per 1,000 up to your own cap 1 lookup: Auction history Start with Growth (€99.00 + VAT)",
  );
  expect(cells("Per month, without VAT")).toEqual([
    ["2 customers pay €99.00", "€198.00"],
    ["5 customers pay €89.00", "€445.00"],
    ["Each new customer", "+€99.00"],
    ["If everyone paid €99.00", "€693.00"],
  ]);
  expect(has("button", "Discard draft")).toBe(false);
  expect(document.querySelector(".savebar")).toBe(null);
});

test("a price that is typed is shown with what it was, at the customer's card, and in what it brings", async () => {
  await openPlanPage({ versions: two });
  await type("Price (EUR)", "109");
  expect(textOf(one("h1"))).toBe("Growth: version 4 costs €109.00, was €99.00");
  expect(text()).toContain("7 customers have an older version. Nothing changes until you publish.");
  expect(text()).toContain("Reads as €109.00. Was €99.00: +10.1%.");
  expect(all("textbox").filter((field) => field.className === "in changed")).toHaveLength(1);
  expect(cells("Versions")[1]).toEqual(["4", "€109.00", "15,000", "€8.00 per 1,000", "0", "Draft"]);
  expect(textOf(one(".card-see"))).toContain("Start with Growth (€109.00 + VAT)");
  expect(cells("Per month, without VAT").at(-1)).toEqual(["If everyone paid €109.00", "€763.00"]);
  expect(bar()).toBe("New customers pay €109.00. 7 keep their prices. 0 mails. Publish version 4 (€109.00)");
  await press("Discard draft");
  expect([control("Price (EUR)").value, has("button", "Discard draft")]).toEqual(["99.00", false]);
});

test("a draft is published by one press, for new customers, for the version that was read", async () => {
  await openPlanPage({ versions: two });
  respond("put", "/products/{id}/offer", offerVersion({ version: 4, price_minor: 10_900 }));
  await type("Price (EUR)", "109.00");
  await press("Publish version 4 (€109.00)");
  const { product_id, version, published_at, published_by, subscriptions, ...terms } = offerVersion();
  expect(published().map(({ body, headers }) => [body, headers.get("if-match")])).toEqual([
    [{ ...terms, price_minor: 10_900, who_pays: "new" }, '"v3"'],
  ]);
  expect([toast(), sent("PUT /products/growth")]).toEqual(["Plan published", []]);
});

test("everyone pays after a notice, or from a date", async () => {
  await openPlanPage({ versions: two });
  respond("put", "/products/{id}/offer", offerVersion({ version: 4 }));
  await type("Price (EUR)", "109.00");
  const radios = () => all("radio").map((radio) => (radio as HTMLInputElement).checked);
  expect(radios()).toEqual([true, false, false]);
  await click(all("radio")[1]!);
  expect(bar()).toBe(
    "Everyone pays €109.00: 7 customers from the first period after 21 Dec 2026. 7 mails now. Publish version 4 (€109.00)",
  );
  await click(all("radio")[2]!);
  expect(radios()).toEqual([false, false, true]);
  await type("From the first period after", "2027-01-31");
  expect(bar()).toContain("7 customers from the first period after 31 Jan 2027. 7 mails now.");
  await press("Publish version 4 (€109.00)");
  expect(published()[0]?.body).toMatchObject({ who_pays: "notice", notice_days: 71, price_minor: 10_900 });
});

test("the same terms are published for all, if that is chosen", async () => {
  await openPlanPage({ versions: [offerVersion({ subscriptions: 2, who_pays: "new" }), older] });
  await click(all("radio")[1]!);
  expect(textOf(one("h1"))).toBe("Growth: version 4 changes who pays");
  respond("put", "/products/{id}/offer", offerVersion({ version: 4 }));
  await press("Publish version 4 (€99.00)");
  expect(published()[0]?.body).toMatchObject({ who_pays: "notice", price_minor: 9900 });
});

test("a version that another operator has published meanwhile is shown before the draft replaces it", async () => {
  await openPlanPage({ versions: two });
  await type("Price (EUR)", "109.00");
  respond("get", "/products/{id}/offer", offerVersion({ version: 4, notice_days: 60, price_minor: 9500 }), {
    etag: '"v4"',
  });
  await press("Publish version 4 (€109.00)");
  expect(published()).toEqual([]);
  expect(cells("Fields with two values").slice(1)).toEqual([["Price", "9500", "10900"]]);
  answer("PUT /products/{id}/offer", () => json(offerVersion({ version: 5 })));
  await click(get("radio", "Price: Yours"));
  await press("Save");
  // The notice period is unchanged in this draft, so it is that of the other operator.
  expect(published()[0]?.body).toMatchObject({ price_minor: 10_900, notice_days: 60 });
});

test("a notice that is under way is said to go on", async () => {
  const published_at = "2026-11-20T08:00:00.000Z";
  await openPlanPage({
    versions: [offerVersion({ subscriptions: 0, published_at }), { ...older, subscriptions: 5 }],
  });
  expect(text()).toContain("The notice of version 3 goes on: it applies from 20 Dec 2026.");
});

test("an offer leaves the price page by a version that is not on sale", async () => {
  await openPlanPage({ versions: two });
  respond("put", "/products/{id}/offer", offerVersion({ version: 4, on_sale: false }));
  await toggle("On sale: on the price page, and for new customers");
  expect(bar()).toBe(
    "No new customers. Current ones keep the plan. 0 mails. Publish version 4 and stop selling",
  );
  await press("Publish version 4 and stop selling");
  expect(published()[0]?.body).toMatchObject({ on_sale: false });
});

test("a new plan is published with its price in one request", async () => {
  await openPlanPage(draftOf);
  expect(textOf(one("h1"))).toBe("Growth: no price yet");
  await type("Price (EUR)", "59.90");
  await type("Credits", "5,000");
  expect(textOf(one("h1"))).toBe("Growth: €59.90 per month: 5,000 credits once paid");
  expect(bar()).toBe("New customers pay €59.90. 0 mails. Publish the plan and version 1 (€59.90)");
  respond("put", "/products/{id}/offer", offerVersion({ version: 1 }));
  await press("Publish the plan and version 1 (€59.90)");
  const [put] = published();
  expect([put?.headers.get("if-none-match"), put?.body]).toEqual([
    "*",
    {
      on_sale: true,
      currency: "EUR",
      price_minor: 5990,
      price_every: "month",
      credits: 5000,
      credits_every: "month",
      carry_over: 0,
      overage_minor: null,
      overage_per: null,
      overage_cap_max: null,
      packages: [],
      notice_days: 30,
      members_max: null,
      invoice_allowed: false,
      connector_credits_per_day: null,
      who_pays: "notice",
      publish_product: true,
    },
  ]);
  expect(sent("PUT /products/growth")).toEqual([]);
});

test("contents that are changed too are stored before the price is published", async () => {
  await openPlanPage(draftOf);
  await type("Price (EUR)", "59.90");
  await type("Credits", "5,000");
  await type("Calls per minute", "600");
  const order: string[] = [];
  answer("PUT /products/{id}", () => {
    order.push("contents");
    return json({ ...product(), reset: [] });
  });
  answer("PUT /products/{id}/offer", () => {
    order.push("price");
    return json(offerVersion({ version: 1 }));
  });
  await press("Publish the plan and version 1 (€59.90)");
  expect(order).toEqual(["contents", "price"]);
  expect(sent("PUT /products/growth")[0]?.body).toMatchObject({
    state: "not_published",
    policy: { rate_limit: { calls: 600, renewal_period_s: 60 } },
  });
});

test("if its contents are refused, no price is published", async () => {
  await openPlanPage(draftOf);
  await type("Price (EUR)", "59.90");
  await type("Credits", "5,000");
  await type("Calls per minute", "600");
  refuse("PUT /products/{id}", 409, "The plan was changed.");
  await press("Publish the plan and version 1 (€59.90)");
  expect([textOf(get("alert")), published(), control("Price (EUR)").value]).toEqual([
    "The plan was changed.",
    [],
    "59.90",
  ]);
});

test("fields that are empty or wrong are counted, and nothing is sent", async () => {
  await openPlanPage(draftOf);
  expect(all("textbox").filter((field) => field.hasAttribute("aria-invalid"))).toEqual([]);
  await press("Publish version 1");
  expect(bar()).toContain("2 fields to correct Nothing is saved yet. Price (EUR) Credits");
  expect(text()).toContain("Enter price.");
  await type("Price (EUR)", "9.999");
  expect(text()).toContain("EUR has 2 digits after the decimal sign, for example 59.90.");
  await type("Price (EUR)", "9.99");
  await type("Credits", "many");
  await press("Publish version 1");
  expect(textOf(get("alert"))).toBe("Correct the marked fields.");
  expect(sent("PUT /products/growth/offer")).toEqual([]);
  await type("Credits", "100");
  await type("Beyond credits (EUR)", "8");
  await press("Publish version 1");
  expect(text()).toContain("Enter highest cap.");
});

test("a plan without a price is given with its own credits", async () => {
  await openPlanPage({ plan: { state: "not_published", credits_granted: 15 } });
  await toggle("Sold at a price");
  expect(textOf(one("h1"))).toBe("Growth: without a price");
  expect([has("textbox", "Price (EUR)"), control("Initial credits").value]).toEqual([false, "15"]);
  answer("PUT /products/{id}", () => json({ ...product(), reset: [] }));
  expect(bar()).toBe("A customer can subscribe once without approval, and gets 15 credits. Publish plan");
  await press("Publish plan");
  expect(sent("PUT /products/growth")[0]?.body).toMatchObject({ state: "published", credits_granted: 15 });
  expect([published(), toast()]).toEqual([[], "Plan published"]);
});

test("packages are added, changed and removed", async () => {
  await openPlanPage({ versions: two });
  await press("Add package");
  await type("Package size (credits)", "500");
  expect(textOf(get("dialog"))).toContain("Enter credits, price and months.");
  await type("Package price (EUR)", "7");
  await click(get("dialog").querySelector("button[type=submit]")!);
  expect(cells("Packages of the draft").map((row) => row.slice(0, 3))).toEqual([
    ["Credits", "Price (EUR)", "Months"],
    ["500", "7.00", "12"],
    ["1,000", "12.00", "12"],
  ]);
  await press("Remove the package of 500");
  expect(textOf(one("h1"))).toBe("Growth: €99.00 per month");
  await press("Remove the package of 1,000");
  expect(textOf(one("h1"))).toBe("Growth: version 4 changes 1 term");
  expect(text()).toContain("None. Customers buy no credits on top.");
  expect(text()).toContain("Changed. Was 1 package.");
});

test("credits that are granted once do not expire", async () => {
  await openPlanPage({ versions: two });
  respond("put", "/products/{id}/offer", offerVersion({ version: 4 }));
  await choose("Every", "once");
  await choose("Credits every", "once");
  expect(names("combobox")).not.toContain("Unused credits stay");
  await press("Publish version 4 (€99.00)");
  expect(published()[0]?.body).toMatchObject({ credits_every: "once", carry_over: 0 });
});

test("a price that cannot be loaded keeps the heading", async () => {
  await openPlanPage();
  refuse("GET /products/{id}/offers", 500, "The log has the cause.", "internal");
  const { queryClient } = await import("../../parts/query-client.ts");
  queryClient.clear();
  const { PlanPage } = await import("../../pages/operator/plan.tsx");
  const { show } = await import("../../../../test/console/dom/page.ts");
  await show(<PlanPage params={{ productId: "growth" }} />);
  expect(textOf(one("h1"))).toBe("growth");
  expect(textOf(get("alert"))).toContain("Could not load the price");
});
