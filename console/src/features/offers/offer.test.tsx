import { expect, test } from "bun:test";
import { choose, click, confirm, press, toggle, type } from "../../../../test/console/dom/act.ts";
import { all, cells, control, get, has, names, text, textOf } from "../../../../test/console/dom/find.ts";
import { offerVersion } from "../../../../test/console/dom/offer-records.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator, product } from "../../../../test/console/dom/records.ts";
import { respond, sent } from "../../../../test/console/dom/service.ts";
import type { Schemas } from "../../api/client.ts";
import { OfferPage } from "./offer.tsx";
import type { Offer } from "./offer-queries.ts";

setUp();

const growth = product({ id: "growth", display_name: "Growth" });
const older = offerVersion({
  version: 2,
  price_minor: 8900,
  overage_minor: null,
  overage_per: null,
  overage_cap_max: null,
  published_at: "2026-03-03T00:00:00.000Z",
});

async function open(
  versions: readonly Offer[] = [offerVersion(), older],
  shown: Schemas["OfferPreview"] = { periods: [], price_minor: 0, beyond_minor: 0 },
) {
  respond("get", "/products", [growth]);
  respond("get", "/products/{id}/offers", [...versions]);
  respond("post", "/products/{id}/offer/preview", shown);
  const [newest] = versions;
  if (newest) respond("get", "/products/{id}/offer", newest, { etag: '"v3"' });
  await show(<OfferPage params={{ productId: "growth" }} />, {
    as: operator(),
    at: "/plans/growth?tab=price",
  });
}

const publishButton = () => names("button").filter((name) => name.startsWith("Publish"));

test("an offer has its terms, its versions and what a publication does", async () => {
  await open();
  expect(textOf(get("heading", "Growth: version 3 is on sale"))).not.toBe("");
  expect(text()).toContain("Version 3 is on sale since 1 Sep 2026. The API calls a plan a product.");
  const fields = [
    "Price (EUR)",
    "Every",
    "Credits",
    "Beyond credits (EUR)",
    "Per (credits)",
    "Highest cap (credits)",
  ];
  expect(fields.map((label) => control(label).value)).toEqual([
    "99.00",
    "month",
    "15,000",
    "8.00",
    "1,000",
    "62,500",
  ]);
  expect(text()).toContain("€500 per period.");
  expect(cells("Versions")).toEqual([
    ["Version", "Price", "Beyond credits", "Subscriptions", "Published"],
    ["3", "€99.00", "€8.00 per 1,000", "unknown", "1 Sep 2026"],
    ["2", "€89.00", "none", "unknown", "3 Mar 2026"],
  ]);
  expect(text()).toContain(
    "New subscriptions: version 4 from the moment it is published. Nobody is charged now. No balance changes. Credits keep their dates. Published versions cannot be edited or deleted.",
  );
  expect(text()).toContain(
    "Who pays the new version New customers only Current subscriptions: version and price stay until the plan is changed. No mail is sent. Everyone, after a notice Current subscriptions: a mail now, and the new terms from the first period that starts after 21 Dec 2026. Each can leave before.",
  );
  expect(all("radio").map((one) => (one as HTMLInputElement).checked)).toEqual([true, false]);
  expect(get("button", "Publish version 4").hasAttribute("disabled")).toBe(true);
  expect(text()).toContain("Change a term first.");
});

test("changed terms are outlined with what they were", async () => {
  await open();
  await type("Price (EUR)", "109");
  await type("Beyond credits (EUR)", "8.50");
  expect(textOf(get("heading", "Growth: version 4 changes 2 prices"))).not.toBe("");
  expect(text()).toContain("Reads as €109.00. Was €99.00: +10.1%.");
  expect(text()).toContain("Reads as €8.50. Was €8.00: +6.3%. Leave empty for none.");
  const outlined = all("textbox").filter((field) => field.className === "in changed");
  expect(outlined.map((field) => (field as HTMLInputElement).value)).toEqual(["109", "8.50"]);
  expect(cells("Versions")[1]).toEqual(["4", "€109.00", "€8.50 per 1,000", "0", "Draft"]);
  await type("Notice (days)", "14");
  expect(names("heading")[0]).toBe("Growth: version 4 changes 3 terms");
  await press("Discard draft");
  expect(control("Price (EUR)").value).toBe("99.00");
  expect(has("button", "Discard draft")).toBe(false);
});

