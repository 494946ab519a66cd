import { expect, test } from "bun:test";
import { until } from "../../../test/until.ts";
import type { Caller } from "../../http/caller.ts";
import { ApiError } from "../../http/errors.ts";
import { OpenCalls } from "./open-calls.ts";

const caller: Caller = { kind: "subscription", subscriptionId: "shop", userId: "ada", productId: null };
const refuse = () => Promise.reject(new ApiError("invalid_credential", "ended"));

function opened() {
  const failures: unknown[] = [];
  const calls = new OpenCalls(
    () => 0,
    (error) => failures.push(error),
  );
  let cuts = 0;
  const add = (admit: () => Promise<Caller>, since?: number) =>
    calls.add({ caller, admit, cut: () => cuts++, ...(since !== undefined && { since }) });
  return { calls, failures, add, cuts: () => cuts };
}

test("a call of which nothing was learned while the database was away is admitted again until it is known", async () => {
  const { calls, failures, add, cuts } = opened();
  let asked = 0;
  add(() => {
    asked += 1;
    return asked < 3 ? Promise.reject(new Error("away")) : refuse();
  });
  calls.changed("/subscriptions/shop");
  calls.changed("/subscriptions/other");
  await until(() => cuts() === 1, "the call is cut");
  expect([asked, failures.map(String)]).toEqual([3, ["Error: away"]]);
});

test("a call that ends while nothing is known of it is not admitted again", async () => {
  const { calls, add, failures } = opened();
  const forget = add(() => Promise.reject(new Error("away")));
  calls.changed(undefined);
  await until(() => failures.length === 1, "its admission has failed");
  forget();
  expect(calls.total).toBe(0);
});

test("a change between admission and opening counts", async () => {
  const { calls, add, cuts } = opened();
  const since = calls.changes;
  add(refuse, since);
  expect(cuts()).toBe(0);
  calls.changed("/users/other");
  add(refuse, since);
  await until(() => cuts() === 1, "the call is cut");
});
