import { isCurrency } from "../../../base/format/currencies.ts";
import { readDayText } from "../../../base/reading/days.ts";
import { ImportError } from "../../../vehicles/imports/input/import-error.ts";
import {
  type BankLine,
  cleanText,
  linesMax,
  noReference,
  plainAccount,
  type RefusedLine,
} from "./bank-line.ts";
import { minorOf } from "./minor-units.ts";
import { readXml, type XmlElement } from "./xml-entries.ts";

/** Other messages of the same kind, which are not whole days of booked movements. */
const others: Readonly<Record<string, string>> = {
  BkToCstmrAcctRpt: "an account report of the day (CAMT.052)",
  BkToCstmrDbtCdtNtfctn: "a notification (CAMT.054)",
};

export interface Statement {
  readonly lines: readonly BankLine[];
  readonly refused: readonly RefusedLine[];
}

/**
 * Reads statements in CAMT.053, of each version since 001.02. An entry of several payments becomes a line for each of them, if
 * their amounts add up to its own. Throws `ImportError`.
 */
export async function readCamt(text: string): Promise<Statement> {
  const lines: BankLine[] = [];
  const refused: RefusedLine[] = [];
  let at = 0;
  const root = await readXml(text, {
    each: "Ntry",
    take(entry, around) {
      at += 1;
      const statement = around.find(({ name }) => name === "Stmt");
      if (!statement) return;
      const read = readEntry(entry, statement, at);
      if (typeof read === "string") refused.push({ at, reason: read });
      else lines.push(...read);
      if (lines.length > linesMax)
        throw new ImportError(`the file has more than ${linesMax} movements; export fewer days`);
    },
  });
  const [message] = root.children.map(({ name }) => name);
  if (root.name !== "Document" || message !== "BkToCstmrStmt")
    throw new ImportError(
      `this is ${others[message ?? ""] ?? "another XML file"}; export the statement as CAMT.053, or as CSV`,
    );
  return { lines, refused };
}

/** The lines of an entry, or why it has none. */
function readEntry(entry: XmlElement, statement: XmlElement, at: number): readonly BankLine[] | string {
  const amount = amountIn(entry.one("Amt"));
  const direction = signOf(entry);
  const day = dayIn(entry);
  if (!amount) return `the amount "${entry.value("Amt").slice(0, 40)}" is none of a currency in use`;
  if (direction === undefined) return "it is neither a credit (CRDT) nor a debit (DBIT)";
  if (day === undefined) return "it has no day on which it was booked";
  const account = plainAccount(statement.value("Acct/Id/IBAN", "Acct/Id/Othr/Id"));
  const details = entry.all("NtryDtls/TxDtls");
  const status = entry.value("Sts/Cd", "Sts", "Sts/Prtry");
  const shared = {
    at,
    account,
    day,
    currency: amount.currency,
    isPending: status !== "" && status !== "BOOK",
    isReversal: /^(?:true|1)$/.test(entry.value("RvslInd")),
  };
  const parts = partsOf(details, amount, direction);
  const whole = { ...partiesOf(details, entry), ...referenceOf(entry, statement) };
  if (!parts) return [{ ...shared, minor: direction * amount.minor, ...whole }];
  return parts.map(({ detail, minor }) => ({
    ...shared,
    minor,
    ...partiesOf([detail], entry),
    ...referenceOf(entry, statement, detail),
  }));
}

interface Part {
  readonly detail: XmlElement;
  readonly minor: number;
}

/** The payments of an entry with their amounts; undefined if these are not there, or do not add up to its own. */
function partsOf(
  details: readonly XmlElement[],
  { minor, currency }: Amount,
  direction: number,
): readonly Part[] | undefined {
  if (details.length === 1) return [{ detail: details[0]!, minor: direction * minor }];
  const parts: Part[] = [];
  for (const detail of details) {
    const own =
      amountIn(detail.one("Amt")) ??
      amountIn(detail.one("AmtDtls/TxAmt/Amt")) ??
      amountIn(detail.one("AmtDtls/InstdAmt/Amt"));
    if (own?.currency !== currency) return undefined;
    parts.push({ detail, minor: (signOf(detail) ?? direction) * own.minor });
  }
  const sum = parts.reduce((all, part) => all + part.minor, 0);
  return parts.length > 0 && sum === direction * minor ? parts : undefined;
}

interface Amount {
  readonly minor: number;
  readonly currency: string;
}

/** Amounts of XML are written in one way: a point, and no groups. */
function amountIn(element: XmlElement | undefined): Amount | undefined {
  const currency = element?.attributes.Ccy ?? "";
  if (!element || !isCurrency(currency)) return undefined;
  const minor = minorOf(element.text.trim(), currency);
  return minor === undefined || minor < 0 ? undefined : { minor, currency };
}

function signOf(element: XmlElement): 1 | -1 | undefined {
  const direction = element.value("CdtDbtInd");
  return direction === "CRDT" ? 1 : direction === "DBIT" ? -1 : undefined;
}

const dayIn = (entry: XmlElement): string | undefined =>
  readDayText(entry.value("BookgDt/Dt", "BookgDt/DtTm", "ValDt/Dt", "ValDt/DtTm").slice(0, 10), "day_first");

/** Who paid, and all texts. Before version 8 the payer is a party itself, afterwards it contains one. */
function partiesOf(details: readonly XmlElement[], entry: XmlElement) {
  const [first] = details;
  const party = (name: string) => [`RltdPties/${name}/Nm`, `RltdPties/${name}/Pty/Nm`];
  const isOne = details.length === 1;
  const texts = details.flatMap((detail) => [
    ...detail.all("RmtInf/Ustrd").map(({ text }) => text),
    ...detail
      .all("RmtInf/Strd")
      .flatMap((one) => [
        one.value("CdtrRefInf/Ref"),
        ...one.all("RfrdDocInf/Nb").map(({ text }) => text),
        ...one.all("AddtlRmtInf").map(({ text }) => text),
      ]),
    reference(detail.value("Refs/EndToEndId")),
  ]);
  const text = cleanText(texts.filter((one) => one.trim() !== "").join(" "));
  return {
    text: text === "" ? cleanText(entry.value("AddtlNtryInf")) : text,
    sender: isOne ? cleanText(first!.value(...party("UltmtDbtr"), ...party("Dbtr")), 200) : "",
    senderAccount: isOne
      ? plainAccount(first!.value("RltdPties/DbtrAcct/Id/IBAN", "RltdPties/DbtrAcct/Id/Othr/Id"))
      : "",
  };
}

/**
 * The bank's own ID. That of an entry is the bank's in all files (AcctSvcrRef); its number (NtryRef) is unique in one
 * statement.
 */
function referenceOf(entry: XmlElement, statement: XmlElement, detail?: XmlElement) {
  const own = reference(detail?.value("Refs/AcctSvcrRef") ?? "") || reference(entry.value("AcctSvcrRef"));
  if (own !== "") return { bankRef: JSON.stringify([own]), plainRef: own };
  const number = reference(entry.value("NtryRef"));
  const within = statement.value("Id", "ElctrncSeqNb");
  if (number === "" || within === "") return { bankRef: "", plainRef: "" };
  return { bankRef: JSON.stringify([cleanText(within, 140), number]), plainRef: number };
}

const reference = (text: string): string => (noReference.test(text.trim()) ? "" : cleanText(text, 140));
