import { sql } from "../../src/database/sql.ts";
import { loadServices } from "../../src/feature.ts";
import { features } from "../../src/features.ts";
import { loadDemo } from "../../src/vehicles/imports/demo/load-demo.ts";
import { forgetDatasets } from "../../src/vehicles/lookups/records/datasets.ts";
import { smallSet } from "../demo/small-set.ts";
import { type Account, signUp } from "../harness.ts";
import { until } from "../until.ts";
import { type ConsoleService, startConsoleService } from "./console-service.ts";

/** A vehicle of the demo set. */
export const demoVin = "5J6RW2H59JL990075";

/** A user, a plan and an API with long texts and large numbers. */
export async function furnishLong({ service }: ConsoleService): Promise<void> {
  const headers = service.operatorHeaders;
  const create = async (path: string, json: object) => {
    const made = await service.ask("POST", path, { headers, json });
    if (made.status !== 200) throw new Error(`${path} returned ${made.status}: ${made.text}`);
  };
  await create("/users/long", {
    email: "maximiliane.schneider-oberhausen@fleet-management-and-remarketing.example.com",
    first_name: "Maximiliane Theresia",
    last_name: "Schneider-Oberhausen von und zu Wolfeschlegelstein",
  });
  await create("/apis", {
    name: "gate-records",
    display_name: "Gate records of every yard",
    path: "gate-records-of-every-yard",
    service_url: "https://gate-records.internal.fleet-management.example.com/v1/records",
  });
  await create("/products/fleet", {
    display_name: "Fleet management and remarketing",
    description: "Every lookup for fleets, remarketing and insurance, with a monthly quota and a rate limit.",
    state: "published",
    approval_required: true,
    credits_granted: 1_000_000_000,
    apis: ["auction", "saleshistory", "market-valuation"],
    policy: {
      rate_limit: { calls: 100_000, renewal_period_s: 3600 },
      quota: { calls: 10_000_000, bandwidth_kb: 50_000_000, renewal: "month" },
      credit_cost: { default: 2, per_api: { auction: 12, saleshistory: 7 } },
      ip_filter: { allow: ["2001:db8:85a3:8d3:1319:8a2e:370:7348/128", "203.0.113.0/24"] },
      cors: { origins: ["https://remarketing.fleet-management-and-remarketing.example.com"] },
    },
  });
  await create("/subscriptions/long", {
    scope: "/products/fleet",
    owner_id: "long",
    display_name: "Remarketing of the northern region, second quarter",
    state: "active",
  });
}

/** Plans with offers on sale. */
async function sellPlans({ ask, operatorHeaders: headers }: ConsoleService["service"]): Promise<void> {
  const apis = ["vin-decoder", "auction", "saleshistory", "open-recall", "market-valuation", "lien"];
  const packages = [
    { id: "small", credits: 1000, price_minor: 1200, months: 12 },
    { id: "large", credits: 25_000, price_minor: 20_000, months: 12 },
  ];
  const beyond = { overage_minor: 800, overage_per: 1000, overage_cap_max: 62_500 };
  const monthly = { currency: "EUR", price_every: "month", credits_every: "month" };
  const plans = {
    starter: { ...monthly, price_minor: 1900, credits: 2000 },
    growth: { ...monthly, price_minor: 8900, credits: 15_000, carry_over: 1, packages, ...beyond },
    scale: {
      ...monthly,
      price_minor: 39_900,
      credits: 80_000,
      carry_over: 1,
      packages,
      invoice_allowed: true,
    },
  };
  for (const [id, offer] of Object.entries(plans)) {
    const policy = {
      rate_limit: { calls: 600, renewal_period_s: 60 },
      credit_cost: { per_api: { auction: 2 } },
    };
    const json = { display_name: id[0]!.toUpperCase() + id.slice(1), state: "published", policy, apis };
    await ask("POST", `/products/${id}`, { headers, json });
    await ask("PUT", `/products/${id}/offer`, { headers, json: offer });
  }
  await ask("PUT", "/products/growth/offer", { headers, json: { ...plans.growth, price_minor: 9900 } });
  await ask("POST", "/users/buyer", {
    headers,
    json: { email: "buyer@example.com", first_name: "Nora", last_name: "Nordlys" },
  });
  await ask("POST", "/subscriptions/bought", {
    headers,
    json: { scope: "/products/growth", owner_id: "buyer", display_name: "Auctions", state: "active" },
  });
}

/** What features add to the demo set, with its registered API answered. */
async function startDemoParts({ app }: ConsoleService["service"]): Promise<void> {
  const { database, clock, identity, running, forwarding } = app;
  for (const { demo } of await loadServices(features))
    if (demo) await database.transaction((tx) => demo.add(tx, clock()));
  running.find((one) => Object.is(one, forwarding))?.start?.();
  const isAnswered = () =>
    database.get(sql`select 1 as found from api where service_url like 'http://127.0.0.1:%'`);
  await until(isAnswered, "the demo API is answered");
  await identity.keys.refresh();
}

/** A customer's webhook with a test event, which nothing delivers. */
async function addWebhook({ ask, operatorHeaders: headers }: ConsoleService["service"], { userId }: Account) {
  const json = {
    url: "https://hooks.example.com/vingate",
    description: "Refills credits",
    types: ["credits.low", "key.expiring"],
    credit_thresholds: [1000, 100],
    user_id: userId,
  };
  const { id } = (await ask("POST", "/webhooks", { headers, json })).body as { id: string };
  await ask("POST", `/webhooks/${id}/test`, { headers });
}

/**
 * A service with vehicles, a customer with calls of every outcome, and one whose subscription needs approval.
 */
export async function startFurnished(): Promise<{ running: ConsoleService; customer: Account }> {
  const running = await startConsoleService();
  const { service } = running;
  const { database, clock, config } = service.app;
  await loadDemo(database, { clock, folder: await smallSet(40), datasetFits: config.datasetFits });
  forgetDatasets(database);
  await startDemoParts(service);
  const customer = await signUp(service);
  const granted = { subscription_id: customer.subscriptionId, credits: 500, reason: "Pilot" };
  await service.ask("PUT", "/subscriptions/sandbox-bump", {
    headers: service.operatorHeaders,
    json: granted,
  });
  const waiting = await signUp(service);
  await service.ask("POST", "/subscriptions/waiting", {
    headers: service.operatorHeaders,
    json: {
      scope: "/products/unlimited",
      owner_id: waiting.userId,
      display_name: "Fleet audit",
      state: "submitted",
    },
  });
  for (const vin of [demoVin, "ZZZCM82633A004352", "5J6RW2H59JL99OO75", demoVin])
    await service.ask("GET", `/vin-decoder/${vin}`, { headers: { "x-authkey": customer.key } });
  await addWebhook(service, customer);
  await sellPlans(service);
  return { running, customer };
}
