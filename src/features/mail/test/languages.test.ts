import { afterAll, beforeAll, expect, test } from "bun:test";
import { embedded } from "../../../../test/database/databases.ts";
import { sql } from "../../../database/sql.ts";
import { type MailScene, openMailScene } from "./mail-scene.ts";
import { readMail } from "./mail-server.ts";

let scene: MailScene;
beforeAll(async () => {
  scene = await openMailScene(embedded[0]!);
});
afterAll(() => scene.end());

interface Preview {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const previewOf = async (kind: string, language: string) =>
  (await scene.operator("GET", `/mails/texts/${kind}/preview?language=${language}`)).body as Preview;

/** The texts of a mail's HTML, addresses left out. */
const textsIn = ({ html }: Preview): string[] =>
  html
    .slice(html.indexOf("<title>"))
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => /\p{L}{2}/u.test(text) && !/^https?:\/\/\S+$/.test(text));

interface Text {
  readonly kind: string;
  readonly subject: string;
  readonly intro: string;
  readonly edited: boolean;
  readonly language: string | null;
}

const listIn = async (query: string) => (await scene.operator("GET", `/mails/texts${query}`)).body as Text[];

/** What is the same in all languages: names, addresses, days in two of them, and the operator's own texts. */
const same = new Set([
  "Lotdata",
  "Lotdata s.r.o., Dlouhá 12, 110 00 Praha 1, Czechia.",
  "203.0.113.x",
  "Terms of service",
  "Credits",
  "GROWTH DEC",
]);

test("no mail in German or Spanish has an English sentence", async () => {
  const kinds = (await listIn("")).map(({ kind }) => kind);
  expect(kinds.length).toBeGreaterThan(25);
  const found: string[] = [];
  for (const kind of kinds) {
    const english = new Set(textsIn(await previewOf(kind, "en")));
    for (const language of ["de", "es"]) {
      const mail = await previewOf(kind, language);
      expect(mail.html).toContain(`<html lang="${language}">`);
      const texts = textsIn(mail);
      found.push(
        ...texts
          .filter((text) => /[{}]/.test(text) || (english.has(text) && !same.has(text)))
          .map((text) => `${language} ${kind}: ${text}`),
      );
    }
  }
  expect(found).toEqual([]);
});

async function signUp(email: string, accepted: string | undefined) {
  const got = await scene.service.ask("POST", "/auth/signup", {
    headers: { ...scene.service.clientHeaders, ...(accepted && { "accept-language": accepted }) },
    json: { email, password: "a good password", first_name: "Ana", last_name: "Ruiz" },
  });
  return got.body as { user: { id: string; language: string } };
}

async function received(email: string) {
  await scene.send();
  const raw = scene.server.received.findLast(({ to }) => to[0] === email)!;
  const mail = await readMail(raw);
  const token = /#(vg\w_\w+)/.exec(mail.text ?? "")?.[1] ?? "";
  return { subject: mail.subject, text: `${(mail.text ?? "").replace(token, "TOKEN").trimEnd()}\n` };
}

const footer = "\n-- \nLotdata s.r.o., Dlouhá 12, 110 00 Praha 1, Czechia.\n";

test("who signs up gets mails in the language of the browser", async () => {
  const { user } = await signUp("lena@example.com", "de-AT,de;q=0.9,en;q=0.8");
  expect(user.language).toBe("de");
  expect(await received("lena@example.com")).toEqual({
    subject: "Bestätigen Sie Ihre E-Mail-Adresse",
    text: `Bestätigen Sie Ihre E-Mail-Adresse

Jemand hat lena@example.com für ein Konto angegeben. Wenn Sie das waren,
bestätigen Sie die Adresse:

Adresse bestätigen: http://vingate.test/console/confirm#TOKEN

Der Link gilt einmal, 24 Stunden lang. Durch ihn wird nichts berechnet.

Das waren nicht Sie? Ignorieren Sie diese E-Mail.
${footer}`,
  });
  expect((await signUp("ana@example.com", "es")).user.language).toBe("es");
  expect(await received("ana@example.com")).toEqual({
    subject: "Confirme su dirección de correo",
    text: `Confirme su dirección de correo

Alguien indicó ana@example.com para una cuenta. Si fue usted, confirme la
dirección:

Confirmar dirección: http://vingate.test/console/confirm#TOKEN

El enlace sirve una vez, durante 24 horas. No se cobra nada por él.

¿No fue usted? Ignore este correo.
${footer}`,
  });
  expect((await signUp("eve@example.com", "cs")).user.language).toBe("en");
});

