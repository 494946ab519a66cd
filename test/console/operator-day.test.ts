import { expect } from "bun:test";
import { signUp } from "../harness.ts";
import { test } from "./browser.ts";
import { demoVin } from "./furnished.ts";
import { openPath } from "./navigate.ts";
import { seeded } from "./seeded.ts";
import { openAs, openSignedIn } from "./signed-in.ts";
import { toasted } from "./toasts.ts";

const { browser, running, customer, inTab } = await seeded();

const subscription = async (id: string) => {
  const got = await running.service.ask("GET", `/subscriptions/${id}`, {
    headers: running.service.operatorHeaders,
  });
  return got.body as { state: string; credits: { granted: number; remaining: number } };
};

test("an operator finds a blocked call and adds credits once", async () => {
  const spent = await signUp(running.service);
  for (let call = 0; call < 17; call += 1)
    await running.service.ask("GET", `/vin-decoder/${demoVin}`, { headers: { "x-authkey": spent.key } });
  await inTab("operator", async ({ page }) => {
    await page.goto(`${running.url}/subscriptions?credits=none`);
    await page.getByRole("table", { name: "Customers" }).getByRole("link").first().click();
    await page.getByRole("link", { name: "All calls" }).click();
    await page.getByRole("tab", { name: "By error" }).click();
    await page
      .getByRole("row", { name: /credits_exhausted/ })
      .getByRole("button")
      .click();
    const panel = page.getByRole("complementary", { name: "Call details" });
    await panel.getByText("402 No credits").waitFor();
    expect(await panel.innerText()).toContain("Nothing charged");
    await page.keyboard.press("Escape");

    await page.goBack();
    await page.goBack();
    await page.goBack();
    await page.getByRole("button", { name: "Add credits" }).click();
    await page.getByLabel("Credits", { exact: true }).fill("1,000");
    await page.getByLabel("Reason").fill("<b>Pilot</b> until March");
    await page.getByRole("dialog").getByRole("button", { name: "Add 1,000 credits" }).dblclick();
    await page.getByRole("heading", { name: "Trial: 1,000 credits left" }).waitFor();
    expect((await subscription(spent.subscriptionId)).credits).toMatchObject({
      granted: 1015,
      remaining: 1000,
    });
    await page.getByRole("tab", { name: "Billing" }).click();
    await page.getByText("Credit history", { exact: true }).click();
    // Markup is shown as text.
    await page.getByText("“<b>Pilot</b> until March”").first().waitFor();
  });
});

test("the editor summarizes a policy before it is saved", () =>
  inTab("operator", async (tab) => {
    const { page } = tab;
    await openPath(tab, running, "/plans/unlimited");
    await page.getByText("Charging, access and watches").click();
    await page.getByLabel("Calls per minute").fill("600");
    await page.getByLabel("Credits per call of Auction history").fill("2");
    await page.getByText("Rate limit: 600 calls per 60 seconds").waitFor();
    await page.getByText("Lookup: 1 credit. Auction history: 2 credits. List: free.").waitFor();
    await page.getByText("No calls of this plan in the last 24 hours").waitFor();
    await page.getByRole("button", { name: "Save plan" }).click();
    await toasted(page, "Plan saved");
    const got = await running.service.ask("GET", "/products/unlimited/policies/policy", {
      headers: running.service.operatorHeaders,
    });
    expect(got.body).toEqual({
      product_id: "unlimited",
      policy: { rate_limit: { calls: 600, renewal_period_s: 60 }, credit_cost: { per_api: { auction: 2 } } },
    });
  }));

test("the editor previews a policy on recent calls", () =>
  inTab("operator", async (tab) => {
    const { page } = tab;
    tab.expect(422);
    await openPath(tab, running, "/plans/trial");
    await page.getByText("Charging, access and watches").click();
    await page.getByText("Change a field to preview the effect").waitFor();
    await page.getByLabel("Allowed networks").fill("203.0.113.0/24");
    const log = await running.service.ask("GET", "/reports/byRequest", {
      headers: running.service.operatorHeaders,
    });
    const { total } = log.body as { total: number };
    await page.getByText(`${total} of ${total} calls blocked`).waitFor();
    await page.getByRole("row", { name: `Network ${total} 0` }).waitFor();
    await page.getByLabel("Allowed networks").fill("not a network");
    await page.getByText("Could not preview the policy").waitFor();
  }));

