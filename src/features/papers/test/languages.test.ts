import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Fresh } from "../../../../test/database/databases.ts";
import { embedded } from "../../../../test/harness.ts";
import { readPdf } from "../../../../test/pdf/read-pdf.ts";
import type { Language } from "../../../base/format/languages.ts";
import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { insertUser } from "../../../management/common/user-resource.ts";
import { issueCreditNote, takeBackCredit } from "../issue.ts";
import type { PaperBody } from "../paper-body.ts";
import { findPaper } from "../paper-rows.ts";
import { BillingDetailsRequest, writeDetails } from "../parties/buyer.ts";
import { renderPaper } from "../pdf/render-paper.ts";
import { enterSeller, issueNamed, lineOf, now, requestOf, reverseCharge } from "./issued.ts";

let fresh: Fresh;
let db: Database;
beforeAll(async () => {
  fresh = await embedded[0]!.migrated();
  db = await fresh.open();
  await enterSeller(db);
});
afterAll(() => fresh?.end());

const details = BillingDetailsRequest.parse({
  company: "Acme Fleet GmbH",
  address: ["Hafenstraße 8"],
  postal_code: "20457",
  city: "Hamburg",
  country: "DE",
  tax_id: "DE123456788",
});

async function buyer(id: string, language: Language): Promise<string> {
  const user = { id, email: `${id}@example.com`, firstName: "A", lastName: "B", role: "customer" } as const;
  await insertUser(db, { ...user, passwordHash: null, language }, now);
  await writeDetails(db, id, details);
  return id;
}

async function drawn(id: string) {
  const { body, issuedAt } = (await findPaper(db, id))!;
  const pdf = readPdf(await renderPaper({ body, issuedAt, publicUrl: "https://api.test", font: undefined }));
  const texts = pdf.pages.flat().map((text) => text.replaceAll("\u00a0", "_"));
  return { texts, catalog: pdf.catalog, body: JSON.parse(body) as PaperBody };
}

test("a credit note in German has the words of German tax law", async () => {
  const account = await buyer("hamburg", "de");
  const request = requestOf(account, [lineOf(129_900)], {
    paid: { minor: 129_900, at: now, method: "Card" },
  });
  const invoice = await db.transaction((tx) => issueNamed(tx, request));
  // The account's language is another one later: its papers stay in theirs.
  await db.run(sql`update app_user set language = 'es' where id = ${account}`);
  const credit = { corrects: invoice.id, grossMinor: 129_900, reason: undefined, now };
  const note = await db.transaction((tx) => issueCreditNote(tx, credit));
  const { texts, catalog, body } = await drawn(note.id);
  expect(texts).toEqual([
    "Lotdata s.r.o.",
    "Dlouhá 12, 110 00 Praha 1, Tschechien",
    "USt-IdNr. CZ12345679, Register: C 98765, Praha",
    "billing@lotdata.example",
    "Acme Fleet GmbH",
    "Hafenstraße 8",
    "20457 Hamburg",
    "Deutschland",
    "USt-IdNr. DE123456788",
    "Konto hamburg",
    "Rechnungskorrektur",
    note.number,
    "Ausstellungsdatum",
    "11.11.2026",
    "Leistungszeitraum",
    "12.11.2026 bis 12.12.2026",
    "Währung",
    "EUR",
    "Korrigiert",
    `Rechnung ${invoice.number} vom`,
    "11.11.2026",
    `Rechnungskorrektur ${note.number}: 1.299,00_€ zurück`,
    "Positionen",
    ...["Pos.", "Bezeichnung", "Menge", "Preis", "USt.", "Betrag"],
    "1",
    `Korrektur der Rechnung ${invoice.number}`,
    "Erstattung",
    ...["1", "1.299,00", "0_%", "1.299,00"],
    "Netto",
    "1.299,00_€",
    "USt. 0_% auf 1.299,00_€",
    "0,00_€",
    "Gesamt",
    "1.299,00_€",
    `${reverseCharge} Steuerschuldnerschaft des`,
    "Leistungsempfängers. Kategorie AE nach EN 16931.",
    "Grund",
    "Erstattung",
    `Rechnungskorrektur ${note.number}`,
    "Credits werden von Vingate gezählt. Prüfung unter https://api.test/console/verify",
    "Seite 1 von 1",
  ]);
  expect(catalog).toContain("/Lang (de-DE)");
  expect(body.language).toBe("de");
  const back = await db.transaction((tx) => takeBackCredit(tx, credit));
  const { lines, note: why } = (await drawn(back.id)).body;
  expect([lines[0]!.name, why]).toEqual([
    `Korrektur der Rechnung ${invoice.number} zurückgenommen`,
    "Das Geld wurde nicht zurückgezahlt",
  ]);
});

test("an invoice in Spanish says what to pay", async () => {
  const account = await buyer("madrid", "es");
  await writeDetails(db, account, { ...details, country: "AT", tax_id: null });
  const dueAt = now + 14 * 86_400_000;
  const invoice = await db.transaction((tx) =>
    issueNamed(tx, requestOf(account, [lineOf(100_050, { quantity: 2 })], { dueAt })),
  );
  const { texts, catalog } = await drawn(invoice.id);
  expect(texts).toEqual([
    "Lotdata s.r.o.",
    "Dlouhá 12, 110 00 Praha 1, Chequia",
    "NIF-IVA CZ12345679, registro: C 98765, Praha",
    "billing@lotdata.example",
    "Acme Fleet GmbH",
    "Hafenstraße 8",
    "20457 Hamburg",
    "Austria",
    "Cuenta madrid",
    "Factura",
    invoice.number,
    "Fecha",
    "11 nov 2026",
    "Período",
    "del 12 nov 2026 al 12 dic 2026",
    "Moneda",
    "EUR",
    "Vencimiento",
    "25 nov 2026",
    `Factura ${invoice.number}: 2401,20_€, vence el 25 nov 2026`,
    "Líneas",
    ...["N.º", "Descripción", "Cantidad", "Precio", "IVA", "Importe"],
    "1",
    "Growth, 12 Nov to 12 Dec 2026",
    "15,000 credits, valid until 12 Jan 2027, subscription",
    "growth-acme",
    ...["2 meses", "1000,50", "20_%", "2001,00"],
    "Base imponible",
    "2001,00_€",
    "IVA 20_% sobre 2001,00_€",
    "400,20_€",
    "Total",
    "2401,20_€",
    "Por pagar",
    "2401,20_€",
    "Categoría S según EN 16931.",
    "Pago",
    "Escanear para",
    "pagar",
    "A pagar: 2401,20_€ hasta el 25 nov 2026. Por transferencia: Lotdata s.r.o., IBAN CZ65 0800 0000 1920",
    `0014 5399, BIC GIBACZPX, concepto ${invoice.number}.`,
    `Factura ${invoice.number}`,
    "Vingate cuenta los créditos. Compruébelo en https://api.test/console/verify",
    "Página 1 de 1",
  ]);
  expect(catalog).toContain("/Lang (es-ES)");
});
