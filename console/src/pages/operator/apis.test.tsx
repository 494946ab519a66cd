import { expect, test } from "bun:test";
import { confirm, press, type } from "../../../../test/console/dom/act.ts";
import { cells, control, get, has, names, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { apiRecord, operator } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
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
    ["API", "Path", "Backend", "Actions"],
    ["Auction history Auctions of a vehicle.", "/auction", "Built in", "Edit Auction history"],
    ["Weather", "/weather", "https://backend.example.com", "Edit Weather Delete Weather"],
    ["Weather", "/weather", "unknown", "Edit Weather Delete Weather"],
  ]);
});

test("an API is registered", async () => {
  await open([]);
  answer("POST /apis", () => json(own, 201));
  expect(text()).toContain("No APIs yet");
  await press("Register API");
  const values = { Name: "weather", "Display name": "Weather", Path: "/weather", Backend: "" };
  for (const [label, value] of Object.entries(values)) await type(label, value);
  await confirm();
  expect(sent("POST /apis").map(({ body }) => body)).toEqual([
    { name: "weather", display_name: "Weather", description: "", path: "/weather", service_url: null },
  ]);
  expect([toast(), has("dialog")]).toEqual(["API registered. Add it to a plan.", false]);
});

test("of a built-in API only the texts can be changed", async () => {
  await open();
  answer("PATCH /apis/{api_id}", () => json(apiRecord()));
  await press("Edit Auction history");
  expect(names("textbox")).toEqual(["Display name", "Description"]);
  await type("Display name", "Auctions");
  await confirm();
  expect(sent("PATCH /apis/auction").map(({ body }) => body)).toEqual([
    { display_name: "Auctions", description: "Auctions of a vehicle." },
  ]);
  expect(toast()).toBe("API updated");
});

test("a registered API can change path and backend, not its name", async () => {
  await open();
  refuse("PATCH /apis/{api_id}", 409, "The path is taken.");
  await press("Edit Weather");
  expect(names("textbox")).toEqual(["Display name", "Description", "Path", "Backend"]);
  await type("Path", "/auction");
  await confirm();
  expect(sent("PATCH /apis/weather")[0]?.body).toMatchObject({
    path: "/auction",
    service_url: "https://backend.example.com",
  });
  expect([textOf(get("alert")), control("Path").value]).toEqual(["The path is taken.", "/auction"]);
});

test("an API is deleted after its name is typed", async () => {
  await open();
  answer("DELETE /apis/{api_id}", () => new Response(null, { status: 204 }));
  await press("Delete Weather");
  await type("Type weather to confirm", "weather");
  await confirm();
  expect(sent("DELETE /apis/weather")).toHaveLength(1);
  expect(toast()).toBe("API deleted");
});
