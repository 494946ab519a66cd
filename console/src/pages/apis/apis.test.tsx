import { expect, test } from "bun:test";
import { attributes, cells, get, text } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { apiRecord, operator } from "../../../../test/console/dom/records.ts";
import { respond } from "../../../../test/console/dom/service.ts";
import { Apis } from "./apis.tsx";

setUp();

const own = apiRecord({
  id: "weather",
  name: "weather",
  display_name: "Weather",
  description: "",
  path: "/weather",
  builtin: false,
  service_url: "https://backend.example.com",
});

async function open(all = [apiRecord(), own]) {
  respond("get", "/apis", all);
  await show(<Apis />, { as: operator() });
}

test("built-in and registered APIs are listed", async () => {
  await open([apiRecord(), own, { ...own, id: "c", service_url: null }]);
  expect(cells("APIs")).toEqual([
    ["API", "Path", "Backend"],
    ["Auction history Auctions of a vehicle.", "/auction", "Built in"],
    ["Weather", "/weather", "https://backend.example.com"],
    ["Weather", "/weather", "unknown"],
  ]);
  expect(attributes(get("link", "Auction history")).href).toEndWith("/apis/auction");
});

test("an empty list leads to the page that registers one", async () => {
  await open([]);
  expect(text()).toContain("No APIs yet");
  expect(attributes(get("link", "Register API")).href).toEndWith("/apis/new");
});
