import { isCurrency } from "../../../base/format/currencies.ts";
import { ibanFault } from "../../../base/reading/bank-accounts.ts";
import { isEmptyWord } from "../../../base/reading/words.ts";
import { ImportError } from "../../../vehicles/imports/input/import-error.ts";
import {
  type BankFile,
  type BankLine,
  cleanText,
  type FileForms,
  linesMax,
  noReference,
  plainAccount,
  type Question,
  type RefusedLine,
} from "./bank-line.ts";
import { type Columns, columnsOf, currencyIn, type Member, members } from "./heads.ts";
import { type BankTable, readTable, type TableRow } from "./table.ts";
import { type Cell, minorIn, readingOfAmounts, readingOfDays } from "./table-forms.ts";

/** Reads the table of a bank. Throws `ImportError`. */
export function readBankCsv(text: string, forms: FileForms): BankFile {
  const table = readTable(text, Object.values(forms.map ?? {}));
  const columns = forms.map ? mapped(table, forms.map) : columnsOf(table.header.cells);
  return new TableReading(table, columns, forms).read();
}

/** The columns that a map names. Throws `ImportError` for a name that the header lacks. */
function mapped({ header }: BankTable, map: Readonly<Record<string, string>>): Columns {
  const names = header.cells.map((cell) => cell.trim());
  return Object.fromEntries(
    Object.entries(map).map(([member, name]) => {
      const index = names.indexOf(name);
      if (index < 0)
        throw new ImportError(`line ${header.line}: no column "${name.slice(0, 60)}", which the map names`);
      return [member, [index]];
    }),
  );
}

/** Words for what was paid out, and for what came in. */
const outWords =
  /^(?:s|soll|d|dr|db|dbit|debit|out|ausgang|ausgehend|lastschrift|af|cargo|sortie|belastung)$/i;
const inWords = /^(?:h|haben|c|cr|crdt|credit|in|eingang|eingehend|gutschrift|bij|abono|entr[ée]e)$/i;
const pendingWords =
  /(?:vorgemerkt|vormerk|pending|^offen$|pendiente|en attente|declined|failed|reverted|cancell?ed|refunded)/i;

class TableReading {
  readonly #table: BankTable;
  readonly #columns: Columns;
  readonly #forms: FileForms;
  readonly #headCurrency: string | undefined;
  readonly #account: string;

