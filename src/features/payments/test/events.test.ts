import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { interruptible, repeat } from "../../../../test/metering/interruptible-database.ts";
import { sql } from "../../../database/sql.ts";
import { opened } from "../../../running/opened.ts";
import { type Customer, day, rowsOf } from "../../billing/test/billed-service.ts";
import { Payments } from "../payments.ts";
import { applyEvent } from "../settling/apply-event.ts";
import { kept, outcomeOf, paidPackage, permutations, type Step, take } from "./histories.ts";
import { type PaidService, sold, startPaid } from "./paid-service.ts";
import { signedEvent } from "./stripe-stub.ts";

/** What happens to a payment, and what must be stored at the end, in whichever order the events arrive. */
const histories: readonly (readonly [steps: readonly Step[], outcome: object])[] = [
  [[], {}],
  [[1000], { state: "part_refunded", refunded_minor: 1000, removed: 826 }],
  [[1, 1, 1], { state: "part_refunded", refunded_minor: 3, removed: 2 }],
  [[3025, 3025], { state: "refunded", refunded_minor: 6050, removed: 5000 }],
  [["dispute"], { state: "disputed", dispute: "open", set_aside: 5000 }],
  [["dispute", "won"], { dispute: "won" }],
  [["dispute", "lost"], { state: "reversed", dispute: "lost", removed: 5000, credited: 6050 }],
  [["dispute", "won", 1000], { state: "part_refunded", dispute: "won", refunded_minor: 1000, removed: 826 }],
];

const outcome = (changes: object): object => {
  const after: Record<string, unknown> = { ...kept, ...changes };
  const credited = (after.credited as number) || (after.refunded_minor as number);
  const taken = (after.removed as number) + (after.set_aside as number);
  return { ...after, credited, credited_minor: credited, grant_removed: taken };
};

