import { formatMoney } from "../../base/format/money.ts";
import type { Context } from "../../calls/context.ts";
import type { Database, Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { hasPaid, keptOfClosed, type MonthMoney, moneyOf, withTax } from "../../running/account-ports.ts";
import type { Opened } from "../../running/opened.ts";
import { type Gives, give } from "../../running/ports.ts";
import { searches } from "../../running/searches.ts";
import { bodyOf, type PaperBody } from "./paper-body.ts";
import { fillOrderKeys } from "./paper-orders.ts";
import { papers } from "./paper-rows.ts";
import { companySearcher, paperSearcher } from "./paper-search.ts";
import { buyerWords, fillBuyerWords } from "./parties/buyer-words.ts";
import { removeChecks } from "./parties/tax-id-check.ts";
import { grossOf } from "./parties/taxes.ts";
import { paperSettings } from "./settings.ts";
import { TaxIdChecks } from "./tax-ids/tax-id-checks.ts";

/** A text as statements can have it: one line of well-formed Unicode, not too long. */
const plain = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, " ")
    .slice(0, 1000)
    .toWellFormed();

/** At a time, so that other statements run between. */
const removedAtOnce = 100;

/** What an account is charged by its papers, and how long these keep the buyer's data. */
export class Papers implements Opened {
  readonly #database: Database;
  readonly #years: number;
  readonly taxIds: TaxIdChecks;
  readonly gives: Gives;

  constructor(context: Context) {
    this.#database = context.database;
    this.#years = paperSettings.of(context.config).papersYears;
    this.taxIds = new TaxIdChecks(context);
    const period = `${this.#years} years`;
    this.gives = new Map([
      give(moneyOf, (userId, month) => this.#moneyOf(userId, month)),
      give(withTax, grossOf),
      give(hasPaid, hasInvoice),
      give(searches, [paperSearcher, companySearcher]),
      give(keptOfClosed, [{ what: "Invoices and credit notes, with the buyer's details", period }]),
    ]);
  }

  start(): void {
    this.taxIds.start();
  }

  stop(): Promise<void> {
    return this.taxIds.stop();
  }

  /** The lines of invoices for what the month supplies, and the credit notes that were issued in it. */
  async #moneyOf(userId: string, month: string): Promise<MonthMoney | null> {
    const found = await papers.select(
      this.#database,
      sql`where account_id = ${userId} and month = ${month} and kind <> 'statement' order by issued_at, id`,
    );
    const lines = found.flatMap(({ kind, number, currency, netMinor, grossMinor, body }) => {
      if (kind === "credit_note")
        return [
          {
            text: `Refund of ${formatMoney(grossMinor, currency)}, credit note ${number}`,
            minor: -netMinor,
          },
        ];
      const { lines } = bodyOf({ body });
      return lines.map(({ name, net_minor }) => ({ text: plain(name), minor: net_minor }));
    });
    if (found.length === 0) return null;
    const total_minor = lines.reduce((sum, { minor }) => sum + minor, 0);
    return { currency: found[0]!.currency, lines, total_minor };
  }

  /** Papers stay as they are: accounts must be kept for years. */
  async userDeleted(tx: Queries, userId: string): Promise<void> {
    await tx.run(sql`delete from billing_account where account_id = ${userId}`);
    await buyerWords.remove(tx, userId);
    await removeChecks(tx, userId);
    await tx.run(sql`
      update audit_log set before = null, after = null where object = ${`/users/${userId}/billing-details`}`);
  }

  /** Removes the buyers' data of papers that are old enough, and writes words that a former version did not. */
  async tidyUp(now: number): Promise<void> {
    await fillBuyerWords(this.#database);
    await fillOrderKeys(this.#database);
    const before = new Date(now);
    before.setUTCFullYear(before.getUTCFullYear() - this.#years);
    for (let removed = removedAtOnce; removed === removedAtOnce; ) {
      const papers = await this.#database.all<{ id: string; body: string }>(sql`
        select id, body from paper where buyer_removed = 0 and issued_at < ${before.getTime()}
        order by issued_at limit ${removedAtOnce}`);
      for (const row of papers) {
        const paper = bodyOf(row);
        const reference = paper.buyer_reference === undefined ? {} : { buyer_reference: null };
        const without: PaperBody = { ...paper, buyer: null, order_reference: null, ...reference };
        await this.#database.run(sql`
          update paper set body = ${JSON.stringify(without)}, buyer_removed = 1, order_key = '' where id = ${row.id}`);
      }
      removed = papers.length;
    }
  }
}

/** Who has an invoice has paid, or is to pay. */
async function hasInvoice(db: Queries, accountId: string): Promise<boolean> {
  const found = await db.get(sql`
    select 1 as found from paper where account_id = ${accountId} and kind = 'invoice' limit 1`);
  return found !== undefined;
}
