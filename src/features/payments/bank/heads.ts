/** What a line of a table is read from. */
export const members = [
  "day",
  "amount",
  "credit",
  "debit",
  "direction",
  "currency",
  "text",
  "sender",
  "sender_account",
  "account",
  "bank_ref",
  "status",
] as const;
export type Member = (typeof members)[number];

/** Heads in the words of banks, the surest first. A part in parentheses is not compared. */
const heads: Readonly<Record<Member, string>> = {
  day: `buchungstag, buchungsdatum, buchung, datum buchung, gebucht am, booking date, booked on, posting date, posted date,
    post date, date posted, completed date, finished on, date completed, transaction date, bokforingsdag, boekdatum,
    date de comptabilisation, date comptable, date operation, date d'operation, fecha contable, fecha operacion,
    fecha de operacion, fecha, data contabile, date, datum, umsatzdatum, valutadatum, valuta, wertstellung, value date,
    fecha valor, date valeur, date de valeur`,
  amount: `betrag, betrag in eur, umsatz in eur, umsatz, amount, transaction amount, net amount, importe, montant, importo,
    bedrag, belopp, source amount after fees, amount in account currency, total amount`,
  credit: `haben, gutschrift, credit, credit amount, credits, money in, paid in, deposit, deposits, deposit amount, amount in,
    abono, abonos, haber, ingresos, ingreso, crédit, entrate, accredito, avere, bij`,
  debit: `soll, lastschrift, debit, debit amount, debits, money out, paid out, withdrawal, withdrawals, withdrawal amount,
    amount out, cargo, cargos, debe, gastos, débit, uscite, addebito, dare, af`,
  direction: `umsatztyp, soll/haben, s/h, direction, credit/debit, credit debit indicator, debit/credit, dr/cr, cr/dr, af bij, sens`,
  currency: `wahrung, waehrung, whrg, wrg, currency, source currency, account currency, divisa, moneda, devise, valuta code, munt, ccy,
    transaction currency`,
  text: `verwendungszweck, vwz, payment reference, reference, remittance information, umsatzinformation, buchungstext, betreff,
    mitteilung, zahlungsreferenz, kundenreferenz, end-to-end-id, end to end id, description, transaction description,
    details, memo, note, notes, narrative, particulars, concepto, observaciones, libelle, motif, communication, causale,
    descrizione, omschrijving, mededelingen, buchungsdetails, booking details, extended details`,
  sender: `beguenstigter/zahlungspflichtiger, begunstigter/zahlungspflichtiger, name zahlungsbeteiligter, zahlungspflichtige r,
    zahlungspflichtiger, auftraggeber, auftraggeber/begunstigter, auftraggeber / begunstigter, auftraggeber/empfanger,
    partner name, payer name, source name, payer, payee, payee name, counterparty, counterparty name, sender, sender name,
    ordenante, ordenante/beneficiario, beneficiario, contraparte, name, nom, controparte, naam tegenpartij, name of payer`,
  sender_account: `kontonummer/iban, iban zahlungsbeteiligter, iban zahlungspflichtiger, partner iban, gegenkonto, gegenkonto iban,
    counterparty iban, counterparty account, payer account, sender account, sender iban, iban beneficiary, tegenrekening, iban`,
  account: `auftragskonto, iban auftragskonto, own account, account, account number, konto, kontonummer, cuenta, compte, rekening`,
  bank_ref: `transferwise id, transaction id, transaktions id, transaktionsnummer, referenznummer, referenz nummer, bank reference,
    id, buchungsreferenz, transaction number, numero de movimiento, id transazione, fitid`,
  status: `status, info, state, buchungsstatus, estado`,
};

/** Letters and digits alone, without their marks. */
const folded = (head: string): string =>
  head
    .slice(0, 200)
    .replace(/\([^()]*\)/g, " ")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

const ranked = (member: Member): ReadonlyMap<string, number> =>
  new Map(heads[member].split(",").map((word, rank) => [folded(word), rank] as const));
const known = new Map(members.map((member) => [member, ranked(member)] as const));

/** By member the columns that it is read from, by their index; several have a text's parts. */
export type Columns = Readonly<Partial<Record<Member, readonly number[]>>>;

/** The columns of a header that are known by their heads. */
export function columnsOf(header: readonly string[]): Columns {
  const names = header.map(folded);
  const found: Partial<Record<Member, readonly number[]>> = {};
  for (const member of members) {
    const ranks = names
      .map((name, index) => [known.get(member)!.get(name) ?? -1, index] as const)
      .filter(([rank]) => rank >= 0)
      .sort(([a], [b]) => a - b)
      .map(([, index]) => index);
    if (ranks.length > 0) found[member] = member === "text" ? ranks : ranks.slice(0, 1);
  }
  const { credit, amount } = found;
  // A column for each direction is clearer than one for both.
  if (amount && (!credit || !found.debit)) {
    const { credit: _, debit: __, ...rest } = found;
    return rest;
  }
  return found;
}

/** How many members a row's cells name: the header names most. */
export const namedIn = (cells: readonly string[]): number => Object.keys(columnsOf(cells)).length;

/** A currency that a head names: `Betrag (€)`, `Umsatz in EUR`. */
export function currencyIn(head: string): string | undefined {
  if (head.includes("€")) return "EUR";
  if (head.includes("£")) return "GBP";
  return /\b[A-Z]{3}\b/.exec(head.slice(0, 200))?.[0];
}
