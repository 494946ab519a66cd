import { join } from "node:path";
import type { Page } from "playwright-core";
import type { Page as ListedPage } from "../../console/src/parts/page.ts";

/** A view of the console: its path, its user and the heading of the loaded page. */
export interface ConsolePage {
  readonly name: string;
  readonly path: string;
  readonly as: "visitor" | "customer" | "operator";
  readonly heading: RegExp;
  /** The page of the list that `prepare` opens, if its path is not known before. */
  readonly opens?: string;
  /** Actions before it is checked. */
  prepare?(page: Page): Promise<void>;
}

/** A vehicle of the demo set. */
export const demoVin = "5J6RW2H59JL990075";
/** A VIN that no test decodes. */
const unpaidVin = "1FTEW1EP5JKE12345";

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole("button", { name }).first().click();
};

/** A busy machine returns 503 to some of many concurrent lookups; they are repeated. */
async function retry(page: Page): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    const again = page.getByRole("button", { name: "Try again" });
    if ((await again.count()) === 0) return;
    await again.first().click();
  }
}

/** Uploads a VIN and a line that is none. */
async function watchVins(page: Page): Promise<void> {
  await press("Upload VINs")(page);
  const buffer = Buffer.from(`${demoVin},auction\nnot a VIN\n`);
  await page.getByLabel("File").setInputFiles({ name: "vins.csv", mimeType: "text/csv", buffer });
  await page.getByRole("dialog").getByRole("button", { name: "Upload VINs" }).click();
  await page.getByRole("table", { name: "Refused lines" }).waitFor();
}

// A computed path: these tests are not compiled with the console's JSX.
const list = join(import.meta.dir, "../../console/src/frame/pages.ts");

/** The console's list of pages. */
export const { pages } = (await import(list)) as { readonly pages: readonly ListedPage[] };

