import { expect, test } from "bun:test";
import { choose, confirm, type } from "../../../../test/console/dom/act.ts";
import { cells, control, get, has, messageOf, one, textOf } from "../../../../test/console/dom/find.ts";
import { elapse, setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { payment } from "../../../../test/console/dom/payment-records.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, sent } from "../../../../test/console/dom/service.ts";
import { RefundDialog } from "./refund-dialog.tsx";

setUp();

const quarry = payment({
  kind: "package",
  description: "Package, 5,000 credits",
  net_minor: 5000,
  minor: 5000,
  received_minor: 5000,
  credits: 5000,
});

async function open(corrects: string | null = "paper-1", more: object = {}, refunded = quarry) {
  answer("GET /payments/{id}/refund", ({ query }) => {
    const minor = Number(query.minor);
    const taken = minor;
    const removed = Math.min(taken, 3200);
    return json({
      minor,
      minor_max: 5000,
      credits_left: 3200,
      credits_removed: removed,
      credits_owed: taken - removed,
      corrects,
      by: "provider",
      account: null,
      recipient: "",
      ...more,
    });
  });
  let closed = 0;
  await show(
    <RefundDialog
      payment={refunded}
      customer="Quarry Rental"
      close={() => {
        closed += 1;
      }}
    />,
    { as: operator() },
  );
  return () => closed;
}

test("a refund says what it removes before the press", async () => {
  const closed = await open();
  expect(textOf(one(".dlg .sm"))).toBe("Package, 5,000 credits, paid on 10 Nov 2026: €50.00, 5,000 credits.");
  expect(cells("€50.00 back, 3,200 credits removed").slice(2, 4)).toEqual([
    ["Left after the refund", "0"],
    ["Spent before, and owed by the customer", "1,800"],
  ]);
  await type("Refund (EUR)", "30");
  // The button has no amount until its effect is loaded.
  expect(get("button", "Refund").hasAttribute("disabled")).toBe(true);
  await elapse(300);
  expect(cells("€30.00 back, 3,000 credits removed")).toEqual([
    ["Left of these credits", "3,200"],
    ["Removed: €30.00 of €50.00 paid", "−3,000"],
    ["Left after the refund", "200"],
    ["Spent before, and owed by the customer", "0"],
    ["Credit note", "issued, corrects the invoice"],
  ]);
  await choose("Reason", "Duplicate");
  const route = "POST /payments/{id}/refund";
  answer(route, () => json(quarry));
  expect(has("button", "Refund €30.00")).toBe(true);
  await confirm();
  expect(sent(route).map(({ body }) => body)).toEqual([{ minor: 3000, reason: "Duplicate" }]);
  expect([toast(), closed()]).toEqual(["€30.00 refunded", 1]);
});

const route = "POST /payments/{id}/refund";
const iban = "DE02120300000000202051";

test("what was paid by transfer goes back to the account that paid", async () => {
  await open("paper-1", { by: "transfer", account: iban }, { ...quarry, provider: "manual" });
  expect([has("combobox", "Returned by"), control("IBAN or account").value]).toEqual([false, iban]);
  answer(route, () => json(quarry));
  await confirm();
  expect(sent(route).map(({ body }) => body)).toEqual([{ minor: 5000, reason: "Requested by customer" }]);
  expect(toast()).toBe("€50.00 refunded: send the transfer, then note it as sent");
});

test("a card is refunded by transfer to an IBAN whose check digits match", async () => {
  await open();
  await choose("Returned by", "transfer");
  expect(get("button", "Refund").hasAttribute("disabled")).toBe(true);
  await type("IBAN or account", "DE02120300000000202052");
  expect(messageOf("IBAN or account")).toBe("The check digits are wrong: one of the characters is mistyped.");
  expect(get("button", "Refund").hasAttribute("disabled")).toBe(true);
  await type("IBAN or account", iban);
  answer(route, () => json(quarry));
  await confirm();
  expect(sent(route).map(({ body }) => body)).toEqual([
    { minor: 5000, reason: "Requested by customer", by: "transfer", iban },
  ]);
});

test.each([
  ["60", "At most 50.00."],
  ["3o", "Enter an amount, for example 99.00."],
  ["", "Enter an amount."],
])("the amount %p is not refunded", async (typed, fault) => {
  await open();
  await type("Refund (EUR)", typed);
  await elapse(300);
  expect(messageOf("Refund (EUR)")).toBe(fault);
  expect(get("button", "Refund").hasAttribute("disabled")).toBe(true);
});

test("without an invoice there is no credit note", async () => {
  await open(null);
  expect(cells("€50.00 back, 3,200 credits removed").at(-1)).toEqual([
    "Credit note",
    "none, since no invoice was issued",
  ]);
});

test("what the provider refuses has its reason, and the dialog stays", async () => {
  const closed = await open();
  refuse("POST /payments/{id}/refund", 503, "The payment provider does not answer. Try again later.");
  await confirm();
  expect(textOf(get("alert"))).toBe("The payment provider does not answer. Try again later.");
  expect(closed()).toBe(0);
});

test("no effect is shown if it could not be loaded", async () => {
  refuse("GET /payments/{id}/refund", 500, "Broken.");
  await show(<RefundDialog payment={quarry} customer="Quarry Rental" close={() => {}} />, { as: operator() });
  expect(textOf(get("alert"))).toStartWith("Could not load the effect Broken.");
  expect(get("button", "Refund").hasAttribute("disabled")).toBe(true);
});
