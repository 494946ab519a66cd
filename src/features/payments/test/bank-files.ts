/** Files of banks, made for the tests: their forms are those that the banks document, their contents are synthetic. */

export interface MadePayment {
  readonly amount: string;
  readonly text?: readonly string[];
  readonly sender?: string;
  readonly iban?: string;
  readonly day?: string;
  /** The bank's own ID. */
  readonly ref?: string;
  readonly number?: string;
  readonly currency?: string;
  readonly direction?: "CRDT" | "DBIT";
  readonly status?: string;
  readonly reversal?: boolean;
  readonly endToEnd?: string;
  /** A creditor's reference such as RF18…. */
  readonly structured?: string;
  /** The payments of a batch. */
  readonly parts?: readonly MadePayment[];
}

export interface MadeStatement {
  /** 2 is camt.053.001.02. */
  readonly version?: number;
  readonly account?: string;
  readonly id?: string;
  readonly entries: readonly MadePayment[];
  readonly prefix?: string;
}

export const ownIban = "DE89370400440532013000";
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const when = (text: string | undefined, made: (text: string) => string) =>
  text === undefined ? "" : made(escaped(text));

/** A statement in CAMT.053: banks write what the version permits. */
export function camt({
  version = 8,
  account = ownIban,
  id = "2026-334",
  entries,
  prefix = "",
}: MadeStatement): string {
  const message = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${String(version).padStart(2, "0")}">
<BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-30T05:00:00+01:00</CreDtTm></GrpHdr>
<Stmt><Id>${id}</Id><ElctrncSeqNb>334</ElctrncSeqNb><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">5000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
${entries.map((one) => entryOf(one, version)).join("\n")}
</Stmt></BkToCstmrStmt></Document>`;
  const named =
    prefix === ""
      ? message
      : message.replace(/<(\/?)(?=[A-Z])/g, `<$1${prefix}:`).replace("xmlns=", `xmlns:${prefix}=`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${named}`;
}

function entryOf(made: MadePayment, version: number): string {
  const { amount, currency = "EUR", direction = "CRDT", status = "BOOK", day = "2026-11-20" } = made;
  const booked = version >= 8 ? `<Sts><Cd>${status}</Cd></Sts>` : `<Sts>${status}</Sts>`;
  const details = (made.parts ?? [made]).map((one) => detailOf(one, made, version)).join("");
  return `<Ntry>${when(made.number, (text) => `<NtryRef>${text}</NtryRef>`)}<Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${made.reversal ? "<RvslInd>true</RvslInd>" : ""}${booked}<BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>${when(made.ref, (text) => `<AcctSvcrRef>${text}</AcctSvcrRef>`)}<BkTxCd><Prtry><Cd>166</Cd></Prtry></BkTxCd><NtryDtls>${details}</NtryDtls></Ntry>`;
}

function detailOf(one: MadePayment, entry: MadePayment, version: number): string {
  const { currency = "EUR", direction = "CRDT" } = entry;
  const isPart = one !== entry;
  const own = `<Amt Ccy="${one.currency ?? currency}">${one.amount}</Amt>`;
  const amount = !isPart
    ? ""
    : version >= 4
      ? `${own}<CdtDbtInd>${one.direction ?? direction}</CdtDbtInd>`
      : `<AmtDtls><TxAmt>${own}</TxAmt></AmtDtls>`;
  const name = when(one.sender, (text) =>
    version >= 8 ? `<Dbtr><Pty><Nm>${text}</Nm></Pty></Dbtr>` : `<Dbtr><Nm>${text}</Nm></Dbtr>`,
  );
  const iban = when(one.iban, (text) => `<DbtrAcct><Id><IBAN>${text}</IBAN></Id></DbtrAcct>`);
  const lines = (one.text ?? []).map((text) => `<Ustrd>${escaped(text)}</Ustrd>`).join("");
  const structured = when(
    one.structured,
    (text) =>
      `<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>${text}</Ref></CdtrRefInf></Strd>`,
  );
  const ref = isPart ? when(one.ref, (text) => `<AcctSvcrRef>${text}</AcctSvcrRef>`) : "";
  return `<TxDtls><Refs>${ref}<EndToEndId>${escaped(one.endToEnd ?? "NOTPROVIDED")}</EndToEndId></Refs>${amount}<RltdPties>${name}${iban}</RltdPties><RmtInf>${lines}${structured}</RmtInf></TxDtls>`;
}

const quoted = (cells: readonly string[], delimiter: string) =>
  cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter);

/** A row of a bank's table. */
export interface MadeRow {
  readonly day: string;
  readonly amount: string;
  readonly text: string;
  readonly sender?: string;
  readonly iban?: string;
  readonly ref?: string;
}

