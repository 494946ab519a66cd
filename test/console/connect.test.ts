import { afterAll, beforeAll, expect } from "bun:test";
import type { Browser } from "playwright-core";
import { sql } from "../../src/database/sql.ts";
import { type Account, signUp } from "../harness.ts";
import { launchBrowser, openPage, test } from "./browser.ts";
import { type ConsoleService, startConsoleService } from "./console-service.ts";
import { toasted } from "./toasts.ts";

let browser: Browser;
let running: ConsoleService;
let customer: Account;
/** The program on the user's machine. */
const returns: URLSearchParams[] = [];
const program = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/callback") returns.push(searchParams);
    return new Response("<!doctype html><title>Returned</title>", {
      headers: { "content-type": "text/html" },
    });
  },
});
const address = `http://127.0.0.1:${program.port}/callback`;

beforeAll(async () => {
  browser = await launchBrowser();
  running = await startConsoleService({ VINGATE_CONNECTORS: "on" });
  customer = await signUp(running.service);
}, 180_000);

afterAll(async () => {
  await browser.close();
  await program.stop(true);
  await running.end();
});

test("a user whom an assistant sends here signs in, connects it, and disconnects it", async () => {
  const { service, origin, url } = running;
  const got = await service.ask("POST", "/oauth/register", {
    json: { client_name: "Desk Assistant", redirect_uris: [address] },
  });
  const sent = new URLSearchParams({
    response_type: "code",
    client_id: (got.body as { client_id: string }).client_id,
    redirect_uri: address,
    state: "as sent",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  });
  const { page, close } = await openPage(browser, origin);
  await page.goto(`${origin}/oauth/authorize?${sent}`);
  await page.getByLabel("Email").fill(customer.email);
  await page.getByLabel("Password").fill(customer.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Connect Desk Assistant?" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/console/connect");
  expect(await page.getByText("A program on this computer").count()).toBe(1);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
  }
  await page.getByLabel("Limit per day (credits)").fill("20");
  // Long after the sign-in.
  await service.app.database.run(sql`update access_token set proved_one = 0`);
  await page.getByRole("button", { name: "Connect, up to 20 credits per day" }).click();
  await page.getByRole("dialog").getByLabel("Password").fill(customer.password);
  await page.getByRole("dialog").getByRole("button").first().click();
  await page.waitForURL(`${address}?**`);
  expect(Object.fromEntries(returns[0]!)).toEqual({
    code: expect.stringMatching(/^[\w-]{43}$/),
    state: "as sent",
    iss: origin,
  });
  const exchanged = await service.ask("POST", "/oauth/token", {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: String(
      new URLSearchParams({
        grant_type: "authorization_code",
        code: returns[0]!.get("code")!,
        client_id: sent.get("client_id")!,
        redirect_uri: address,
        code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
      }),
    ),
  });
  expect(exchanged.status).toBe(200);
  await page.goto(`${url}/security`);
  await page.getByRole("row", { name: /^Desk Assistant/ }).waitFor();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
  }
  await page.getByRole("button", { name: "Disconnect Desk Assistant" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  await toasted(page, "Assistant disconnected");
  expect(await page.getByRole("row", { name: /^Desk Assistant/ }).count()).toBe(0);
  await page.goto(
    `${origin}/oauth/authorize?${new URLSearchParams({ ...Object.fromEntries(sent), redirect_uri: "https://thief.example/" })}`,
  );
  await page.getByText("The return address is not registered").waitFor();
  expect(returns.length).toBe(1);
  await close();
});
