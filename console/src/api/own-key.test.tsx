import { expect, test } from "bun:test";
import { text } from "../../../test/console/dom/find.ts";
import { setUp, show } from "../../../test/console/dom/page.ts";
import {
  apiRecord,
  credits,
  keys,
  subscription,
  unlimited,
  user,
} from "../../../test/console/dom/records.ts";
import { answer, json, respond, sent } from "../../../test/console/dom/service.ts";
import { callingSubscription, useOwnKey } from "./own-key.ts";

setUp();

const spent = subscription({ id: "spent", credits: credits(0) });
const practice = subscription({ id: "practice", credits: credits(0, 0) });
const good = subscription({ id: "good" });
const free = subscription({ id: "free", credits: unlimited });
const suspended = subscription({ id: "suspended", state: "suspended" });

test.each([
  ["the newest with credits", [spent, good, free], "good"],
  ["an unlimited one", [spent, free], "free"],
  ["one that had credits before one for practice", [practice, spent], "spent"],
  ["any active one", [suspended, practice], "practice"],
  ["none that is suspended", [suspended], undefined],
  ["none of none", [], undefined],
])("chooses %s", (_, all, id) => {
  expect(callingSubscription(all, () => true)?.id).toBe(id as string);
});

const lookups = subscription({ id: "lookups", product_id: "trial" });
const tyres = subscription({ id: "tyres", product_id: "tyres-plan", scope: "/products/tyres-plan" });

test.each([
  ["one that covers the call before a newer one", [tyres, good, lookups], "good"],
  ["one that covers the call though its credits are spent", [tyres, spent], "spent"],
  ["the newest if none covers the call", [tyres], "tyres"],
])("chooses %s", (_, all, id) => {
  expect(callingSubscription(all, (one) => one !== tyres)?.id).toBe(id);
});

test("of several none is chosen before their APIs are known", () => {
  expect([callingSubscription([good, spent], undefined), callingSubscription([good], undefined)]).toEqual([
    undefined,
    good,
  ]);
});

function Key() {
  const { subscription: one, key } = useOwnKey();
  return <p>{`${one?.id}: ${key}`}</p>;
}

test("the key of a subscription that covers the call is loaded", async () => {
  respond("get", "/users/{id}/subscriptions", [tyres, good]);
  answer("GET /products/tyres-plan/apis", () =>
    json([apiRecord({ id: "0198" })], 200, { "x-total-count": "1" }),
  );
  answer("GET /products/trial/apis", () =>
    json([apiRecord({ id: "oem-vin-decode" })], 200, { "x-total-count": "1" }),
  );
  respond("post", "/subscriptions/{subscription_id}/listSecrets", keys());
  await show(<Key />, { as: user() });
  expect(text()).toBe("good: vgk_aaaaaaaaaaaaaaaaaaaa11111");
  expect(sent().map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /users/ada/subscriptions",
    "GET /products/tyres-plan/apis",
    "GET /products/trial/apis",
    "POST /subscriptions/good/listSecrets",
  ]);
});

test("without a subscription no key is requested", async () => {
  respond("get", "/users/{id}/subscriptions", []);
  await show(<Key />, { as: user() });
  expect(text()).toBe("undefined: undefined");
  expect(sent().map(({ path }) => path)).toEqual(["/users/ada/subscriptions"]);
});
