import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { openPage, type WatchedPage } from "./browser.ts";
import type { ConsoleService } from "./console-service.ts";
import { openPath } from "./navigate.ts";
import { openSignedIn, operatorOf } from "./signed-in.ts";
import { toasted } from "./toasts.ts";

/** A step that has ended: its last page, and its duration. */
export interface Step {
  readonly name: string;
  readonly page: Page;
  readonly milliseconds: number;
}

/** What a test checks after the steps. */
export interface Walked {
  readonly faults: readonly string[];
  /** The requests that the backend received. */
  readonly received: readonly string[];
}

const document = join(import.meta.dir, "../gateway/petstore.yaml");
const secret = "Bearer of the pet shop";
const pets = [{ name: "Rex" }, { name: "Minka", tag: "cat" }];

/** A pet shop that requires a credential of its own. */
function startPetstore() {
  const received: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname, search } = new URL(request.url);
      received.push(`${request.method} ${pathname}${search}`);
      if (request.headers.get("x-shop-key") !== secret) return new Response(null, { status: 401 });
      if (pathname === "/v3/pets") return Response.json(pets);
      const pet = pets[Number(pathname.replace("/v3/pets/", "")) - 1];
      return pet ? Response.json(pet) : Response.json({ detail: "No such pet." }, { status: 404 });
    },
  });
  return { received, url: `http://127.0.0.1:${server.port}/v3`, stop: () => server.stop(true) };
}

async function register(tab: WatchedPage, running: ConsoleService, backend: string): Promise<void> {
  const { page } = tab;
  await openPath(tab, running, "/apis");
  await page.getByRole("link", { name: "Register API" }).click();
  await page.getByLabel("Display name").fill("Petstore");
  await page.getByRole("textbox", { name: /^Backend/ }).fill(backend);
  await page.getByLabel("Credential of the backend").selectOption("Send a header");
  await page.getByLabel("Header", { exact: true }).fill("X-Shop-Key");
  await page.getByLabel("Header value").fill(secret);
  await page.getByLabel("Path to test").fill("/pets");
  await page.getByRole("button", { name: "Test backend" }).click();
  await page.getByText("with the credential").waitFor();
  await page.getByText("Minka").waitFor();
  await page.getByLabel("OpenAPI document").setInputFiles(document);
  await page.getByLabel("Validate calls against the document").check();
  await page.getByRole("button", { name: "Register API" }).click();
  await toasted(page, "API registered");
  await page.getByText(/^A document of .* names the operations/).waitFor();
}

async function createPlan(tab: WatchedPage, running: ConsoleService): Promise<void> {
  const { page } = tab;
  await openPath(tab, running, "/plans");
  await page.getByRole("button", { name: "Create plan" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Pets");
  await page.getByRole("dialog").getByRole("button", { name: "Create plan" }).click();
  await page.getByRole("button", { name: /^Show all \d+ APIs$/ }).click();
  await page.getByLabel("Petstore", { exact: true }).check();
  await page.getByLabel("Credits per call of Petstore").fill("2");
  await page.getByLabel("Sold at a price").uncheck();
  await page.getByLabel("Initial credits").fill("1,000");
  await page.getByLabel("Starts").selectOption("no");
  await page.getByRole("button", { name: "Publish plan" }).click();
  await toasted(page, "Plan published");
}

async function subscribe(tab: WatchedPage, running: ConsoleService): Promise<void> {
  const { page } = tab;
  await openPath(tab, running, "/sign-up");
  await page.getByLabel("First name").fill("Grace");
  await page.getByLabel("Last name").fill("Hopper");
  await page.getByLabel("Email").fill("grace.hopper@example.com");
  await page.getByLabel("Password").fill("long enough for this");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("meter", { name: "15 of 15 credits left" }).waitFor();
  await openPath(tab, running, "/billing");
  await page.getByRole("button", { name: "Subscribe to Pets" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Subscribe" }).click();
  await page.getByText("1,000 of 1,000 left").waitFor();
}

async function call(tab: WatchedPage, running: ConsoleService): Promise<void> {
  const { page } = tab;
  await openPath(tab, running, "/docs/reference");
  await page.getByRole("searchbox", { name: "Search" }).fill("list pets");
  await page.getByRole("link", { name: /\/petstore\/pets$/ }).click();
  await page.getByText("Price: 2 credits").waitFor();
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByText("Minka").waitFor();
}

async function openRecord({ page }: WatchedPage): Promise<void> {
  await page.getByRole("link", { name: "View in request log" }).click();
  const panel = page.getByRole("complementary", { name: "Call details" });
  await panel.getByText("2 credits charged").waitFor();
  await panel.getByText("Backend").waitFor();
  await panel.getByText("petstore.listPets").waitFor();
}

async function report(tab: WatchedPage, running: ConsoleService): Promise<void> {
  const { page } = tab;
  await openPath(tab, running, "/calls?by=api");
  const row = page.getByRole("table", { name: "Calls by API" }).getByRole("row", { name: /^Petstore 1 / });
  await row.waitFor();
  await openPath(tab, running, "/calls");
  await page
    .getByRole("row")
    .filter({ hasText: "/petstore/pets" })
    .getByRole("button", { name: /show this call/ })
    .click();
  const panel = page.getByRole("complementary", { name: "Call details" });
  await panel.getByText("petstore.listPets").waitFor();
}

/** A new operator's way from a backend to a report, page by page. `ended` gets each step. */
export async function walkFirstApi(
  browser: Browser,
  running: ConsoleService,
  ended: (step: Step) => Promise<void> | void,
): Promise<Walked> {
  const petstore = startPetstore();
  const operator = await openSignedIn(browser, running, operatorOf(running));
  const customer = await openPage(browser, running.origin);
  const step = async (name: string, tab: WatchedPage, work: (tab: WatchedPage) => Promise<void>) => {
    const begun = performance.now();
    await work(tab);
    await ended({ name, page: tab.page, milliseconds: performance.now() - begun });
  };
  try {
    await step("register", operator, (tab) => register(tab, running, petstore.url));
    await step("plan", operator, (tab) => createPlan(tab, running));
    await step("customer", customer, (tab) => subscribe(tab, running));
    await step("call", customer, (tab) => call(tab, running));
    await step("record", customer, openRecord);
    await step("report", operator, (tab) => report(tab, running));
    return { faults: [...operator.faults, ...customer.faults], received: petstore.received };
  } finally {
    await operator.close();
    await customer.close();
    await petstore.stop();
  }
}