test("a mail is in the language that its account has when it is sent", async () => {
  const { user } = await signUp("mia@example.com", undefined);
  expect(user.language).toBe("en");
  const patched = await scene.operator("PATCH", `/users/${user.id}`, { language: "es" });
  expect(patched.body).toMatchObject({ id: user.id, language: "es" });
  expect((await received("mia@example.com")).subject).toBe("Confirme su dirección de correo");
  expect((await scene.operator("PATCH", `/users/${user.id}`, { language: "fr" })).status).toBe(422);
  // The last mail goes to a confirmed address, of an account that is no more.
  await scene.service.app.database.run(sql`update app_user set email_confirmed_at = 1 where id = ${user.id}`);
  await scene.service.ask("DELETE", `/users/${user.id}`, { headers: scene.service.operatorHeaders });
  expect((await received("mia@example.com")).subject).toBe("Su cuenta está eliminada");
});

test("numbers, days and sums are written as in the language", async () => {
  const { text } = await previewOf("credits_used", "de");
  expect(text.replaceAll("\u00a0", "_")).toBe(`Ihr Plan: 80_% der Credits sind verbraucht

3.996 Credits dieses Zeitraums sind übrig.

Credits                                                20.000
Verbraucht                                             16.004
Übrig                                                   3.996
Ende des Zeitraums                                 12.12.2026

Credits ansehen: http://vingate.test/console/billing
${footer}`);
});

test("an operator's text of a language is used in it, and that of all in the others", async () => {
  const path = "/mails/texts/credits_used";
  const put = (query: string, subject: string) =>
    scene.operator("PUT", path + query, { subject, intro: "{used} of {credits}" });
  const shown = async () => {
    const subjects: Record<string, readonly [string, boolean, string | null]> = {};
    for (const query of ["", "?language=en", "?language=de", "?language=es"]) {
      const { subject, edited, language } = (await listIn(query)).find(
        ({ kind }) => kind === "credits_used",
      )!;
      subjects[query] = [subject.replaceAll("\u00a0", "_"), edited, language];
    }
    return subjects;
  };
  const defaults = {
    "": ["80% of the credits of your plan are used", false, null],
    "?language=en": ["80% of the credits of your plan are used", false, null],
    "?language=de": ["Ihr Plan: 80_% der Credits sind verbraucht", false, null],
    "?language=es": ["su plan: se ha usado el 80_% de los créditos", false, null],
  };
  expect(await shown()).toEqual(defaults as never);
  expect((await put("", "All")).body).toMatchObject({ subject: "All", edited: true, language: null });
  expect((await put("?language=de", "Deutsch {percent}")).body).toMatchObject({ language: "de" });
  expect(await shown()).toEqual({
    "": ["All", true, null],
    "?language=en": ["All", true, null],
    "?language=de": ["Deutsch {percent}", true, "de"],
    "?language=es": ["All", true, null],
  });
  expect((await previewOf("credits_used", "de")).text).toStartWith(
    "Deutsch 80\n\n16.004 of 20.000\n\nCredits ",
  );
  expect((await previewOf("credits_used", "es")).text).toStartWith("All\n\n16.004 of 20.000\n\nCréditos ");
  // What a language lacks is removed from none.
  await scene.operator("DELETE", `${path}?language=es`);
  expect((await shown())["?language=es"]).toEqual(["All", true, null]);
  const removed = await scene.operator("DELETE", `${path}?language=de`);
  expect(removed.body).toMatchObject({ subject: "All", edited: true, language: null });
  await scene.operator("DELETE", path);
  expect(await shown()).toEqual(defaults as never);
  expect((await put("?language=fr", "x")).status).toBe(422);
});
