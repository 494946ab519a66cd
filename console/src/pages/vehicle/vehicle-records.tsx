import { decodedVin, vin } from "../../../../test/console/dom/decoded-vin.ts";
import { show } from "../../../../test/console/dom/page.ts";
import {
  apiRecord,
  credits,
  keys,
  product,
  subscription,
  user,
} from "../../../../test/console/dom/records.ts";
import { requestPage, requestRecord } from "../../../../test/console/dom/report-records.ts";
import { answer, json, respond, sent } from "../../../../test/console/dom/service.ts";
import { LookUp } from "./look-up.tsx";

export const decodePath = `/oem-vin-decode/${vin}`;
export const valuePath = `/market-valuation/${vin}`;

const sale = {
  post_date: "2024-03-02 00:00:00+00:00",
  data: { sale_status: "sold", listing_price: {}, images: [] },
};
const valuation = {
  basic: { mileage: "96,202" },
  market_value: { market_value_data: [] },
  statistics: {
    comparables: 12,
    p15: 15_000,
    p50: 17_000,
    p85: 19_000,
    mileage_median: 90_000,
    as_of: "2026-11-01",
    confidence: "high",
  },
};
const repair = {
  title: "Brake pads",
  costs: [
    { name: "Parts", desc: "", low: 50, high: 90 },
    { name: "Labor", desc: "1 to 2 hours", low: 100, high: 200 },
  ],
};
const recall = {
  nhtsa_campaign_number: "20V123000",
  component: "AIR BAGS",
  summary: "The air bag can fail.",
  consequence: "Injury.",
  remedy: "Replace it.",
  park_it: true,
  park_outside: false,
  recall_status: "open",
};
const lien = {
  lienholder: "Acme Bank",
  state: "CA",
  filed_at: "2023-05-01",
  released_at: "",
  status: "active",
};

export const found: Readonly<Record<string, unknown>> = {
  [decodePath]: decodedVin(),
  [`/saleshistory/${vin}`]: { sales_history: [sale] },
  [valuePath]: valuation,
  [`/repair-estimates/${vin}`]: { data: { repair: [{ trim: "EX", repair: [repair] }] } },
  [`/open-recall/${vin}`]: { recalls: [recall] },
  [`/lien/${vin}`]: { as_of: "2026-10-01", liens: [lien] },
};
export const apiIds = [
  "oem-vin-decode",
  "auction",
  "saleshistory",
  "market-valuation",
  "repair-estimates",
  "open-recall",
  "lien",
];

/** The service with these earlier calls. What `found` lacks is a 404. */
export function serve(earlier = [] as Parameters<typeof requestRecord>[0][], apis = apiIds) {
  respond("get", "/users/{id}/subscriptions", [subscription({ credits: credits(9, 15) })]);
  respond("post", "/subscriptions/{subscription_id}/listSecrets", keys());
  respond("get", "/products", [product({ policy: { credit_cost: { per_api: { auction: 2 } } } })]);
  respond(
    "get",
    "/products/{id}/apis",
    apis.map((id) => apiRecord({ id })),
  );
  respond("get", "/reports/byRequest", requestPage(earlier.map((one) => requestRecord(one))));
  for (const id of apiIds)
    answer(`GET /${id}/${vin}`, ({ path }) =>
      path in found
        ? json({ data: found[path] }, 200, { "x-data-source": "demo" })
        : json({ detail: `No record of ${vin}.`, code: "record_not_found" }, 404),
    );
}

/** The lookups so far: path, and the call that each repeats. */
export const lookups = () =>
  sent()
    .filter(({ headers }) => headers.has("x-authkey"))
    .map(({ path, query, headers }) => {
      const search = new URLSearchParams(query).toString();
      const repeated = headers.get("x-repeat-of");
      return `${path}${search && `?${search}`}${repeated ? ` repeats ${repeated}` : ""}`;
    });

export const open = (search = `?vin=${vin}`) => show(<LookUp />, { as: user(), at: `/look-up${search}` });
export const paid = (url: string, request_id: string) => ({ url, request_id, credits: 1 });
