import { noFormula } from "../../../base/csv.ts";
import { monthRange } from "../../../base/durations.ts";
import { decimalText } from "../../../base/format/money.ts";
import { asWindows1252, windows1252 } from "../../../base/format/windows-1252.ts";
import { dateIn } from "../../../base/format/words.ts";
import type { Context } from "../../../calls/context.ts";
import { conflict } from "../../../http/errors.ts";
import type { Accounts } from "./accounts.ts";
import { type Entry, entriesIn } from "./month-entries.ts";

const twice = (name: string, end: number): string[] =>
  Array.from({ length: end }, (_, index) => [
    `${name} - Art ${index + 1}`,
    `${name} - Inhalt ${index + 1}`,
  ]).flat();

/** The names of the fields of a posting, as DATEV's "Buchungsstapel" of version 13 has them. */
const fields = [
  "Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto",
  "Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext",
  "Postensperre;Diverse Adressnummer;Geschäftspartnerbank;Sachverhalt;Zinssperre;Beleglink",
  ...twice("Beleginfo", 8),
  "KOST1 - Kostenstelle;KOST2 - Kostenstelle;Kost-Menge;EU-Land u. UStID (Bestimmung)",
  "EU-Steuersatz (Bestimmung);Abw. Versteuerungsart;Sachverhalt L+L;Funktionsergänzung L+L",
  "BU 49 Hauptfunktionstyp;BU 49 Hauptfunktionsnummer;BU 49 Funktionsergänzung",
  ...twice("Zusatzinformation", 20).map((name) => name.replace(" - Inhalt", "- Inhalt")),
  "Stück;Gewicht;Zahlweise;Forderungsart;Veranlagungsjahr;Zugeordnete Fälligkeit;Skontotyp;Auftragsnummer",
  "Buchungstyp;USt-Schlüssel (Anzahlungen);EU-Land (Anzahlungen);Sachverhalt L+L (Anzahlungen)",
  "EU-Steuersatz (Anzahlungen);Erlöskonto (Anzahlungen);Herkunft-Kz;Buchungs GUID;KOST-Datum",
  "SEPA-Mandatsreferenz;Skontosperre;Gesellschaftername;Beteiligtennummer;Identifikationsnummer;Zeichnernummer",
  "Postensperre bis;Bezeichnung SoBil-Sachverhalt;Kennzeichen SoBil-Buchung;Festschreibung;Leistungsdatum",
  "Datum Zuord. Steuerperiode;Fälligkeit;Generalumkehr (GU);Steuersatz;Land;Abrechnungsreferenz;BVV-Position",
  "EU-Land u. UStID (Ursprung);EU-Steuersatz (Ursprung);Abw. Skontokonto",
]
  .join(";")
  .split(";");

/**
 * A text field: quoted, in one line, and no formula of a spreadsheet. It is converted first, since characters can become
 * quotes, formulas, or several characters.
 */
function text(value: string, most: number): string {
  const plain = asWindows1252(value.replace(/[\p{Cc}\u2028\u2029]+/gu, " "));
  return `"${noFormula(plain).slice(0, most).replaceAll('"', '""')}"`;
}

const digits = (date: string): string => date.replaceAll("-", "");

/** The first line: whose file it is, and of which time. */
function headOf(accounts: Accounts, month: string, now: number): string {
  const { consultant, client, year_start, length, chart } = accounts;
  const year = Number(month.slice(0, 4)) - (month.slice(5) < year_start.slice(0, 2) ? 1 : 0);
  const last = dateIn(monthRange(month).to - 1);
  const made = new Date(now).toISOString().replace(/\D/g, "").slice(0, 17);
  const period = [`${year}${digits(year_start)}`, length, `${digits(month)}01`, digits(last)].join(";");
  return `"EXTF";700;21;"Buchungsstapel";13;${made};;"VG";"";"";${consultant};${client};${period};"Vingate ${month}";"";1;0;0;"EUR";;"";;;"${chart}";;;"";""`;
}

/** The account that a posting has besides that of debtors or of money. Throws 409 if it is not entered. */
function contraOf({ vat, kind, number, date }: Entry, accounts: Accounts): string {
  const { debtors, revenue, bank, fees, transit } = accounts;
  if (vat) {
    const found = revenue.find((one) => one.category === vat.category && one.rate === vat.rate);
    if (found) return found.account;
    throw conflict(
      `No account is entered for tax of category ${vat.category} at ${vat.rate / 100}%, which ${number} has. Enter it under Settings, DATEV accounts, or with PUT /papers/accounts.`,
    );
  }
  if (kind === "payout") return transit ?? bank;
  if (kind !== "fee" && kind !== "adjustment") return debtors;
  const [account, name] = kind === "fee" ? [fees, "fees"] : [transit, "transit"];
  if (account !== undefined) return account;
  throw conflict(
    `No account ${name} is entered, and ${date} has a posting of the kind ${kind}. Enter it under Settings, DATEV accounts, or with PUT /papers/accounts.`,
  );
}

const ofBalance: ReadonlySet<Entry["kind"]> = new Set(["fee", "payout", "adjustment"]);

/** An account per side, which of them is debited, and what its fields are. */
function postingOf(entry: Entry, accounts: Accounts): string {
  const { vat, grossMinor, date, number, reference, buyer, by, kind, method, providerId } = entry;
  const { debtors, bank, card } = accounts;
  const own = by === "card" ? card : bank;
  const contra = contraOf(entry, accounts);
  const row = fields.map(() => "");
  const amount = decimalText(Math.abs(grossMinor), entry.currency).replace(".", ",");
  row[0] = amount;
  row[1] = grossMinor < 0 ? '"H"' : '"S"';
  row[2] = text(entry.currency, 3);
  row[6] = vat ? debtors : own;
  row[7] = contra;
  row[9] = `${date.slice(8)}${date.slice(5, 7)}`;
  row[10] = text(number || reference, 36);
  row[11] = text(vat ? "" : reference, 12);
  row[13] = text(ofBalance.has(kind) ? `${method} ${providerId}` : buyer, 60);
  if (vat?.category === "AE") row[39] = text(entry.taxId, 15);
  return row.join(";");
}

/**
 * A month as a "Buchungsstapel" of DATEV (EXTF, Windows-1252): invoices debit the debtors and credit revenue with its tax,
 * money debits the bank. Only what is in euros, since other currencies need a rate. Throws 409 for a tax, fees or
 * adjustments without an account.
 */
export async function datevFile(context: Context, month: string, accounts: Accounts): Promise<Uint8Array> {
  const lines = [headOf(accounts, month, context.clock()), fields.join(";")];
  for await (const entries of entriesIn(context, month))
    for (const entry of entries)
      if (entry.currency === "EUR" && entry.grossMinor !== 0) lines.push(postingOf(entry, accounts));
  return windows1252(lines.map((line) => `${line}\r\n`).join(""));
}
