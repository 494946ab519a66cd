import type { Got } from "../../../../test/harness.ts";
import { dayMs } from "../../../base/durations.ts";
import { systemTiming } from "../../../base/timing.ts";
import { sql } from "../../../database/sql.ts";
import { giveTrial, waitForTrial } from "../../../management/users/mailbox.ts";
import { crossDue } from "../../../metering/credits/grants/boundaries.ts";
import { type Customer, day } from "../../billing/test/billed-service.ts";
import { paidPackage, take } from "./histories.ts";
import { buy, type PaidService, sessionObject, sold } from "./paid-service.ts";
import { returnedWays } from "./returned-ways.ts";
import type { Scene, Way } from "./way.ts";

export const products = {
  /** Its packages are the only credits. */
  empty: { ...sold, price_minor: 0, credits: 0 },
  growth: sold,
  /** Has credits, and costs nothing. */
  free: { ...sold, price_minor: 0, credits: 500 },
} as const;

export async function startWays(service: PaidService): Promise<void> {
  for (const [product, terms] of Object.entries(products)) await service.sell(product, terms);
  await service.operator("PUT", "/products/unlimited", {
    state: "published",
    display_name: "Unlimited",
    credits_granted: null,
  });
  await service.at(day("2026-11-21"));
}

async function holder({ service, id }: Scene, product: keyof typeof products): Promise<Customer> {
  const customer = await service.customer();
  sound(await customer.ask("POST", `/subscriptions/${id}`, { scope: `/products/${product}` }));
  return customer;
}

function sound(got: Got): Got {
  if (got.status !== 200) throw new Error(`${got.status} ${got.text}`);
  return got;
}

const operated =
  (method: string, path: (id: string) => string, body: (id: string) => object): Way["begin"] =>
  async (scene) => {
    await holder(scene, "empty");
    return async () => sound(await scene.service.operator(method, path(scene.id), body(scene.id)));
  };

/** A package that was paid and disputed, whose credits are set aside. */
async function disputed(scene: Scene): Promise<() => Promise<unknown>> {
  const { service, id } = scene;
  const { intent, sent } = await paidPackage(service, await holder(scene, "empty"), id);
  await service.hear(sent.id, sent.type, sent.object);
  const begun = take(service, intent, "dispute", 0);
  await service.hear(begun.id, begun.type, begun.object);
  return async () => {
    const won = take(service, intent, "won", 1);
    sound(await service.hear(won.id, won.type, won.object));
  };
}

const management = "src/management/subscriptions";
const features = "src/features";
const grantPayment = [`enterGrant in ${features}/payments/settling/grant-payment.ts`];
const settling = [`enterWaiting in ${features}/billing/plans/settle-period.ts`];
const periods = [`enterWaiting in ${features}/billing/periods/enter-periods.ts`];
const adjusting = [`adjustCredits in ${management}/credits.ts`];
const wanted = (id: string) => ({ subscription_id: id, kind: "package", package_id: "small", minor: 6050 });