  constructor(table: BankTable, columns: Columns, forms: FileForms) {
    [this.#table, this.#columns, this.#forms] = [table, columns, forms];
    const amounts = [...(columns.amount ?? []), ...(columns.credit ?? [])];
    const named = amounts
      .map((index) => currencyIn(table.header.cells[index]!))
      .find((one) => one && isCurrency(one));
    this.#headCurrency = forms.currency ?? named;
    const titles = table.title.flatMap(({ cells }) => cells.flatMap((cell) => [cell, ...cell.split(/[:,]/)]));
    this.#account = plainAccount(titles.find((cell) => cell.length < 64 && !ibanFault(cell.trim())) ?? "");
  }

  read(): BankFile {
    const { day, amount, credit } = this.#columns;
    if (!day || !(amount || credit))
      return this.#asking({
        needs: "map",
        text: `The header on line ${this.#table.header.line} names no ${day ? "amount" : "day"} in words that are known. Say which columns have the day and the amount.`,
      });
    const days = readingOfDays(this.#cellsOf("day"), this.#forms);
    if ("question" in days) return this.#asking(days.question);
    const currencies = [...new Set(this.#table.rows.map((row) => this.#currencyOf(row)))].filter(isCurrency);
    const cells = [...this.#cellsOf("amount"), ...this.#cellsOf("credit"), ...this.#cellsOf("debit")];
    const amounts = readingOfAmounts(cells, currencies, this.#forms);
    if ("question" in amounts) return this.#asking(amounts.question);
    const lines: BankLine[] = [];
    const refused: RefusedLine[] = [];
    for (const row of this.#table.rows) {
      const read = this.#line(row, days.read, amounts.read);
      if (read === "currency")
        return this.#asking({
          needs: "currency",
          text: `Line ${row.line} has no currency, and no column has one. Say the currency of the account.`,
        });
      if (typeof read === "string") refused.push({ at: row.line, reason: read });
      else lines.push(read);
      if (lines.length > linesMax)
        throw new ImportError(`the file has more than ${linesMax} movements; export fewer days`);
    }
    return { ...this.#shown(), lines, refused, question: null };
  }

  /** A line, or why a row is none. */
  #line(
    row: TableRow,
    dayOf: (text: string) => string | undefined,
    amountOf: (text: string) => { decimal: string; currency: string } | undefined,
  ): BankLine | string {
    const [dayText, status] = [this.#cell(row, "day"), this.#cell(row, "status")];
    const isPending = pendingWords.test(status) || pendingWords.test(dayText);
    const day = dayOf(dayText) ?? (isPending ? this.#forms.until : undefined);
    if (day === undefined) return dayText === "" ? "it has no day" : `"${dayText.slice(0, 40)}" is no day`;
    const [credit, debit] = [this.#cell(row, "credit"), this.#cell(row, "debit")];
    const text = [this.#cell(row, "amount"), credit, debit].find((one) => !isNothing(one));
    if (text === undefined) return "it has no amount";
    const found = amountOf(text);
    if (!found) return `"${text.slice(0, 40)}" is no amount as the others are written`;
    const currency = found.currency || this.#currencyOf(row);
    if (currency === "") return "currency";
    if (!isCurrency(currency)) return `"${currency.slice(0, 20)}" is no currency in use`;
    const minor = minorIn(found, currency);
    if (minor === undefined) return `"${text.slice(0, 40)}" is no amount in ${currency}`;
    const ref = cleanText(this.#cell(row, "bank_ref"), 140);
    return {
      at: row.line,
      account: plainAccount(this.#cell(row, "account")) || this.#account,
      day,
      minor: this.#signed(minor, this.#cell(row, "direction"), text === debit && text !== credit),
      currency,
      text: this.#text(row),
      sender: cleanText(this.#cell(row, "sender"), 200),
      senderAccount: plainAccount(this.#cell(row, "sender_account")),
      bankRef: ref === "" ? "" : JSON.stringify([ref]),
      plainRef: ref,
      isPending,
      isReversal: false,
    };
  }

  #text({ cells }: TableRow): string {
    const parts = (this.#columns.text ?? []).map((index) => (cells[index] ?? "").trim());
    return cleanText(parts.filter((part) => !noReference.test(part)).join(" "));
  }

  #signed(minor: number, direction: string, isDebit: boolean): number {
    if (isDebit || outWords.test(direction)) return -Math.abs(minor);
    if (inWords.test(direction) || this.#columns.credit) return Math.abs(minor);
    return minor;
  }

  #currencyOf(row: TableRow): string {
    return this.#cell(row, "currency").toUpperCase() || (this.#headCurrency ?? "");
  }

  #cell({ cells }: TableRow, member: Member): string {
    const index = this.#columns[member]?.[0];
    return index === undefined ? "" : (cells[index] ?? "").trim();
  }

  #cellsOf(member: Member): readonly Cell[] {
    return this.#table.rows
      .map((row) => ({ text: this.#cell(row, member), line: row.line }))
      .filter(({ text }) => text !== "");
  }

  #asking(question: Question): BankFile {
    return { ...this.#shown(), lines: [], refused: [], question };
  }

  #shown() {
    const columns = this.#table.header.cells.map((cell, index) => ({
      name: cleanText(cell, 200),
      members: members.filter((member) => this.#columns[member]?.includes(index)),
    }));
    return { format: "csv" as const, columns };
  }
}

/** Where amounts have two columns, the other one can have a zero. */
const isNothing = (text: string): boolean => isEmptyWord(text, "number") || /^[0.,]+$/.test(text);
