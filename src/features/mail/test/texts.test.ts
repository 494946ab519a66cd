import { afterAll, beforeAll, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { issues } from "../../../../test/callers.ts";
import { embedded } from "../../../../test/database/databases.ts";
import { loadConfig } from "../../../config.ts";
import { features } from "../../../features.ts";
import { dnsRecords } from "../dns-records.ts";
import { configuredMail } from "../settings.ts";
import { type MailScene, openMailScene } from "./mail-scene.ts";
import { readMail } from "./mail-server.ts";

let scene: MailScene;
const folder = mkdtempSync(join(tmpdir(), "vingate-dkim-"));
const dkimFile = join(folder, "dkim.pem");

beforeAll(async () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  writeFileSync(dkimFile, privateKey.export({ type: "pkcs8", format: "pem" }));
  scene = await openMailScene(embedded[0]!, { VINGATE_MAIL_DKIM_KEY: dkimFile });
});

afterAll(async () => {
  await scene.end();
  rmSync(folder, { recursive: true });
});

interface Text {
  readonly kind: string;
  readonly subject: string;
  readonly intro: string;
  readonly edited: boolean;
  readonly placeholders: readonly string[];
}

const textOf = async (kind: string) =>
  ((await scene.operator("GET", "/mails/texts")).body as Text[]).find((one) => one.kind === kind)!;

test("every kind of mail has a title, a subject and a preview", async () => {
  const texts = (await scene.operator("GET", "/mails/texts")).body as Text[];
  expect(new Set(texts.map(({ kind }) => kind)).size).toBe(texts.length);
  // A mail whose example could not be written is its title alone.
  expect(texts.filter(({ intro }) => intro === "").map(({ kind }) => kind)).toEqual([]);
  for (const { kind, subject } of texts) {
    const got = await scene.operator("GET", `/mails/texts/${kind}/preview`);
    expect(got.body).toMatchObject({ from: "Lotdata <billing@lotdata.example>", subject });
    expect((got.body as { html: string }).html).toContain("<h1");
  }
});

test("the preview of used credits", async () => {
  const { text, html } = (await scene.operator("GET", "/mails/texts/credits_used/preview")).body as {
    text: string;
    html: string;
  };
  expect(text).toBe(`80% of the credits of your plan are used

3,996 credits of this period are left.

Credits                                                 20,000
Used                                                    16,004
Left                                                     3,996
Period ends                                        12 Dec 2026

View credits: http://vingate.test/console/billing

-- 
Lotdata s.r.o., Dlouhá 12, 110 00 Praha 1, Czechia.
`);
  expect(html).toContain('<th scope="row"');
});

test("an edited text is used until the default is restored", async () => {
  const edited = { subject: "{percent} of 100", intro: "One.\n\nTwo: {used} of {credits}." };
  const put = await scene.operator("PUT", "/mails/texts/credits_used", edited);
  expect(put.body).toMatchObject({ ...edited, edited: true });
  const preview = (await scene.operator("GET", "/mails/texts/credits_used/preview")).body as { text: string };
  expect(preview.text).toStartWith("80 of 100\n\nOne.\n\nTwo: 16,004 of 20,000.\n\nCredits ");
  await scene.operator("DELETE", "/mails/texts/credits_used");
  expect(await textOf("credits_used")).toMatchObject({
    edited: false,
    intro: "3,996 credits of this period are left.",
  });
});

test("a placeholder that the kind lacks is empty in a preview, also if objects have a member of its name", async () => {
  const subject = encodeURIComponent("{constructor}{__proto__}{nothing}Used");
  const got = await scene.operator("GET", `/mails/texts/credits_used/preview?subject=${subject}`);
  expect(got.body).toMatchObject({ subject: "Used" });
});

test("a placeholder that the kind lacks is refused", async () => {
  const got = await scene.operator("PUT", "/mails/texts/credits_used", { subject: "{plan}", intro: "x" });
  expect([got.status, issues(got)]).toEqual([422, ["value_error body subject"]]);
  expect(got.text).toContain("{plan} is unknown; this text can contain {account}, {subscription_id}");
  // A link is not part of the text.
  const token = await scene.operator("PUT", "/mails/texts/reset_password", {
    subject: "{token}",
    intro: "x",
  });
  expect(token.status).toBe(422);
  expect((await scene.operator("PUT", "/mails/texts/none", { subject: "x", intro: "x" })).status).toBe(404);
});

test("a mail is signed by DKIM", async () => {
  await scene.operator("POST", "/mails/test", { to: "a@example.com" });
  await scene.send();
  const mail = await readMail(scene.server.received.at(-1)!);
  const signature = mail.headers.find(({ key }) => key === "dkim-signature")!.value;
  expect(signature).toMatch(/d=lotdata\.example;.* s=vg1;/);
});

const configured = (more: Record<string, string> = {}) =>
  configuredMail(
    loadConfig(
      {
        VINGATE_SMTP_URL: "smtp://smtp.example.com",
        VINGATE_MAIL_FROM: "Lotdata <billing@lotdata.example>",
        ...more,
      },
      features,
    ),
  )!;

test("DNS records are compared with what the sender needs", async () => {
  const mail = configured({ VINGATE_MAIL_DKIM_KEY: dkimFile });
  const first = await dnsRecords(mail, async () => []);
  expect(first.map(({ record, name, state }) => [record, name, state])).toEqual([
    ["SPF", "lotdata.example", "missing"],
    ["DKIM", "vg1._domainkey.lotdata.example", "missing"],
    ["DMARC", "_dmarc.lotdata.example", "missing"],
  ]);
  const expectedOf = new Map(first.map(({ name, expected }) => [name, expected]));
  const ok = await dnsRecords(mail, async (name) => ["google-site-verification=1", expectedOf.get(name)!]);
  expect(ok.map(({ state }) => state)).toEqual(["ok", "ok", "ok"]);
  const wrong = ["v=spf1 +all", "v=DKIM1; p=AAAA", "v=DMARC1"];
  const differing = await dnsRecords(mail, async () => wrong);
  expect(differing.map(({ state }) => state)).toEqual(["differs", "differs", "differs"]);
  const offline = await dnsRecords(mail, () => Promise.reject(new Error("no network")));
  expect(offline.map(({ state }) => state)).toEqual(["not checked", "not checked", "not checked"]);
});

test("settings of the mail server", () => {
  const serverOf = (url: string) => configured({ VINGATE_SMTP_URL: url }).smtp;
  expect(serverOf("smtp://u:p%40@smtp.example.com")).toMatchObject({
    port: 587,
    tls: "required",
    user: "u",
    password: "p@",
  });
  expect(serverOf("smtps://smtp.example.com")).toMatchObject({ port: 465, tls: "implicit" });
  expect(serverOf("smtp://127.0.0.1:25")).toMatchObject({ port: 25, tls: "off" });
  expect(serverOf("smtp://smtp.example.com?tls=off")).toMatchObject({ tls: "off" });
  for (const url of ["http://smtp.example.com", "smtp://x?tls=maybe", "smtp://x?y=1", "smtp://x?ca=/none"])
    expect(() => serverOf(url)).toThrow("VINGATE_SMTP_URL");
  expect(() => serverOf("nonsense secret")).not.toThrow("secret");
  for (const from of ["Lotdata", "a@b", "A\nB <a@b.example>"])
    expect(() => configured({ VINGATE_MAIL_FROM: from })).toThrow("VINGATE_MAIL_FROM");
});
