import { expect, test } from "bun:test";
import { choose, doublePress, press, type } from "../../../../test/console/dom/act.ts";
// biome-ignore format: one line
import { cells, control, get, has, names, one, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { address, setUp, show, step } from "../../../../test/console/dom/page.ts";
import {
  apiRecord,
  keys,
  operator,
  product,
  subscription,
  user,
} from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { copied } from "../../../../test/console/dom/window.ts";
import { Reference } from "./reference.tsx";

setUp();

const vin = "5J6RW2H59JL990075";
const parameter = (name: string, example: string, more = {}) => ({
  name,
  in: "path",
  required: true,
  description: `The ${name}.`,
  example,
  schema: { type: "string" },
  ...more,
});
const lookup = (operationId: string, tag: string, summary: string, parameters: readonly object[]) => ({
  get: {
    operationId,
    tags: [tag],
    summary,
    description: `Takes \`${operationId}\`.`,
    parameters,
    responses: {
      "200": {
        description: "Success.",
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["vin"],
              properties: { vin: { type: "string", description: "The VIN." } },
            },
            example: { vin },
          },
        },
      },
      "404": { description: "`vehicle_not_found`: no such vehicle." },
      default: { description: "Any other error." },
    },
  },
});
const document = {
  security: [{ "x-AuthKey": [] }],
  paths: {
    "/oil-lookup/{vin}": lookup("getOil", "Engine oil", "Engine oil by VIN", [parameter("vin", vin)]),
    "/vin-decoder/{vin}": lookup("decodeVin", "Basic VIN decoder", "Decode a VIN", [
      parameter("vin", vin),
      parameter("year", "2018", { in: "query", required: false }),
      parameter("X-Repeat-Of", "", { in: "header", required: false }),
    ]),
    "/parts/options/make/{year}": lookup("listMakes", "Parts options", "List the makes", [
      parameter("year", "2018"),
    ]),
    "/parts/{year}/{make}": lookup("getParts", "Parts", "Parts by make", [
      parameter("year", "2018"),
      parameter("make", "HONDA"),
    ]),
    "/users/": {
      get: {
        operationId: "listUsers",
        tags: ["Users"],
        summary: "List users",
        security: [{ Authorization: [] }],
        responses: { "200": { description: "Success." } },
      },
    },
    "/health": {
      get: {
        operationId: "getHealth",
        tags: ["Platform"],
        summary: "Report the health",
        security: [],
        responses: { "200": { description: "Success." } },
      },
    },
  },
};

function serve(subscriptions = [subscription()]) {
  answer("GET /openapi.json", () => json(document));
  respond("get", "/users/{id}/subscriptions", subscriptions);
  respond("get", "/products", [product({ policy: { credit_cost: { per_api: { "oil-lookup": 2 } } } })]);
  respond("get", "/apis", [apiRecord()]);
  const included = ["vin-decoder", "oil-lookup", "parts", "0198"];
  respond(
    "get",
    "/products/{id}/apis",
    included.map((id) => apiRecord({ id })),
  );
  respond("post", "/subscriptions/{subscription_id}/listSecrets", keys());
}

const open = (search = "") => show(<Reference />, { as: user(), at: `/docs/reference${search}` });
const listed = () => texts(".ref-list h2, .ref-list li");

test("lookups are listed by tag, decoders first and lists of choices last", async () => {
  serve();
  await open();
  expect(text()).toContain(
    "Every operation of this service with its parameters, examples and errors, from its OpenAPI document.",
  );
  expect(listed()).toEqual([
    "Basic VIN decoder",
    "Decode a VIN /vin-decoder/{vin}",
    "Engine oil",
    "Engine oil by VIN /oil-lookup/{vin}",
    "Parts",
    "Parts by make /parts/{year}/{make}",
    "Parts options",
    "List the makes /parts/options/make/{year}",
  ]);
  expect(texts("h2.ref-title")).toEqual(["Decode a VIN"]);
});

test("the search is kept in the address", async () => {
  serve();
  await open();
  await type("Search", "OIL");
  expect([listed(), address()]).toEqual([
    ["Engine oil", "Engine oil by VIN /oil-lookup/{vin}"],
    "/docs/reference?q=OIL",
  ]);
  await type("Search", "nothing");
  expect(text()).toContain("No matching operation for “nothing”.");
});

test("an operation shows its parameters, bodies and responses", async () => {
  serve();
  await open("?op=decodeVin");
  expect(cells("Parameters")).toEqual([
    ["Name", "Description", "Example"],
    ["vin path, required", "The vin.", vin],
    ["year query", "The year.", "2018"],
    ["X-Repeat-Of header", "The X-Repeat-Of.", ""],
  ]);
  expect(cells("Responses")).toEqual([
    ["Status", "When", "Price"],
    ["200 OK", "Success.", "Plan price"],
    ["404 Not found", "vehicle_not_found: no such vehicle.", "Usually free"],
    ["Any other", "Any other error.", "Free"],
  ]);
  expect(texts(".ref-says code")).toEqual(["decodeVin"]);
  expect(text()).toContain("Response body");
});

test("management operations are listed on request", async () => {
  serve();
  await open();
  await press("Management");
  expect([listed(), address()]).toEqual([
    ["Users", "List users /users/", "Platform", "Report the health /health"],
    "/docs/reference?kind=management",
  ]);
});

