import { describe, expect, test } from "bun:test";
import { Intent, paymentOf } from "../providers/stripe-objects.ts";
import { gross } from "./buyer.ts";

describe("a dispute at the provider", () => {
  const intent = {
    id: "pi_1",
    status: "succeeded",
    currency: "eur",
    amount_received: gross,
    latest_charge: { amount_refunded: 0 },
  };
  const taken = [{ amount: -gross }];
  for (const [statuses, expected] of [
    [[["needs_response", taken]], ["open", gross]],
    [[["a_status_of_later", taken]], ["open", gross]],
    [[["warning_under_review", []]], ["inquiry", gross]],
    [[["warning_closed", []]], [null, 0]],
    // It was prevented by a refund, or by taking the money.
    [[["prevented", []]], [null, 0]],
    [[["prevented", taken]], ["lost", gross]],
    [[["prevented", [...taken, { amount: gross }]]], [null, 0]],
    [[["appeal_under_review", taken]], ["lost", gross]],
    [[["won", [...taken, { amount: gross }]]], ["won", 0]],
    [
      [
        ["won", []],
        ["warning_needs_response", []],
      ],
      ["inquiry", gross],
    ],
    [
      [
        ["lost", taken],
        ["under_review", taken],
      ],
      ["open", gross],
    ],
  ] as const)
    test(`${statuses.map(([status]) => status).join(" and ")} (${statuses[0][1].length} moved)`, () => {
      const data = statuses.map(([status, moved]) => ({
        status,
        amount: gross,
        balance_transactions: [...moved],
      }));
      const { dispute, disputedMinor } = paymentOf(Intent.parse(intent), { data });
      expect([dispute, disputedMinor] as const).toEqual([...expected]);
    });

  const dueOf = (...disputes: readonly (readonly [status: string, due: number | null])[]) =>
    paymentOf(Intent.parse(intent), {
      data: disputes.map(([status, due_by]) => ({ status, amount: gross, evidence_details: { due_by } })),
    }).disputeDueAt;

  test("it is answered until the earliest day that the provider names, and not once it is answered", () => {
    expect(dueOf(["needs_response", 20], ["warning_needs_response", 10], ["under_review", 5])).toBe(10_000);
    expect(dueOf(["under_review", 10], ["won", 10])).toBeUndefined();
    expect(dueOf(["needs_response", null])).toBeUndefined();
  });
});
