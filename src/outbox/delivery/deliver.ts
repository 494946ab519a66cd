import type { Vault } from "../../access/vault.ts";
import type { Clock } from "../../base/clock.ts";
import { errorFields, type Log } from "../../base/log.ts";
import { withTimeout } from "../../base/with-timeout.ts";
import type { Database } from "../../database/database.ts";
import { list, sql } from "../../database/sql.ts";
import type { OutboundGuard } from "../../outbound/guard.ts";
import { type ApisOfFamily, addressEvents } from "./address-events.ts";
import { attempt } from "./attempt.ts";
import { holdLease, leaseMs, releaseLease } from "./deliverer-lease.ts";
import { type DueDelivery, type Outcome, payloadOf, readDue, writeOutcomes } from "./deliveries.ts";
import { schedule, validSecrets, type WebhookRow } from "./webhook-rows.ts";

const tickMs = 200;
const renewMs = 1000;
const endMs = 1500;
/** Deliveries that are read and noted together. */
const roundMax = 32;
/** Attempts under way to one webhook. */
const webhookMax = 4;
/** Webhooks that are served at a time. Those that fail have their own places, so that they delay no others. */
const servedMax = { steady: 24, failing: 16 } as const;

type Pool = keyof typeof servedMax;

export interface DelivererOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
  /** Names this process in the lease. */
  readonly holder: string;
  /** The guard of a user's webhooks, or of the operators' for null. */
  guardOf(userId: string | null): OutboundGuard;
  readonly apisOfFamily: ApisOfFamily;
  readonly attemptMs?: number;
  readonly random?: () => number;
}

/** What a process has delivered. */
export interface DeliveryCounts {
  readonly delivered: number;
  readonly failed: number;
}