test("a draft is published once it is confirmed, for the version that was read", async () => {
  await open();
  respond("put", "/products/{id}/offer", offerVersion({ version: 4, price_minor: 10_900 }));
  await type("Price (EUR)", "109.00");
  await press("Publish version 4");
  expect(textOf(get("dialog"))).toBe(
    "Publish version 4 of Growth Price: €109.00 per month instead of €99.00 per month. Who pays: new customers only. For others nothing changes. This cannot be undone. A version 5 can follow. Publish version 4 Cancel",
  );
  expect(sent("PUT /products/growth/offer")).toEqual([]);
  await confirm();
  const [put] = sent("PUT /products/growth/offer");
  const { product_id, version, published_at, published_by, subscriptions, ...terms } = offerVersion();
  expect([put?.body, put?.headers.get("if-match")]).toEqual([
    { ...terms, price_minor: 10_900, who_pays: "new" },
    '"v3"',
  ]);
  expect([toast(), has("dialog")]).toEqual(["Offer published", false]);
});

test("a version that another operator has published meanwhile is shown before the draft replaces it", async () => {
  await open();
  await type("Price (EUR)", "109.00");
  respond("get", "/products/{id}/offer", offerVersion({ version: 4, notice_days: 60, price_minor: 9500 }), {
    etag: '"v4"',
  });
  await press("Publish version 4");
  await confirm();
  expect(sent("PUT /products/growth/offer")).toEqual([]);
  expect(cells("Members with two values").slice(1)).toEqual([
    ["Price", "9500", "10900"],
    ["Notice days", "60", "30"],
  ]);
});

test("known subscriptions are on the button, with what they pay", async () => {
  await open([offerVersion({ subscriptions: 41 }), { ...older, subscriptions: 0 }]);
  await type("Price (EUR)", "109.00");
  expect(publishButton()).toEqual(["Publish version 4 for new customers"]);
  expect(has("table", "Effect on income, without VAT")).toBe(false);
  await click(all("radio")[1]!);
  expect(publishButton()).toEqual(["Publish version 4 for 41 current subscriptions"]);
  expect(text()).toContain(
    "41 current subscriptions: a mail now, and the new terms from the first period that starts after 21 Dec 2026.",
  );
  expect(cells("Effect on income, without VAT")).toEqual([
    ["Now, 41 × €99.00", "€4,059.00 per month"],
    ["After the notice, 41 × €109.00", "€4,469.00 per month"],
    ["Difference", "+€410.00 per month"],
  ]);
  expect(cells("Versions").map((row) => row[3])).toEqual(["Subscriptions", "0", "41", "0"]);
});

test("customers of all versions count, and what they pay is summed over their prices", async () => {
  await open([
    offerVersion({ subscriptions: 2, who_pays: "new" }),
    { ...older, subscriptions: 5, who_pays: "notice" },
  ]);
  expect(cells("Versions").map((row) => row[4])).toEqual([
    "Published",
    "1 Sep 2026 New customers only",
    "3 Mar 2026",
  ]);
  await type("Price (EUR)", "109.00");
  expect(text()).toContain("7 current subscriptions: version and price stay until the plan is changed.");
  await click(all("radio")[1]!);
  expect(publishButton()).toEqual(["Publish version 4 for 7 current subscriptions"]);
  expect(cells("Effect on income, without VAT")).toEqual([
    ["Now, 7 at 2 prices", "€643.00 per month"],
    ["After the notice, 7 × €109.00", "€763.00 per month"],
    ["Difference", "+€120.00 per month"],
  ]);
});

test("the same terms are published for all, if that is chosen", async () => {
  await open([offerVersion({ subscriptions: 2, who_pays: "new" }), { ...older, subscriptions: 5 }]);
  expect(text()).toContain("Change a term first.");
  await click(all("radio")[1]!);
  expect(names("heading")[0]).toBe("Growth: version 4 changes who pays");
  respond("put", "/products/{id}/offer", offerVersion({ version: 4 }));
  await press("Publish version 4 for 7 current subscriptions");
  expect(textOf(get("dialog"))).toContain(
    "Who pays: everyone. 7 current subscriptions: from the first period that starts after 21 Dec 2026.",
  );
  await confirm();
  expect(sent("PUT /products/growth/offer")[0]?.body).toMatchObject({
    who_pays: "notice",
    price_minor: 9900,
  });
});

