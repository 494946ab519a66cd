import { never } from "../../../base/clock.ts";
import { uuidv7 } from "../../../base/ids.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { StillLeased } from "../../../management/subscriptions/returned-leases.ts";
import { giveBackToGrant, takeFromGrant } from "../../../metering/credits/grants/change-grants.ts";
import { enterGrant } from "../../../metering/credits/grants/enter-grants.ts";
import type { Payment } from "../rows/payment.ts";
import { releaseCollected, sumCollected } from "./owed-credits.ts";

/** What credits of a payment were taken for what other payments owe: they count as spent. */
export async function readPaidDebts(db: Queries, paymentId: string): Promise<number> {
  const row = await db.get<{ credits: number }>(
    sql`select paid_debts as credits from payment where id = ${paymentId}`,
  );
  return row?.credits ?? 0;
}

/** Moves credits of a payment between its grant and what was removed, is owed, or is set aside. */
export class Taking {
  payment: Payment;
  readonly #tx: Queries;
  readonly #since: number;
  readonly #now: number;

  constructor(tx: Queries, payment: Payment, since: number, now: number) {
    this.#tx = tx;
    this.payment = payment;
    this.#since = since;
    this.#now = now;
  }

  get #entry() {
    return { reason: `payment ${this.payment.reference}`, actor: "payments" };
  }

  async take(credits: number): Promise<void> {
    if (credits <= 0) return;
    const { removed, owed, setAside } = this.payment;
    // What is set aside is not in the balance any more.
    const aside = Math.min(credits, setAside);
    const taken = aside + (await this.#fromGrant(credits - aside));
    // Credits that have expired are not owed.
    const spent = (await this.#spent()) + (await readPaidDebts(this.#tx, this.payment.id));
    this.payment = {
      ...this.payment,
      setAside: setAside - aside,
      removed: removed + taken,
      owed: owed + Math.min(credits - taken, Math.max(0, spent - owed)),
    };
  }

  /**
   * The other way, when money that had gone back is here again: what is owed shrinks first, then what later credits have
   * paid of it is given back, then what was removed is granted again.
   */
  async release(credits: number): Promise<void> {
    if (credits <= 0) return;
    const { id, owed, collected, removed } = this.payment;
    const paid = await sumCollected(this.#tx, id);
    // It is not paid yet, or was forgiven.
    const unpaid = Math.min(credits, owed - paid);
    const returned = Math.min(credits - unpaid, paid);
    const again = Math.min(credits - unpaid - returned, removed);
    if (returned > 0)
      await releaseCollected(this.#tx, this.payment, returned, (...lost) => this.#grantAgain(...lost));
    if (again > 0) await this.#giveToGrant(again);
    const stays = owed - unpaid - returned;
    this.payment = {
      ...this.payment,
      owed: stays,
      collected: Math.min(collected - returned, stays),
      removed: removed - again,
    };
  }

  async setAside(): Promise<void> {
    const { setAside, credits } = this.payment;
    this.payment = { ...this.payment, setAside: setAside + (await this.#fromGrant(credits)) };
  }

  async giveBack(): Promise<void> {
    const { setAside: credits } = this.payment;
    if (credits === 0) return;
    await this.#giveToGrant(credits);
    this.payment = { ...this.payment, setAside: 0 };
  }

  async #giveToGrant(credits: number): Promise<void> {
    const { grantId, subscriptionId } = this.payment;
    if (grantId === null) return;
    const given = await giveBackToGrant(this.#tx, subscriptionId, grantId, credits, this.#entry);
    if (!given) await this.#grantAgain(credits, grantId);
  }

  /** Credits that have expired while they could not be spent are granted for as long as they were taken. */
  async #grantAgain(credits: number, grantId: string): Promise<void> {
    const { subscriptionId } = this.payment;
    const grant = await this.#tx.get<{ expiresAt: number }>(
      sql`select expires_at as "expiresAt" from credit_grant where id = ${grantId}`,
    );
    const left = Math.max(0, (grant?.expiresAt ?? 0) - this.#since);
    const id = uuidv7(this.#now);
    const expiresAt = Math.min(this.#now + left, never);
    const again = { id, subscriptionId, source: "grant", credits, expiresAt } as const;
    if (left > 0) await enterGrant(this.#tx, again, this.#entry);
  }

  async #spent(): Promise<number> {
    const row = await this.#tx.get<{ spent: number }>(
      sql`select spent from credit_grant where id = ${this.payment.grantId ?? ""}`,
    );
    return row?.spent ?? 0;
  }

  async #fromGrant(credits: number): Promise<number> {
    const { subscriptionId, grantId } = this.payment;
    if (grantId === null) return 0;
    const taken = await takeFromGrant(this.#tx, subscriptionId, grantId, credits, this.#entry);
    if (taken === "leased") throw new StillLeased();
    return taken;
  }
}
