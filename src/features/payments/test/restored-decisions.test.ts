import { describe, expect, test } from "bun:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { startWorld } from "../../../../test/decisions/world.ts";
import { kinds } from "../../../../test/harness.ts";
import { dayMs, minuteMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { readHeld } from "../../../decisions/held.ts";
import { opened } from "../../../running/opened.ts";
import { rowsOf } from "../../billing/test/billed-service.ts";
import { Payments } from "../payments.ts";
import { type PaidWorld, startPaidWorld } from "./paid-world.ts";

const small = { subscription_id: "s1", kind: "package", package_id: "small", minor: 6050 } as const;
const detailOf = ({ body }: { readonly body: unknown }) => (body as { detail: string }).detail;

/** A service whose database went back, without its log, to before a package was bought. */
async function startLost(kind: (typeof kinds)[number], after: (world: PaidWorld, ref: string) => void) {
  const world = await startPaidWorld(kind);
  const account = await world.subscriber("s1");
  const { id: open } = await world.buy(account, { ...small, method: "transfer" });
  const { id: other } = await world.buy(account, {
    ...small,
    package_id: "large",
    minor: 24_200,
    method: "transfer",
  });
  const point = await world.point();
  await world.at(world.now() + 5 * minuteMs);
  const { id: lost } = await world.buy(account, { ...small, method: "saved" });
  await world.look();
  const ref = world.stripe.intentOf(lost).id;
  after(world, ref);
  await world.goBackHeld(point, { isLogLost: true });
  await world.list();
  return { world, ref, lost, open, other };
}

const charge = async ({ operator }: PaidWorld) =>
  ((await operator("GET", "/payments/restored")).body as { charges: object[] }).charges;

const payment = async ({ db }: PaidWorld, id: string) =>
  (
    await rowsOf(
      db,
      sql`select kind, state, provider, received_minor, refunded_minor, removed, set_aside, problem
        from payment where id = ${id}`,
    )
  )[0];

for (const kind of kinds)
  describe.skipIf(kind.missing)(`lost charges on ${kind.dialect}`, () => {
    test("one is matched with a payment of its sum, and its refund follows", async () => {
      const { world, ref, lost, open, other } = await startLost(kind, ({ stripe }, id) => {
        stripe.refund(id, 1210);
      });
      try {
        expect(await charge(world)).toEqual([
          {
            provider_ref: ref,
            payment_id: lost,
            subscription_id: "s1",
            kind: "package",
            period: null,
            minor: 6050,
            currency: "EUR",
            refunded_minor: 1210,
            dispute: null,
            charged_at: expect.any(String),
            has_arrived: true,
            state: "undecided",
          },
        ]);
        const match = (body: object) => world.operator("POST", `/payments/restored/${ref}/match`, body);
        expect(detailOf(await match({ payment_id: other }))).toBe(
          "The charge is of €60.50, and the payment of €242.00: match it with another one, or return it. Nothing was changed.",
        );
        expect((await match({ payment_id: "none" })).status).toBe(404);
        expect((await match({ subscription_id: "none" })).status).toBe(404);
        expect((await match({})).status).toBe(422);
        expect((await match({ payment_id: open, subscription_id: "s1" })).status).toBe(422);
        expect((await match({ payment_id: open })).status).toBe(200);
        expect(await payment(world, open)).toEqual({
          kind: "package",
          state: "part_refunded",
          provider: "stripe",
          received_minor: 6050,
          refunded_minor: 1210,
          removed: 1000,
          set_aside: 0,
          problem: null,
        });
        expect(detailOf(await match({ payment_id: open }))).toBe(
          "The charge is decided already. Nothing was changed.",
        );
        expect((await world.resume()).status).toBe(200);
      } finally {
        await world.end();
      }
    });

    test("one that is disputed goes to a subscription, and its credits are set aside", async () => {
      const { world, ref, lost } = await startLost(kind, ({ stripe }, id) => {
        stripe.dispute(id, "needs_response");
      });
      try {
        const got = await world.operator("POST", `/payments/restored/${ref}/match`, {
          subscription_id: "s1",
        });
        expect(got.body).toMatchObject({ state: "matched", dispute: "open" });
        expect(await payment(world, lost)).toMatchObject({ state: "disputed", set_aside: 5000 });
        expect((await world.resume()).status).toBe(200);
        // The charge of the lost payment is that of the new one: what happens to it later follows.
        world.stripe.dispute(ref, "won");
        await world.operator("POST", `/payments/${lost}/refresh`);
        expect(await payment(world, lost)).toMatchObject({ state: "paid", set_aside: 0 });
      } finally {
        await world.end();
      }
    });

    test("one that went back whole needs no decision, and a refused return changes nothing", async () => {
      const whole = await startLost(kind, ({ stripe }, id) => {
        stripe.refund(id, 6050);
      });
      try {
        expect(await charge(whole.world)).toEqual([]);
        expect((await whole.world.resume()).status).toBe(200);
      } finally {
        await whole.world.end();
      }
      const { world, ref } = await startLost(kind, () => undefined);
      try {
        world.stripe.refusesRefunds = true;
        const back = () => world.operator("POST", `/payments/restored/${ref}/return`);
        expect(detailOf(await back())).toBe(
          "The payment provider refuses it: charge_disputed. Nothing was returned.",
        );
        world.stripe.refusesRefunds = false;
        world.stripe.isLost = true;
        expect((await back()).status).toBe(503);
        world.stripe.isLost = false;
        expect((await back()).body).toMatchObject({ state: "returned" });
        expect(world.stripe.refunds.map(({ intent, amount }) => [intent, amount])).toEqual([[ref, 6050]]);
        expect((await world.resume()).status).toBe(200);
      } finally {
        await world.end();
      }
    });

    test("a listing that ends with its process begins again", async () => {
      const { world } = await startLost(kind, () => undefined);
      try {
        const point = await world.point();
        await world.goBackHeld(point, { isLogLost: true });
        const { restored } = opened(world.app(), Payments);
        world.stripe.after = async () => void restored.stop();
        await world.list();
        const state = () => rowsOf(world.db, sql`select state, handled from payment_listing`);
        expect(await state()).toEqual([{ state: "due", handled: 0 }]);
        world.stripe.after = undefined;
        await world.restart();
        await world.list();
        expect(await state()).toMatchObject([{ state: "done" }]);
        expect(await charge(world)).toHaveLength(1);
      } finally {
        await world.end();
      }
    });

    test("a log that went back with its database is noticed by the charges that it lacks", async () => {
      const world = await startPaidWorld(kind);
      try {
        const account = await world.subscriber("s1");
        const point = await world.point();
        const log = readFileSync(world.logFile);
        await world.at(world.now() + 5 * minuteMs);
        await world.buy(account, { ...small, method: "saved" });
        await world.look();
        const numbers = () => rowsOf(world.db, sql`select number from paper order by number`);
        expect(await numbers()).toEqual([{ number: "2026-0001" }, { number: "2026-0002" }]);
        await world.goBackHeld(point, {
          before() {
            // Another file, as a copy of the folder has.
            rmSync(world.logFile);
            writeFileSync(world.logFile, log);
          },
        });
        await world.list();
        const [lost] = await charge(world);
        expect(lost).toMatchObject({ minor: 6050, state: "undecided" });
        const { provider_ref: ref } = lost as { readonly provider_ref: string };
        await world.operator("POST", `/payments/restored/${ref}/match`, { subscription_id: "s1" });
        expect((await world.resume()).status).toBe(200);
        const [first, next] = await numbers();
        expect(first).toEqual({ number: "2026-0001" });
        const [gap] = await rowsOf<{ first: number; last: number }>(
          world.db,
          sql`select first_number as first, last_number as last from paper_gap`,
        );
        expect(gap).toEqual({ first: 2, last: expect.any(Number) });
        expect(next).toEqual({ number: `2026-${gap!.last + 1}` });
      } finally {
        await world.end();
      }
    });

    test("a short gap ends by itself once all is listed", async () => {
      const world = await startPaidWorld(kind);
      try {
        const account = await world.subscriber("s1");
        const point = await world.point();
        await world.buy(account, { ...small, method: "saved" });
        await world.look();
        await world.goBackHeld(point);
        expect(await readHeld(world.db)).toMatchObject({ endsItself: true });
        await world.list();
        expect(await readHeld(world.db)).toBeUndefined();
        expect(world.app().held.current).toBeUndefined();
      } finally {
        await world.end();
      }
    });

    test("without a provider nothing is listed, and with one later nothing is charged before it is", async () => {
      const world = await startWorld(kind, { VINGATE_PAYMENTS: "manual" });
      try {
        const point = await world.point();
        world.service.advance(dayMs);
        const { operatorHeaders: headers } = world.service;
        await world.service.ask("PUT", "/products/other", { headers, json: { display_name: "other" } });
        const { rows, last } = point.get("setting")!;
        const noted = [...rows, { name: "restored_former", value: JSON.stringify("lost") }];
        await world.goBack(new Map([...point, ["setting", { rows: noted, last }]]));
        const { database } = world.service.app;
        expect(await database.all<object>(sql`select state from payment_listing`)).toEqual([
          { state: "skipped" },
        ]);
        const got = await world.service.ask("POST", "/system/resume", {
          headers: world.service.operatorHeaders,
          json: {},
        });
        expect(got.status).toBe(200);
        await database.run(sql`update payment_listing set state = 'due'`);
        await opened(world.service.app, Payments).restored.list();
        expect(await database.all<object>(sql`select state from payment_listing`)).toEqual([
          { state: "skipped" },
        ]);
      } finally {
        await world.end();
      }
    });
  });
