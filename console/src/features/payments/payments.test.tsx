import { beforeEach, expect, setSystemTime, test } from "bun:test";
import { choose, click, confirm, press, type } from "../../../../test/console/dom/act.ts";
import {
  all,
  cells,
  control,
  facts,
  get,
  has,
  messageOf,
  names,
  one,
  text,
  textOf,
  texts,
} from "../../../../test/console/dom/find.ts";
import { address, setUp, show, toast } from "../../../../test/console/dom/page.ts";
import {
  openPayment,
  openTransfer,
  payment,
  provider,
  transfer,
} from "../../../../test/console/dom/payment-records.ts";
import { operator, user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { invoice } from "../papers/paper-records.ts";
import type { Payment, Proposal, RefundTransfer, Transfer } from "./payment-queries.ts";
import { Payments } from "./payments.tsx";

setUp();
beforeEach(() => void setSystemTime(new Date("2026-11-23T10:00:00Z")));

interface Shown {
  readonly payments?: readonly Payment[];
  readonly transfers?: readonly Transfer[];
  readonly refunds?: readonly RefundTransfer[];
}

async function open(
  { payments = [], transfers = [], refunds = [] }: Shown = {},
  at = "/money",
  last = () => {},
) {
  answer("GET /payments", ({ query }) => {
    const found = payments.filter(
      (one) =>
        (query.state === undefined ||
          (query.state === "problem" ? one.problem !== null : one.state === query.state)) &&
        (query.kind ?? one.kind) === one.kind &&
        (query.account_id ?? one.account_id) === one.account_id,
    );
    return json(found, 200, { "x-total-count": String(found.length) });
  });
  respond("get", "/payments/transfers", [...transfers]);
  respond("get", "/system/checks", { checked_at: "2026-11-23T10:00:00Z", checks: [] });
  respond("get", "/payments/returns", []);
  respond("get", "/payments/refunds", [...refunds]);
  respond("get", "/payments/provider", provider());
  respond("get", "/users/", [user(), user({ id: "bob", first_name: "Bob", last_name: "Byron" })]);
  last();
  respond("get", "/papers", [invoice]);
  await show(<Payments />, { as: operator(), at });
}

test("without payments the page says when they begin", async () => {
  await open();
  expect(text()).toStartWith(
    "No payment needs a decision Times are in UTC. Import a bank file Record a transfer Payments State",
  );
  expect(textOf(one(".empty"))).toBe(
    "No payments yet Payments begin with the first plan or package that a customer buys.",
  );
});

const proposal = (more: Partial<Proposal> = {}): Proposal => ({
  payment_id: "pay-1",
  account_id: "ada",
  description: "Growth, 12 Nov to 12 Dec 2026",
  due_minor: 11_781,
  currency: "EUR",
  reasons: ["sender_name", "amount"],
  ...more,
});

test("an unmatched transfer is matched with one press, the likeliest payment first", async () => {
  const proposals = [
    proposal(),
    proposal({ payment_id: "b", account_id: "bob", reasons: ["amount"] }),
    proposal({ payment_id: "c", account_id: "bob", due_minor: 20_000, reasons: ["similar_reference"] }),
    proposal({ payment_id: "d", due_minor: 10_000, reasons: ["invoice", "sender_account", "reference"] }),
  ];
  respond("get", "/payments/{id}", openTransfer());
  await open({ transfers: [transfer({ proposals })] });
  expect(names("heading").slice(0, 2)).toEqual(["1 payment needs a decision", "Unmatched transfer: €117.81"]);
  const growth = "Growth, 12 Nov to 12 Dec 2026";
  expect(names("radio")).toEqual([
    `Ada Byron, ${growth}, €117.81 The name is similar; The amount is equal`,
    `Bob Byron, ${growth}, €117.81 The amount is equal`,
    `Bob Byron, ${growth}, €200.00 The text has nearly its reference; €200.00 is due`,
    `Ada Byron, ${growth}, €100.00 The text has its invoice number; The sender's account has paid for this customer; The text has its reference; €100.00 is due`,
    "Another payment",
  ]);
  expect(cells("After matching")).toEqual([
    ["Payment", "Paid, €117.81"],
    ["Credits", "+15,000"],
    ["Invoice", "issued"],
  ]);
  await click(all("radio")[2]!);
  expect(cells("After matching")).toEqual([["Payment", "Open, €82.19 is left to pay"]]);
  await click(all("radio")[3]!);
  expect(cells("After matching")[1]).toEqual(["Too much", "€17.81"]);
  await click(all("radio")[0]!);
  const route = "POST /payments/transfers/{id}/match";
  answer(route, () => json(transfer({ state: "matched", payment_id: "pay-1" })));
  await press("Match €117.81 with Ada Byron");
  expect(sent(route).map(({ path, body }) => [path, body])).toEqual([
    ["/payments/transfers/t1/match", { payment_id: "pay-1" }],
  ]);
  expect(toast()).toBe("€117.81 matched");
});

test("another payment is named by its ID", async () => {
  await open({ transfers: [transfer({ sender: "", reference: "" })] });
  expect(get("button", "Match €117.81 with this payment").hasAttribute("disabled")).toBe(true);
  await type("Payment ID", " pay-9 ");
  refuse(
    "POST /payments/transfers/{id}/match",
    409,
    "The payment is paid, or not by transfer. Nothing was changed.",
  );
  await press("Match €117.81 with this payment");
  expect(sent("POST /payments/transfers/{id}/match").map(({ body }) => body)).toEqual([
    { payment_id: "pay-9" },
  ]);
  expect(toast()).toBe("The payment is paid, or not by transfer. Nothing was changed.");
});

test("a payment by card without a purchase is only returned", async () => {
  await open({ transfers: [transfer({ provider: "stripe" })] });
  expect(has("button", "Match €117.81 with this payment")).toBe(false);
  await press("Return €117.81");
  const route = "POST /payments/transfers/{id}/return";
  answer(route, () => json(transfer({ state: "returned" })));
  await confirm();
  expect([sent(route).length, toast()]).toEqual([1, "€117.81 noted as returned"]);
});

test("a dispute says what was sold, and what happens if it is lost", async () => {
  await open({
    payments: [payment({ state: "disputed", dispute: "open", credits_set_aside: 5360 })],
  });
  expect(names("heading")).toEqual(["1 payment needs a decision", "Dispute: €117.81", "Payments"]);
  expect(facts(one("dl"))).toEqual([
    ["Growth, 12 Nov to 12 Dec 2026", "15,000 credits"],
    ["Spent since", "9,640"],
    ["Left, set aside until decided", "5,360"],
  ]);
  expect(cells("If the dispute is lost")).toEqual([
    ["Credits removed", "−5,360"],
    ["Credits spent, then owed", "9,640"],
    ["Money returned, at most", "−€117.81"],
  ]);
});

test("a problem is resolved", async () => {
  await open({ payments: [payment({ problem: "€10.00 more than due was received." })] });
  expect(textOf(one(".cols .sec p"))).toBe(
    "Ada Byron paid for Growth, 12 Nov to 12 Dec 2026. €10.00 more than due was received.",
  );
  const route = "POST /payments/{id}/resolve";
  answer(route, () => json(payment()));
  const [button] = all("button").filter((one) => textOf(one).startsWith("Mark resolved"));
  await click(button!);
  expect([sent(route).length, toast()]).toEqual([1, "Marked as resolved"]);
});

const of = "of Growth, 12 Nov to 12 Dec 2026 of Ada Byron";

test("each payment has its state and the actions that are possible", async () => {
  await open({
    payments: [
      openPayment({ id: "p1", kind: "automatic" }),
      openTransfer({ id: "p2" }),
      payment({ id: "p3", state: "refunded", credits_owed: 1800 }),
      payment({ id: "p4" }),
    ],
  });
  const growth = "Growth, 12 Nov to 12 Dec 2026";
  const invoice = `2026-0001 (PDF) of ${growth}`;
  const first = ["10 Nov 2026, 23:00", "Ada Byron"];
  expect(cells("Payments, newest first")).toEqual([
    ["Time (UTC)", "Customer", "For", "Amount with VAT", "State", "Invoice", "Actions"],
    [...first, `${growth} Automatic`, "€117.81", "Pending", "after payment", `Refresh state ${of}`],
    [
      ...first,
      `${growth} Renewal`,
      "€117.81",
      "Waiting for the transfer Reference VK7Q2M9XWTA",
      "after payment",
      `Record money ${of}`,
    ],
    [
      ...first,
      `${growth} Renewal`,
      "€117.81",
      "Refunded Visa ending 4242",
      invoice,
      `Forgive 1,800 credits ${of}`,
    ],
    [...first, `${growth} Renewal`, "€117.81", "Paid Visa ending 4242", invoice, `Refund ${of}`],
  ]);
});

test("filters are kept in the address", async () => {
  const payments = [payment(), payment({ id: "p2", account_id: "bob", kind: "package", state: "refunded" })];
  await open({ payments }, "/money?user=bob");
  expect(texts(".chip")).toEqual(["Customer: Bob Byron ×"]);
  expect(cells("Payments, newest first").length).toBe(2);
  await choose("State", "refunded");
  await choose("Kind", "renewal");
  expect(address()).toBe("/money?user=bob&state=refunded&kind=renewal");
  expect(textOf(one(".empty"))).toBe("No matching payments Clear filters");
  await press("Clear filters");
  expect([address(), cells("Payments, newest first").length]).toEqual(["/money", 3]);
});

test("a state is read from the provider", async () => {
  await open({ payments: [openPayment()] });
  refuse("POST /payments/{id}/refresh", 503, "The payment provider does not answer. Try again later.");
  await press(`Refresh state ${of}`);
  expect(toast()).toBe("The payment provider does not answer. Try again later.");
});

test("credits that are owed are forgiven after a confirmation", async () => {
  await open({ payments: [payment({ state: "refunded", credits_owed: 1800 })] });
  const route = "POST /payments/{id}/forgive";
  answer(route, () => json(payment({ state: "refunded" })));
  await press(`Forgive 1,800 credits ${of}`);
  await confirm();
  expect([sent(route).length, toast()]).toEqual([1, "1,800 credits forgiven"]);
});

test("money that arrived in part is recorded, with what stays due", async () => {
  await open({ payments: [openTransfer()] });
  await press(`Record money ${of}`);
  expect(control("Received (EUR)").value).toBe("117.81");
  expect(textOf(get("dialog"))).toBe(
    "Record money of Ada Byron Growth, 12 Nov to 12 Dec 2026: €117.81 is due. Received (EUR) Reads as €117.81. All has arrived: its credits are granted and the invoice is issued. Record €117.81 Cancel",
  );
  await type("Received (EUR)", "100");
  expect(textOf(one(".dlg .sm.muted"))).toBe(
    "€17.81 stays due. What is paid for begins when all has arrived.",
  );
  const route = "POST /payments/{id}/received";
  answer(route, () => json(openTransfer({ received_minor: 10_000 })));
  await confirm();
  expect(sent(route).map(({ body }) => body)).toEqual([{ minor: 10_000 }]);
  expect(toast()).toBe("€100.00 recorded");
});

test("no amount is not recorded", async () => {
  await open({ payments: [openTransfer()] });
  await press(`Record money ${of}`);
  await type("Received (EUR)", "0");
  expect(messageOf("Received (EUR)")).toBe("Enter an amount.");
  expect(get("button", "Record").hasAttribute("disabled")).toBe(true);
});

test("a transfer is recorded as the bank shows it", async () => {
  await open();
  await press("Record a transfer");
  const record = get("button", "Record transfer");
  expect(record.hasAttribute("disabled")).toBe(true);
  await type("Amount", "99.00");
  await type("Currency", "usd");
  await type("Reference", "VK7Q2M9XWTA");
  await type("Sender", "ACME FLEET GMBH");
  await type("ID at the bank", "2026-11-23/0042");
  await type("Received on", "2026-11-22");
  const route = "POST /payments/transfers";
  answer(route, () => json(transfer({ state: "matched" })));
  await confirm();
  expect(sent(route).map(({ body }) => body)).toEqual([
    {
      bank_ref: "2026-11-23/0042",
      minor: 9900,
      currency: "USD",
      reference: "VK7Q2M9XWTA",
      sender: "ACME FLEET GMBH",
      received_at: "2026-11-22T00:00:00Z",
    },
  ]);
  expect(toast()).toBe("Recorded and matched with its payment");
});

test("a failure is shown", async () => {
  await open({}, "/payments", () => refuse("GET /payments/transfers", 500, "Broken."));
  expect(textOf(get("alert"))).toStartWith("Could not load the payments Broken.");
});
