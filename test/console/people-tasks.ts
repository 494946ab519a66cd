import { Secret, TOTP } from "otpauth";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { sql } from "../../src/database/sql.ts";
import { sessionOf } from "../callers.ts";
import { type Account, signUp } from "../harness.ts";
import type { ConsoleService } from "./console-service.ts";
import { type Ended, Person } from "./person.ts";
import { openSignedIn, operatorOf } from "./signed-in.ts";

/** An owner's tasks: an organization and its members. */
async function organize(owner: Person, member: Person, running: ConsoleService, invited: Account) {
  const { page } = owner;
  await owner.start(running, "/me");
  await owner.task("create an organization (from Profile)", async () => {
    await owner.button("New organization");
    await page.getByLabel("Name", { exact: true }).fill("Acme Fleet");
    await owner.inDialog("Create organization");
    // The page of the other account comes after the choice, and the links above this one go.
    await page.locator('.links [aria-current="page"]', { hasText: "Home" }).waitFor({ state: "attached" });
  });
  await owner.task("invite a member (from any page)", async () => {
    await owner.open("Members");
    await owner.button("Invite member");
    await page.getByRole("dialog").getByLabel("Email").fill(invited.email);
    await owner.inDialog("Send invitation");
    await page.getByRole("dialog", { name: "Hand over the link" }).waitFor();
  });
  const link = await page.getByRole("dialog").getByText("#vgi_").textContent();
  await owner.inDialog("Done");
  await member.page.goto(link!);
  await member.task("accept an invitation (signed in)", async () => {
    await member.button("Accept invitation");
    await member.says("You are a member of Acme Fleet");
  });
  await page.reload();
  await owner.task("change a member's role", async () => {
    await owner.select(page.getByRole("table", { name: "Members" }).getByRole("combobox"), "billing");
    await owner.says("is now Billing");
  });
  await member.task("act for another account", async () => {
    await member.showSide();
    await member.select(member.page.getByLabel("Account"), invited.userId);
    // Another account closes the menu of a narrow window.
    const home = member.page.getByRole("link", { name: "Home", exact: true, includeHidden: true });
    await home.waitFor({ state: "attached" });
  });
  await owner.task("rename an organization (from Members)", async () => {
    await page.getByLabel("Name", { exact: true }).fill("Acme Fleet SE");
    await owner.button("Save organization");
    await owner.says("Organization updated");
  });
  await owner.task("remove a member", async () => {
    await owner.button(/^Remove /);
    await owner.inDialog("Remove member");
    await owner.says("Member removed");
  });
}

/** One's own sign-in. */
async function secure(person: Person, running: ConsoleService, { email }: Account): Promise<void> {
  const { page } = person;
  await person.start(running, "/home");
  await person.task("add app codes (from any page)", async () => {
    await person.open("Security");
    await person.button("Add app codes");
    const secret = await page.locator("code").first().textContent();
    await page
      .getByLabel("Code from the app")
      .fill(new TOTP({ secret: Secret.fromBase32(secret!.replaceAll(" ", "")) }).generate());
    await person.button("Turn on app codes");
    await page.getByText("10 of 10 recovery codes left").waitFor();
  });
  // App codes have ended the other sessions; this one is newer.
  const { database } = running.service.app;
  const own = await database.get<{ id: string }>(sql`select id from app_user where email = ${email}`);
  await sessionOf(running.service, own!.id);
  await page.reload();
  await person.task("end all other sessions", async () => {
    await person.button("End other sessions");
    await person.says("Other sessions ended");
  });
  await person.start(running, "/home");
  await person.task("download all of one's data (from any page)", async () => {
    await person.open("Profile");
    const download = page.waitForEvent("download");
    await person.button("Download your data");
    await download;
  });
  await person.task("close the account (from Profile)", async () => {
    await person.button("Close account");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("What is kept:").waitFor();
    await dialog.getByRole("textbox").fill(email);
    await person.inDialog("Close account");
    await page.waitForURL(`${running.url}/`);
  });
}

async function support(operator: Person, running: ConsoleService, customer: Account): Promise<void> {
  const { page } = operator;
  await operator.start(running, `/customers/${customer.userId}`);
  await operator.task("see an account as its customer (from the user's page)", async () => {
    await operator.button("View as");
    await page.getByLabel("Reason").fill("Asked about a charge");
    await operator.inDialog("View as Ada Byron");
    await page.getByText("read only").waitFor();
  });
  await operator.task("end the view", async () => {
    await operator.button("End view");
    await page.getByText("read only").waitFor({ state: "detached" });
  });
}

/** Does what people do with accounts and sign-in, in windows of one size. Resolves to the faults of their pages. */
export async function doPeopleTasks(
  browser: Browser,
  running: ConsoleService,
  options: BrowserContextOptions,
  ended: Ended,
): Promise<readonly string[]> {
  const [ada, grace] = [await signUp(running.service), await signUp(running.service)];
  const open = async (as: { email: string; password: string }) =>
    new Person(await openSignedIn(browser, running, as, options), ended);
  const [owner, member, operator] = [await open(ada), await open(grace), await open(operatorOf(running))];
  await openSignedIn(browser, running, grace, options);
  await organize(owner, member, running, grace);
  await support(operator, running, grace);
  await secure(member, running, grace);
  return [owner, member, operator].flatMap(({ faults }) => faults);
}

/** The presses of each task. Where the side bar is used, a narrow window needs one more, for its button. */
export const expectedPresses = (menu: 0 | 1): Readonly<Record<string, number>> => ({
  "create an organization (from Profile)": 2,
  "invite a member (from any page)": 4 + menu,
  "accept an invitation (signed in)": 1,
  "change a member's role": 1,
  "act for another account": 1 + menu,
  "rename an organization (from Members)": 1,
  "remove a member": 2,
  "see an account as its customer (from the user's page)": 2,
  "end the view": 1,
  "add app codes (from any page)": 4 + menu,
  "end all other sessions": 1,
  "download all of one's data (from any page)": 3 + menu,
  "close the account (from Profile)": 2,
});

/** Does the tasks in windows of a width. Resolves to the presses of each, and the faults of the pages. */
export async function countPresses(browser: Browser, running: ConsoleService, width: number) {
  const counted: Record<string, number> = {};
  const faults = await doPeopleTasks(browser, running, { viewport: { width, height: 844 } }, (task) => {
    counted[task.name] = task.presses;
  });
  return { counted, faults };
}
