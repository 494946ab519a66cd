import { expect, test } from "bun:test";
import { setUp, signInAs } from "../../../test/console/dom/page.ts";
import { keys, subscription, user } from "../../../test/console/dom/records.ts";
import { refuse, respond, sent } from "../../../test/console/dom/service.ts";
import { queryClient } from "../parts/query-client.ts";
import { practiceKey } from "./practice.ts";

setUp();

const practice = subscription({ id: "practice-ada", product_id: "practice" });
const listed = () => sent().map(({ method, path }) => `${method} ${path}`);

test("an existing subscription to the practice plan is used", async () => {
  signInAs(user());
  respond("get", "/users/{id}/subscriptions", [subscription(), { ...practice, id: "mine" }]);
  respond("post", "/subscriptions/{subscription_id}/listSecrets", keys("vgk_practice"));
  expect(await practiceKey(queryClient, "ada")).toBe("vgk_practice");
  expect(listed()).toEqual(["GET /users/ada/subscriptions", "POST /subscriptions/mine/listSecrets"]);
});

test("the first use subscribes with an ID that follows from the user", async () => {
  respond("get", "/users/{id}/subscriptions", []);
  respond("post", "/subscriptions/{subscription_id}", practice as never);
  respond("post", "/subscriptions/{subscription_id}/listSecrets", keys("vgk_practice"));
  expect(await practiceKey(queryClient, "ada")).toBe("vgk_practice");
  expect(sent("POST /subscriptions/practice-ada").map(({ body }) => body)).toEqual([
    { scope: "/products/practice", owner_id: "ada", display_name: "Practice" },
  ]);
});

test("a subscription that another tab created is used", async () => {
  respond("get", "/users/{id}/subscriptions", []);
  refuse("POST /subscriptions/{subscription_id}", 409, "It exists.");
  respond("post", "/subscriptions/{subscription_id}/listSecrets", keys("vgk_practice"));
  expect(await practiceKey(queryClient, "ada")).toBe("vgk_practice");
});

test("another failure is thrown", async () => {
  respond("get", "/users/{id}/subscriptions", []);
  refuse("POST /subscriptions/{subscription_id}", 403, "Not published.");
  await expect(practiceKey(queryClient, "ada")).rejects.toMatchObject({
    status: 403,
    message: "Not published.",
  });
});
