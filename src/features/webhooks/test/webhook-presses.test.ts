import { afterAll, expect } from "bun:test";
import { launchBrowser, test } from "../../../../test/console/browser.ts";
import { startConsoleService } from "../../../../test/console/console-service.ts";
import { Person } from "../../../../test/console/person.ts";
import { openAs } from "../../../../test/console/signed-in.ts";
import { opened } from "../../../running/opened.ts";
import { Deliverer } from "../delivery/deliver.ts";
import { answerOk, startReceiver } from "./receiver.ts";

const running = await startConsoleService();
const { app, ask, operatorHeaders: headers } = running.service;
const receiver = startReceiver();
const browser = await launchBrowser();
afterAll(async () => {
  await browser.close();
  await receiver.stop();
  await running.end();
});

async function deliver(): Promise<void> {
  const webhooks = opened(app, Deliverer);
  await webhooks.tick();
  await webhooks.settled();
}

test("what a webhook has not received is sent again", async () => {
  receiver.answer = () => new Response(null, { status: 503 });
  const json = { url: `${receiver.url}/hook`, types: ["subscription.changed"] };
  const { id } = (await ask("POST", "/webhooks", { headers, json })).body as { id: string };
  await ask("POST", `/webhooks/${id}/test`, { headers });
  await deliver();
  expect(receiver.received).toHaveLength(1);
  const tab = await openAs(browser, running, "operator", { email: "", password: "" });
  const person = new Person(tab);
  await person.start(running, "/inbox");
  await person.does("failing webhook, send again", async () => {
    await person.press(tab.page.getByRole("link", { name: "Open deliveries" }).first());
    await person.button("Send all that wait");
    await person.says("1 event sent again");
  });
  receiver.answer = answerOk;
  await deliver();
  expect(receiver.received).toHaveLength(2);
  const list = await ask("GET", `/webhooks/${id}/deliveries`, { headers });
  expect((list.body as { state: string }[]).map(({ state }) => state)).toEqual(["delivered"]);
  expect(tab.faults).toEqual([]);
});
