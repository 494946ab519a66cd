import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Got } from "../../../../test/harness.ts";
import { kinds } from "../../../../test/harness.ts";
import { hourMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { rowsOf } from "../../billing/test/billed-service.ts";
import { type Charged, first, startCharged } from "./charged.ts";
import { faultsIn, shownOf } from "./debited.ts";

const dayMs = 24 * hourMs;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`open pages on ${kind.dialect}`, () => {
    let world: Charged;
    beforeAll(async () => {
      world = await startCharged(kind);
    });
    afterAll(() => world.service.end());
    beforeEach(() => {
      world.service.stripe.isDead = false;
      world.service.stripe.slow = undefined;
      world.service.stripe.declines = undefined;
    });

    const sessionOf = (id: string) => world.service.stripe.sessionOf(id);
    const cancel = (id: string): Promise<Got> => world.customer.ask("POST", `/payments/${id}/cancel`, {});
    /** A package whose page is open. */
    async function opened(): Promise<string> {
      await world.begin();
      return world.buy({ method: "card" });
    }
    /** A customer whose second period is due, because the saved card is refused, and who has opened a page for it. */
    async function openRenewal(): Promise<string> {
      await world.begin();
      world.service.stripe.declines = "card_declined";
      const [period] = await rowsOf<{ end: number }>(
        world.service.db,
        sql`select ends_at as "end" from billing_period where subscription_id = ${world.id}`,
      );
      await world.service.at(period!.end + hourMs);
      world.service.stripe.declines = undefined;
      const { status, body } = await pay("card");
      expect(status).toBe(200);
      return (body as { id: string }).id;
    }
    const pay = (method: string, minor = 11_979) =>
      world.customer.ask("POST", "/payments", {
        subscription_id: world.id,
        kind: "renewal",
        period: 1,
        minor,
        currency: "EUR",
        method,
      });

    test("a page is ended at the provider before its payment is cancelled", async () => {
      const id = await opened();
      expect(await cancel(id)).toMatchObject({
        status: 200,
        body: { state: "cancelled", failure: "cancelled", checkout_url: null },
      });
      expect(sessionOf(id).status).toBe("expired");
      const event = { object: "checkout.session", id: sessionOf(id).id };
      expect((await world.service.hear(`evt_${id}`, "checkout.session.expired", event)).status).toBe(200);
      expect(await shownOf(world)).toMatchObject({ state: "cancelled", failure: "cancelled" });
      expect(await faultsIn(world)).toEqual([]);
    });

    test("while the provider does not answer, nothing is cancelled", async () => {
      const id = await opened();
      world.service.stripe.isDead = true;
      expect(await cancel(id)).toMatchObject({
        status: 503,
        body: { detail: "The payment provider does not answer. Nothing was changed. Try again later." },
      });
      world.service.stripe.isDead = false;
      expect(await shownOf(world)).toMatchObject({ state: "pending", checkout_url: sessionOf(id).url });
      expect(sessionOf(id).status).toBe("open");
    });

    test("what was just paid on its page is paid, and not cancelled", async () => {
      const id = await opened();
      world.service.stripe.pay(sessionOf(id).id);
      expect(await cancel(id)).toMatchObject({
        status: 409,
        body: { detail: "The payment is paid. Nothing was changed." },
      });
      expect(await shownOf(world)).toMatchObject({ state: "paid", failure: null });
    });

    test("what is being debited since its page is not cancelled", async () => {
      const id = await opened();
      world.service.stripe.slow = { days: 5 };
      world.service.stripe.pay(sessionOf(id).id);
      expect(await cancel(id)).toMatchObject({
        status: 409,
        body: {
          detail:
            "It is being debited: the bank moves the money already. Wait for the result. Nothing was changed.",
        },
      });
      expect(await shownOf(world)).toMatchObject({ state: "pending", debit_at: expect.any(String) });
    });

    for (const method of ["transfer", "saved", "card"])
      test(`a period that is paid by ${method} has no other page open`, async () => {
        const id = await openRenewal();
        const { id: session } = sessionOf(id);
        // What is refused ends no page.
        expect((await pay(method, 11_978)).status).toBe(409);
        expect(sessionOf(id).status).toBe("open");
        expect((await pay(method)).status).toBe(200);
        expect(world.service.stripe.sessions.get(session)?.status).toBe("expired");
        await world.service.look();
        expect(world.taken().length).toBe(method === "saved" ? 2 : 1);
        const open = [...world.service.stripe.sessions.values()].filter(
          ({ status, metadata }) => status === "open" && metadata.payment_id === id,
        );
        expect(open.length).toBe(method === "card" ? 1 : 0);
      });

    test("a page that was paid is not left for a transfer", async () => {
      const id = await openRenewal();
      world.service.stripe.pay(sessionOf(id).id);
      expect((await pay("transfer")).status).toBe(409);
      expect(await world.stored()).toMatchObject([first, { period: 1, state: "paid", received: 11_979 }]);
      expect(world.taken()).toEqual([11_979, 11_979]);
    });

    test("a page that is made while its payment is cancelled or paid otherwise is ended", async () => {
      await world.begin();
      const { stripe } = world.service;
      let made = false;
      stripe.during = async () => {
        stripe.during = undefined;
        const [{ id }] = (await world.customer.ask("GET", `/payments?subscription_id=${world.id}`)).body as [
          { id: string },
        ];
        made = (await cancel(id)).status === 200;
      };
      const id = await world.buy({ method: "card" });
      expect(made).toBe(true);
      expect(sessionOf(id).status).toBe("expired");
      expect(await shownOf(world)).toMatchObject({ id, state: "cancelled", checkout_url: null });
    });

    test("an operator who records a transfer ends the page", async () => {
      for (const record of [
        (id: string) => world.service.operator("POST", `/payments/${id}/received`, { minor: 11_979 }),
        () => world.service.operator("POST", `/subscriptions/${world.id}/periods/1/paid`, {}),
      ]) {
        const id = await openRenewal();
        expect((await record(id)).status).toBe(200);
        expect(sessionOf(id).status).toBe("expired");
        expect(await shownOf(world)).toMatchObject({ id, state: "paid", method: "Transfer" });
      }
    });

    test("a page of a subscription that has ended is ended with it", async () => {
      for (const id of [await opened(), await openRenewal()]) {
        const of = sessionOf(id).metadata.subscription_id!;
        await world.service.operator("PATCH", `/subscriptions/${of}`, { state: "cancelled" });
        world.service.stripe.isDead = true;
        await world.service.look();
        world.service.stripe.isDead = false;
        expect(sessionOf(id).status).toBe("open");
        await world.soon();
        expect(sessionOf(id).status).toBe("expired");
        const { body } = await world.service.operator("GET", `/payments/${id}`);
        expect(body).toMatchObject({ state: "cancelled", failure: "subscription_ended", checkout_url: null });
      }
      expect(await faultsIn(world)).toEqual([]);
    });

    test("a page of a period that has lapsed is ended, and the provider is not asked each second", async () => {
      const id = await openRenewal();
      const { db } = world.service;
      await db.run(sql`
        update billing_period set lapses_at = ${world.service.now() + 1000} where subscription_id = ${world.id} and number = 1`);
      world.service.stripe.isDead = true;
      await world.pass(2000);
      const asked = () => world.service.stripe.asked.filter(({ path }) => path.endsWith("/expire")).length;
      const before = asked();
      for (let seconds = 0; seconds < 5; seconds++) await world.pass(1000);
      expect(asked()).toBe(before);
      world.service.stripe.isDead = false;
      await world.soon();
      expect(sessionOf(id).status).toBe("expired");
      expect(await shownOf(world)).toMatchObject({ state: "cancelled", failure: "not_due" });
    });

    test("a page that its row does not have is found when it is debited", async () => {
      const id = await openRenewal();
      await world.service.db.run(
        sql`update payment set provider_ref = null, checkout_url = null where id = ${id}`,
      );
      world.service.stripe.slow = { days: 5 };
      const { id: intent } = world.service.stripe.pay(sessionOf(id).id);
      const object = { object: "checkout.session", id: sessionOf(id).id, payment_intent: intent };
      await world.service.hear(`evt_${intent}`, "checkout.session.completed", object);
      expect(await shownOf(world)).toMatchObject({ state: "pending", debit_at: expect.any(String) });
      await world.pass(5 * dayMs);
      expect(await shownOf(world)).toMatchObject({ state: "paid", received_minor: 11_979 });
    });
  });
