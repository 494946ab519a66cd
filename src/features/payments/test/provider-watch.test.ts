import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { hourMs, minuteMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { opened } from "../../../running/opened.ts";
import { type Customer, rowsOf } from "../../billing/test/billed-service.ts";
import { Payments } from "../payments.ts";
import { providerCheck } from "../provider-check.ts";
import { neededTypes } from "../providers/stripe-setup.ts";
import { signatureHeader } from "../providers/stripe-signature.ts";
import { findOwnProblems } from "../watching/problems.ts";
import { outcomeOf, paidPackage } from "./histories.ts";
import { buy, type PaidService } from "./paid-service.ts";
import { secret, signedEvent } from "./stripe-stub.ts";
import { eventsPath as path, startWatched, type Watched } from "./watched.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`the payment provider on ${kind.dialect}`, () => {
    let watched: Watched;
    let service: PaidService;
    let customer: Customer;
    beforeAll(async () => {
      watched = await startWatched(kind);
      ({ service, customer } = watched);
    });
    afterAll(() => service.end());
    beforeEach(() => {
      watched.setEndpoint(["*"]);
      service.stripe.isRevoked = false;
      service.stripe.refuses = undefined;
    });

    const check = (serves: boolean) =>
      providerCheck.run({
        config: service.app.config,
        clock: service.app.clock,
        cores: 1,
        database: service.db,
        vinData: undefined,
        serves,
        compare: () => Promise.reject(new Error("not compared")),
      });
    const mailed = (code: string) =>
      rowsOf(
        service.db,
        sql`select type from outbox_event where type = 'payment.provider_problem' and data like ${`%"${code}"%`}`,
      );

    test("nothing is wrong with one that is set up as it must be", async () => {
      watched.setEndpoint(neededTypes);
      await watched.watchLater();
      expect(await watched.shown()).toMatchObject({
        payments: "stripe",
        mode: "test",
        refused_events: 0,
        problems: [],
      });
      expect(await check(true)).toEqual({ state: "ok", found: "Nothing is wrong with it", advice: null });
      expect((await check(false)).state).toBe("ok");
    });

    test("a wrong webhook secret is reported after 15 minutes, once, and ends with the first right one", async () => {
      expect((await watched.send("charge.refunded", { object: "charge" }, "whsec_other_secret")).status).toBe(
        403,
      );
      await watched.watch();
      expect(await watched.codes()).toEqual([]);
      // One wrong signature can be anybody's.
      await watched.watchLater(16 * minuteMs);
      expect(await watched.codes()).toEqual([]);
      expect((await watched.send("charge.refunded", { object: "charge" }, "whsec_other_secret")).status).toBe(
        403,
      );
      await watched.watch();
      const { problems, refused_events } = await watched.shown();
      expect(problems).toEqual([
        {
          code: "events_refused",
          found: expect.stringContaining("and 2 had a wrong one"),
          advice: expect.stringContaining("Set VINGATE_STRIPE_WEBHOOK_SECRETS"),
          since: expect.any(String),
        } as never,
      ]);
      expect(refused_events).toBe(2);
      expect(await check(true)).toMatchObject({ state: "fault", found: problems[0]!.found });
      const payments = opened(service.app, Payments);
      expect(await payments.sharedSamples()).toEqual([
        ["vingate_payment_provider_problem", 'problem="events_refused"', 1],
      ]);
      expect(payments.samples()).toContainEqual(["vingate_payment_events_total", 'outcome="refused"', 2]);
      // Its text has another number now, and it is the same problem.
      await watched.send("charge.refunded", { object: "charge" }, "whsec_other_secret");
      await watched.watchLater(minuteMs);
      expect((await watched.shown()).problems[0]!.found).toContain("and 3 had a wrong one");
      expect((await mailed("events_refused")).length).toBe(1);
      expect((await watched.send("charge.refunded", { object: "charge" })).status).toBe(200);
      await watched.watch();
      expect(await watched.codes()).toEqual([]);
    });

    test("a revoked key is reported by the service, and by the command, which asks immediately", async () => {
      service.stripe.isRevoked = true;
      expect(await check(false)).toMatchObject({
        state: "fault",
        found: expect.stringContaining("Stripe refuses VINGATE_STRIPE_KEY"),
        advice: expect.stringContaining("Set VINGATE_STRIPE_KEY"),
      });
      await watched.watchLater();
      expect(await watched.codes()).toEqual(["key_refused"]);
      expect((await mailed("key_refused")).length).toBe(1);
      service.stripe.isRevoked = false;
      // The hour is not awaited.
      await watched.watchLater(minuteMs);
      expect(await watched.codes()).toEqual([]);
    });

    test("a key that may not read the balance is reported, and events are read", async () => {
      service.stripe.forbids = "/v1/balance_transactions";
      const asked = service.stripe.asked.length;
      await watched.watchLater();
      service.stripe.forbids = undefined;
      expect((await watched.shown()).problems).toEqual([
        {
          code: "key_cannot_read",
          found:
            "VINGATE_STRIPE_KEY may not read /v1/balance_transactions, so no month has Stripe's fees and payouts",
          advice:
            "Permit the restricted key to read the account, webhook endpoints, events and the balance, or use a secret key.",
          since: expect.any(String),
        } as never,
      ]);
      const paths = service.stripe.asked.slice(asked).map(({ path }) => path.split("?")[0]);
      expect(paths.filter((path) => path === "/v1/balance_transactions").length).toBe(1);
      expect(paths).toContain("/v1/events");
      await watched.watchLater();
      expect(await watched.codes()).toEqual([]);
    });

    test("an endpoint that is missing, disabled, or sends too little is reported", async () => {
      watched.setEndpoint(["charge.refunded"]);
      await watched.watchLater();
      const { problems } = await watched.shown();
      expect(problems.map(({ code }) => code)).toEqual(["events_not_sent"]);
      expect(problems[0]!.found).toContain("checkout.session.completed");
      expect(problems[0]!.found).not.toContain("charge.refunded,");
      expect((await check(true)).state).toBe("warning");
      watched.setEndpoint(["*"], { status: "disabled" });
      await watched.watchLater();
      expect(await watched.codes()).toEqual(["endpoint_disabled"]);
      watched.setEndpoint(["*"], { url: "https://other.example/hook" });
      await watched.watchLater();
      expect(await watched.codes()).toEqual(["endpoint_missing"]);
      watched.setEndpoint(["*"]);
      await watched.watchLater();
      expect(await watched.codes()).toEqual([]);
    });

    test("an event of real money with a test key changes nothing, and is reported", async () => {
      const { payment, sent } = await paidPackage(service, customer, "s1");
      const { body } = signedEvent("evt_live", sent.type, sent.object, service.now());
      const live = JSON.stringify({ ...JSON.parse(body), livemode: true });
      const signature = signatureHeader(secret, live, Math.floor(service.now() / 1000));
      const got = await service.ask("POST", path, { body: live, headers: { "stripe-signature": signature } });
      expect(got.status).toBe(200);
      expect(await outcomeOf(service, payment.id)).toMatchObject({ state: "pending" });
      await watched.watch();
      const { problems } = await watched.shown();
      expect(problems.map(({ code }) => code)).toEqual(["mode_mixed"]);
      expect(problems[0]!.found).toContain(
        "VINGATE_STRIPE_KEY is a test key, and signed events of live mode come",
      );
      await service.hear(sent.id, sent.type, sent.object);
      await watched.watchLater(25 * hourMs);
      expect(await watched.codes()).toEqual([]);
    });

    test("a provider that was switched off with open payments is reported", async () => {
      await buy(customer, { subscription_id: "s1", kind: "package", package_id: "small", minor: 6050 });
      const setting = { payments: "off", isLive: undefined } as const;
      const [problem] = await findOwnProblems(service.db, setting, undefined, service.now());
      expect(problem).toMatchObject({
        code: "provider_off",
        found: expect.stringContaining("Payments are off, with 1 open"),
      });
      await service.operator(
        "POST",
        `/payments/${((await service.operator("GET", "/payments?state=pending")).body as { id: string }[])[0]!.id}/cancel`,
      );
    });

    test("requests that the provider refuses are reported, and made again when they are resolved", async () => {
      service.stripe.refuses = {
        status: 400,
        error: { type: "invalid_request_error", code: "parameter_invalid", param: "currency" },
      };
      const want = {
        subscription_id: "s1",
        kind: "package",
        package_id: "small",
        minor: 6050,
        currency: "EUR",
      };
      const page = await customer.ask("POST", "/payments", { ...want, method: "card" });
      expect(page.body).toMatchObject({
        detail: "The payment provider refuses it: parameter_invalid (currency). Nothing was charged.",
      });
      const saved = await buy(customer, { ...want, method: "saved" });
      await service.look();
      await watched.watch();
      expect(await watched.codes()).toEqual(["requests_refused"]);
      const listed = (await service.operator("GET", "/payments?state=problem")).body as {
        id: string;
        problem: string;
        failure: string;
      }[];
      const refused =
        "The payment provider refuses the request: parameter_invalid (currency). Nothing was charged.";
      expect(listed.map(({ id, problem, failure }) => [id === saved.id, problem, failure])).toEqual([
        [true, refused, "provider_refused"],
        [
          false,
          `${refused} The customer saw no page, and can pay once this is resolved.`,
          "provider_refused",
        ],
      ]);
      service.stripe.refuses = undefined;
      for (const { id } of listed) await service.operator("POST", `/payments/${id}/resolve`);
      await service.look();
      expect((await service.operator("GET", `/payments/${saved.id}`)).body).toMatchObject({
        state: "paid",
        problem: null,
      });
      await watched.watch();
      expect(await watched.codes()).toEqual([]);
    });
  });
