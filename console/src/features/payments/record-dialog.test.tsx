import { beforeEach, expect, setSystemTime, test } from "bun:test";
import { confirm, press, type } from "../../../../test/console/dom/act.ts";
import { cells, get, has, names, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, toast } from "../../../../test/console/dom/page.ts";
import { openTransfer, transfer } from "../../../../test/console/dom/payment-records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { due, openMoney, unmatched } from "./money-records.tsx";

setUp();
beforeEach(() => void setSystemTime(new Date("2026-11-27T13:20:00Z")));

test("money of a due line is recorded with two presses, in part too, with the bank's number", async () => {
  respond("get", "/payments/{id}", openTransfer({ id: "pay-2" }));
  await openMoney({ lines: [due] });
  await press("Record transfer of V3H8PAAAAAA");
  expect(cells("After recording")).toEqual([
    ["Payment", "Paid, €117.81"],
    ["Credits", "+15,000"],
    ["Invoice", "issued and sent"],
  ]);
  expect(has("button", "Record €117.81")).toBe(true);
  await type("Amount received", "100");
  expect(cells("After recording")).toEqual([["Payment", "Due, €17.81 is left to pay"]]);
  await type("The bank's number", " B-77 ");
  await type("Received on", "2026-11-26");
  const route = "POST /payments/{id}/received";
  refuse(route, 409, "The transfer B-77 is recorded already. Nothing was changed.");
  await confirm();
  expect(textOf(get("dialog"))).toContain("The transfer B-77 is recorded already.");
  answer(route, () => json(openTransfer()));
  await confirm();
  expect(
    sent(route)
      .map(({ path, body }) => [path, body])
      .at(-1),
  ).toEqual([
    "/payments/pay-2/received",
    { minor: 10_000, bank_ref: "B-77", received_at: "2026-11-26T00:00:00Z" },
  ]);
  expect(toast()).toBe("€100.00 recorded");
});

const proposal = {
  payment_id: "pay-2",
  account_id: "ada",
  description: "Growth, 18 Nov to 18 Dec",
  due_minor: 11_781,
  currency: "EUR",
  reasons: ["sender_name", "amount"] as ("sender_name" | "amount")[],
};

test("a transfer is matched with two presses, the likeliest payment first, and found by words", async () => {
  respond("get", "/payments/{id}", openTransfer({ id: "pay-2" }));
  await openMoney({ lines: [unmatched, due], transfers: [transfer({ proposals: [proposal] })] });
  await press("Match of “GROWTH DEZ”");
  expect(names("radio")).toEqual([
    "Ada Byron, Growth, 18 Nov to 18 Dec, €117.81 due The name is similar; The amount is equal",
  ]);
  const route = "POST /payments/transfers/{id}/match";
  answer(route, () => json(transfer({ state: "matched", payment_id: "pay-2" })));
  await confirm();
  expect(sent(route).map(({ path, body }) => [path, body])).toEqual([
    ["/payments/transfers/t1/match", { payment_id: "pay-2" }],
  ]);
  expect(toast()).toBe("€117.81 matched");
});

test("the address opens the transfer that is to be matched, and without a payment it is returned", async () => {
  await openMoney({ lines: [unmatched], transfers: [transfer()] }, "/money?match=t1");
  expect(textOf(get("dialog"))).toContain("Choose the payment that it is for.");
  await press("Return €117.81");
  const route = "POST /payments/transfers/{id}/return";
  answer(route, () => json(transfer({ state: "returned" })));
  await confirm();
  expect([sent(route).length, toast()]).toEqual([1, "€117.81 noted as returned"]);
});

test("money whose payment is not known yet is recorded as a problem", async () => {
  await openMoney();
  await press("Record transfer");
  await type("Amount received", "99.00");
  await type("For", "nobody knows");
  await type("The bank's number", "2026-11-23/0042");
  const route = "POST /payments/transfers";
  answer(route, () => json(transfer()));
  await confirm();
  expect(sent(route).map(({ body }) => body)).toEqual([
    { minor: 9900, currency: "EUR", reference: "nobody knows", sender: "", bank_ref: "2026-11-23/0042" },
  ]);
  expect(toast()).toBe("€99.00 recorded. Match it once you know its payment.");
});

test("after a lost response, money is recorded by the same request again", async () => {
  await openMoney();
  await press("Record transfer");
  await type("Amount received", "99.00");
  await type("For", "nobody knows");
  const route = "POST /payments/transfers";
  answer(route, () => {
    throw new TypeError("network error");
  });
  await confirm();
  expect(textOf(get("alert"))).toBe("No response. Check the request log before you retry.");
  answer(route, () => json(transfer()));
  await confirm();
  const [first, second] = sent(route).map(({ body, headers }) => ({
    body,
    key: headers.get("idempotency-key"),
  }));
  expect(first!.key).toMatch(/^console-[a-z0-9]{16}$/);
  expect(first!.body).toMatchObject({ bank_ref: first!.key });
  expect(second).toEqual(first);
});
