import { expect } from "bun:test";
import { sql } from "../../../src/database/sql.ts";
import { sessionOf } from "../../callers.ts";
import { type Account, signUp } from "../../harness.ts";
import { until } from "../../until.ts";
import { test } from "../browser.ts";
import { Person } from "../person.ts";
import { seeded } from "../seeded.ts";
import { openSignedIn } from "../signed-in.ts";

const { browser, running, inTab } = await seeded();
const { service } = running;

/** A new customer whose page is open, as an operator does a task. */
async function withCustomer(work: (person: Person, customer: Account) => Promise<void>, path = "") {
  const customer = await signUp(service);
  await inTab("operator", async (tab) => {
    const person = new Person(tab);
    await person.start(running, path || `/customers/${customer.userId}`);
    await work(person, customer);
  });
}

const subscriptionsOf = async (userId: string) => {
  const path = `/users/${userId}/subscriptions`;
  return (await service.ask("GET", path, { headers: service.operatorHeaders })).body as {
    state: string;
    product_id: string;
    state_comment: string | null;
    credits: { remaining: number };
  }[];
};

const fill = async ({ page }: Person, values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values))
    await page.getByRole("dialog").getByLabel(label, { exact: true }).fill(value);
};

test("a customer is added and put on a plan in 3 presses", () =>
  withCustomer(async (person) => {
    const { page } = person;
    await person.does("add customer, put on plan", async () => {
      await person.button("Add customer");
      await fill(person, { "First name": "Eva", "Last name": "Curie", Email: "eva@example.com" });
      await person.select(page.getByLabel("Add to a plan"), "unlimited");
      await person.inDialog("Add customer");
      await page.getByRole("heading", { level: 1, name: "Eva Curie" }).waitFor();
    });
    const id = new URL(page.url()).pathname.split("/").at(-1)!;
    const plans = (await subscriptionsOf(id)).map(({ product_id, state }) => `${product_id}: ${state}`);
    expect(plans.sort()).toEqual(["trial: active", "unlimited: active"]);
  }, "/customers"));

test("a colleague is added as a supporter in 3 presses", () =>
  withCustomer(async (person) => {
    const { page } = person;
    await person.does("colleague as supporter", async () => {
      await person.button("Add customer");
      await fill(person, { "First name": "Grace", "Last name": "Hopper", Email: "grace@example.com" });
      await person.select(page.getByLabel("Role"), "support");
      await person.inDialog("Add operator");
      await page.getByRole("heading", { level: 1, name: "Grace Hopper" }).waitFor();
    });
    const found = await service.app.database.get<object>(sql`
      select role, operator_role from app_user where email = 'grace@example.com'`);
    expect({ ...found }).toEqual({ role: "operator", operator_role: "support" });
  }, "/customers"));

test("500 credits are given in 2 presses", () =>
  withCustomer(async (person, { userId }) => {
    await person.does("give 500 credits", async () => {
      await person.button("Add credits");
      await fill(person, { Credits: "500" });
      await person.inDialog("Add 500 credits");
      await person.says("515 credits left");
    });
    expect((await subscriptionsOf(userId))[0]!.credits.remaining).toBe(515);
  }));

test("a request is approved in 1 press, in its row", async () => {
  const asking = await signUp(service);
  await service.app.database.run(sql`
    update subscription set state = 'submitted' where id = ${asking.subscriptionId}`);
  await withCustomer(async (person) => {
    await person.does("approve", async () => {
      await person.button("Approve Trial for Ada Byron");
      await person.says("Trial approved for Ada Byron");
    });
    expect((await subscriptionsOf(asking.userId))[0]!.state).toBe("active");
  }, "/customers?state=requested");
});

test("an account is seen as its customer in 2 presses, and acted for no longer in 1", () =>
  withCustomer(async (person) => {
    const { page } = person;
    await person.does("view as", async () => {
      await person.button("View as");
      await fill(person, { Reason: "Asked about a charge" });
      await person.inDialog("View as Ada Byron");
      await page.getByText("read only").waitFor();
    });
    await person.inPresses(1, "end the view", async () => {
      await person.button("End view");
      await page.getByText("read only").waitFor({ state: "detached" });
    });
  }));

test("a member acts for an organization", async () => {
  const member = await signUp(service);
  const authorization = `Bearer ${await sessionOf(service, member.userId)}`;
  const made = await service.ask("POST", "/organizations", {
    headers: { authorization },
    json: { name: "Acme Fleet" },
  });
  const { id } = made.body as { id: string };
  const tab = await openSignedIn(browser, running, member);
  const person = new Person(tab);
  await person.start(running, "/home");
  await person.does("act for", async () => {
    await person.select(tab.page.getByLabel("Account"), id);
    // The choice is shown once the service has made it.
    await until(
      async () => (await tab.page.getByLabel("Account").inputValue()) === id,
      "the account is chosen",
    );
  });
  expect(tab.faults).toEqual([]);
  await tab.close();
});

test("a customer is blocked with a reason in 3 presses", () =>
  withCustomer(async (person, { userId }) => {
    const { page } = person;
    await person.does("block a customer with a reason", async () => {
      await person.press(page.getByText("More", { exact: true }));
      await person.button("Suspend calls");
      await fill(person, { "Reason (shown to the customer)": "Card was stolen" });
      await person.inDialog("Suspend calls");
      await person.says("Calls suspended");
    });
    expect(await subscriptionsOf(userId)).toMatchObject([
      { state: "suspended", state_comment: "Card was stolen" },
    ]);
  }));

test("the audit of a person is 2 presses from the list, and names the operator", () =>
  withCustomer(async (person, { userId, email }) => {
    const { page } = person;
    await person.button("Add note");
    await fill(person, { Note: "Asked for an offer." });
    await person.inDialog("Add note");
    await person.says("Note added");
    await person.start(running, `/customers?text=${encodeURIComponent(email)}`);
    await person.does("audit of a person", async () => {
      await person.press(page.getByRole("table", { name: "Customers" }).getByRole("link").first());
      await person.press(page.getByRole("tab", { name: "Activity" }));
      await page.getByRole("table", { name: "Entries" }).waitFor();
    });
    const notes = (await service.ask("GET", `/users/${userId}/notes`, { headers: service.operatorHeaders }))
      .body;
    expect(notes).toMatchObject([{ text: "Asked for an offer." }]);
    await page.getByText("Wrote a note on a customer").waitFor();
  }));