test("a form keeps its text when the session ends", async () => {
  const tab = await openSignedIn(browser, running, customer);
  const { page } = tab;
  tab.expect(401);
  await openPath(tab, running, "/me", /^Profile$/);
  await page.getByLabel("First name").fill("Ada Augusta");
  await page.evaluate(`fetch("/auth/logout", {
    method: "POST",
    headers: { authorization: "Bearer " + JSON.parse(sessionStorage.getItem("vingate.session")).token },
  })`);
  await page.getByRole("button", { name: "Save details" }).click();
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await dialog.getByLabel("Password").fill(customer.password);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await toasted(page, "Details updated");
  expect(await page.getByLabel("First name").inputValue()).toBe("Ada Augusta");
  expect(tab.faults).toEqual([]);
  await tab.close();
});

test("two tabs have two users, and sign-in leads back", async () => {
  const first = await openAs(browser, running, "operator", customer);
  await first.page.goto(`${running.url}/users`);
  await first.page.getByRole("heading", { name: /^\d+ customers/ }).waitFor();
  const second = await first.page.context().newPage();
  await second.goto(`${running.url}/keys`);
  // The context signs every new tab in. Without a session, only the page to sign in leaves that of another tab.
  await second.evaluate(`sessionStorage.setItem("vingate.session", "null")`);
  await second.goto(`${running.url}/sign-in?next=/keys`);
  await second.getByLabel("Email").fill(customer.email);
  await second.getByLabel("Password").fill(customer.password);
  await second.getByRole("button", { name: "Sign in", exact: true }).click();
  await second.getByRole("heading", { name: "3 keys", level: 1 }).waitFor();
  expect(await second.getByRole("navigation", { name: "Portal" }).innerText()).toContain(customer.email);
  await first.page.reload();
  await first.page.getByRole("navigation", { name: "Console" }).waitFor();
  await first.close();
});

test("a wrong password and a taken email are shown", () =>
  inTab("visitor", async (tab) => {
    const { page } = tab;
    for (const status of [401, 409]) tab.expect(status);
    await openPath(tab, running, "/sign-in");
    await page.getByLabel("Email").fill(customer.email);
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("alert").waitFor();
    await openPath(tab, running, "/sign-up");
    await page.getByLabel("First name").fill("Ada");
    await page.getByLabel("Last name").fill("Byron");
    await page.getByLabel("Email").fill(customer.email);
    await page.getByLabel("Password").fill("long enough for this");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.locator(".field.bad em").waitFor();
    expect(await page.getByLabel("Email").getAttribute("aria-invalid")).toBe("true");
  }));

test("reports by customer and subscription download completely", () =>
  inTab("operator", async ({ page }) => {
    await running.service.ask("GET", `/vin-decoder/${demoVin}`, { headers: { "x-authkey": customer.key } });
    await page.goto(`${running.url}/calls?by=customer`);
    const download = async (name: string) => {
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name }).click();
      return Bun.file(await (await saved).path()).text();
    };
    await page.getByRole("table", { name: "Calls by customer" }).getByText("Ada Byron").first().waitFor();
    const [head, ...rows] = (await download("Download CSV")).trimEnd().split("\r\n");
    expect(head).toStartWith("user_id,user_email,");
    expect(rows.filter((row) => row.startsWith(`${customer.userId},${customer.email},`))).toHaveLength(1);
    const pages = ["id,calls\r\na,1\r\n", "id,calls\r\nb,2\r\n", "id,calls\r\n"];
    await page.route("**/reports/bySubscription?*", (route) =>
      route.fulfill({ body: pages[Number(new URL(route.request().url()).searchParams.get("page")) - 1]! }),
    );
    expect(await download("CSV by subscription")).toBe("id,calls\r\na,1\r\nb,2\r\n");
  }));
