import { expect, test } from "bun:test";
import { press } from "../../../../test/console/dom/act.ts";
import { all, cells } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { user } from "../../../../test/console/dom/records.ts";
import { refuse, requestId, sent, setConnected } from "../../../../test/console/dom/service.ts";
import { Failures } from "./quick-start-failures.tsx";

setUp();

const open = (key: string | undefined = "vgk_own") =>
  show(<Failures ownKey={key} testKey={key && "vgk_test"} />, { as: user() });
const row = (index: number) => cells("Calls that fail")[index]!;

test("each call says what it returns", async () => {
  await open();
  expect(cells("Calls that fail").map((one) => one.slice(0, 3))).toEqual([
    ["Request", "Status", "Response"],
    ["A VIN of 16 characters /vin-decoder/5J6RW2H59JL99007", "422 Invalid request", "Not run"],
    ["An unregistered manufacturer /vin-decoder/ZZZCM82633A004352", "404 Not found", "Not run"],
    ["A mistyped key /vin-decoder/5J6RW2H59JL990075", "401 Invalid key", "Not run"],
    ["A key without credits /vin-decoder/TEST0000000000402", "402 No credits", "Not run"],
    ["Too many calls /vin-decoder/TEST0000000000429", "429 Too many calls", "Not run"],
  ]);
});

test("a call is sent with the user's key and its response is shown", async () => {
  refuse("GET /vin-decoder/{vin}", 422, [{ msg: "Letter O at 14." }]);
  await open();
  await press("Run: A VIN of 16 characters");
  expect(sent("GET /vin-decoder/{vin}")[0]?.headers.get("x-authkey")).toBe("vgk_own");
  expect(row(1)[2]).toBe(`Letter O at 14. validation_error, request ${requestId}`);
  expect(row(1)[4]).toBe("Run again: A VIN of 16 characters");
});

test("the mistyped key is sent as it is", async () => {
  refuse("GET /vin-decoder/{vin}", 401, "Invalid API key.", "invalid_key");
  await open();
  await press("Run: A mistyped key");
  expect(sent("GET /vin-decoder/{vin}")[0]?.headers.get("x-authkey")).toBe("vgk_mistyped");
});

test("the test key is refused for a reserved VIN, without another plan", async () => {
  refuse("GET /vin-decoder/{vin}", 429, "Slow down.", "rate_limited", { "retry-after": "7" });
  await open();
  await press("Run: Too many calls");
  const calls = sent("GET /vin-decoder/{vin}").map(({ path, headers }) => [path, headers.get("x-authkey")]);
  expect(calls).toEqual([["/vin-decoder/TEST0000000000429", "vgk_test"]]);
  expect(row(5)[2]).toStartWith("Slow down. Try again in 7 seconds. rate_limited");
});

test("a lost connection is reported", async () => {
  await open();
  setConnected(false);
  await press("Run: A mistyped key");
  expect(toast()).toBe("No response. Check the request log before you retry.");
});

test("without a key no call can be run", async () => {
  await show(<Failures ownKey={undefined} testKey={undefined} />, { as: user() });
  expect(all("button").map((button) => (button as HTMLButtonElement).disabled)).toEqual(Array(5).fill(true));
});
