import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import type { MailContent } from "../../../outbox/mail-kinds.ts";
import { day, rowsOf } from "../../billing/test/billed-service.ts";
import { enterBuyer, seller } from "../../papers/test/issued.ts";
import { paymentMails } from "../mails.ts";
import { paidPackage, take } from "./histories.ts";
import { buy, type PaidService, sold, startPaid } from "./paid-service.ts";

describe("mails of payments", () => {
  let service: PaidService;
  beforeAll(async () => {
    service = await startPaid(kinds[0]!);
    await service.sell("growth", sold);
    await service.at(day("2026-11-21"));
  });
  afterAll(() => service.end());

  /** The mails that the events of a subscription cause, oldest first. */
  async function mailsOf(subscriptionId: string): Promise<(MailContent & { id: string })[]> {
    const events = await rowsOf<{ type: string; data: string }>(
      service.db,
      sql`select type, data from outbox_event where subscription_id = ${subscriptionId} order by event_id`,
    );
    const reader = { account: "Acme Fleet", userId: "acme", timeZone: "UTC", language: "en" } as const;
    const written: (MailContent & { id: string })[] = [];
    for (const { type, data } of events)
      for (const kind of paymentMails.filter(({ event }) => event === type)) {
        const content = await kind.write(service.app, JSON.parse(data), reader);
        if (content) written.push({ id: kind.id, ...content });
      }
    return written;
  }

  test("a payment is confirmed with its invoice", async () => {
    await service.subscriber("s1");
    const [mail] = await mailsOf("s1");
    const { files, ...text } = mail!;
    expect(text).toEqual({
      id: "payment_paid",
      subject: "growth, 21 Nov to 21 Dec 2026 is paid",
      before: ["€119.79 was received, Visa ending 4242."],
      rows: [
        { label: "growth, 21 Nov to 21 Dec 2026", value: "+15,000" },
        { label: "Net", value: "€99.00" },
        { label: "Tax", value: "€20.79" },
        { label: "Paid", value: "€119.79", isTotal: true },
      ],
      after: ["The invoice is attached."],
      button: { text: "View payments", path: "/console/billing" },
    });
    expect(files).toMatchObject([{ type: "application/pdf" }]);
    expect(new TextDecoder().decode(files![0]!.bytes.subarray(0, 5))).toBe("%PDF-");
  });

  test("a buyer with an electronic address receives its invoice as data too", async () => {
    const customer = await service.subscriber("s8");
    const address = { scheme: "9929", id: "CZ12345679" };
    await service.operator("PUT", "/papers/seller", { ...seller, electronic_address: address });
    await enterBuyer(service.db, customer.account.userId, {
      order_reference: "PO-7718",
      electronic_address: address,
    });
    const wanted = { subscription_id: "s8", kind: "package", package_id: "small", minor: 6050 };
    const { id } = await buy(customer, { ...wanted, method: "transfer" });
    await service.operator("POST", `/payments/${id}/received`, { minor: 6050 });
    await service.operator("PUT", "/papers/seller", seller);
    const { files } = (await mailsOf("s8")).at(-1)!;
    expect(files!.map(({ name, type }) => [name.replace(/\d{4}-\d{4}/, "N"), type])).toEqual([
      ["invoice-N.pdf", "application/pdf"],
      ["N-peppol.xml", "application/xml"],
    ]);
  });

  test("one by transfer says so", async () => {
    const customer = await service.subscriber("s9");
    const wanted = { subscription_id: "s9", kind: "package", package_id: "small", minor: 6050 };
    const { id } = await buy(customer, { ...wanted, method: "transfer" });
    await service.operator("POST", `/payments/${id}/received`, { minor: 6050 });
    expect((await mailsOf("s9")).at(-1)!.before).toEqual(["€60.50 was received by transfer."]);
  });

  test("a declined renewal says when it is tried again, and what happens then", async () => {
    await service.subscriber("s2");
    service.stripe.declines = "expired_card";
    await service.at(day("2026-12-20"));
    service.stripe.declines = undefined;
    const [payment] = await rowsOf<{ id: string }>(
      service.db,
      sql`select id from payment where subscription_id = 's2' and period = 1`,
    );
    expect((await mailsOf("s2")).at(-1)).toEqual({
      id: "payment_failed",
      subject: "€119.79 for growth, 21 Dec 2026 to 21 Jan 2027 was not paid",
      before: [
        "Reason: card expired. Nothing was charged.",
        "Your keys work with the credits that are left.",
      ],
      rows: [
        { label: "Next attempt", value: "21 Dec 2026" },
        { label: "The period lapses", value: "28 Dec 2026" },
      ],
      after: ["If it is not paid until then, renewals stop, and you owe nothing for it."],
      button: { text: "Pay €119.79", path: `/console/billing/${payment!.id}` },
    });
  });

  test("a refund names the credits that it took, with its credit note", async () => {
    const customer = await service.subscriber("s3");
    const { intent, sent } = await paidPackage(service, customer, "s3");
    await service.hear(sent.id, sent.type, sent.object);
    const refunded = take(service, intent, 3630, 0);
    await service.hear(refunded.id, refunded.type, refunded.object);
    const { files, ...text } = (await mailsOf("s3")).at(-1)!;
    expect(text).toEqual({
      id: "payment_refunded",
      subject: "€36.30 of €60.50 was refunded",
      before: ["The credits that it paid for are removed."],
      rows: [
        { label: "Credits removed", value: "3,000" },
        { label: "Credits spent before, and owed", value: "0" },
      ],
      after: ["The credit note is attached."],
      button: { text: "View payments", path: "/console/billing" },
    });
    expect(files).toHaveLength(1);
  });
});
