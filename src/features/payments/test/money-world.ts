import type { Kind } from "../../../../test/database/databases.ts";
import { dayMs, hourMs } from "../../../base/durations.ts";
import { systemTiming } from "../../../base/timing.ts";
import { crossDue } from "../../../metering/credits/grants/boundaries.ts";
import { type Customer, day } from "../../billing/test/billed-service.ts";
import { paidPackage, spend, take } from "./histories.ts";
import { buy, type PaidService, sold, startPaid } from "./paid-service.ts";

/** Plans that renew, are changed, end and move; packages that are spent, returned, disputed, owed; caps and top-ups. */
export async function startMoneyWorld(kind: Kind): Promise<PaidService> {
  const service = await startPaid(kind);
  await service.sell("growth", { ...sold, carry_over: 1 });
  await service.sell("yearly", { ...sold, price_every: "year", price_minor: 200_000, credits: 20_000 });
  await service.sell("free", { ...sold, price_minor: 0, credits: 500 });
  await service.at(day("2026-11-21"));
  const reversed = await service.subscriber("reversed");
  await partlyReturned(service, reversed);
  await owed(service, await service.subscriber("owed"));
  await disputed(service, await service.subscriber("disputed"));
  await service.subscriber("ended").then((customer) => endRenewals(customer));
  const changing = await service.subscriber("changing");
  const capped = await service.subscriber("capped");
  sound(await capped.ask("PUT", "/subscriptions/capped/overage", { cap: 5000 }));
  const topped = await service.subscriber("topped");
  const topUp = { enabled: true, threshold: 16_000, package_id: "small", month_limit_minor: 7000 };
  sound(await topped.ask("PUT", "/subscriptions/topped/top-up", topUp));
  await service.look();
  await byTransfer(service);
  const free = await service.customer();
  sound(await free.ask("POST", "/subscriptions/free", { scope: "/products/free" }));
  await service.subscriber("moving");
  const gift = { source: "grant", credits: 100, expires_at: "2027-03-01T00:00:00.000Z", reason: "gift" };
  sound(await service.operator("POST", "/subscriptions/free/grants", gift));
  await spend(service, "capped", 18_201);
  for (let now = day("2026-11-22"); now <= day("2027-02-25"); now += dayMs) {
    // Twice: what was paid a day ahead is entered, and what it used is charged.
    if (new Date(now).getUTCDate() >= 19 && new Date(now).getUTCDate() <= 23) {
      await service.at(now + hourMs);
      await crossDue(service.db, systemTiming, () => true);
      await service.at(now + 2 * hourMs);
    }
    if (now === day("2026-12-01")) {
      await service.setTime(now);
      const larger = { subscription_id: "changing", kind: "plan", product_id: "yearly", minor: 242_000 };
      await buy(changing, { ...larger, method: "saved" });
      await service.look();
      await pauseAndResume(service, free);
    }
    if (now === day("2026-12-10")) await moves(service);
    if (now === day("2027-01-05"))
      await service.sell("growth", { ...sold, carry_over: 1, price_minor: 10_900 });
  }
  return service;
}

function sound<T extends { readonly status: number; readonly text: string }>(got: T): T {
  if (got.status !== 200) throw new Error(`${got.status} ${got.text}`);
  return got;
}

async function partlyReturned(service: PaidService, customer: Customer): Promise<void> {
  const { intent, sent } = await paidPackage(service, customer, "reversed");
  await service.hear(sent.id, sent.type, sent.object);
  await spend(service, "reversed", 16_000);
  for (const [index, minor] of [1000, 2000].entries()) {
    const event = take(service, intent, minor, index);
    await service.hear(event.id, event.type, event.object);
  }
}

/** Spent, charged back, and a part of the debt paid by another package. */
async function owed(service: PaidService, customer: Customer): Promise<void> {
  const { intent, sent } = await paidPackage(service, customer, "owed");
  await service.hear(sent.id, sent.type, sent.object);
  await spend(service, "owed", 18_000);
  for (const [index, step] of (["dispute", "lost"] as const).entries()) {
    const event = take(service, intent, step, index);
    await service.hear(event.id, event.type, event.object);
  }
  const again = await paidPackage(service, customer, "owed");
  await service.hear(again.sent.id, again.sent.type, again.sent.object);
}

async function disputed(service: PaidService, customer: Customer): Promise<void> {
  for (const steps of [["dispute"], ["dispute", "won"]] as const) {
    const { intent, sent } = await paidPackage(service, customer, "disputed");
    await service.hear(sent.id, sent.type, sent.object);
    for (const [index, step] of steps.entries()) {
      const event = take(service, intent, step, index);
      await service.hear(event.id, event.type, event.object);
    }
  }
}

const endRenewals = (customer: Customer) =>
  customer.ask("POST", "/subscriptions/ended/plan", { product_id: null, when: "period_end" }).then(sound);

async function byTransfer(service: PaidService): Promise<void> {
  const customer = await service.customer();
  sound(await customer.ask("POST", "/subscriptions/transfer", { scope: "/products/growth" }));
  await service.look();
  const made = await buy(customer, {
    subscription_id: "transfer",
    kind: "renewal",
    period: 0,
    minor: 11_979,
    method: "transfer",
  });
  const { reference } = made.transfer as { reference: string };
  const record = (bank_ref: string, minor: number, text: string) =>
    service
      .operator("POST", "/payments/transfers", { bank_ref, minor, currency: "EUR", reference: text })
      .then(sound);
  await record("bank-1", 11_979, reference);
  await record("bank-2", 500, "for lunch");
  sound(
    await service.operator("POST", `/payments/${made.id}/refund`, {
      minor: 979,
      reason: "kindness",
      iban: "DE89 3704 0044 0532 0130 00",
    }),
  );
}

async function pauseAndResume(service: PaidService, customer: Customer): Promise<void> {
  sound(await customer.ask("POST", "/subscriptions/free/pause"));
  await service.at(day("2026-12-24") + hourMs);
  sound(await customer.ask("POST", "/subscriptions/free/resume"));
}

async function moves(service: PaidService): Promise<void> {
  const { userId } = (await service.customer()).account;
  sound(await service.operator("PATCH", "/subscriptions/moving", { owner_id: userId }));
}