/** All ways in which credits are added. */
export const ways: readonly Way[] = [
  ...returnedWays,
  {
    name: "a bump",
    calls: [`bumpCredits in ${management}/sandbox-bump.ts`, "enterGrant in src/metering/credits/bump.ts"],
    begin: operated(
      "PUT",
      () => "/subscriptions/sandbox-bump",
      (id) => ({ subscription_id: id, credits: 100 }),
    ),
  },
  {
    name: "an operator's change",
    calls: adjusting,
    begin: operated(
      "POST",
      (id) => `/subscriptions/${id}/credits`,
      () => ({ change: 100 }),
    ),
  },
  {
    name: "a balance that an operator sets",
    calls: adjusting,
    begin: operated(
      "POST",
      (id) => `/subscriptions/${id}/credits`,
      () => ({ set: 100 }),
    ),
  },
  {
    name: "a gift",
    calls: [`enterGrant in ${management}/grants.ts`],
    begin: operated(
      "POST",
      (id) => `/subscriptions/${id}/grants`,
      () => ({ source: "grant", credits: 100, expires_at: null, reason: "gift" }),
    ),
  },
  {
    name: "a plan without a meter",
    calls: [`setUnlimited in ${management}/subscription-changes.ts`],
    begin: operated(
      "PATCH",
      (id) => `/subscriptions/${id}`,
      () => ({ scope: "/products/unlimited" }),
    ),
  },
  {
    name: "a package by card",
    calls: grantPayment,
    async begin(scene) {
      const { service, id } = scene;
      const { sent } = await paidPackage(service, await holder(scene, "empty"), id);
      return async () => sound(await service.hear(sent.id, sent.type, sent.object));
    },
  },
  {
    name: "a package by transfer",
    calls: grantPayment,
    async begin(scene) {
      const { service, id } = scene;
      const made = await buy(await holder(scene, "empty"), { ...wanted(id), method: "transfer" });
      const { reference } = made.transfer as { reference: string };
      const sent = { bank_ref: id, minor: 6050, currency: "EUR", reference };
      return async () => sound(await service.operator("POST", "/payments/transfers", sent));
    },
  },
  {
    name: "a package by a saved card",
    calls: grantPayment,
    isOwnWork: true,
    async begin({ service, id }) {
      const customer = await service.subscriber(id);
      return async () => {
        await buy(customer, { ...wanted(id), method: "saved" });
        await service.look();
      };
    },
  },
  {
    name: "automatic top-up",
    calls: grantPayment,
    isOwnWork: true,
    async begin({ service, id }) {
      const customer = await service.subscriber(id);
      return async () => {
        const topUp = { enabled: true, threshold: 100, package_id: "small", month_limit_minor: 10_000 };
        sound(await customer.ask("PUT", `/subscriptions/${id}/top-up`, topUp));
        await service.look();
        await service.look();
      };
    },
  },
  {
    name: "a dispute that is won",
    calls: [`giveBackToGrant in ${features}/payments/settling/taking.ts`],
    begin: disputed,
  },
  {
    name: "a dispute that is won after the credits have expired",
    calls: [`enterGrant in ${features}/payments/settling/taking.ts`],
    async begin(scene) {
      const win = await disputed(scene);
      const { service, id } = scene;
      // While they are set aside.
      await service.db.run(sql`
        update credit_grant set expires_at = ${service.now() + 1000} where subscription_id = ${id} and source = 'purchase'`);
      await service.db.run(sql`update credit_balance set due_at = 0 where subscription_id = ${id}`);
      await service.setTime(service.now() + 2000);
      await crossDue(service.db, systemTiming, () => true);
      return win;
    },
  },
  {
    name: "a period that the customer pays",
    calls: settling,
    async begin(scene) {
      const { service, id } = scene;
      const customer = await holder(scene, "growth");
      await service.look();
      const paid = await buy(customer, { subscription_id: id, kind: "renewal", period: 0, minor: 11_979 });
      service.stripe.pay(service.stripe.sessionOf(paid.id).id);
      return async () =>
        sound(
          await service.hear(
            `evt_${id}`,
            "checkout.session.completed",
            sessionObject(service.stripe, paid.id),
          ),
        );
    },
  },
  {
    name: "a cap that is opened",
    calls: [`enterWaiting in ${features}/billing/plans/set-cap.ts`],
    async begin(scene) {
      const customer = await holder(scene, "free");
      return async () => sound(await customer.ask("PUT", `/subscriptions/${scene.id}/overage`, { cap: 100 }));
    },
  },
  {
    name: "a cap that is raised",
    calls: [`resizeGrant in ${features}/billing/plans/set-cap.ts`],
    async begin(scene) {
      const customer = await holder(scene, "free");
      sound(await customer.ask("PUT", `/subscriptions/${scene.id}/overage`, { cap: 100 }));
      return async () => sound(await customer.ask("PUT", `/subscriptions/${scene.id}/overage`, { cap: 300 }));
    },
  },
  {
    name: "another plan",
    calls: periods,
    async begin(scene) {
      const customer = await holder(scene, "empty");
      const change = { product_id: "free", when: "now", price_minor: 0, currency: "EUR", offer_version: 1 };
      return async () => sound(await customer.ask("POST", `/subscriptions/${scene.id}/plan`, change));
    },
  },
  {
    name: "a period that begins",
    calls: periods,
    isOwnWork: true,
    async begin(scene) {
      const { service } = scene;
      await holder(scene, "free");
      // Until then its credits wait.
      const startsAt = day("2026-12-21");
      await service.at(startsAt - dayMs);
      return async () => {
        await service.setTime(startsAt);
        await crossDue(service.db, systemTiming, () => true);
      };
    },
  },
  {
    name: "a trial whose address is confirmed",
    calls: [
      "enterGrant in src/management/users/mailbox.ts",
      "setUnlimited in src/management/users/mailbox.ts",
    ],
    async begin(scene) {
      const { service, id } = scene;
      const { userId, email } = (await holder(scene, "empty")).account;
      const { app } = service;
      await service.db.run(sql`update subscription set product_id = 'trial' where id = ${id}`);
      await waitForTrial(service.db, userId, id);
      const audit = {
        at: service.now(),
        actor: { kind: "operator" },
        address: "",
        requestId: "trial",
      } as const;
      return () => service.db.transaction((tx) => giveTrial(tx, app, { id: userId, email }, audit));
    },
  },
];