for (const kind of kinds)
  describe.skipIf(kind.missing)(`events of payments on ${kind.dialect}`, () => {
    let service: PaidService;
    let customer: Customer;
    beforeAll(async () => {
      service = await startPaid(kind);
      await service.sell("growth", sold);
      await service.at(day("2026-11-21"));
      customer = await service.subscriber("s1");
    });
    afterAll(() => service.end());

    for (const [steps, changes] of histories)
      test(`paid, then ${steps.join(", ") || "nothing"}: the same in every order`, async () => {
        const count = steps.length + 1;
        for (const order of permutations([...Array(count).keys()])) {
          const { payment, intent, sent } = await paidPackage(service, customer, "s1");
          const all = [sent, ...steps.map((step, at) => take(service, intent, step, at))];
          for (const at of order) {
            const { id, type, object } = all[at]!;
            expect((await service.hear(id, type, object)).status).toBe(200);
            expect((await service.hear(id, type, object)).status).toBe(200);
          }
          expect(await outcomeOf(service, payment.id)).toEqual(outcome(changes));
        }
      }, 120_000);

    for (const [steps, changes] of histories)
      test(`paid, then ${steps.join(", ") || "nothing"}: heard as it happens, and all again`, async () => {
        const { payment, intent, sent } = await paidPackage(service, customer, "s1");
        const all = [sent];
        await service.hear(sent.id, sent.type, sent.object);
        for (const [at, step] of steps.entries()) {
          const next = take(service, intent, step, at);
          await service.hear(next.id, next.type, next.object);
          all.push(next);
        }
        for (const { id, type, object } of all) await service.hear(`${id}_again`, type, object);
        expect(await outcomeOf(service, payment.id)).toEqual(outcome(changes));
      });

    test("a state that was read before a newer one is not applied", async () => {
      const { payment, intent, sent } = await paidPackage(service, customer, "s1");
      await service.hear(sent.id, sent.type, sent.object);
      const older = take(service, intent, "dispute", 0);
      // While the older state is on its way, the newer one is read and applied.
      const { stripe } = service;
      stripe.after = async () => {
        stripe.after = undefined;
        const newer = take(service, intent, "won", 1);
        await service.hear(newer.id, newer.type, newer.object);
      };
      await service.hear(older.id, older.type, older.object);
      expect(await outcomeOf(service, payment.id)).toEqual(outcome({ dispute: "won" }));
    });

    test("64 copies at once make one grant", async () => {
      const { payment, sent } = await paidPackage(service, customer, "s1");
      const answers = await Promise.all(
        Array.from({ length: 64 }, (_, at) =>
          service.hear(at % 2 === 0 ? sent.id : `${sent.id}_${at}`, sent.type, sent.object),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(await outcomeOf(service, payment.id)).toEqual(outcome({}));
    });

    test("an end at any statement loses nothing and doubles nothing", async () => {
      const failing = interruptible(service.db);
      const { cards } = opened(service.app, Payments).settlement;
      const context = { ...service.app, database: failing };
      const payments = new Payments(context, cards);
      let statements = 0;
      for (; ; statements++) {
        const { payment, intent, sent } = await paidPackage(service, customer, "s1");
        const events = [sent, take(service, intent, 1000, 0), take(service, intent, "dispute", 1)];
        if (statements === 0) failing.loseCommit();
        else failing.failAfter(statements - 1);
        for (const { id, type, object } of events) {
          const ref = "payment_intent" in object ? intent : "";
          await repeat(() =>
            applyEvent(context, payments.settlement, cards!, { id, type, ref, isLive: false, createdAt: 0 }),
          );
        }
        expect(await outcomeOf(service, payment.id)).toEqual(
          outcome({
            state: "disputed",
            dispute: "open",
            refunded_minor: 1000,
            removed: 826,
            set_aside: 4174,
          }),
        );
        if (!failing.interrupted) break;
      }
      // Three transactions of many statements.
      expect(statements).toBeGreaterThan(40);
    }, 120_000);

    test("an event that is not signed by the provider is refused", async () => {
      const { payment, sent } = await paidPackage(service, customer, "s1");
      const now = service.app.clock();
      const good = signedEvent("evt_forged", sent.type, sent.object, now);
      const minutes = 60_000;
      const refused = [
        { ...good, headers: { ...good.headers, "stripe-signature": "" } },
        { ...good, headers: { ...good.headers, "stripe-signature": "t=1,v1=zz,v1=,x" } },
        { ...good, body: good.body.replace("evt_forged", "evt_forgery") },
        signedEvent("evt_forged", sent.type, sent.object, now, "whsec_other_secret"),
        signedEvent("evt_forged", sent.type, sent.object, now - 6 * minutes),
        signedEvent("evt_forged", sent.type, sent.object, now + 6 * minutes),
      ];
      for (const one of refused)
        expect((await service.ask("POST", "/payments/stripe/events", one)).status).toBe(403);
      expect(await outcomeOf(service, payment.id)).toMatchObject({ state: "pending", grants: 0, paid: 0 });
    });

    test("money in another amount or currency grants nothing, and waits for a decision", async () => {
      for (const [amount, currency, problem] of [
        [6049, "eur", "€60.49 was received, and €60.50 was due."],
        [6050, "usd", "$60.50 was received, and €60.50 was due."],
      ] as const) {
        const made = await customer.ask("POST", "/payments", {
          subscription_id: "s1",
          kind: "package",
          package_id: "small",
          minor: 6050,
          currency: "EUR",
          method: "card",
        });
        const { id } = made.body as { id: string };
        const session = service.stripe.sessionOf(id);
        service.stripe.pay(session.id, amount, currency);
        await service.hear(`evt_${id}`, "checkout.session.completed", {
          object: "checkout.session",
          id: session.id,
        });
        expect(await outcomeOf(service, id)).toMatchObject({
          state: "paid",
          problem,
          grants: 0,
          invoices: 0,
        });
      }
    });

    test("money of a payment that a restored database has lost is unmatched", async () => {
      const { payment, intent, sent } = await paidPackage(service, customer, "s1");
      await service.db.run(sql`delete from payment where id = ${payment.id}`);
      await service.hear(sent.id, sent.type, sent.object);
      await service.hear(`${sent.id}_again`, sent.type, sent.object);
      expect(
        await rowsOf(
          service.db,
          sql`select provider, provider_ref, minor, state from payment_transfer where reference = ${payment.id}`,
        ),
      ).toEqual([{ provider: "stripe", provider_ref: intent, minor: 6050, state: "unmatched" }]);
    });

    test("a provider that does not answer is asked again", async () => {
      const { payment, sent } = await paidPackage(service, customer, "s1");
      service.stripe.isDead = true;
      expect((await service.hear(sent.id, sent.type, sent.object)).status).toBe(503);
      service.stripe.isDead = false;
      // Without another event, after ten minutes.
      await service.at(service.app.clock() + 660_000);
      expect(await outcomeOf(service, payment.id)).toEqual(outcome({}));
    });
  });