/** Delivers events while this process has the lease. */
export class Deliverer {
  readonly #options: DelivererOptions;
  readonly #served: Readonly<Record<Pool, Map<string, Promise<void>>>> = {
    steady: new Map(),
    failing: new Map(),
  };
  readonly #random: () => number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn: Promise<void> = Promise.resolve();
  #leadsUntil = 0;
  #renewAt = 0;
  #ended = false;
  #faulty = false;
  #delivered = 0;
  #failed = 0;

  constructor(options: DelivererOptions) {
    this.#options = options;
    this.#random = options.random ?? Math.random;
  }

  get counts(): DeliveryCounts {
    return { delivered: this.#delivered, failed: this.#failed };
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#turn = this.tick().finally(() => {
        if (!this.#ended) this.start();
      });
    }, tickMs);
  }

  /** Lets attempts under way end for a moment, and another node deliver. */
  async close(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    const under = [this.#turn, ...this.#rounds()];
    const late = () => new Error("attempts are under way");
    await withTimeout(Promise.all(under), endMs, late).catch(() => undefined);
    const { database, holder } = this.#options;
    if (this.#leads) await releaseLease(database, holder).catch(() => undefined);
  }

  /** The guard of a user's webhooks, or of the operators' for null. */
  guardOf(userId: string | null): OutboundGuard {
    return this.#options.guardOf(userId);
  }

  /** One look at what is due. Never throws. */
  async tick(): Promise<void> {
    const { database, clock, log, apisOfFamily } = this.#options;
    try {
      // Without work nothing is written: SQLite would sync each renewal to disk on the thread of requests.
      if (!(await this.#hasWork())) return;
      await this.#renew();
      if (!this.#leads) return;
      while ((await addressEvents(database, clock(), apisOfFamily)) > 0 && this.#leads);
      await this.#serve("steady");
      await this.#serve("failing");
      if (this.#faulty) log.info("delivering webhooks again");
      this.#faulty = false;
    } catch (error) {
      this.#fault(error);
    }
  }

  /** Resolves when no webhook is served. */
  async settled(): Promise<void> {
    await Promise.all(this.#rounds());
  }

  #rounds(): Promise<void>[] {
    return Object.values(this.#served).flatMap((served) => [...served.values()]);
  }

  get #leads(): boolean {
    return performance.now() < this.#leadsUntil;
  }

  async #renew(): Promise<void> {
    const { database, holder } = this.#options;
    const now = performance.now();
    if (now < this.#renewAt) return;
    const { held, taken } = await holdLease(database, holder);
    this.#renewAt = now + renewMs;
    this.#leadsUntil = held ? now + leaseMs : 0;
    // What the last holder could not note, and what a backup contained.
    if (!taken) return;
    await database.transaction(
      async (tx) => {
        // Locks them: `schedule` then sees what comparisons of watched VINs have added.
        await tx.run(sql`update webhook set updated_at = updated_at`);
        await schedule(tx, sql`1 = 1`);
      },
      { repeatable: true },
    );
  }

  async #hasWork(): Promise<boolean> {
    if (this.#rounds().length > 0) return true;
    const { database, clock } = this.#options;
    const now = clock();
    const found = await database.get(sql`
      select 1 as found where exists (select 1 from outbox_event where addressed = 0 and due_at <= ${now})
        or exists (select 1 from webhook where next_at <= ${now})`);
    return found !== undefined;
  }

  /** Begins to serve webhooks whose first delivery is due. */
  async #serve(pool: Pool): Promise<void> {
    const { database, clock } = this.#options;
    const served = this.#served[pool];
    const free = servedMax[pool] - served.size;
    if (free <= 0) return;
    // An ID that none has: `not in` an empty list matches nothing.
    const busy = ["", ...Object.values(this.#served).flatMap((each) => [...each.keys()])];
    const condition = pool === "steady" ? sql`failing_since is null` : sql`failing_since is not null`;
    const due = await database.all<WebhookRow>(sql`
      select * from webhook where next_at <= ${clock()} and ${condition} and id not in (${list(busy)})
      order by next_at limit ${free}`);
    for (const webhook of due) {
      const round = this.#serveOne(webhook, pool)
        .catch((error) => this.#fault(error))
        .finally(() => served.delete(webhook.id));
      served.set(webhook.id, round);
    }
  }

  /** Serves a webhook until nothing is due or an attempt fails. */
  async #serveOne(webhook: WebhookRow, pool: Pool): Promise<void> {
    const { database, clock } = this.#options;
    const most = pool === "failing" ? 1 : roundMax;
    for (;;) {
      const due = await readDue(database, webhook.id, clock(), most);
      const outcomes = due.length > 0 ? await this.#send(webhook, due) : [];
      if (this.#ended && outcomes.length === 0) return;
      await writeOutcomes(database, webhook, outcomes, clock(), this.#random);
      const failed = outcomes.some((one) => one.attempt.error !== null);
      if (failed || due.length < most || !this.#leads || this.#ended) return;
    }
  }

  /** Attempts deliveries in their order, some at a time. After one without a response the others wait. */
  async #send(webhook: WebhookRow, due: readonly DueDelivery[]): Promise<Outcome[]> {
    const { vault, clock, guardOf, attemptMs } = this.#options;
    const guard = guardOf(webhook.user_id);
    const outcomes: Outcome[] = [];
    const waiting = due.values();
    let silent = false;
    const sendNext = async (): Promise<void> => {
      for (const delivery of waiting) {
        if (silent || this.#ended || !this.#leads) return;
        const at = clock();
        const request = {
          url: webhook.url,
          eventId: delivery.event_id,
          body: payloadOf(delivery),
          secrets: validSecrets(webhook, vault, at),
          at,
        };
        const made = await attempt(guard, request, attemptMs);
        if (made.error === null) this.#delivered += 1;
        else this.#failed += 1;
        silent ||= made.status === null;
        outcomes.push({ delivery, attempt: made });
      }
    };
    await Promise.all(Array.from({ length: webhookMax }, sendNext));
    return outcomes;
  }

  #fault(error: unknown): void {
    if (!this.#faulty && !this.#ended)
      this.#options.log.warn("cannot deliver webhooks; it will be retried", errorFields(error));
    this.#faulty = true;
  }
}
