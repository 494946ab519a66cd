import { describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { dayMs, minuteMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { opened } from "../../../running/opened.ts";
import { rowsOf } from "../../billing/test/billed-service.ts";
import { Payments } from "../payments.ts";
import { type PaidWorld, startPaidWorld } from "./paid-world.ts";

const small = { subscription_id: "s1", kind: "package", package_id: "small", minor: 6050 } as const;
const topUp = { enabled: true, threshold: 16_000, package_id: "small", month_limit_minor: 50_000 };
const detailOf = ({ body }: { readonly body: unknown }) => (body as { detail: string }).detail;

interface Lost {
  readonly provider_ref: string;
  readonly kind: string;
  readonly state: string;
}

const restored = async ({ operator }: PaidWorld) =>
  (await operator("GET", "/payments/restored")).body as { undecided: number; charges: Lost[] };
const match = ({ operator }: PaidWorld, ref: string, to: object) =>
  operator("POST", `/payments/restored/${ref}/match`, to);
const giveBack = ({ operator }: PaidWorld, ref: string) =>
  operator("POST", `/payments/restored/${ref}/return`);
for (const kind of kinds)
  describe.skipIf(kind.missing)(`lost charges that change or have no way on ${kind.dialect}`, () => {
    /** A package whose payment is lost; before the backup is what `before` does. */
    async function startLost(
      before: (world: PaidWorld, account: Awaited<ReturnType<PaidWorld["subscriber"]>>) => Promise<void>,
    ) {
      const world = await startPaidWorld(kind);
      const account = await world.subscriber("s1");
      await before(world, account);
      const point = await world.point();
      await world.at(world.now() + 5 * minuteMs);
      const { id } = await world.buy(account, { ...small, method: "saved" });
      await world.look();
      return { world, account, point, ref: world.stripe.intentOf(id).id };
    }

    test("a returned charge whose money comes back is returned again", async () => {
      const { world, point, ref } = await startLost(async () => undefined);
      try {
        world.stripe.dispute(ref, "needs_response");
        await world.goBackHeld(point, { isLogLost: true });
        await world.list();
        expect((await giveBack(world, ref)).body).toMatchObject({ state: "returned" });
        expect((await world.resume()).status).toBe(200);
        world.stripe.dispute(ref, "won");
        await world.event("dp_1", "charge.dispute.closed", {
          object: "dispute",
          id: "dp_1",
          payment_intent: ref,
        });
        expect(await restored(world)).toMatchObject({ undecided: 1, charges: [{ state: "undecided" }] });
        expect(detailOf(await match(world, ref, { subscription_id: "s1" }))).toBe(
          "The charge was returned, and its money came back: return it again. Nothing was changed.",
        );
        expect((await giveBack(world, ref)).body).toMatchObject({ state: "returned" });
        await world.event("re_0", "charge.refunded", { object: "charge", id: "ch_1", payment_intent: ref });
        expect(await restored(world)).toMatchObject({ undecided: 0, charges: [] });
        // The bank does not take it.
        world.stripe.failRefund(world.stripe.refunds[0]!.id);
        await world.event("re_1", "charge.refund.updated", {
          object: "charge",
          id: "ch_1",
          payment_intent: ref,
        });
        expect((await restored(world)).undecided).toBe(1);
        expect((await giveBack(world, ref)).status).toBe(200);
        expect((await restored(world)).undecided).toBe(0);
        expect(world.stripe.refunds.map(({ amount, status }) => [amount, status])).toEqual([
          [6050, "failed"],
          [6050, "succeeded"],
        ]);
      } finally {
        await world.end();
      }
    });

    test("a charge that is kept pays its period without a card, and in place of a transfer", async () => {
      for (const way of ["no card", "transfer"] as const) {
        const { world, account, point } = await startLost(async () => undefined);
        try {
          await world.at(world.now() + 30 * dayMs);
          await world.at(world.now() + dayMs);
          const taken = world.stripe.intents.size;
          await world.goBackHeld(point, { isLogLost: true });
          await world.list();
          for (const { provider_ref: ref, kind: of } of (await restored(world)).charges)
            expect(
              (await (of === "renewal" ? match(world, ref, { subscription_id: "s1" }) : giveBack(world, ref)))
                .status,
            ).toBe(200);
          await world.as(account, "DELETE", `/users/${account.userId}/payment-method`);
          expect((await world.resume()).status).toBe(200);
          if (way === "transfer") {
            await opened(world.app(), Payments).look();
            const due = { subscription_id: "s1", kind: "renewal", period: 1, minor: 11_979 };
            await world.buy(account, { ...due, method: "transfer" }).catch(() => undefined);
          }
          for (let days = 0; days < 12; days++) await world.at(world.now() + dayMs);
          expect(await rowsOf(world.db, sql`select state from billing_period where number = 1`)).toEqual([
            { state: "paid" },
          ]);
          expect(world.stripe.intents.size).toBe(taken);
        } finally {
          await world.end();
        }
      }
    });

    test("a debit that ends while the service is held is decided, too", async () => {
      for (const fails of [undefined, "insufficient_funds"]) {
        const { world, account, point } = await startLost(async () => undefined);
        try {
          world.stripe.slow = { days: 2, ...(fails !== undefined && { fails }) };
          const { id } = await world.buy(account, { ...small, method: "saved" });
          await world.look();
          const ref = world.stripe.intentOf(id).id;
          await world.goBackHeld(point, { isLogLost: true });
          await world.list();
          for (const { provider_ref: other } of (await restored(world)).charges)
            if (other !== ref) await giveBack(world, other);
          const early = await giveBack(world, ref);
          expect([early.status, detailOf(early)]).toEqual([
            409,
            "The charge is still being debited: keep it for its subscription, or wait until it has arrived. Nothing was changed.",
          ]);
          await world.at(world.now() + 3 * dayMs);
          world.stripe.passDebits();
          expect((await giveBack(world, ref)).status).toBe(200);
          expect((await restored(world)).undecided).toBe(0);
          expect((await world.resume()).status).toBe(200);
          expect(world.stripe.intents.get(ref)!.latest_charge!.amount_refunded).toBe(fails ? 0 : 6050);
        } finally {
          await world.end();
        }
      }
    });

    test("a top-up that failed is not matched while another one is open", async () => {
      const { world, point, ref } = await startLost(async (at, account) => {
        const enable = () => at.as(account, "PUT", "/subscriptions/s1/top-up", topUp);
        at.stripe.declines = "card_declined";
        await enable();
        await at.look();
        at.stripe.declines = undefined;
        at.stripe.slow = { days: 5 };
        await enable();
        await at.look();
        at.stripe.slow = undefined;
      });
      try {
        await world.goBackHeld(point, { isLogLost: true });
        await world.list();
        const [failed] = await rowsOf<{ id: string }>(
          world.db,
          sql`select id from payment where kind = 'automatic' and state = 'failed'`,
        );
        const got = await match(world, ref, { payment_id: failed!.id });
        expect([got.status, detailOf(got)]).toEqual([
          409,
          "Another automatic top-up is open: match it with that one. Nothing was changed.",
        ]);
        expect((await giveBack(world, ref)).status).toBe(200);
      } finally {
        await world.end();
      }
    });

    test("without its provider a charge is neither matched nor returned", async () => {
      const { world, point, ref } = await startLost(async () => undefined);
      try {
        await world.goBackHeld(point, { isLogLost: true });
        await world.list();
        const { settlement } = opened(world.app(), Payments);
        const { cards } = settlement;
        Object.assign(settlement, { cards: undefined });
        for (const got of [await match(world, ref, { subscription_id: "s1" }), await giveBack(world, ref)])
          expect([got.status, detailOf(got)]).toEqual([
            409,
            "The charge is at the payment provider, which is switched off: set `VINGATE_PAYMENTS` to `stripe`, and restart. Nothing was changed.",
          ]);
        expect((await restored(world)).undecided).toBe(1);
        Object.assign(settlement, { cards });
        expect((await match(world, ref, { subscription_id: "s1" })).body).toMatchObject({ state: "matched" });
      } finally {
        await world.end();
      }
    });
  });
