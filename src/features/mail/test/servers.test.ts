import { afterEach, beforeEach, expect, test } from "bun:test";
import { embedded } from "../../../../test/database/databases.ts";
import { until } from "../../../../test/until.ts";
import { sql } from "../../../database/sql.ts";
import { OutboundGuard } from "../../../outbound/guard.ts";
import { opened } from "../../../running/opened.ts";
import { Mails } from "../mails.ts";
import { Sender } from "../sending/sender.ts";
import { Transport } from "../sending/transport.ts";
import { type MailScene, openMailScene } from "./mail-scene.ts";
import { type MailServer, readMail, startMailServer } from "./mail-server.ts";

let other: MailServer;
let scene: MailScene | undefined;

beforeEach(async () => {
  other = await startMailServer();
});

afterEach(async () => {
  await scene?.end();
  scene = undefined;
  await other.stop();
});

/** A service with another URL of its server. */
async function openWith(url: string): Promise<MailScene> {
  scene = await openMailScene(embedded[0]!, { VINGATE_SMTP_URL: url });
  return scene;
}

async function sendTests(count: number, to = (index: number) => `person${index}@example.com`) {
  for (let index = 0; index < count; index++)
    expect((await scene!.operator("POST", "/mails/test", { to: to(index) })).status).toBe(200);
}

const states = async () =>
  ((await scene!.operator("GET", "/mails")).body as { state: string; response: string | null }[]).map(
    ({ state, response }) => [state, response],
  );

const refusals: readonly (readonly [string, (url: string) => string, RegExp])[] = [
  ["a certificate that is not trusted", (url) => url.replace(/&ca=.*/, ""), /self.signed|certificate/i],
  ["a wrong password", (url) => url.replace("good", "bad"), /535|wrong password/i],
  [
    "a server without STARTTLS",
    (url) => url.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${other.plainPort}`),
    /not recognized|TLS/,
  ],
];

test.each(refusals)("%s sends nothing and marks no address", async (_, change, response) => {
  await openWith(change(other.url));
  await sendTests(5);
  await scene!.send();
  const found = await states();
  // An attempt of each connection shows it; the other mails wait without one.
  expect(found.filter(([state]) => state === "deferred")).toHaveLength(2);
  expect(found.filter(([state]) => state === "pending")).toHaveLength(3);
  expect(found.find(([state]) => state === "deferred")![1]).toMatch(response);
  expect(other.received).toEqual([]);
  expect((await scene!.operator("GET", "/mails/state")).body).toMatchObject({ marked_count: 0, waiting: 5 });
});

test("an account that hangs takes one connection, and others are sent", async () => {
  await openWith(other.url);
  let slow = 0;
  other.onRecipient = (address) => {
    if (address !== "slow@example.com") return undefined;
    slow += 1;
    return "hang";
  };
  const { app } = scene!.service;
  const mails = opened(app, Mails);
  const { sender } = mails.sending!;
  // All at once, or the sender finds the first of them alone.
  await app.database.transaction(async (tx) => {
    for (let at = 0; at < 10; at++) {
      const address = `${at < 5 ? "slow" : `person${at - 5}`}@example.com`;
      await mails.write(tx, app.clock(), { userId: null, address }, "test", {});
    }
  });
  await sender.tick();
  await until(() => other.received.length === 5 || slow > 1, "the others are sent");
  expect(slow).toBe(1);
  expect(other.received.map(({ to }) => to[0]).sort()).toEqual(
    Array.from({ length: 5 }, (_, index) => `person${index}@example.com`),
  );
  // Its next mail does not take the other connection, which has nothing else to send.
  await sendTests(1, () => "late@example.com");
  await sender.tick();
  await until(() => other.received.length === 6 || slow > 1, "a later one is sent");
  expect([other.most, slow]).toEqual([2, 1]);
});

test("one process sends, and another takes over when it ends", async () => {
  await openWith(other.url);
  await sendTests(1);
  await scene!.send();
  const { mail } = opened(scene!.service.app, Mails).sending!;
  const context = Object.assign({}, scene!.service.app, {
    process: Object.assign({}, scene!.service.app.process, { instance: "two" }),
  });
  const guard = new OutboundGuard({ own: { host: "127.0.0.1", port: 1 } });
  const two = new Sender(context, mail, new Transport(mail, guard));
  await sendTests(2);
  await two.tick();
  await two.settled();
  expect(other.received).toHaveLength(1);
  await opened(scene!.service.app, Mails).sending!.sender.close();
  await until(async () => {
    await two.tick();
    await two.settled();
    return other.received.length === 3;
  }, "the other one sends");
  await two.close();
});

test("names and subjects cannot add a header", async () => {
  await openWith(other.url);
  const edit = { subject: "Test {account}", intro: "Hello 😀 שלום" };
  const subject = "Test {account}\r\nBcc: victim@example.com";
  expect((await scene!.operator("PUT", "/mails/texts/test", { ...edit, subject })).status).toBe(422);
  expect((await scene!.operator("PUT", "/mails/texts/test", edit)).status).toBe(200);
  // Earlier versions took subjects of several lines.
  await scene!.service.change(sql`update mail_text set subject = ${subject} where kind = 'test'`);
  await sendTests(1);
  await scene!.send();
  const [received] = other.received;
  expect(received!.to).toEqual(["person0@example.com"]);
  expect(/^Bcc:/im.test(received!.raw)).toBe(false);
  const mail = await readMail(received!);
  expect(mail.subject).toBe("Test  Bcc: victim@example.com");
  expect(mail.text).toContain("Hello 😀 שלום");
});
