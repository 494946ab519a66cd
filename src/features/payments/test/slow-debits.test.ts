import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { hourMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { rowsOf } from "../../billing/test/billed-service.ts";
import { bought, type Charged, first, second, startCharged } from "./charged.ts";
import { faultsIn, openGrants, shownOf, standingOf } from "./debited.ts";
import { spend } from "./histories.ts";

const dayMs = 24 * hourMs;
/** Credits of the plan. */
const own = 15_000;

for (const kind of kinds)
  for (const way of ["wait", "grant"] as const)
    describe.skipIf(kind.missing)(`slow debits, ${way}, on ${kind.dialect}`, () => {
      let world: Charged;
      beforeAll(async () => {
        world = await startCharged(kind, { VINGATE_SLOW_DEBITS: way });
      });
      afterAll(() => world.service.end());
      beforeEach(() => {
        world.service.stripe.slow = undefined;
        world.service.stripe.cancelsDebits = false;
      });

      /** A customer whose second period is debited from a day before it starts; it has started half a day ago. */
      async function renewed(days: number, fails?: string): Promise<void> {
        await world.begin();
        world.service.stripe.slow = { days, ...(fails !== undefined && { fails }) };
        await startDebit();
        await world.pass(dayMs + 11 * hourMs);
        await openGrants(world);
      }
      /** Uses the credits of the first period, and goes on to 23 hours before its end. */
      async function startDebit(): Promise<void> {
        await spend(world.service, world.id, own);
        const [first] = await rowsOf<{ end: number }>(
          world.service.db,
          sql`select ends_at as "end" from billing_period where subscription_id = ${world.id}`,
        );
        await world.service.at(first!.end - 23 * hourMs);
      }
      const granted = way === "grant" ? own : 0;

      test("a debit under way over the end of a period needs nothing, and is paid after 5 days", async () => {
        await renewed(5);
        expect(await shownOf(world)).toMatchObject({
          state: "pending",
          debit_at: expect.stringMatching(/^20\d\d-/),
          failure: null,
          checkout_url: null,
          paid_at: null,
          paper_id: null,
          method: "SEPA debit",
        });
        const during = { left: granted, owed: 0, period: "due", papers: 1, reminded: ["period.unpaid"] };
        // It is as in the first period, before its customer had paid.
        expect(await standingOf(world)).toEqual(during);
        expect(await faultsIn(world)).toEqual([]);
        await spend(world.service, world.id, granted / 10);
        await world.pass(4 * dayMs);
        expect(await shownOf(world)).toMatchObject({ state: "paid", debit_at: null });
        expect(await standingOf(world)).toEqual({
          ...during,
          left: own - granted / 10,
          period: "paid",
          papers: 2,
        });
        expect(await world.stored()).toEqual([first, second]);
        expect(world.taken()).toEqual([11_979, 11_979]);
        expect(await faultsIn(world)).toEqual([]);
      });

      test("its period does not lapse while a debit runs for longer", async () => {
        await renewed(20);
        for (let days = 0; days < 17; days++) await world.pass(dayMs);
        expect(await standingOf(world)).toMatchObject({ period: "due", reminded: ["period.unpaid"] });
        expect(await shownOf(world)).toMatchObject({ state: "pending" });
        await world.pass(3 * dayMs);
        expect(await world.stored()).toEqual([first, second]);
        expect(await standingOf(world)).toMatchObject({ left: own, period: "paid" });
      });

      test("a debit that fails takes its credits back, and its customer has days to pay otherwise", async () => {
        await renewed(5, "insufficient_funds");
        await spend(world.service, world.id, granted / 5);
        await world.pass(4 * dayMs);
        const owed = granted / 5;
        expect(await shownOf(world)).toMatchObject({
          state: "requested",
          failure: "insufficient_funds",
          debit_at: null,
          credits_removed: granted - owed,
          credits_owed: owed,
        });
        const after = { left: 0, owed, period: "due", papers: 1 };
        expect(await standingOf(world)).toEqual({ ...after, reminded: ["period.unpaid", "payment.failed"] });
        expect(await faultsIn(world)).toEqual([]);
        // Charged again an hour before it lapses, now with a card.
        world.service.stripe.slow = undefined;
        await world.pass(3 * dayMs - hourMs / 2);
        expect(await standingOf(world)).toMatchObject({
          left: own - owed,
          owed: 0,
          period: "paid",
          papers: 2,
        });
        expect(await world.stored()).toEqual([first, { ...second, attempts: 2 }]);
        expect(await faultsIn(world)).toEqual([]);
      });

      test("a period of a failed debit lapses if nothing else pays it, and what was spent is owed", async () => {
        await renewed(12, "account_closed");
        await spend(world.service, world.id, granted / 5);
        await world.pass(11 * dayMs);
        expect(await standingOf(world)).toMatchObject({ period: "due", owed: granted / 5 });
        await world.pass(2 * dayMs);
        expect(await standingOf(world)).toMatchObject({ period: "due" });
        world.service.stripe.slow = undefined;
        world.service.stripe.declines = "card_declined";
        for (let hours = 0; hours < 4; hours++) await world.pass(12 * hourMs);
        world.service.stripe.declines = undefined;
        expect(await standingOf(world)).toMatchObject({ left: 0, owed: granted / 5, period: "lapsed" });
        expect(await faultsIn(world)).toEqual([]);
      });

      if (way === "grant")
        test("what can be used beyond credits goes and comes with them", async () => {
          await world.begin();
          const cap = () =>
            rowsOf(
              world.service.db,
              sql`select amount, removed, state from credit_grant
              where subscription_id = ${world.id} and source = 'overage' and period = 1`,
            );
          expect(
            (await world.customer.ask("PUT", `/subscriptions/${world.id}/overage`, { cap: 500 })).status,
          ).toBe(200);
          world.service.stripe.slow = { days: 5, fails: "insufficient_funds" };
          await startDebit();
          await world.pass(2 * dayMs);
          await openGrants(world);
          expect(await cap()).toEqual([{ amount: 500, removed: 0, state: "open" }]);
          await world.pass(3 * dayMs);
          expect(await cap()).toEqual([{ amount: 500, removed: 500, state: "open" }]);
          world.service.stripe.slow = undefined;
          await world.pass(3 * dayMs - hourMs / 2);
          expect(await cap()).toEqual([{ amount: 1000, removed: 500, state: "open" }]);
          expect(await faultsIn(world)).toEqual([]);
        });

      test("a debit that fails before its period starts leaves nothing", async () => {
        await world.begin();
        world.service.stripe.slow = { days: 0.25, fails: "insufficient_funds" };
        await startDebit();
        await world.pass(12 * hourMs);
        world.service.stripe.slow = undefined;
        expect(await standingOf(world)).toMatchObject({ owed: 0, period: "due" });
        await world.pass(dayMs);
        expect(await world.stored()).toEqual([first, { ...second, attempts: 2 }]);
        expect(await standingOf(world)).toMatchObject({ left: own, owed: 0, period: "paid" });
        expect(await faultsIn(world)).toEqual([]);
      });

      test("a package that is being debited cannot be cancelled, unless the provider ends it", async () => {
        await world.begin();
        world.service.stripe.slow = { days: 5 };
        const id = await world.buy();
        const cancel = () => world.customer.ask("POST", `/payments/${id}/cancel`, {});
        const extra = way === "grant" ? 5000 : 0;
        expect(await standingOf(world)).toMatchObject({ left: own + extra });
        expect(await cancel()).toMatchObject({
          status: 409,
          body: {
            detail:
              "It is being debited: the bank moves the money already. Wait for the result. Nothing was changed.",
          },
        });
        expect(await shownOf(world)).toMatchObject({ state: "pending", debit_at: expect.any(String) });
        world.service.stripe.cancelsDebits = true;
        expect(await cancel()).toMatchObject({
          status: 200,
          body: { state: "cancelled", debit_at: null, credits_removed: extra, credits_owed: 0 },
        });
        expect(await standingOf(world)).toMatchObject({ left: own, owed: 0, papers: 1 });
        await world.pass(6 * dayMs);
        expect(world.taken()).toEqual([11_979]);
        expect(await faultsIn(world)).toEqual([]);
      });

      test("a package that is debited on a page is paid when the money has come, or its customer reads why not", async () => {
        for (const fails of [undefined, "debit_not_authorized"]) {
          world.service.stripe.slow = undefined;
          await world.begin();
          world.service.stripe.slow = { days: 5, ...(fails !== undefined && { fails }) };
          const id = await world.buy({ method: "card" });
          world.service.stripe.pay(world.service.stripe.sessionOf(id).id);
          await world.soon();
          expect(await shownOf(world)).toMatchObject({ state: "pending", checkout_url: null, failure: null });
          await spend(world.service, world.id, way === "grant" ? own + 2000 : own);
          await world.pass(5 * dayMs);
          const isPaid = fails === undefined;
          expect(await shownOf(world)).toMatchObject({
            state: isPaid ? "paid" : "failed",
            failure: fails ?? null,
          });
          const spent = way === "grant" ? 2000 : 0;
          expect(await standingOf(world)).toEqual({
            left: isPaid ? 5000 - spent : 0,
            owed: isPaid ? 0 : spent,
            period: "paid",
            papers: isPaid ? 2 : 1,
            reminded: ["period.unpaid", ...(isPaid ? [] : ["payment.failed"])],
          });
          if (isPaid) expect(await world.stored()).toEqual([first, { ...bought, attempts: 0 }]);
          expect(await faultsIn(world)).toEqual([]);
        }
      });

      test("no operator lets a period lapse that is being debited", async () => {
        await renewed(5);
        const lapse = `/subscriptions/${world.id}/periods/1/lapse`;
        expect(await world.service.operator("POST", lapse, {})).toMatchObject({
          status: 409,
          body: {
            detail:
              "Period 1 is being debited: the bank moves the money already. Wait for the result. Nothing was changed.",
          },
        });
        const other = { subscription_id: world.id, kind: "renewal", period: 1, minor: 11_979 };
        const transfer = { ...other, currency: "EUR", method: "transfer" };
        expect(await world.customer.ask("POST", "/payments", transfer)).toMatchObject({ status: 409 });
        await world.pass(4 * dayMs);
        expect(await world.stored()).toEqual([first, second]);
      });

      test("a debit of a subscription that has ended waits for its outcome, which an operator decides", async () => {
        await renewed(5);
        await world.service.operator("PATCH", `/subscriptions/${world.id}`, { state: "cancelled" });
        await world.soon();
        expect(await shownOf(world)).toMatchObject({ state: "pending" });
        await world.pass(4 * dayMs);
        const [, row] = (await rowsOf(
          world.service.db,
          sql`select state, problem from payment where subscription_id = ${world.id} order by created_at, id`,
        )) as [unknown, { state: string; problem: string | null }];
        expect(row).toEqual({
          state: "paid",
          problem: way === "grant" ? null : "The subscription is not active any more.",
        });
        expect(await faultsIn(world)).toEqual([]);
      });
    });
