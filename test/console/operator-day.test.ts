import { expect } from "bun:test";
import { signUp } from "../harness.ts";
import { test } from "./browser.ts";
import { demoVin } from "./every-page.ts";
import { furnished } from "./seeded.ts";
import { openAs, openSignedIn } from "./signed-in.ts";

const { browser, running, customer } = await furnished();

const subscription = async (id: string) => {
  const got = await running.service.ask("GET", `/subscriptions/${id}`, {
    headers: running.service.operatorHeaders,
  });
  return got.body as { state: string; credits: { granted: number; remaining: number } };
};

test("an operator approves from the overview", async () => {
  const { page, faults, close } = await openAs(browser, running, "operator", customer);
  await page.goto(`${running.url}/overview`);
  await page.getByRole("button", { name: "Approve Fleet audit" }).click();
  await page.getByText("The subscription is approved").waitFor();
  await page.getByText("Nothing. Every subscription is decided").waitFor();
  expect((await subscription("waiting")).state).toBe("active");
  expect(faults).toEqual([]);
  await close();
}, 30_000);

test("a new installation says what it still needs, and what is done", async () => {
  const { page, faults, close } = await openAs(browser, running, "operator", customer);
  await page.goto(`${running.url}/overview`);
  const list = page
    .getByRole("region")
    .or(page.locator("section"))
    .filter({
      has: page.getByRole("heading", { name: /to a service of your own/ }),
    });
  const step = (words: string) => list.getByRole("listitem").filter({ hasText: words });
  expect(await step("Load records of your own").innerText()).toStartWith("open");
  expect(await step("Make a product").innerText()).toStartWith("open");
  expect(await step("VINGATE_PUBLIC_URL").innerText()).toStartWith("done");
  expect(await step("Back up the folder").innerText()).toStartWith("not known here");
  await step("Load records of your own").getByRole("link", { name: "Datasets" }).click();
  await page.getByRole("heading", { level: 1, name: /datasets/ }).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Hide this list" }).click();
  await page.reload();
  await page.getByRole("heading", { name: "Traffic" }).waitFor();
  expect(await page.getByRole("heading", { name: /to a service of your own/ }).count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
}, 30_000);

test("why a customer was refused is found in three clicks, and credits are given once however often it is pressed", async () => {
  const spent = await signUp(running.service);
  for (let call = 0; call < 17; call += 1)
    await running.service.ask("GET", `/vin-decoder/${demoVin}`, { headers: { "x-authkey": spent.key } });
  const { page, faults, close } = await openAs(browser, running, "operator", customer);
  await page.goto(`${running.url}/overview`);
  await page.getByText("has no credits left in Trial").getByRole("link").click();
  await page.getByRole("link", { name: "Request log of this customer" }).click();
  await page.getByRole("button", { name: "Show the last credits_exhausted" }).click();
  const panel = page.getByRole("complementary", { name: "One call" });
  await panel.getByText("402 No credits").waitFor();
  expect(await panel.innerText()).toContain("Nothing charged");
  await page.keyboard.press("Escape");

  await page.goBack();
  await page.goBack();
  await page.getByRole("button", { name: /Change credits/ }).click();
  await page.getByLabel("Credits", { exact: true }).fill("1,000");
  await page.getByLabel("Reason").fill("<b>Pilot</b> until March");
  await page.getByRole("dialog").getByRole("button", { name: "Change credits" }).dblclick();
  await page.getByText("1,000 credits are left").waitFor();
  expect((await subscription(spent.subscriptionId)).credits).toMatchObject({
    granted: 1015,
    remaining: 1000,
  });
  await page.getByText("Credits, to the last one").click();
  // Markup is text here, as everywhere.
  await page.getByText("“<b>Pilot</b> until March”").first().waitFor();
  expect(faults).toEqual([]);
  await close();
}, 60_000);

test("a policy is told in words before it is saved", async () => {
  const { page, faults, close } = await openAs(browser, running, "operator", customer);
  await page.goto(`${running.url}/products/unlimited`);
  await page.getByLabel("Calls", { exact: true }).fill("600");
  await page.getByLabel("Other costs, one a line").fill("auction 2");
  await page.getByText("At most 600 calls in 60 seconds").waitFor();
  await page.getByText("A lookup costs 1 credit; Auction history 2; lists of choices nothing.").waitFor();
  await page.getByText("in the last 24 hours nobody has called under this product").waitFor();
  await page.getByRole("button", { name: "Save policy" }).click();
  await page.getByText("The policy is saved").waitFor();
  const got = await running.service.ask("GET", "/products/unlimited/policies/policy", {
    headers: running.service.operatorHeaders,
  });
  expect(got.body).toEqual({
    product_id: "unlimited",
    policy: { rate_limit: { calls: 600, renewal_period_s: 60 }, credit_cost: { per_api: { auction: 2 } } },
  });
  expect(faults).toEqual([]);
  await close();
}, 30_000);

test("a policy is tried against the last day's calls before it is saved", async () => {
  const { page, faults, close } = await openAs(browser, running, "operator", customer);
  await page.goto(`${running.url}/products/trial`);
  await page.getByText("Change something, and it is tried").waitFor();
  await page.getByLabel("Networks that may call").fill("203.0.113.0/24");
  const log = await running.service.ask("GET", "/reports/byRequest", {
    headers: running.service.operatorHeaders,
  });
  const { total } = log.body as { total: number };
  await page.getByText(`Would have refused ${total} of ${total} calls`).waitFor();
  await page.getByRole("row", { name: `From other networks ${total} 0` }).waitFor();
  await page.getByLabel("Networks that may call").fill("not a network");
  await page.getByText("This cannot be tried").waitFor();
  expect(faults.filter((fault) => !fault.includes("422"))).toEqual([]);
  await close();
}, 30_000);

test("a session that ends in the middle of a form loses nothing typed", async () => {
  const { page, expect: expectStatus, faults, close } = await openSignedIn(browser, running, customer);
  expectStatus(401);
  await page.goto(`${running.url}/profile`);
  await page.getByLabel("First name").fill("Ada Augusta");
  await page.evaluate(`fetch("/auth/logout", {
    method: "POST",
    headers: { authorization: "Bearer " + JSON.parse(sessionStorage.getItem("vingate.session")).token },
  })`);
  await page.getByRole("button", { name: "Save details" }).click();
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await dialog.getByLabel("Password").fill(customer.password);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Your details are changed").waitFor();
  expect(await page.getByLabel("First name").inputValue()).toBe("Ada Augusta");
  expect(faults).toEqual([]);
  await close();
}, 30_000);

test("two tabs are two people, and a page opened without a session leads back to itself after sign-in", async () => {
  const first = await openAs(browser, running, "operator", customer);
  await first.page.goto(`${running.url}/users`);
  await first.page.getByRole("heading", { name: "Users" }).waitFor();
  const second = await first.page.context().newPage();
  await second.goto(`${running.url}/keys`);
  // The first tab's script signs every new tab of its context in; this one is a stranger.
  await second.evaluate(`sessionStorage.setItem("vingate.session", "null")`);
  await second.reload();
  await second.getByLabel("E-mail").fill(customer.email);
  await second.getByLabel("Password").fill(customer.password);
  await second.getByRole("button", { name: "Sign in" }).click();
  await second.getByRole("heading", { name: "Keys", level: 1 }).waitFor();
  expect(await second.getByRole("navigation", { name: "Portal" }).innerText()).toContain(customer.email);
  await first.page.reload();
  await first.page.getByRole("navigation", { name: "Console" }).waitFor();
  await first.close();
}, 30_000);

test("a wrong password and a taken e-mail are said where they are", async () => {
  const { page, expect: expectStatus, close } = await openAs(browser, running, "visitor", customer);
  for (const status of [401, 409]) expectStatus(status);
  await page.goto(`${running.url}/sign-in`);
  await page.getByLabel("E-mail").fill(customer.email);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").waitFor();
  await page.goto(`${running.url}/sign-up`);
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Byron");
  await page.getByLabel("E-mail").fill(customer.email);
  await page.getByLabel("Password").fill("long enough for this");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.locator(".field.bad em").waitFor();
  expect(await page.getByLabel("E-mail").getAttribute("aria-invalid")).toBe("true");
  await close();
}, 30_000);

test("what is billed from is shown by customer, and downloaded whole by customer and by subscription", async () => {
  const { page, faults, close } = await openAs(browser, running, "operator", customer);
  await running.service.ask("GET", `/vin-decoder/${demoVin}`, { headers: { "x-authkey": customer.key } });
  await page.goto(`${running.url}/usage`);
  const download = async (name: string) => {
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name }).click();
    return Bun.file(await (await saved).path()).text();
  };
  await page.getByRole("table", { name: "Calls by customer" }).getByText(customer.email).waitFor();
  const [head, ...rows] = (await download("CSV by customer")).trimEnd().split("\r\n");
  expect(head).toStartWith("user_id,user_email,");
  expect(rows.filter((row) => row.startsWith(`${customer.userId},${customer.email},`))).toHaveLength(1);
  const pages = ["id,calls\r\na,1\r\n", "id,calls\r\nb,2\r\n", "id,calls\r\n"];
  await page.route("**/reports/bySubscription?*", (route) =>
    route.fulfill({ body: pages[Number(new URL(route.request().url()).searchParams.get("page")) - 1]! }),
  );
  expect(await download("CSV by subscription")).toBe("id,calls\r\na,1\r\nb,2\r\n");
  expect(faults).toEqual([]);
  await close();
}, 30_000);
