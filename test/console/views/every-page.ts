import type { Page } from "playwright-core";
import { demoVin } from "../furnished.ts";
import { type ConsolePage, press, titled } from "./console-page.ts";
import { operatorViews } from "./operator-views.ts";

export { type ConsolePage, pages } from "./console-page.ts";

/** A VIN that no test decodes. */
const unpaidVin = "1FTEW1EP5JKE12345";

/** A busy machine returns 503 to some of many concurrent lookups; they are repeated. */
async function retry(page: Page): Promise<void> {
  for (;;) {
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

/**
 * Views of every page in the console's list; `userId` is the customer that the operator opens. Headings and actions are
 * found in English, and with each text in brackets.
 */
export function everyPage(userId: string): readonly ConsolePage[] {
  const month = new Date().toISOString().slice(0, 7);
  return [
    { name: "landing", path: "", as: "visitor", heading: /Turn 17 characters/ },
    { name: "guide", path: "/docs", as: "visitor", heading: /Quick start/ },
    { name: "guide-errors", path: "/docs/errors", as: "visitor", heading: /Errors/ },
    { name: "guide-lookup", path: "/docs/lookups/auction", as: "visitor", heading: /Auction history/ },
    { name: "guide-error", path: "/docs/errors/rate_limited", as: "visitor", heading: /429 Too many/ },
    { name: "pricing", path: "/pricing", as: "visitor", heading: /^From (€19|19\s€) per month/ },
    { name: "verify", path: "/verify", as: "visitor", heading: /^Verify a statement$/ },
    {
      name: "verify-result",
      path: "/verify",
      as: "visitor",
      heading: /^Verify a statement$/,
      hasOtherWords: true,
      async prepare(page) {
        const buffer = Buffer.from('{"format":"none"}');
        await page
          .locator("input[type=file]")
          .setInputFiles({ name: "statement-2026-10.json", mimeType: "application/json", buffer });
        await page.getByText("This file cannot be read as a statement.").waitFor();
      },
    },
    { name: "agreement", path: "/agreements/terms/1", as: "visitor", heading: /^Terms of service$/ },
    titled("sign-up", "visitor", "/sign-up"),
    titled("sign-in", "visitor", "/sign-in"),
    titled("reset", "visitor", "/reset#vgr_none"),
    titled("enter", "visitor", "/enter#vgr_none"),
    { name: "take-back", path: "/take-back#vgr_none", as: "visitor", heading: /^Take your address back$/ },
    { name: "confirm", path: "/confirm#vgm_none", as: "visitor", heading: /^Confirm your email$/ },
    { name: "forgot", path: "/forgot", as: "visitor", heading: /^Forgot your password\?$/ },
    { name: "sign-on", path: "/sign-on/callback", as: "visitor", heading: /^Single sign-on did not work$/ },
    {
      name: "connect-refused",
      path: "/connect/refused?reason=address&id=01a203d8-3a68-71c2-ad48-cf0d370ee620",
      as: "visitor",
      heading: /^Cannot connect$/,
    },
    { name: "not-found", path: "/nowhere/at/all", as: "visitor", heading: /Page not found/ },
    { name: "overview", path: "/home", as: "customer", heading: /credits? left/ },
    { name: "quick-start", path: "/home?start=1", as: "customer", heading: /Your key works/ },
    { name: "look-up", path: "/look-up", as: "customer", heading: /Look up a vehicle/ },
    {
      name: "look-up-photo",
      path: "/look-up",
      as: "customer",
      heading: /Look up a vehicle/,
      prepare: press("Photo or camera"),
    },
    { name: "lists", path: "/look-up?tab=lists", as: "customer", heading: /^Lists$/ },
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
        await page.getByRole("heading", { name: /^⟦*Sold/ }).waitFor();
        await page.getByRole("heading", { name: /^⟦*Worth/ }).waitFor();
        await page.getByRole("heading", { name: /Costs of .* repairs/ }).waitFor();
      },
    },
    {
      name: "vehicle-link",
      path: `/look-up?vin=${unpaidVin}`,
      as: "customer",
      heading: new RegExp(`^${unpaidVin}$`),
    },
    titled("reference", "customer", "/docs/reference"),
    titled("reference-public", "visitor", "/docs/reference?op=patchUser"),
    titled("reference-selectors", "customer", "/docs/reference?op=getSpecificationsV3ByTrim"),
    titled("reference-registered", "customer", "/docs/reference?op=charging-stations.estimateCharge"),
    { name: "docs", path: "/docs/mcp", as: "customer", heading: /Assistants/ },
    titled("assistants", "customer", "/docs/assistants"),
    { name: "keys", path: "/keys", as: "customer", heading: /^\d+ keys$/ },
    {
      name: "keys-rotate",
      path: "/keys",
      as: "customer",
      heading: /^\d+ keys$/,
      async prepare(page) {
        await page.locator("main .more > summary").first().click();
        await press("Rotate")(page);
      },
    },
    { name: "requests", path: "/calls", as: "customer", heading: /^\d+ calls?/ },
    {
      name: "request",
      path: "/calls",
      as: "customer",
      heading: /^\d+ calls?/,
      async prepare(page) {
        await press(/show this call/)(page);
        await page.getByRole("heading", { name: "Receipt" }).waitFor();
      },
    },
    titled("requests-found", "customer", "/calls?status=404&error=vehicle_not_found"),
    { name: "usage", path: "/calls?by=api", as: "customer", heading: /^\d+ calls?/ },
    { name: "calls-by-key", path: "/calls?by=key", as: "customer", heading: /^\d+ calls?/ },
    {
      ...titled("webhooks-add", "customer", "/alerts"),
      async prepare(page) {
        await press("Add webhook")(page);
        await page.getByLabel("credits.low").check();
      },
    },
    {
      ...titled("webhook", "customer", "/alerts"),
      opens: "/alerts/$webhookId",
      async prepare(page) {
        await page.getByRole("link", { name: "https://hooks.example.com/hidden" }).click();
        await page.getByRole("button", { name: "webhook.test" }).waitFor();
        await press("Show secret")(page);
        await page.getByText(/^whsec_/).waitFor();
      },
    },
    {
      ...titled("delivery", "customer", "/alerts"),
      opens: "/alerts/$webhookId",
      async prepare(page) {
        await page.getByRole("link", { name: "https://hooks.example.com/hidden" }).click();
        await page.getByRole("button", { name: "webhook.test" }).click();
        await page.getByText("No attempts yet").waitFor();
      },
    },
    { ...titled("watches", "customer", "/alerts?tab=watches"), prepare: watchVins },
    { ...titled("watches-add", "customer", "/alerts?tab=watches"), prepare: press("Add watch") },
    { name: "billing", path: "/billing", as: "customer", heading: /credits? left/ },
    { name: "buy", path: "/buy", as: "customer", heading: /^Nothing to pay$/ },
    {
      name: "statement",
      path: `/billing/statements/${month}`,
      as: "customer",
      heading: /^\p{L}+ \d{4} so far: /u,
      async prepare(page) {
        await press(/Show calls⟧? ⟦?of/)(page);
        await page.getByRole("link", { name: "View all in the request log" }).waitFor();
      },
    },
    titled("members", "customer", "/account"),
    {
      name: "invitation",
      path: "/invitations/accept#vgi_none",
      as: "customer",
      heading: /^Accept the invitation\?$/,
    },
    // Without a request that a program made.
    { name: "connect", path: "/connect", as: "customer", heading: /^Cannot connect$/, isAlone: true },
    titled("security", "customer", "/me?tab=security"),
    titled("profile", "customer", "/me"),
    ...operatorViews(userId, month),
  ];
}
