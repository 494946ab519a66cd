import { afterEach, describe, expect, test } from "bun:test";
import { type Got, kinds } from "../../../../test/harness.ts";
import { dayMs, hourMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { type Customer, day, iso, rowsOf } from "../../billing/test/billed-service.ts";
import type { PaperBody } from "../../papers/paper-body.ts";
import { enterBuyer, reverseCharge } from "../../papers/test/issued.ts";
import { paymentMails } from "../mails.ts";
import { buy, type PaidService, paymentsOf, sold, startPaid } from "./paid-service.ts";

const german = { company: "Acme Fleet GmbH", address: ["Hafenstraße 1"], city: "Hamburg", country: "DE" };

const lacking = (id: string) =>
  `The billing details of account ${id} lack the country, the address or the city, which each invoice names. Enter them under Billing in the console, or with PUT /users/${id}/billing-details. Nothing was charged.`;

const detailOf = ({ status, body }: Got) => [status, (body as { detail?: unknown }).detail];

for (const kind of kinds)
  describe.skipIf(kind.missing)(`billing details before a purchase on ${kind.dialect}`, () => {
    let service: PaidService;
    afterEach(() => service?.end());

    async function start(settings: Record<string, string> = {}): Promise<void> {
      service = await startPaid(kind, settings);
      await service.sell("growth", sold);
      await service.sell("free", { ...sold, price_minor: 0, credits: 500 });
      await service.at(day("2026-11-21"));
    }

    /** As an account is that bought before details were needed. */
    const forget = ({ account }: Customer) =>
      service.db.run(sql`update billing_account set details = null where account_id = ${account.userId}`);

    const asked = async (id: string) =>
      (
        await rowsOf<{ data: string }>(
          service.db,
          sql`select data from outbox_event where subscription_id = ${id} and type = 'billing_details.missing'
            order by event_id`,
        )
      ).map(({ data }) => JSON.parse(data));

    const periodOf = async (id: string, number: number) => {
      const [period] = await rowsOf<{ state: string; lapses_at: number }>(
        service.db,
        sql`select state, lapses_at from billing_period where subscription_id = ${id} and number = ${number}`,
      );
      return period;
    };

    const charges = () => service.stripe.asked.filter(({ path }) => path === "/v1/payment_intents").length;

    test("country and address are asked for first, and the tax is that of these", async () => {
      await start();
      const customer = await service.stranger();
      const { userId } = customer.account;
      const refused = [409, lacking(userId)];
      await customer.ask("POST", "/subscriptions/f", { scope: "/products/free" });
      const change = { product_id: "growth", price_minor: 9900, currency: "EUR", offer_version: 1 };
      const wanted = { subscription_id: "f", kind: "package", package_id: "small", currency: "EUR" };
      const attempts = async () => [
        detailOf(await customer.ask("POST", "/subscriptions/g", { scope: "/products/growth" })),
        detailOf(await customer.ask("POST", "/subscriptions/f/plan", { ...change, when: "now" })),
        detailOf(await customer.ask("POST", "/subscriptions/f/plan", { ...change, when: "period_end" })),
        detailOf(await customer.ask("PUT", "/subscriptions/f/overage", { cap: 10 })),
        detailOf(await customer.ask("POST", "/payments", { ...wanted, minor: 6050, method: "transfer" })),
      ];
      expect(await attempts()).toEqual(Array(5).fill(refused));
      const path = `/users/${userId}/billing-details`;
      await customer.ask("PUT", path, { company: "Acme", country: "DE" });
      const { city: _, ...without } = german;
      for (const city of [undefined, null, " "]) {
        const { status, text } = await customer.ask("PUT", path, { ...without, city });
        expect([status, text.includes("must be given with an address")]).toEqual([422, true]);
      }
      expect(await attempts()).toEqual(Array(5).fill(refused));
      const quote = "/payments/quote?subscription_id=f&kind=package&package_id=small";
      expect((await customer.ask("GET", quote)).body).toMatchObject({ details_needed: true });
      expect(await rowsOf(service.db, sql`select id from payment`)).toEqual([]);
      await customer.ask("PUT", path, { ...german, tax_id: "DE123456788" });
      expect((await customer.ask("GET", quote)).body).toMatchObject({ details_needed: false, minor: 5000 });
      await customer.ask("POST", "/subscriptions/g", { scope: "/products/growth" });
      await service.look();
      const first = { subscription_id: "g", kind: "renewal", period: 0, minor: 9900, method: "transfer" };
      const { id } = await buy(customer, first);
      await service.operator("POST", `/payments/${id}/received`, { minor: 9900 });
      const [paper] = await rowsOf<{ body: string }>(service.db, sql`select body from paper`);
      const { buyer, vat_breakdown } = JSON.parse(paper!.body) as PaperBody;
      expect(buyer).toMatchObject({ ...german, tax_id: "DE123456788" });
      expect(vat_breakdown).toMatchObject([{ category: "AE", rate: 0, exemption_reason: reverseCharge }]);
    });

    test("details of before without a city stay valid, until the next purchase or change", async () => {
      await start();
      const customer = await service.subscriber("s1");
      const { userId } = customer.account;
      await enterBuyer(service.db, userId, { ...german, city: null });
      const wanted = { subscription_id: "s1", kind: "package", package_id: "small", currency: "EUR" };
      const buying = { ...wanted, minor: 5950, method: "transfer" };
      expect(detailOf(await customer.ask("POST", "/payments", buying))).toEqual([409, lacking(userId)]);
      const quote = "/payments/quote?subscription_id=s1&kind=package&package_id=small";
      expect((await customer.ask("GET", quote)).body).toMatchObject({ details_needed: true });
      // The period is charged and invoiced all the same.
      await service.at(day("2026-12-21"));
      expect((await periodOf("s1", 1))!.state).toBe("paid");
      await customer.ask("PUT", `/users/${userId}/billing-details`, german);
      expect((await customer.ask("POST", "/payments", buying)).status).toBe(200);
    });

    test("an existing plan is asked 14 days ahead, is not charged, and lapses 30 days later", async () => {
      await start();
      const customer = await service.subscriber("s1");
      const other = await service.subscriber("s2");
      await forget(customer);
      await forget(other);
      await service.at(day("2026-12-07") - hourMs);
      expect(await asked("s1")).toEqual([]);
      const askedAt = day("2026-12-07");
      await service.at(askedAt);
      await service.at(askedAt + dayMs);
      expect(await asked("s1")).toEqual([
        {
          subscription_id: "s1",
          number: 1,
          product_id: "growth",
          starts_at: iso("2026-12-21"),
          price_minor: 9900,
          currency: "EUR",
          kept_until: iso("2027-01-06"),
        },
      ]);
      for (const at of ["2026-12-20", "2026-12-21", "2026-12-29"]) await service.at(day(at));
      expect([charges(), await periodOf("s1", 1)]).toEqual([
        0,
        { state: "due", lapses_at: askedAt + 30 * dayMs },
      ]);
      // Whoever answers is charged, with the tax of the answer.
      await enterBuyer(service.db, other.account.userId, german);
      await service.at(day("2026-12-29") + hourMs);
      await service.at(askedAt + 30 * dayMs - 1);
      expect([charges(), await periodOf("s1", 1), (await periodOf("s2", 1))!.state]).toEqual([
        1,
        { state: "due", lapses_at: askedAt + 30 * dayMs },
        "paid",
      ]);
      expect((await paymentsOf(service, "s2")).map(({ minor }) => minor)).toEqual([11_979, 11_781]);
      await service.at(askedAt + 30 * dayMs);
      expect((await periodOf("s1", 1))!.state).toBe("lapsed");
      expect((await paymentsOf(service, "s1")).map(({ period }) => period)).toEqual([0]);
      const { papers } = (await service.db.get<{ papers: number }>(
        sql`select count(*) as papers from paper`,
      ))!;
      expect(papers).toBe(3);
    });

    test("who was asked late has 30 days from then", async () => {
      await start({ VINGATE_BILLING_LAPSE_DAYS: "0" });
      const customer = await service.subscriber("s1");
      await forget(customer);
      // The service was away until the period had begun.
      const late = day("2026-12-22");
      await service.at(late);
      await service.at(late + hourMs);
      expect((await asked("s1")).map(({ number, kept_until }) => [number, kept_until])).toEqual([
        [1, iso("2027-01-21")],
      ]);
      expect(await periodOf("s1", 1)).toEqual({ state: "due", lapses_at: late + 30 * dayMs });
    });

    test("what was requested without details is requested again with the tax of these", async () => {
      await start();
      const customer = await service.customer();
      await customer.ask("POST", "/subscriptions/s1", { scope: "/products/growth" });
      await service.look();
      const first = { subscription_id: "s1", kind: "renewal", period: 0, minor: 11_979, method: "transfer" };
      await buy(customer, first);
      await forget(customer);
      await service.look();
      const short = async () => (await paymentsOf(service, "s1")).map(({ state, minor }) => [state, minor]);
      expect(await short()).toEqual([["cancelled", 11_979]]);
      await enterBuyer(service.db, customer.account.userId, german);
      await service.look();
      expect((await short())[1]).toEqual([expect.stringMatching(/requested|pending/), 11_781]);
    });

    test("a plan that an operator begins for an account without details asks for them", async () => {
      await start();
      const { account } = await service.stranger();
      await service.operator("POST", "/subscriptions/s1", {
        scope: "/products/growth",
        owner_id: account.userId,
      });
      await service.look();
      expect((await asked("s1")).map(({ number }) => number)).toEqual([0]);
      expect(await paymentsOf(service, "s1")).toEqual([]);
      expect(await periodOf("s1", 0)).toEqual({ state: "due", lapses_at: service.now() + 30 * dayMs });
    });

    test("a transfer without details is decided by an operator", async () => {
      await start();
      const customer = await service.subscriber("s1");
      const made = await buy(customer, {
        subscription_id: "s1",
        kind: "package",
        package_id: "small",
        minor: 6050,
        method: "transfer",
      });
      await forget(customer);
      // Another account has its details.
      await service.subscriber("s2");
      const { reference } = made.transfer as { reference: string };
      const sent = { bank_ref: "b1", minor: 6050, currency: "EUR", reference };
      const { body } = await service.operator("POST", "/payments/transfers", sent);
      expect(body).toMatchObject({ state: "unmatched", payment_id: null });
      const [event] = await rowsOf<{ data: string }>(
        service.db,
        sql`select data from outbox_event where type = 'payment.unmatched'`,
      );
      const mail = paymentMails.find(({ event: type }) => type === "payment.unmatched")!;
      const reader = { account: "", userId: null, timeZone: "UTC", language: "en" } as const;
      expect(await mail.write(service.app, JSON.parse(event!.data), reader)).toMatchObject({
        before: [
          `It names payment ${made.id} of account ${customer.account.userId}, whose country or address is missing, so that no invoice can be issued. Ask the customer to enter them under Billing, or enter them on the page of the user.`,
          "Match it with a payment, or return it.",
        ],
      });
      const match = () =>
        service.operator("POST", `/payments/transfers/${(body as { id: string }).id}/match`, {
          payment_id: made.id,
        });
      const refused = await match();
      expect([refused.status, refused.text.includes("lack the country or the address")]).toEqual([409, true]);
      await enterBuyer(service.db, customer.account.userId);
      expect((await match()).body).toMatchObject({ state: "matched" });
      expect((await customer.ask("GET", `/payments/${made.id}`)).body).toMatchObject({ state: "paid" });
    });

    test("automatic top-up buys nothing for a buyer without details", async () => {
      await start();
      const customer = await service.subscriber("s1");
      const topUp = { enabled: true, threshold: 20_000, package_id: "small", month_limit_minor: 10_000 };
      await forget(customer);
      const refused = await customer.ask("PUT", "/subscriptions/s1/top-up", topUp);
      expect(detailOf(refused)).toEqual([409, lacking(customer.account.userId)]);
      await enterBuyer(service.db, customer.account.userId);
      await forget(customer);
      await service.db.run(sql`
        insert into top_up (subscription_id, enabled, threshold, package_id, month_limit_minor, failures, next_at, updated_at)
        values ('s1', 1, 20000, 'small', 10000, 2, 0, 1)`);
      await service.look();
      expect(await rowsOf(service.db, sql`select enabled, stopped from top_up`)).toEqual([
        { enabled: 0, stopped: "no_details" },
      ]);
      expect(charges()).toBe(0);
    });
  });
