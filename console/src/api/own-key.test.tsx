import { expect, test } from "bun:test";
import { text } from "../../../test/console/dom/find.ts";
import { setUp, show } from "../../../test/console/dom/page.ts";
import { credits, keys, subscription, unlimited, user } from "../../../test/console/dom/records.ts";
import { respond, sent } from "../../../test/console/dom/service.ts";
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
  expect(callingSubscription(all)?.id).toBe(id as string);
});

function Key() {
  const { subscription: one, key } = useOwnKey();
  return <p>{`${one?.id}: ${key}`}</p>;
}

test("the key of the chosen subscription is loaded", async () => {
  respond("get", "/users/{id}/subscriptions", [good]);
  respond("post", "/subscriptions/{subscription_id}/listSecrets", keys());
  await show(<Key />, { as: user() });
  expect(text()).toBe("good: vgk_aaaaaaaaaaaaaaaaaaaa11111");
  expect(sent().map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /users/ada/subscriptions",
    "POST /subscriptions/good/listSecrets",
  ]);
});

test("without a subscription no key is requested", async () => {
  respond("get", "/users/{id}/subscriptions", []);
  await show(<Key />, { as: user() });
  expect(text()).toBe("undefined: undefined");
  expect(sent().map(({ path }) => path)).toEqual(["/users/ada/subscriptions"]);
});