test("a notice that is under way is said to go on", async () => {
  const published_at = "2026-11-20T08:00:00.000Z";
  await open([offerVersion({ subscriptions: 0, published_at }), { ...older, subscriptions: 5 }]);
  expect(text()).toContain("The notice of version 3 goes on: it applies from 20 Dec 2026.");
});

test("an offer is withdrawn by a version that is not on sale", async () => {
  await open();
  respond("put", "/products/{id}/offer", offerVersion({ version: 4, on_sale: false }));
  await toggle("On sale: on the price page, and for new subscriptions");
  expect(text()).toContain("New subscriptions: none. The plan is not on the price page any more.");
  await press("Publish version 4 and withdraw the offer");
  await confirm();
  expect((sent("PUT /products/growth/offer")[0]?.body as { on_sale: boolean }).on_sale).toBe(false);
});

test("the first version is published only if none exists", async () => {
  await open([]);
  expect(names("heading")[0]).toBe("Growth: no offer yet");
  expect(text()).toContain("Enter price and credits.");
  expect(all("textbox").filter((field) => field.hasAttribute("aria-invalid"))).toEqual([]);
  expect(sent("POST /products/growth/offer/preview")).toEqual([]);
  await type("Currency", "JPY");
  await type("Price (JPY)", "9900");
  await type("Credits", "2,000");
  respond("put", "/products/{id}/offer", offerVersion({ version: 1 }));
  await press("Publish version 1");
  await confirm();
  const [put] = sent("PUT /products/growth/offer");
  expect([put?.headers.get("if-none-match"), put?.body]).toEqual([
    "*",
    {
      on_sale: true,
      currency: "JPY",
      price_minor: 9900,
      price_every: "month",
      credits: 2000,
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
    },
  ]);
});

test("fields that cannot be published say why", async () => {
  await open();
  for (const [label, typed, fault] of [
    ["Price (EUR)", "9.999", "EUR has 2 digits after the decimal sign, for example 59.90."],
    ["Credits", "many", "Enter a whole number, for example 15,000."],
    ["Unused credits stay (periods)", "13", "Enter a whole number up to 12."],
    ["Notice (days)", "366", "Enter a whole number up to 365."],
    ["Per (credits)", "0", "Enter a whole number from 1."],
  ] as const) {
    const before = control(label).value;
    await type(label, typed);
    expect(text()).toContain(fault);
    expect(text()).toContain("Correct the marked fields.");
    await type(label, before);
  }
  await choose("Credits every", "once");
  expect(text()).toContain("0, because credits granted once do not expire.");
  await choose("Credits every", "month");
  await type("Highest cap (credits)", "");
  expect(text()).toContain("Enter highest cap.");
});

test("packages are added, changed and removed", async () => {
  await open();
  await press("Add package");
  await type("Package size (credits)", "500");
  expect(textOf(get("dialog"))).toContain("Enter credits, price and months.");
  await type("Package price (EUR)", "7");
  await confirm();
  expect(cells("Packages of the draft").map((row) => row.slice(0, 3))).toEqual([
    ["Credits", "Price (EUR)", "Months"],
    ["500", "7.00", "12"],
    ["1,000", "12.00", "12"],
  ]);
  await press("Remove the package of 500");
  expect(names("heading")[0]).toBe("Growth: version 3 is on sale");
  await press("Edit the package of 1,000");
  await type("Valid (months)", "24");
  await confirm();
  expect(cells("Packages of the draft").slice(1)).toEqual([
    ["1,000", "12.00", "24", "Edit the package of 1,000 Remove the package of 1,000"],
  ]);
  expect(names("heading")[0]).toBe("Growth: version 4 changes 1 price");
  await press("Remove the package of 1,000");
  expect(text()).toContain("None. Customers buy no credits on top.");
  expect(text()).toContain("Changed. Was 1 package.");
});

test("an unknown plan leads to the list", async () => {
  respond("get", "/products", []);
  respond("get", "/products/{id}/offers", []);
  await show(<OfferPage params={{ productId: "gone" }} />, { as: operator(), at: "/plans/gone?tab=price" });
  expect(text()).toBe("No matching plan gone View all");
});
