import { expect, test } from "bun:test";
import { click, confirm, press, type } from "../../../../test/console/dom/act.ts";
import { all, get, names, textOf } from "../../../../test/console/dom/find.ts";
import { offerVersion } from "../../../../test/console/dom/offer-records.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { operator, product } from "../../../../test/console/dom/records.ts";
import { respond, sent } from "../../../../test/console/dom/service.ts";
import { OfferPage } from "./offer.tsx";
import type { Offer } from "./offer-queries.ts";

setUp();

/** The offer of a plan that is not published. */
async function open(versions: readonly Offer[]) {
  const plan = product({ id: "growth", display_name: "Growth", state: "not_published" });
  respond("get", "/products", [plan]);
  respond("get", "/products/{id}/offers", [...versions]);
  respond("post", "/products/{id}/offer/preview", { periods: [], price_minor: 0, beyond_minor: 0 });
  const [newest] = versions;
  if (newest) respond("get", "/products/{id}/offer", newest, { etag: '"v3"' });
  await show(<OfferPage params={{ productId: "growth" }} />, {
    as: operator(),
    at: "/plans/growth?tab=price",
  });
}

const publishButton = () => names("button").filter((name) => name.startsWith("Publish"));

test("a plan that is not published is published with its first version, in one request", async () => {
  respond("put", "/products/{id}/offer", offerVersion({ version: 1 }));
  await open([]);
  await type("Price (EUR)", "99");
  await type("Credits", "15,000");
  await press("Publish the plan and version 1");
  expect(textOf(get("dialog"))).toContain("The plan is published in the same moment.");
  await confirm();
  expect(sent("PUT /products/growth/offer").map(({ body }) => body)).toMatchObject([
    { price_minor: 9900, publish_product: true },
  ]);
  expect(sent("PUT /products/growth")).toEqual([]);
});

test("a plan can stay unpublished, and an offer publishes it later", async () => {
  respond("put", "/products/{id}/offer", offerVersion({ version: 4 }));
  await open([offerVersion()]);
  await type("Price (EUR)", "109");
  expect(publishButton()).toEqual(["Publish version 4"]);
  await click(all("checkbox").at(-1)!);
  expect(publishButton()).toEqual(["Publish the plan and version 4"]);
  await press("Publish the plan and version 4");
  await confirm();
  expect(sent("PUT /products/growth/offer").map(({ body }) => body)).toMatchObject([
    { price_minor: 10_900, publish_product: true },
  ]);
});