/** A view of a page whose heading is its title in the list. */
function titled(name: string, as: ConsolePage["as"], path: string): ConsolePage {
  const page = pages.find((one) => one.path === path.replace(/[?#].*/, ""));
  if (!page) throw new Error(`the console has no page ${path}`);
  const title = (as === "operator" && page.operatorTitle) || page.title;
  return { name, path, as, heading: new RegExp(`^${title}$`) };
}

/** Views of every page in the console's list; `userId` is the customer that the operator opens. */
export function everyPage(userId: string): readonly ConsolePage[] {
  const month = new Date().toISOString().slice(0, 7);
  return [
    { name: "landing", path: "", as: "visitor", heading: /Turn 17 characters/ },
    { name: "guide", path: "/docs", as: "visitor", heading: /Quick start/ },
    { name: "guide-errors", path: "/docs/errors", as: "visitor", heading: /Errors/ },
    { name: "guide-lookup", path: "/docs/lookups/auction", as: "visitor", heading: /Auction history/ },
    {
      name: "guide-error",
      path: "/docs/errors/rate_limited",
      as: "visitor",
      heading: /429 Too many requests/,
    },
    { name: "pricing", path: "/pricing", as: "visitor", heading: /^From €19 per month/ },
    { name: "verify", path: "/verify", as: "visitor", heading: /^Verify a statement$/ },
    {
      name: "verify-result",
      path: "/verify",
      as: "visitor",
      heading: /^Verify a statement$/,
      async prepare(page) {
        const buffer = Buffer.from('{"format":"none"}');
        await page
          .locator("input[type=file]")
          .setInputFiles({ name: "statement-2026-10.json", mimeType: "application/json", buffer });
        await page.getByText("This file cannot be read as a statement.").waitFor();
      },
    },
    titled("sign-up", "visitor", "/sign-up"),
    titled("sign-in", "visitor", "/sign-in"),
    titled("reset", "visitor", "/reset#vgr_none"),
    { name: "not-found", path: "/nowhere/at/all", as: "visitor", heading: /Page not found/ },
    { name: "overview", path: "/overview", as: "customer", heading: /calls in 7 days/ },
    { name: "quick-start", path: "/quick-start", as: "customer", heading: /Your key works/ },
    { name: "look-up", path: "/look-up", as: "customer", heading: /Look up a vehicle/ },
    { name: "lists", path: "/lists", as: "customer", heading: /^Lists$/ },
    {
      name: "vehicle",
      path: `/look-up?vin=${demoVin}`,
      as: "customer",
      // Decoded at once if another look of this page has paid for it.
      heading: new RegExp(`^(${demoVin}|2018 Honda CR-V EX)$`),
      async prepare(page) {
        await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
        for (const name of [/Decode VIN/, /Get full report/]) {
          const button = page.getByRole("button", { name });
          if ((await button.count()) > 0) await button.click();
          await retry(page);
        }
        await page.getByRole("heading", { level: 1, name: "2018 Honda CR-V EX" }).waitFor();
        await page.getByRole("heading", { name: /^Sold/ }).waitFor();
        await page.getByRole("heading", { name: /^Worth/ }).waitFor();
        await page.getByRole("heading", { name: /Costs of .* repairs/ }).waitFor();
      },
    },
    {
      name: "vehicle-link",
      path: `/look-up?vin=${unpaidVin}`,
      as: "customer",
      heading: new RegExp(`^${unpaidVin}$`),
    },
    titled("reference", "customer", "/reference"),
    titled("reference-public", "visitor", "/reference?op=patchUser"),
    titled("reference-selectors", "customer", "/reference?op=getSpecificationsV3ByTrim"),
    titled("reference-registered", "customer", "/reference?op=charging-stations.estimateCharge"),
    { name: "docs", path: "/docs/mcp", as: "customer", heading: /Assistants/ },
    titled("assistants", "customer", "/assistants"),
    titled("keys", "customer", "/keys"),
    {
      ...titled("keys-rotate", "customer", "/keys"),
      prepare: press(/Rotate primary key/),
    },
    titled("requests", "customer", "/requests"),
    {
      ...titled("request", "customer", "/requests"),
      async prepare(page) {
        await press(/show this call/)(page);
        await page.getByRole("heading", { name: "Receipt" }).waitFor();
      },
    },
    titled("requests-found", "customer", "/requests?status=404&error=vehicle_not_found"),
    titled("usage", "customer", "/usage"),
    {
      ...titled("webhooks-add", "customer", "/webhooks"),
      async prepare(page) {
        await press("Add webhook")(page);
        await page.getByLabel("credits.low").check();
      },
    },
    {
      ...titled("webhook", "customer", "/webhooks"),
      opens: "/webhooks/$webhookId",
      async prepare(page) {
        await page.getByRole("link", { name: "https://hooks.example.com/vingate" }).click();
        await page.getByRole("link", { name: "webhook.test" }).waitFor();
        await press("Show secret")(page);
        await page.getByText(/^whsec_/).waitFor();
      },
    },
    {
      ...titled("delivery", "customer", "/webhooks"),
      opens: "/webhooks/$webhookId/deliveries/$eventId",
      async prepare(page) {
        await page.getByRole("link", { name: "https://hooks.example.com/vingate" }).click();
        await page.getByRole("link", { name: "webhook.test" }).click();
        await page.getByText("No attempts yet").waitFor();
      },
    },
    { ...titled("watches", "customer", "/watches"), prepare: watchVins },
    { ...titled("watches-add", "customer", "/watches"), prepare: press("Add watch") },
    { name: "plans", path: "/plans", as: "customer", heading: /^No plan renews$/ },
    { name: "billing", path: "/billing", as: "customer", heading: /credits? left/ },
    { name: "statements", path: "/statements", as: "customer", heading: /^No final statement yet$/ },
    {
      name: "statement",
      path: `/statements/${month}`,
      as: "customer",
      heading: /^\w+ \d{4} so far: /,
      async prepare(page) {
        await press(/Show calls of/)(page);
        await page.getByRole("link", { name: "View all in the request log" }).waitFor();
      },
    },
    titled("profile", "customer", "/profile"),
    { name: "operator-overview", path: "/overview", as: "operator", heading: /calls/ },
    titled("operator-requests", "operator", "/requests"),
    titled("operator-reports", "operator", "/usage"),
    titled("users", "operator", "/users"),
    { name: "user", path: `/users/${userId}`, as: "operator", heading: /Ada Byron/ },
    {
      name: "user-watches",
      path: `/users/${userId}`,
      as: "operator",
      heading: /Ada Byron/,
      async prepare(page) {
        await page.getByRole("link", { name: "Watched VINs" }).click();
        await page.getByRole("cell", { name: "Auction history" }).waitFor();
      },
    },
    {
      name: "user-statements",
      path: `/users/${userId}/statements`,
      as: "operator",
      heading: /^No final statement yet$/,
    },
    {
      name: "user-statement",
      path: `/users/${userId}/statements/${month}`,
      as: "operator",
      heading: /^\w+ \d{4} so far: /,
    },
    titled("subscriptions", "operator", "/subscriptions"),
    titled("products", "operator", "/products"),
    { name: "product", path: "/products/trial", as: "operator", heading: /Trial/ },
    titled("offers", "operator", "/offers"),
    {
      name: "offer",
      path: "/offers/growth",
      as: "operator",
      heading: /^Growth: version 2 is on sale/,
      async prepare(page) {
        await page.getByLabel("Price (EUR)").fill("109.00");
        await page.getByRole("heading", { name: "Growth: version 3 changes 1 price" }).waitFor();
        await page.getByRole("table", { name: "Preview of 12 periods" }).waitFor();
      },
    },
    { name: "offer-none", path: "/offers/unlimited", as: "operator", heading: /^Unlimited: no offer yet/ },
    { name: "renewals", path: "/renewals", as: "operator", heading: /^1 period unpaid, €99\.00$/ },
    titled("apis", "operator", "/apis"),
    { name: "api-new", path: "/apis/new", as: "operator", heading: /Register API/ },
    {
      name: "api",
      path: "/apis/charging-stations",
      as: "operator",
      heading: /Charging stations/,
      async prepare(page) {
        await page.getByLabel("Path to test").fill("/stations/demo-01");
        await press("Test backend")(page);
        await page
          .getByText(/demo-01/)
          .first()
          .waitFor();
      },
    },
    titled("vin-data", "operator", "/datasets/vpic"),
    { name: "datasets", path: "/datasets", as: "operator", heading: /datasets, all synthetic/ },
    {
      name: "product-preview",
      path: "/products/trial",
      as: "operator",
      heading: /Trial/,
      async prepare(page) {
        await page.getByLabel("Rate limit (calls)").fill("2");
        await page.getByText(/\d+ of \d+ calls blocked/).waitFor();
      },
    },
    { name: "system", path: "/system", as: "operator", heading: /findings need attention$/ },
    {
      name: "system-consistency",
      path: "/system",
      as: "operator",
      heading: /findings need attention$/,
      async prepare(page) {
        await press("Run check")(page);
        await page.getByText(/checks passed/).waitFor();
        await page.getByText("View checks").click();
      },
    },
    { name: "settings", path: "/settings", as: "operator", heading: /settings changed/ },
    {
      name: "dataset",
      path: "/datasets/lien",
      as: "operator",
      heading: /Liens: /,
      async prepare(page) {
        const rows =
          "vin,liens.1.lienholder,liens.1.status\n1HGCM82633A004352,Acme Bank,active\nNOT-A-VIN!,Acme Bank,active\n";
        await page.getByLabel("File", { exact: true }).setInputFiles({
          name: "liens.csv",
          mimeType: "text/csv",
          buffer: Buffer.from(rows),
        });
        await page.getByLabel("Max. rejected rows").fill("1");
        await press("Validate file")(page);
        await page.getByText(/^Valid: /).waitFor();
      },
    },
    titled("audit", "operator", "/audit"),
  ];
}
