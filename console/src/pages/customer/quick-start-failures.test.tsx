import { expect, test } from "bun:test";
import { press } from "../../../../test/console/dom/act.ts";
import { all, cells } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { keys, product, subscription, user } from "../../../../test/console/dom/records.ts";
import {
  answer,
  json,
  refuse,
  requestId,
  respond,
  sent,
  setConnected,
} from "../../../../test/console/dom/service.ts";
import { Failures } from "./quick-start-failures.tsx";

setUp();

const open = (plans = [product()], key: string | undefined = "vgk_own") => {
  respond("get", "/products", plans);
  return show(<Failures ownKey={key} />, { as: user() });
};
const practice = product({ id: "practice" });
const row = (index: number) => cells("Calls that fail")[index]!;

test("without a practice plan its calls are left out", async () => {
  await open();
  expect(cells("Calls that fail").map((one) => one.slice(0, 3))).toEqual([
    ["Request", "Status", "Response"],
    ["A VIN with the letter O /vin-decoder/5J6RW2H59JL99OO75", "422 Invalid request", "Not run"],
    ["An unregistered manufacturer /vin-decoder/ZZZCM82633A004352", "404 Not found", "Not run"],
    ["A mistyped key /vin-decoder/5J6RW2H59JL990075", "401 Invalid key", "Not run"],
  ]);
});

test("a call is sent with the user's key and its response is shown", async () => {
  refuse("GET /vin-decoder/{vin}", 422, [{ msg: "Letter O at 14." }]);
  await open();
  await press("Run: A VIN with the letter O");
  expect(sent("GET /vin-decoder/{vin}")[0]?.headers.get("x-authkey")).toBe("vgk_own");
  expect(row(1)[2]).toBe(`Letter O at 14. validation_error, request ${requestId}`);
  expect(row(1)[4]).toBe("Run again: A VIN with the letter O");
});

test("the mistyped key is sent as it is", async () => {
  refuse("GET /vin-decoder/{vin}", 401, "Invalid API key.", "invalid_key");
  await open();
  await press("Run: A mistyped key");
  expect(sent("GET /vin-decoder/{vin}")[0]?.headers.get("x-authkey")).toBe("vgk_mistyped");
});

test("too many calls are sent with the practice key until one is refused", async () => {
  let calls = 0;
  answer("GET /ymm-specs/options/v3/year", () => {
    calls += 1;
    return calls < 4
      ? json({ data: [] })
      : json({ detail: "Slow down.", code: "rate_limited" }, 429, { "retry-after": "7" });
  });
  respond("get", "/users/{id}/subscriptions", [subscription({ product_id: "practice" })]);
  respond("post", "/subscriptions/{subscription_id}/listSecrets", keys("vgk_practice"));
  await open([practice]);
  await press("Run: Too many calls");
  const used = sent("GET /ymm-specs/options/v3/year").map(({ headers }) => headers.get("x-authkey"));
  expect(used).toEqual(Array(4).fill("vgk_practice"));
  expect(row(5)[2]).toStartWith("Slow down. Try again in 7 seconds. rate_limited");
});

test("a call that is never refused stops after ten attempts", async () => {
  answer("GET /ymm-specs/options/v3/year", () => json({ data: [] }));
  respond("get", "/users/{id}/subscriptions", [subscription({ product_id: "practice" })]);
  respond("post", "/subscriptions/{subscription_id}/listSecrets", keys("vgk_practice"));
  await open([practice]);
  await press("Run: Too many calls");
  expect(sent("GET /ymm-specs/options/v3/year")).toHaveLength(10);
});

test("a lost connection is reported", async () => {
  await open();
  setConnected(false);
  await press("Run: A mistyped key");
  expect(toast()).toBe("No response. Check the request log before you retry.");
});

test("without a key no call can be run", async () => {
  respond("get", "/products", []);
  await show(<Failures ownKey={undefined} />, { as: user() });
  expect(all("button").map((button) => (button as HTMLButtonElement).disabled)).toEqual([true, true, true]);
});
