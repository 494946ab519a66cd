import { expect, test } from "bun:test";
import { press } from "../../../../test/console/dom/act.ts";
import { facts, names, one } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { refundTransfer } from "../../../../test/console/dom/payment-records.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { answer, json, sent } from "../../../../test/console/dom/service.ts";
import { copied } from "../../../../test/console/dom/window.ts";
import { RefundToSend } from "./refund-to-send.tsx";

setUp();

test("a refund to send has what its transfer names, each to copy, and is noted as sent", async () => {
  await show(<RefundToSend refund={refundTransfer()} />, { as: operator() });
  expect(names("heading")).toEqual(["Refund to send: €20.00"]);
  expect(facts(one("dl"))).toEqual([
    ["Amount", "€20.00 Copy Amount"],
    ["Recipient", "ADA BYRON Copy Recipient"],
    ["IBAN or account", "DE02120300000000202051 Copy IBAN or account"],
    ["Reference", "2026-0002 Copy Reference"],
  ]);
  for (const name of ["Amount", "IBAN or account", "Reference"]) await press(`Copy ${name}`);
  expect(copied).toEqual(["20.00", "DE02120300000000202051", "2026-0002"]);
  const route = "POST /payments/refunds/{id}/sent";
  answer(route, () => json(refundTransfer({ state: "sent" })));
  await press("I have sent it");
  expect(sent(route).map(({ path, body }) => [path, body])).toEqual([["/payments/refunds/r1/sent", {}]]);
  expect(toast()).toBe("€20.00 noted as sent");
});
