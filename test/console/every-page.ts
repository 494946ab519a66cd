import type { Page } from "playwright-core";
import { loadDemo } from "../../src/vehicles/imports/demo/load-demo.ts";
import { forgetDatasets } from "../../src/vehicles/lookups/records/datasets.ts";
import { smallSet } from "../demo/small-set.ts";
import { type Account, signUp } from "../harness.ts";
import { type ConsoleService, startConsoleService } from "./console-service.ts";

/** A page of the console: who sees it, where it is, and what says that it is all there. */
export interface ConsolePage {
  readonly name: string;
  readonly path: string;
  readonly as: "visitor" | "customer" | "operator";
  readonly heading: RegExp;
  /** What to do before it is looked at. */
  prepare?(page: Page): Promise<void>;
}

/** A vehicle of the demo set. */
export const demoVin = "5J6RW2H59JL990075";

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole("button", { name }).first().click();
};

/** A machine that is busy with other things answers 503 to some of many lookups at once; they are asked again. */
async function askAgain(page: Page): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    const again = page.getByRole("button", { name: "Try again" });
    if ((await again.count()) === 0) return;
    await again.first().click();
  }
}

/** Every page there is; `userId` is the customer that an operator opens. */
export function everyPage(userId: string): readonly ConsolePage[] {
  return [
    { name: "landing", path: "", as: "visitor", heading: /Seventeen characters/ },
    { name: "guide", path: "/docs", as: "visitor", heading: /Quick start/ },
    { name: "guide-errors", path: "/docs/errors", as: "visitor", heading: /Errors/ },
    { name: "guide-lookup", path: "/docs/lookups/auction", as: "visitor", heading: /Auction history/ },
    {
      name: "guide-error",
      path: "/docs/errors/rate_limited",
      as: "visitor",
      heading: /429 Too many requests/,
    },
    { name: "sign-up", path: "/sign-up", as: "visitor", heading: /Get a key/ },
    { name: "sign-in", path: "/sign-in", as: "visitor", heading: /Sign in/ },
    { name: "reset", path: "/reset#vgr_none", as: "visitor", heading: /Choose a new password/ },
    { name: "not-found", path: "/nowhere/at/all", as: "visitor", heading: /no page at this address/ },
    { name: "overview", path: "/overview", as: "customer", heading: /calls in 7 days/ },
    { name: "quick-start", path: "/quick-start", as: "customer", heading: /Your key works/ },
    { name: "look-up", path: "/look-up", as: "customer", heading: /Look up a vehicle/ },
    {
      name: "vehicle",
      path: `/look-up?vin=${demoVin}`,
      as: "customer",
      heading: /2018 Honda CR-V EX/,
      async prepare(page) {
        await press(/Ask for everything/)(page);
        await askAgain(page);
        await page.getByRole("heading", { name: /^Sold/ }).waitFor();
        await page.getByRole("heading", { name: /^Worth/ }).waitFor();
        await page.getByRole("heading", { name: /repairs cost/ }).waitFor();
      },
    },
    { name: "reference", path: "/reference", as: "customer", heading: /API reference/ },
    { name: "reference-public", path: "/reference?op=patchUser", as: "visitor", heading: /API reference/ },
    {
      name: "reference-selectors",
      path: "/reference?op=getSpecificationsV3ByTrim",
      as: "customer",
      heading: /API reference/,
    },
    { name: "keys", path: "/keys", as: "customer", heading: /Keys/ },
    {
      name: "keys-rotate",
      path: "/keys",
      as: "customer",
      heading: /Keys/,
      prepare: press(/Rotate the primary key/),
    },
    { name: "requests", path: "/requests", as: "customer", heading: /Requests/ },
    {
      name: "request",
      path: "/requests",
      as: "customer",
      heading: /Requests/,
      async prepare(page) {
        await press(/show this call/)(page);
        await page.getByRole("complementary", { name: "One call" }).getByRole("heading").waitFor();
      },
    },
    {
      name: "requests-found",
      path: "/requests?status=404&error=vehicle_not_found",
      as: "customer",
      heading: /Requests/,
    },
    { name: "usage", path: "/usage", as: "customer", heading: /Usage/ },
    { name: "plans", path: "/plans", as: "customer", heading: /Plans/ },
    { name: "profile", path: "/profile", as: "customer", heading: /Profile/ },
    { name: "operator-overview", path: "/overview", as: "operator", heading: /calls/ },
    { name: "operator-requests", path: "/requests", as: "operator", heading: /Live requests/ },
    { name: "operator-reports", path: "/usage", as: "operator", heading: /Reports/ },
    { name: "users", path: "/users", as: "operator", heading: /Users/ },
    { name: "user", path: `/users/${userId}`, as: "operator", heading: /Ada Byron/ },
    {
      name: "subscriptions",
      path: "/subscriptions",
      as: "operator",
      heading: /Subscriptions/,
    },
    { name: "products", path: "/products", as: "operator", heading: /Products/ },
    { name: "product", path: "/products/trial", as: "operator", heading: /Trial/ },
    { name: "apis", path: "/apis", as: "operator", heading: /APIs/ },
    { name: "datasets", path: "/datasets", as: "operator", heading: /datasets, all synthetic/ },
    {
      name: "product-preview",
      path: "/products/trial",
      as: "operator",
      heading: /Trial/,
      async prepare(page) {
        await page.getByLabel("Calls", { exact: true }).fill("2");
        await page.getByText(/Would have refused \d+ of \d+ calls/).waitFor();
      },
    },
    { name: "system", path: "/system", as: "operator", heading: /Everything is well/ },
    {
      name: "system-books",
      path: "/system",
      as: "operator",
      heading: /Everything is well/,
      async prepare(page) {
        await press("Compare the books now")(page);
        await page.getByText(/comparisons agree/).waitFor();
        await page.getByText("What was compared").click();
      },
    },
    { name: "settings", path: "/settings", as: "operator", heading: /settings are set/ },
    {
      name: "dataset",
      path: "/datasets/lien",
      as: "operator",
      heading: /Liens: /,
      async prepare(page) {
        const rows =
          "vin,liens.1.lienholder,liens.1.status\n1HGCM82633A004352,Acme Bank,active\nNOT-A-VIN!,Acme Bank,active\n";
        await page.getByLabel("File of records").setInputFiles({
          name: "liens.csv",
          mimeType: "text/csv",
          buffer: Buffer.from(rows),
        });
        await page.getByLabel("Rows that may be rejected").fill("1");
        await press("Try it")(page);
        await page.getByText("It can be imported").waitFor();
      },
    },
    { name: "audit", path: "/audit", as: "operator", heading: /Audit log/ },
  ];
}

/** A service with vehicles, a customer with calls of every outcome, and one who waits to be approved. */
export async function startFurnished(): Promise<{ running: ConsoleService; customer: Account }> {
  const running = await startConsoleService();
  const { service } = running;
  const { database, clock } = service.app;
  await loadDemo(database, { clock, folder: await smallSet(40) });
  forgetDatasets(database);
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
  return { running, customer };
}
