import { hourMs } from "../../../base/durations.ts";
import { errorFields } from "../../../base/log.ts";
import { plainTaxId, taxIdFault, unionVatId } from "../../../base/reading/tax-ids.ts";
import { Semaphore } from "../../../base/semaphore.ts";
import { TokenBucket } from "../../../base/token-bucket.ts";
import type { Context } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { RepeatedWork } from "../../../running/repeated-work.ts";
import type { BillingDetails } from "../parties/buyer.ts";
import { findSetting, type Seller } from "../parties/seller.ts";
import {
  againAfterMs,
  answeredBy,
  checkOf,
  checks,
  removeCheck,
  type TaxIdAnswer,
  wasRefused,
  writeCheck,
} from "../parties/tax-id-check.ts";
import { paperSettings } from "../settings.ts";
import { askAgain } from "./ask-again.ts";
import { NoAnswer, type VatId, Vies } from "./vies.ts";

const timeoutMs = 5000;
/** So many requests a process has at VIES, which refuses an address that sends many. */
const atOnce = 4;
/** An account that changes its VAT ID more often than 5 times at once, and once a minute then, is checked later. */
const accountBurst = 5;
const accountsMax = 1000;
const everyMs = 10_000;
/** How often accounts are looked for whose VAT ID was saved while VIES was off. */
const searchMs = hourMs;

/** Checks VAT IDs with VIES when they are saved, and again while it does not answer. */
export class TaxIdChecks {
  readonly #context: Context;
  readonly #vies: Vies | undefined;
  readonly #permits = new Semaphore(atOnce);
  readonly #accounts = new Map<string, TokenBucket>();
  readonly #asking: RepeatedWork;
  #searchedAt = Number.NEGATIVE_INFINITY;

  constructor(context: Context) {
    const { vies, viesUrl } = paperSettings.of(context.config);
    this.#context = context;
    if (vies === "on") this.#vies = new Vies({ url: viesUrl, own: context.config, timeoutMs });
    this.#asking = new RepeatedWork({
      everyMs,
      held: context.held,
      work: (open) => this.#look(open),
      failed: (error) => context.log.warn("cannot check VAT IDs; it will be retried", errorFields(error)),
    });
  }

  start(): void {
    if (this.#vies) this.#asking.start();
  }

  stop(): Promise<void> {
    return this.#asking.stop();
  }

  /** Checks all that is due, once at a time. */
  look(): Promise<void> {
    return this.#asking.run();
  }

  /**
   * The answer of VIES for the VAT ID of an account that is about to be saved; called outside a transaction. Null if it
   * does not answer, undefined without a request: it is off, has no such IDs, or the ID's answer is known.
   */
  async askFirst(accountId: string, details: BillingDetails): Promise<TaxIdAnswer | null | undefined> {
    const { country, tax_id } = details;
    const id = tax_id === null ? undefined : unionVatId(tax_id, country);
    if (!this.#vies || !id) return undefined;
    const known = await checkOf(this.#context.database, accountId, details);
    // A customer that VIES did not have may be registered by now.
    if (known && known.state !== "invalid") return undefined;
    if (!this.#admits(accountId)) return known ? undefined : null;
    const answer = await this.ask(id);
    return known ? (answer ?? undefined) : answer;
  }

  /** Keeps the answer of VIES, in the transaction that saves the details; an answer about another ID is dropped. */
  async keep(
    tx: Queries,
    accountId: string,
    details: BillingDetails,
    answer: TaxIdAnswer | null | undefined,
  ): Promise<void> {
    if (answer === undefined) {
      if (!(await checkOf(tx, accountId, details))) await removeCheck(tx, accountId);
      return;
    }
    const now = this.#context.clock();
    const named = { accountId, country: details.country, taxId: plainTaxId(details.tax_id!) };
    const isRefused = answer === null && (await wasRefused(tx, named));
    await writeCheck(tx, {
      ...named,
      since: now,
      attempts: 1,
      askedAt: now,
      ...answeredBy(answer, now + againAfterMs(1)),
      ...(isRefused && { state: "refused", dueAt: null }),
    });
  }

  /** Null if VIES does not answer. */
  async ask(id: VatId): Promise<TaxIdAnswer | null> {
    if (!this.#vies || !this.#permits.tryAcquire()) return null;
    try {
      return await this.#vies.ask(id, await this.#requester());
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.#context.log.warn("VIES did not confirm a VAT ID; it will be asked again", {
        reason: error.message,
      });
      return null;
    } finally {
      this.#permits.release();
    }
  }

  /** The operator's own VAT ID, for which VIES gives consultation numbers. */
  async #requester(): Promise<VatId | undefined> {
    const seller = await findSetting<Seller>(this.#context.database, "seller");
    return seller?.tax_id && !taxIdFault(seller.tax_id, seller.country)
      ? unionVatId(seller.tax_id, seller.country)
      : undefined;
  }

  #admits(accountId: string): boolean {
    const bucket = this.#accounts.get(accountId) ?? new TokenBucket(1 / 60, accountBurst);
    this.#accounts.delete(accountId);
    this.#accounts.set(accountId, bucket);
    if (this.#accounts.size > accountsMax) this.#accounts.delete(this.#accounts.keys().next().value!);
    return bucket.next(this.#context.clock()) === 0;
  }

  async #look(open: () => boolean): Promise<void> {
    const { clock, database } = this.#context;
    if (!this.#vies) return;
    if (clock() >= this.#searchedAt + searchMs) {
      this.#searchedAt = clock();
      await addUnasked(database, clock(), open);
    }
    await askAgain(this.#context, (id) => this.ask(id), open);
  }
}

/** At a time, so that other statements run between. */
const readAtOnce = 200;

/** Adds a row for each VAT ID of the European Union that has none. */
async function addUnasked(db: Context["database"], now: number, open: () => boolean): Promise<void> {
  for (let after = "", found = readAtOnce; found === readAtOnce && open(); ) {
    const rows = await db.all<{ id: string; details: string }>(sql`
      select account_id as id, details from billing_account b
      where account_id > ${after} and details like ${'%"tax_id":"%'} and not exists (
        select 1 from tax_id_check c where c.account_id = b.account_id)
      order by account_id limit ${readAtOnce}`);
    for (const { id, details } of rows) {
      const { country, tax_id } = JSON.parse(details) as BillingDetails;
      if (tax_id === null || !unionVatId(tax_id, country) || taxIdFault(tax_id, country)) continue;
      const named = {
        accountId: id,
        country,
        taxId: plainTaxId(tax_id),
        since: now,
        attempts: 0,
        askedAt: now,
      };
      await checks.add(db, [{ ...named, ...answeredBy(null, now) }]);
    }
    found = rows.length;
    after = rows.at(-1)?.id ?? "";
  }
}
