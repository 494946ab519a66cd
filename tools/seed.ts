import { readFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../src/base/clock.ts";
import { dayMs, floorTo, hourMs, minuteMs } from "../src/base/durations.ts";
import { createServe, type Serve } from "../src/calls/dispatch.ts";
import { loadConfig } from "../src/config.ts";
import { features } from "../src/features.ts";
import type { FirstRun } from "../src/management/system/first-run.ts";
import { firstRunPath } from "../src/management/system/lost-database.ts";
import { closeApp, createApp } from "../src/server/app.ts";
import { demoFolder } from "../src/vehicles/imports/demo/demo-set.ts";
import { type Random, randomFor } from "./demo/random.ts";

// `npm run seed` adds synthetic customers and a month of their calls to the data folder of the settings, new or in use
// by a running service. `npm run seed 7` does so for 7 days. Every call runs through the service's own operations,
// with a clock that moves through the month: credits, reports and the request log agree as for real calls.

const password = "synthetic password";
const everyFamily = "vin-decoder vin-decoder auction saleshistory market-valuation open-recall".split(" ");
const fleetFamilies = ["vin-decoder", "open-recall", "lien"];

interface Customer {
  /** Before `@example.com`. */
  readonly name: string;
  /** Calls on a workday. */
  readonly calls: number;
  /** Credits added every week; without them the trial's credits run out. */
  readonly credits: number;
  readonly address: string;
  /** The customer has its own plan, which covers `fleetFamilies`. */
  readonly fleet?: true;
}

const customers: readonly Customer[] = [
  { name: "auctions", calls: 70, credits: 400, address: "203.0.113.11" },
  { name: "insurer", calls: 45, credits: 250, address: "203.0.113.24" },
  { name: "fleet", calls: 30, credits: 0, address: "198.51.100.7", fleet: true },
  { name: "garage", calls: 8, credits: 40, address: "192.0.2.40" },
  { name: "student", calls: 2, credits: 0, address: "192.0.2.77" },
];

const fleetProduct = {
  display_name: "Fleet (synthetic)",
  description: "Synthetic: decoding, liens and recalls for fleets.",
  credits_granted: 5000,
  state: "published",
};
const fleetPolicy = {
  quota: { calls: 10_000, renewal: "month" },
  credit_cost: { default: 1, per_api: { lien: 2 } },
};

const monthly = { currency: "EUR", price_every: "month", credits_every: "month" };
const seedPackages = [1000, 5000].map((credits) => ({
  id: `credits-${credits}`,
  credits,
  price_minor: (credits * 12) / 10,
  months: 12,
}));
/** Plans on sale, with synthetic prices. */
const soldPlans = {
  "seed-starter": {
    name: "Starter (synthetic)",
    offer: { ...monthly, price_minor: 1900, credits: 2000 },
  },
  "seed-growth": {
    name: "Growth (synthetic)",
    offer: {
      ...monthly,
      price_minor: 9900,
      credits: 15_000,
      carry_over: 1,
      overage_minor: 800,
      overage_per: 1000,
      overage_cap_max: 62_500,
      packages: seedPackages,
    },
  },
};

interface Account extends Customer {
  readonly subscription: string;
  readonly key: string;
}

interface SignedUp {
  readonly user: { readonly id: string };
  readonly subscription: { readonly id: string };
  readonly keys: { readonly primary_key: string };
}

/** VINs of the demo set: lookups of them find records. */
function readVins(): readonly string[] {
  const packed = readFileSync(join(demoFolder, "plate.ndjson.zst"));
  const lines = Bun.zstdDecompressSync(packed).toString().trim().split("\n");
  return lines.map((line) => (JSON.parse(line) as { vin: string }).vin);
}

/** The moments of a day's calls: around 13:00 UTC, few of them at weekends. */
function drawMoments(random: Random, day: number, calls: number): number[] {
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
  const count = Math.round(calls * (isWeekend ? 0.2 : 1) * random.near(0.25));
  const moment = () =>
    day + 13 * hourMs + Math.floor((random.near(0.5) - 1) * 5 * hourMs) + random.below(minuteMs);
  return Array.from({ length: count }, moment);
}

class Seeder {
  readonly statuses: Record<number, number> = {};
  readonly #random = randomFor(1, "seed");
  readonly #vins = readVins();
  #serve!: Serve;
  #first!: FirstRun;
  #now = systemClock();

  async run(days: number): Promise<void> {
    const config = loadConfig(process.env, features);
    const { app } = await createApp(config, features, { clock: () => this.#now });
    try {
      // The demo set must get today's dates: it is loaded before the clock moves.
      await app.vinPack.ended;
      this.#first = JSON.parse(readFileSync(firstRunPath(config), "utf8")) as FirstRun;
      this.#serve = createServe(app);
      const end = this.#now;
      const start = floorTo(end, dayMs) - days * dayMs;
      this.#now = start;
      await this.#makePlan();
      if (app.operations.some(({ id }) => id === "putProductOffer")) await this.#sellPlans();
      const accounts: Account[] = [];
      for (const customer of customers) accounts.push(await this.#signUp(customer));
      for (let day = start; day < end; day += dayMs) {
        if ((day - start) % (7 * dayMs) === 0) await this.#addCredits(accounts, day);
        await this.#call(accounts, day, end);
      }
    } finally {
      await closeApp(app);
    }
  }

  async #makePlan(): Promise<void> {
    await this.#operate("POST", "/products/seed-fleet", fleetProduct);
    await this.#operate("PUT", "/products/seed-fleet/policies/policy", { policy: fleetPolicy });
    for (const api of fleetFamilies) await this.#operate("PUT", `/products/seed-fleet/apis/${api}`);
  }

  async #sellPlans(): Promise<void> {
    const apis = [...new Set(everyFamily)];
    const description = "Synthetic: no such plan is sold.";
    for (const [id, { name: display_name, offer }] of Object.entries(soldPlans)) {
      const product = { display_name, description, state: "published", approval_required: true, apis };
      await this.#operate("POST", `/products/${id}`, product);
      await this.#operate("PUT", `/products/${id}/offer`, offer);
    }
  }

  async #signUp(customer: Customer): Promise<Account> {
    const person = {
      email: `${customer.name}@example.com`,
      password,
      first_name: customer.name,
      last_name: "(synthetic)",
    };
    const made = (await this.#send("POST", "/auth/signup", this.#first.client_token, person)) as SignedUp;
    if (!customer.fleet)
      return { ...customer, subscription: made.subscription.id, key: made.keys.primary_key };
    const subscription = "seed-fleet";
    await this.#operate("POST", `/subscriptions/${subscription}`, {
      scope: "/products/seed-fleet",
      owner_id: made.user.id,
      display_name: "Fleet (synthetic)",
    });
    const keys = await this.#operate("POST", `/subscriptions/${subscription}/listSecrets`);
    return { ...customer, subscription, key: (keys as { primary_key: string }).primary_key };
  }

  async #addCredits(accounts: readonly Account[], day: number): Promise<void> {
    this.#now = day;
    for (const { subscription, credits } of accounts.filter((account) => account.credits > 0))
      await this.#operate("PUT", "/subscriptions/sandbox-bump", {
        subscription_id: subscription,
        credits,
        reason: "Synthetic: weekly credits",
      });
  }

  async #call(accounts: readonly Account[], day: number, end: number): Promise<void> {
    const calls = accounts
      .flatMap((account) => drawMoments(this.#random, day, account.calls).map((at) => ({ at, account })))
      .filter(({ at }) => at < end)
      .sort((a, b) => a.at - b.at);
    for (const { at, account } of calls) {
      this.#now = at;
      const { key, address, fleet } = account;
      const family = this.#random.pick(fleet ? fleetFamilies : everyFamily);
      const vin = this.#random.pick(this.#vins);
      // Some VINs are mistyped.
      const path = `/${family}/${this.#random.chance(0.03) ? vin.slice(0, 16) : vin}`;
      const request = new Request(`http://localhost${path}`, { headers: { "x-authkey": key } });
      const { status } = await this.#serve(request, address);
      this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    }
  }

  #operate(method: string, path: string, json?: unknown): Promise<unknown> {
    return this.#send(method, path, this.#first.operator_token, json);
  }

  /** An operation's response; throws if it is an error. */
  async #send(method: string, path: string, authorization: string, json?: unknown): Promise<unknown> {
    const headers = { authorization, "content-type": "application/json" };
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    const request = new Request(`http://localhost${path}`, { method, headers, ...body });
    const response = await this.#serve(request, "127.0.0.1");
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    return JSON.parse(text);
  }
}

const days = Number(process.argv[2] ?? 29);
if (!Number.isInteger(days) || days < 1 || days > 29)
  throw new Error("npm run seed takes a number of days from 1 to 29");
const seeder = new Seeder();
await seeder.run(days);
const counts = Object.entries(seeder.statuses).map(([status, count]) => `${count} with status ${status}`);
console.log(`Synthetic calls of ${days} days: ${counts.join(", ")}`);
console.log(
  `Customers (password "${password}"): ${customers.map(({ name }) => `${name}@example.com`).join(", ")}`,
);