test.each([
  ["listUsers", "Requires a token in Authorization."],
  ["getHealth", "No credential is required."],
])("%s names its credential", async (operation, words) => {
  serve();
  await open(`?op=${operation}`);
  expect([text().includes(words), has("button", "Run")]).toEqual([true, false]);
});

test("operators start with the users", async () => {
  serve();
  await show(<Reference />, { as: operator(), at: "/docs/reference" });
  expect(texts("h2.ref-title")).toEqual(["List users"]);
});

test("a lookup runs with the user's key and shows its price", async () => {
  serve();
  answer("GET /oil-lookup/{vin}", () =>
    json({ vin }, 200, { "x-credits-remaining": "58", "x-data-source": "demo" }),
  );
  await open("?op=getOil");
  expect(text()).toContain("Price: 2 credits");
  await press("Run");
  const [call] = sent(`GET /oil-lookup/${vin}`);
  expect(call?.headers.get("x-authkey")).toBe(keys().primary_key);
  expect(texts("pre").at(-1)).toContain(vin);
  expect(text()).toContain("200 OK");
  // The credits are read again.
  expect(sent("GET /users/{id}/subscriptions").length).toBeGreaterThan(1);
});

test("a double click sends one call", async () => {
  serve();
  answer("GET /oil-lookup/{vin}", () => json({ vin }));
  await open("?op=getOil");
  await doublePress("Run");
  expect(sent("GET /oil-lookup/{vin}")).toHaveLength(1);
  await press("Run");
  expect(sent("GET /oil-lookup/{vin}")).toHaveLength(2);
});

test("optional parameters are sent if they are filled in", async () => {
  serve();
  answer("GET /vin-decoder/{vin}", () => json({ vin }));
  await open();
  await type("year (optional)", "2018");
  await press("Run");
  expect(sent(`GET /vin-decoder/${vin}`).map(({ query }) => query)).toEqual([{ year: "2018" }]);
  await type("vin", "");
  expect((get("button", "Run") as HTMLButtonElement).disabled).toBe(true);
});

test("a parameter offers the choices of its list", async () => {
  serve();
  answer("GET /parts/options/make/2018", () => json({ data: ["HONDA", "KIA"] }));
  answer("GET /parts/2018/KIA", () => json({ vin }));
  await open("?op=getParts");
  expect(sent("GET /parts/options/make/2018")).toEqual([]);
  await step(() => control("make").focus());
  const offered = control("make").ownerDocument.getElementById(control("make").getAttribute("list")!);
  expect([...offered!.children].map((option) => option.getAttribute("value"))).toEqual(["HONDA", "KIA"]);
  await type("make", "KIA");
  await press("Run");
  expect(sent("GET /parts/2018/KIA")).toHaveLength(1);
});

test("a replayed call has its parameters", async () => {
  serve();
  await open("?op=decodeVin&replay=/vin-decoder/1HGCM82633A004352?year=2003");
  expect([control("vin").value, text().includes("from the call in the request log")]).toEqual([
    "1HGCM82633A004352",
    true,
  ]);
});

test("another subscription is chosen", async () => {
  serve([subscription(), subscription({ id: "sub-2", display_name: "Fleet" })]);
  answer("GET /vin-decoder/{vin}", () => json({ vin }));
  await open();
  await choose("Subscription", "sub-2");
  expect(sent("POST /subscriptions/sub-2/listSecrets")).toHaveLength(1);
});

test("a user without a subscription cannot run", async () => {
  serve([]);
  await open();
  expect(text()).toContain("No active subscription");
  expect((get("button", "Run") as HTMLButtonElement).disabled).toBe(true);
});

test("a visitor enters a key", async () => {
  answer("GET /openapi.json", () => json(document));
  refuse(
    "GET /vin-decoder/{vin}",
    401,
    "Invalid API key: mistyped, expired or revoked.",
    "invalid_credential",
  );
  await show(<Reference />, { at: "/docs/reference" });
  expect(text()).toContain("Enter an API key, or sign in to use your own.");
  await type("API key", " vgk_mine ");
  await press("Run");
  expect(sent(`GET /vin-decoder/${vin}`)[0]?.headers.get("x-authkey")).toBe("vgk_mine");
  expect(text()).toContain("401 Invalid key");
});

test("an unreadable document is tried again", async () => {
  refuse("GET /openapi.json", 500, "Broken.");
  await show(<Reference />, { as: user(), at: "/docs/reference" });
  expect(textOf(one("[role=alert]"))).toStartWith("Could not load the reference Broken.");
  serve();
  await press("Try again");
  expect(names("heading")).toContain("Decode a VIN");
});

test("an operation is copied as Markdown for an agent", async () => {
  serve();
  answer("GET /docs/operations/getOil.md", () => new Response("# Engine oil by VIN\n"));
  await open("?op=getOil");
  expect(get("link", "View as Markdown").getAttribute("href")).toBe("/docs/operations/getOil.md");
  await press("Copy for an agent");
  expect(copied).toEqual(["# Engine oil by VIN\n"]);
});

test("a failed copy for an agent says so", async () => {
  serve();
  answer("GET /docs/operations/getOil.md", () => json({ title: "Unavailable" }, 503));
  await open("?op=getOil");
  await press("Copy for an agent");
  expect(textOf(one("[role=alert]"))).toContain("Could not load the page. Try again.");
});
