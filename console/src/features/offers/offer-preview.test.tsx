import { expect, test } from "bun:test";
import { choose, open as openDetails, type } from "../../../../test/console/dom/act.ts";
import { cells, one, text } from "../../../../test/console/dom/find.ts";
import { offerVersion } from "../../../../test/console/dom/offer-records.ts";
import { elapse, setUp } from "../../../../test/console/dom/page.ts";
import { respond, sent } from "../../../../test/console/dom/service.ts";
import type { Schemas } from "../../api/client.ts";
import type { Offer } from "./offer-queries.ts";
import { openPlanPage } from "./plan-page-records.tsx";

setUp();

const period = {
  number: 1,
  starts_on: "2026-11-30",
  ends_on: "2026-12-30",
  charged_on: "2026-11-30",
  price_minor: 9900,
  credits: 15_000,
  expire_on: "2027-01-30",
  used: 12_000,
  expired: 0,
  left: 3000,
  beyond: 0,
  beyond_minor: 0,
};
const preview: Schemas["OfferPreview"] = {
  periods: [
    period,
    { ...period, number: 2, starts_on: "2027-02-28", charged_on: "2027-02-27", expired: 3000, left: 15_000 },
    {
      ...period,
      number: 3,
      starts_on: "2027-03-30",
      charged_on: null,
      price_minor: 0,
      expire_on: null,
      left: 100,
    },
  ],
  price_minor: 19_800,
  beyond_minor: 0,
};

async function open(versions: readonly Offer[] = [offerVersion()], shown = preview) {
  await openPlanPage({ versions });
  respond("post", "/products/{id}/offer/preview", shown);
  await openDetails(one("#price details"));
}

test("the next periods follow the draft, the day, the zone and the use", async () => {
  await open();
  const [first] = sent("POST /products/growth/offer/preview");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(first?.body).toMatchObject({
    offer: { price_minor: 9900 },
    starts_on: "2026-11-21",
    time_zone: zone,
    credits_used: 12_000,
  });
  await type("Starts on", "2026-11-30");
  await choose("Time zone", "Pacific/Apia");
  await type("Credits used per period", "14,000");
  await type("Price (EUR)", "109");
  await elapse(400);
  expect(sent("POST /products/growth/offer/preview").at(-1)?.body).toMatchObject({
    offer: { price_minor: 10_900 },
    starts_on: "2026-11-30",
    time_zone: "Pacific/Apia",
    credits_used: 14_000,
  });
  expect(cells("Preview of 12 periods").slice(0, 3)).toEqual([
    ["Period", "Starts", "Ends", "Charged", "Price", "Credits", "Expire", "Used", "Expired", "Left"],
    [
      "1",
      "30 Nov 2026",
      "30 Dec 2026",
      "30 Nov 2026",
      "€99.00",
      "15,000",
      "30 Jan 2027",
      "12,000",
      "0",
      "3,000",
    ],
    [
      "2",
      "28 Feb 2027",
      "30 Dec 2026",
      "27 Feb 2027",
      "€99.00",
      "15,000",
      "30 Jan 2027",
      "12,000",
      "3,000",
      "15,000",
    ],
  ]);
  expect(cells("Preview of 12 periods")[3]?.slice(3, 7)).toEqual(["none", "€0.00", "15,000", "none"]);
  expect(text()).toContain(
    "€198.00 in 3 periods. With 14,000 credits used per period, 100 are left at the end, and 3,000 expire unused. The 30th becomes 28 Feb, then 30 Mar again.",
  );
});

test("use beyond credits is priced with the highest cap", async () => {
  const beyond = { ...period, beyond: 2000, beyond_minor: 1600, left: 0 };
  await open([offerVersion()], { periods: [beyond], price_minor: 9900, beyond_minor: 1600 });
  expect(text()).toContain("2,000 are beyond credits: €16.00 with the highest cap, and 402 without a cap.");
  expect(cells("Preview of 12 periods")[0]?.at(-1)).toBe("Beyond");
});
