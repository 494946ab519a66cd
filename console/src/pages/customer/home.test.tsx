import { expect, test } from "bun:test";
import { press } from "../../../../test/console/dom/act.ts";
import { get, has, names, one, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import {
  apiRecord,
  credits,
  keys,
  product,
  subscription,
  user,
} from "../../../../test/console/dom/records.ts";
import { requestPage, series } from "../../../../test/console/dom/report-records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { Home } from "./home.tsx";

setUp();

function serve(used: number, remaining = false) {
  respond("get", "/users/{id}/subscriptions", [subscription({ credits: credits(15 - used, 15) })]);
  respond(
    "get",
    "/users/{id}/remaining-credentials",
    remaining
      ? [{ kind: "keys", id: "k", name: "Key", event: "reset", at: "2026-11-20T10:00:00Z" } as never]
      : [],
  );
  respond("post", "/subscriptions/{subscription_id}/listSecrets", keys());
  respond("get", "/products", [product()]);
  respond("get", "/products/{id}/apis", [apiRecord({ id: "vin-decoder" })]);
  respond("get", "/reports/byApi", { items: [], total: 0 } as never);
  respond("get", "/reports/timeseries", series([]));
  respond("get", "/reports/byRequest", requestPage([]));
  respond("get", "/reports/byError", { items: [], searched_from: null } as never);
}

const listed = () => sent("POST /subscriptions/{subscription_id}/listSecrets").length;

test("Home is the quick start until the first call", async () => {
  serve(0);
  await show(<Home />, { as: user(), at: "/home" });
  expect(textOf(one("h1"))).toBe("Your key works. Make your first call.");
});

test("Home is the quick start on request", async () => {
  serve(3);
  await show(<Home />, { as: user(), at: "/home?start=1" });
  expect(textOf(one("h1"))).toBe("Your key works.");
});

test("after the first call, Home has credits and calls, and reads no key", async () => {
  serve(3);
  await show(<Home />, { as: user(), at: "/home" });
  expect([names("heading").includes("Plan"), listed()]).toEqual([true, 0]);
});

test("after a reset the notice is first, and no key is read, which would need a proof", async () => {
  serve(0, true);
  await show(<Home />, { as: user(), at: "/home" });
  expect(listed()).toBe(0);
});

test("the answer to the first call stays until the page is left", async () => {
  serve(0);
  answer("GET /vin-decoder/{vin}", () => {
    serve(1);
    return json({ status: "success" }, 200, { "x-credits-charged": "1", "x-credits-remaining": "14" });
  });
  await show(<Home />, { as: user(), at: "/home" });
  await press("Run");
  expect([textOf(one("h1")), has("button", "Run again")]).toEqual(["Your key works.", true]);
  await show(<Home />, { as: user(), at: "/home" });
  expect(has("button", "Run again")).toBe(false);
});

test("subscriptions that cannot be loaded are an error on Home", async () => {
  serve(0);
  refuse("GET /users/{id}/subscriptions", 500, "The log has the cause.", "internal");
  await show(<Home />, { as: user(), at: "/home" });
  expect(textOf(get("alert"))).toContain("Could not load your subscriptions");
});
