import type { Browser, BrowserContextOptions } from "playwright-core";
import { openPage, type WatchedPage } from "./browser.ts";
import type { ConsoleService } from "./console-service.ts";

/** The user of a page. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** A page whose tab is signed in; with `viewed`, as an operator that views this account as its customer does. */
export async function openSignedIn(
  browser: Browser,
  running: ConsoleService,
  { email, password }: Credentials,
  options: BrowserContextOptions = {},
  viewed?: string,
): Promise<WatchedPage> {
  const { service, origin } = running;
  const got = await service.ask("POST", "/auth/signin", {
    headers: service.clientHeaders,
    json: { email, password },
  });
  if (got.status !== 200) throw new Error(`sign-in returned ${got.status}: ${got.text}`);
  if (viewed !== undefined) {
    const { token } = got.body as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    const json = { account_id: viewed, reason: "A question about these pages" };
    const chosen = await service.ask("PUT", "/auth/account", { headers, json });
    if (chosen.status !== 200) throw new Error(`the view returned ${chosen.status}: ${chosen.text}`);
  }
  const watched = await openPage(browser, origin, options);
  await watched.page.addInitScript((session) => {
    if (!sessionStorage.getItem("vingate.session")) sessionStorage.setItem("vingate.session", session);
  }, got.text);
  return watched;
}

/** The first operator of a new installation. */
export function operatorOf({ service }: ConsoleService): Credentials {
  return { email: service.firstRun.operator_email, password: service.firstRun.operator_password };
}

/** A page of a visitor, a customer or the operator. */
export function openAs(
  browser: Browser,
  running: ConsoleService,
  as: "visitor" | "customer" | "operator",
  customer: Credentials,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  if (as === "visitor") return openPage(browser, running.origin, options);
  return openSignedIn(browser, running, as === "customer" ? customer : operatorOf(running), options);
}
