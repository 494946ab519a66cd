import { type Account, signUp } from "../harness.ts";
import type { ConsoleService } from "./console-service.ts";

/** Changes something as the operator does, and resolves to the answer. */
export async function change(
  { service }: ConsoleService,
  method: "POST" | "PUT" | "PATCH",
  path: string,
  json: object,
): Promise<unknown> {
  const { status, text, body } = await service.ask(method, path, { headers: service.operatorHeaders, json });
  if (status !== 200) throw new Error(`${path} returned ${status}: ${text}`);
  return body;
}

const packages = [{ id: "small", credits: 5000, price_minor: 5000, months: 12 }];

/** A plan on sale, with a package. */
export async function sellPlan(
  running: ConsoleService,
  id: string,
  price_minor: number,
  apis: readonly string[] = ["vin-decoder"],
): Promise<void> {
  const display_name = id[0]!.toUpperCase() + id.slice(1);
  await change(running, "POST", `/products/${id}`, { display_name, state: "published", apis });
  await change(running, "PUT", `/products/${id}/offer`, {
    currency: "EUR",
    price_minor,
    price_every: "month",
    credits: 15_000,
    credits_every: "month",
    packages,
  });
}

/** The accounts that a bookkeeper's month is posted to. */
export const accounts = {
  consultant: 29_098,
  client: 55_003,
  debtors: "10000",
  bank: "1200",
  card: "1360",
  revenue: [{ category: "S", rate: 2100, account: "8400" }],
};

/** A seller in Czechia with its tax and its accounts. */
export async function enterSeller(running: ConsoleService): Promise<void> {
  await change(running, "PUT", "/papers/seller", {
    name: "Lotdata s.r.o.",
    address: ["Dlouhá 12"],
    city: "Praha 1",
    country: "CZ",
  });
  await change(running, "PUT", "/papers/taxes", {
    rules: [{ countries: ["CZ"], with_tax_id: null, tax: { rate: 2100, category: "S", reason: "" } }],
    otherwise: { rate: 0, category: "O", reason: "Not subject to VAT." },
  });
  await change(running, "PUT", "/papers/accounts", accounts);
}

/** A customer whose billing details are known; with an ID, one who has the plan Growth. */
export async function addBuyer(running: ConsoleService, subscription?: string): Promise<Account> {
  const account = await signUp(running.service);
  await change(running, "PUT", `/users/${account.userId}/billing-details`, {
    company: "Acme Fleet s.r.o.",
    address: ["Dlouhá 1"],
    city: "Brno",
    country: "CZ",
  });
  if (subscription)
    await change(running, "POST", `/subscriptions/${subscription}`, {
      scope: "/products/growth",
      owner_id: account.userId,
      state: "active",
    });
  return account;
}

export interface Ordered {
  readonly id: string;
  /** The reference of the transfer; undefined for a card. */
  readonly reference: string | undefined;
}

/** Orders a package for a subscription, for €60.50. */
export async function order(
  running: ConsoleService,
  subscription_id = "s1",
  method: "card" | "transfer" = "transfer",
): Promise<Ordered> {
  const wanted = { subscription_id, kind: "package", package_id: "small", minor: 6050, currency: "EUR" };
  const made = (await change(running, "POST", "/payments", { ...wanted, method })) as {
    id: string;
    transfer: { reference: string } | null;
  };
  return { id: made.id, reference: made.transfer?.reference };
}
