import { describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { findingsWith } from "../../../../test/metering/planted-damage.ts";
import { dayMs, minuteMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { rowsOf } from "../../billing/test/billed-service.ts";
import { type PaidWorld, startPaidWorld } from "./paid-world.ts";

const small = { kind: "package", package_id: "small", minor: 6050 } as const;

/** Requests that take money, or make a page on which it is taken. */
const taking = ({ stripe }: PaidWorld) =>
  stripe.asked.filter(
    ({ method, path }) =>
      method === "POST" && ["/v1/payment_intents", "/v1/checkout/sessions"].includes(path),
  ).length;

const refundsAsked = ({ stripe }: PaidWorld) =>
  stripe.asked.filter(({ method, path }) => method === "POST" && path === "/v1/refunds").length;

interface Restored {
  readonly listing: {
    readonly state: string;
    readonly handled: number;
    readonly failure: string | null;
  } | null;
  readonly undecided: number;
  readonly charges: readonly {
    readonly provider_ref: string;
    readonly subscription_id: string;
    readonly kind: string;
    readonly period: number | null;
    readonly minor: number;
    readonly refunded_minor: number;
    readonly dispute: string | null;
    readonly state: string;
  }[];
}

const restored = async (world: PaidWorld) =>
  (await world.operator("GET", "/payments/restored")).body as Restored;

const heldOf = async (world: PaidWorld) =>
  ((await world.operator("GET", "/system")).body as { held: { undecided: object; notes: string[] } | null })
    .held;

const papersOf = ({ db }: PaidWorld) =>
  rowsOf<{ number: string }>(db, sql`select * from paper order by number`);

/** What payments have of each charge, and what the provider has. */
async function requireEqualToProvider(world: PaidWorld): Promise<void> {
  const payments = await rowsOf<{ ref: string; received: number; refunded: number }>(
    world.db,
    sql`select provider_ref as ref, received_minor as received, refunded_minor as refunded from payment
      where provider = 'stripe' and received_minor > 0 order by provider_ref`,
  );
  const returned = await rowsOf<{ ref: string }>(
    world.db,
    sql`select provider_ref as ref from payment_transfer where provider = 'stripe' and state = 'returned'`,
  );
  const taken = [...world.stripe.intents.values()].filter(({ amount_received }) => amount_received > 0);
  const back = new Set(returned.map(({ ref }) => ref));
  for (const { id, amount_received, latest_charge } of taken)
    if (back.has(id)) expect(latest_charge!.amount_refunded).toBe(amount_received);
  expect(payments).toEqual(
    taken
      .filter(({ id }) => !back.has(id))
      .map(({ id, amount_received, latest_charge }) => ({
        ref: id,
        received: amount_received,
        refunded: latest_charge!.amount_refunded,
      }))
      .sort((a, b) => (a.ref < b.ref ? -1 : 1)),
  );
}

/** Two customers with plans, a package of each way, and what a backup has of them; then what it lacks. */
async function startDrill(kind: (typeof kinds)[number]) {
  const world = await startPaidWorld(kind);
  const first = await world.subscriber("s1");
  const second = await world.subscriber("s2");
  const { id: bought } = await world.buy(first, { subscription_id: "s1", ...small, method: "saved" });
  const { id: later } = await world.buy(second, { subscription_id: "s2", ...small, method: "saved" });
  await world.look();
  await world.operator("POST", `/payments/${bought}/refund`, { minor: 1000, reason: "Before" });
  await world.at(world.now() + 30 * dayMs);
  await world.at(world.now() + 2 * dayMs);
  const { id: page } = await world.buy(second, { subscription_id: "s2", ...small });
  const { id: due } = await world.buy(first, { subscription_id: "s1", ...small, method: "saved" });
  const point = await world.point();
  await world.at(world.now() + 5 * minuteMs);
  await world.payPage(page);
  const { id: saved } = await world.buy(second, { subscription_id: "s2", ...small, method: "saved" });
  await world.look();
  const { id: paged } = await world.buy(first, { subscription_id: "s1", ...small });
  await world.payPage(paged, false);
  await world.operator("POST", `/payments/${bought}/refund`, { minor: 500, reason: "After" });
  world.stripe.dispute(world.stripe.intentOf(later).id, "needs_response");
  await world.at(world.now() + 26 * dayMs);
  await world.at(world.now() + 3 * dayMs);
  return { world, point, ids: { bought, later, page, due, saved, paged } };
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`money of a restored service on ${kind.dialect}`, () => {
    test("with the log all comes back, and nothing is left to decide", async () => {
      const { world, point, ids } = await startDrill(kind);
      try {
        const papers = await papersOf(world);
        const intents = world.stripe.intents.size;
        const refunds = refundsAsked(world);
        await world.goBackHeld(point);
        expect(await papersOf(world)).toEqual(papers);
        const early = await world.resume();
        expect(early.status).toBe(409);
        expect((early.body as { detail: string }).detail).toStartWith(
          "Undecided: 1 listing of what the payment provider took. Nothing was resumed.",
        );
        await world.list();
        expect(await restored(world)).toMatchObject({
          listing: { state: "done" },
          undecided: 0,
          charges: [],
        });
        expect((await world.resume()).status).toBe(200);
        await world.look();
        await world.at(world.now() + minuteMs);
        // The listing also finds a page that was paid and whose event was lost.
        const [paged] = await rowsOf(world.db, sql`select state from payment where id = ${ids.paged}`);
        expect(paged).toEqual({ state: "paid" });
        expect(world.stripe.intents.size).toBe(intents);
        expect(refundsAsked(world)).toBe(refunds);
        await requireEqualToProvider(world);
        const after = await papersOf(world);
        expect(new Set(after.map(({ number }) => number)).size).toBe(after.length);
        expect(await rowsOf(world.db, sql`select * from paper_gap`)).toEqual([]);
        expect(await findingsWith(world.db, world.comparisons, undefined, [])).toEqual([]);
      } finally {
        await world.end();
      }
    });

    test("without the log each charge is matched or returned before anything is taken", async () => {
      const { world, point } = await startDrill(kind);
      try {
        const shown = (await papersOf(world)).map(({ number }) => number);
        await world.goBackHeld(point, { isLogLost: true });
        const kept = new Set((await papersOf(world)).map(({ number }) => number));
        const taken = taking(world);
        world.stripe.isDead = true;
        await world.list();
        await world.look();
        expect((await restored(world)).listing).toMatchObject({
          state: "due",
          failure: "Stripe returned 500",
        });
        expect((await heldOf(world))!.notes.join()).toContain(
          "cannot be listed, and is tried again: Stripe returned 500",
        );
        expect((await world.resume()).status).toBe(409);
        world.stripe.isDead = false;
        // Not yet: it is tried again later.
        await world.list();
        expect((await restored(world)).listing).toMatchObject({ state: "due" });
        await world.at(world.now() + minuteMs);
        await world.list();
        const { listing, undecided, charges } = await restored(world);
        expect(listing).toMatchObject({ state: "done", failure: null });
        const what = charges.map(({ kind: of, subscription_id, period, minor }) => [
          of,
          subscription_id,
          period,
          minor,
        ]);
        expect(what.sort()).toEqual([
          ["package", "s1", null, 6050],
          ["package", "s2", null, 6050],
          ["renewal", "s1", 2, 11_979],
          ["renewal", "s2", 2, 11_979],
        ]);
        expect(undecided).toBe(4);
        const refused = await world.resume();
        expect((refused.body as { detail: string }).detail).toStartWith(
          "Undecided: 4 charges without a payment.",
        );
        expect((await heldOf(world))!.undecided).toEqual({ "charges without a payment": 4 });
        expect(taking(world)).toBe(taken);
        for (const { provider_ref: ref, kind: of, subscription_id } of charges) {
          const isReturned = of === "package" && subscription_id === "s1";
          const got = isReturned
            ? await world.operator("POST", `/payments/restored/${ref}/return`)
            : await world.operator("POST", `/payments/restored/${ref}/match`, { subscription_id });
          expect(got.status).toBe(200);
          const again = await world.operator("POST", `/payments/restored/${ref}/return`);
          expect(again.status).toBe(409);
        }
        expect((await world.resume()).status).toBe(200);
        await world.look();
        await world.at(world.now());
        await world.at(world.now() + minuteMs);
        await world.list();
        expect(taking(world)).toBe(taken);
        await requireEqualToProvider(world);
        expect(
          await rowsOf(world.db, sql`select 1 as found from payment_transfer where state = 'unmatched'`),
        ).toEqual([]);
        const gaps = await rowsOf(
          world.db,
          sql`select series, first_number as first, last_number as last from paper_gap order by series`,
        );
        const after = (await papersOf(world)).map(({ number }) => number);
        const fresh = after.filter((number) => !kept.has(number));
        expect(fresh.length).toBeGreaterThan(3);
        expect(fresh.filter((number) => shown.includes(number))).toEqual([]);
        expect(gaps.length).toBeGreaterThan(0);
        expect(await findingsWith(world.db, world.comparisons, undefined, [])).toEqual([]);
      } finally {
        await world.end();
      }
    });
  });