/** As a Sparkasse exports "CSV-CAMT V2", in Windows-1252. */
export const sparkasse = (rows: readonly MadeRow[]): Buffer =>
  windows1252(
    [
      "Auftragskonto;Buchungstag;Valutadatum;Buchungstext;Verwendungszweck;Glaeubiger ID;Mandatsreferenz;Kundenreferenz (End-to-End);Sammlerreferenz;Lastschrift Ursprungsbetrag;Auslagenersatz Ruecklastschrift;Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;BIC (SWIFT-Code);Betrag;Waehrung;Info"
        .split(";")
        .map((cell) => `"${cell}"`)
        .join(";"),
      ...rows.map(({ day, amount, text, sender = "", iban = "" }) =>
        quoted(
          [
            ownIban,
            day,
            day,
            "GUTSCHR. UEBERWEISUNG",
            text,
            "",
            "",
            "NOTPROVIDED",
            "",
            "",
            "",
            sender,
            iban,
            "COBADEFF",
            amount,
            "EUR",
            "Umsatz gebucht",
          ],
          ";",
        ),
      ),
    ].join("\r\n"),
  );

/** As DKB exports: a title of four lines, and the currency in the head. */
export const dkb = (rows: readonly MadeRow[]): string =>
  [
    `"Girokonto";"${ownIban}"`,
    '""',
    '"Kontostand vom 30.11.2026:";"1.234,56 EUR"',
    '""',
    '"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"',
    ...rows.map(({ day, amount, text, sender = "", iban = "" }) =>
      quoted(
        [
          day,
          day,
          "Gebucht",
          sender,
          "Lotdata",
          text,
          amount.startsWith("-") ? "Ausgang" : "Eingang",
          iban,
          amount,
          "",
          "",
          "",
        ],
        ";",
      ),
    ),
  ].join("\n");

/** As comdirect exports: a line of remarks, and rows that end with a delimiter. */
export const comdirect = (rows: readonly MadeRow[]): Buffer =>
  windows1252(
    [
      ";",
      '"Umsätze Girokonto";"Zeitraum: 30 Tage";',
      '"Neuer Kontostand";"1.234,56 EUR";',
      "",
      '"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";',
      ...rows.map(
        ({ day, amount, text, sender = "" }) =>
          `${quoted([day, day, "Übertrag / Überweisung", `Auftraggeber: ${sender} Buchungstext: ${text}`, amount], ";")};`,
      ),
    ].join("\n"),
  );

export const n26 = (rows: readonly MadeRow[]): string =>
  [
    '"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"',
    ...rows.map(({ day, amount, text, sender = "", iban = "" }) =>
      quoted([day, day, sender, iban, "Credit Transfer", text, "Main Account", amount, "", "", ""], ","),
    ),
  ].join("\n");

export const wise = (rows: readonly MadeRow[]): string =>
  [
    '"TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance","Exchange From","Exchange To","Exchange Rate","Payer Name","Payee Name","Payee Account Number",Merchant',
    ...rows.map(({ day, amount, text, sender = "", ref = "" }) =>
      [
        ref,
        day,
        amount,
        "EUR",
        `Received money from ${sender}`,
        text,
        "1000.00",
        "",
        "",
        "",
        sender,
        "",
        "",
        "",
      ].join(","),
    ),
  ].join("\n");

/** As Chase exports checking accounts: no currency, and the month first. */
export const chase = (rows: readonly MadeRow[]): string =>
  [
    "Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #",
    ...rows.map(
      ({ day, amount, text, sender = "" }) =>
        `CREDIT,${day},"ORIG CO NAME:${sender} ${text}",${amount},ACH_CREDIT,1000.00,,`,
    ),
  ].join("\n");

/** As Bank of America exports: a summary, an empty line, then the table. */
export const bankOfAmerica = (rows: readonly MadeRow[]): string =>
  [
    "Description,,Summary Amt.",
    'Beginning balance as of 11/01/2026,,"1,000.00"',
    "",
    "Date,Description,Amount,Running Bal.",
    ...rows.map(({ day, amount, text }) => `${day},"${text}","${amount}","2,000.00"`),
  ].join("\r\n");

/** Money in and money out in two columns, tabs, UTF-16. */
export const twoColumns = (rows: readonly MadeRow[]): Buffer =>
  Buffer.from(
    `\ufeff${[
      "Booking date\tDetails\tDebit\tCredit\tCurrency",
      ...rows.map(({ day, amount, text }) =>
        amount.startsWith("-")
          ? `${day}\t${text}\t${amount.slice(1)}\t0.00\tUSD`
          : `${day}\t${text}\t0.00\t${amount}\tUSD`,
      ),
    ].join("\r\n")}`,
    "utf16le",
  );

/** Windows-1252 has the letters of Latin-1, and the euro. */
function windows1252(text: string): Buffer {
  return Buffer.from(text.replaceAll("€", "\x80"), "latin1");
}
