import { afterAll, expect } from "bun:test";
import { launchBrowser, test } from "../../../../test/console/browser.ts";
import { startConsoleService } from "../../../../test/console/console-service.ts";
import { Person } from "../../../../test/console/person.ts";
import { openAs } from "../../../../test/console/signed-in.ts";
import { addBuyer, enterSeller, order, sellPlan } from "../../../../test/console/sold.ts";
import { StripeStub, signedEvent } from "./stripe-stub.ts";

const stripe = new StripeStub();
const running = await startConsoleService(stripe.settings);
const { app, ask, operatorHeaders: headers } = running.service;
stripe.clock = () => app.clock();
const browser = await launchBrowser();
afterAll(async () => {
  await browser.close();
  await running.end();
  await stripe.stop();
});

test("a payment by card is refunded", async () => {
  await enterSeller(running);
  await sellPlan(running, "growth", 9900);
  await addBuyer(running, "s1");
  const { id } = await order(running, "s1", "card");
  const session = stripe.sessionOf(id);
  const intent = stripe.pay(session.id);
  const paid = { object: "checkout.session", id: session.id, payment_intent: intent.id };
  const event = signedEvent("evt_1", "checkout.session.completed", paid, app.clock());
  expect((await ask("POST", "/payments/stripe/events", event)).status).toBe(200);
  const tab = await openAs(browser, running, "operator", { email: "", password: "" });
  const person = new Person(tab);
  await person.start(running, "/money?range=all");
  await person.does("refund by card", async () => {
    const lines = tab.page.getByRole("table", { name: "Money, newest first" });
    await person.press(lines.getByRole("link").first());
    await person.button(/^Refund of/);
    await person.inDialog("Refund €60.50");
    await person.says("€60.50 refunded");
  });
  const { body } = await ask("GET", `/payments/${id}`, { headers });
  expect(body).toMatchObject({ state: "refunded", refunded_minor: 6050 });
  expect(tab.faults).toEqual([]);
});
