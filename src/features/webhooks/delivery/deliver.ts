import type { Vault } from "../../../access/vault.ts";
import type { Clock } from "../../../base/clock.ts";
import { errorFields, type Log } from "../../../base/log.ts";
import { Shares } from "../../../base/shares.ts";
import { withTimeout } from "../../../base/with-timeout.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { name, sql } from "../../../database/sql.ts";
import type { HeldState } from "../../../decisions/held-state.ts";
import type { OutboundGuard } from "../../../outbound/guard.ts";
import { type ApisOfFamily, addressEvents } from "../../../outbox/address-events.ts";
import { DelivererLease } from "../../../outbox/deliverer-lease.ts";
import { schedule, validSecrets, type Webhook, webhooksEnded } from "../../../outbox/webhook-rows.ts";
import { accountTaken } from "../../../running/account-ports.ts";
import type { Opened } from "../../../running/opened.ts";
import { give } from "../../../running/ports.ts";
import type { Sample } from "../../../telemetry/metrics/families.ts";
import { type Attempt, attempt } from "./attempt.ts";
import {
  type DueDelivery,
  dueWebhooks,
  type Outcome,
  payloadOf,
  readDue,
  writeOutcomes,
} from "./deliveries.ts";
import { readOutbox } from "./outbox-state.ts";
import { Paces, slowMs } from "./paces.ts";
import { type Pool, servedMax } from "./pools.ts";
import { Receivers } from "./receivers.ts";
import { addressOf, challengeOf } from "./webhook-address.ts";

const leaseTable = name("outbox_lease");
const tickMs = 200;
const endMs = 1500;
/** Deliveries that are read and noted together. */
const roundMax = 32;
/** Attempts under way to one webhook. */
const webhookMax = 4;
/** Due webhooks of an account, and of all, that a turn chooses from. */
const candidatesMax = { each: 16, all: 2000 } as const;

export interface DelivererOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
  readonly held: Pick<HeldState, "current">;
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
export class Deliverer implements Opened {
  // Its webhooks would show a stranger the owner's actions.
  readonly gives = new Map([give(accountTaken, (tx, accountId) => this.userDeleted(tx, accountId))]);
  readonly #options: DelivererOptions;
  readonly #lease: DelivererLease;
  /** Webhooks that are served, by ID. */
  readonly #served = new Map<string, Promise<void>>();
  readonly #places: Readonly<Record<Pool, Shares>> = {
    quick: new Shares(),
    fresh: new Shares(),
    slow: new Shares(),
    failing: new Shares(),
  };
  readonly #paces = new Paces();
  readonly #receivers = new Receivers();
  /** The IDs of webhooks whose address cannot be opened. */
  readonly #unreadable = new Set<string>();
  readonly #random: () => number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn: Promise<void> = Promise.resolve();
  #ended = false;
  #faulty = false;
  #delivered = 0;
  #failed = 0;

  constructor(options: DelivererOptions) {
    this.#options = options;
    this.#lease = new DelivererLease(options.database, leaseTable, options.holder, options.held);
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

  samples(): Sample[] {
    const { delivered, failed } = this.counts;
    return [
      ["vingate_webhook_attempts_total", 'result="delivered"', delivered],
      ["vingate_webhook_attempts_total", 'result="failed"', failed],
    ];
  }

  /** Events that are not delivered. */
  async sharedSamples(): Promise<Sample[]> {
    const { database, clock } = this.#options;
    const { lateMs, active, disabled } = await readOutbox(database, clock());
    return [
      ["vingate_webhook_late_seconds", "", lateMs / 1000],
      ["vingate_webhooks", 'state="active"', active],
      ["vingate_webhooks", 'state="disabled"', disabled],
    ];
  }

  async userDeleted(tx: Queries, userId: string): Promise<void> {
    await webhooksEnded.end(tx, sql`user_id = ${userId}`);
  }

  /** Lets attempts under way end for a moment, and another node deliver. */
  async close(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    const under = [this.#turn, ...this.#rounds()];
    const late = () => new Error("attempts are under way");
    await withTimeout(Promise.all(under), endMs, late).catch(() => undefined);
    await this.#lease.release();
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
      if (!this.#lease.isHeld) return;
      while ((await addressEvents(database, clock(), apisOfFamily)) > 0 && this.#lease.isHeld);
      await this.#serveDue();
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
    return [...this.#served.values()];
  }

  async #renew(): Promise<void> {
    const { database } = this.#options;
    // What the last holder could not note, and what a backup contained.
    if (!(await this.#lease.renew())) return;
    await database.transaction(
      async (tx) => {
        // Locks them: `schedule` then reads what comparisons of watched VINs have added.
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

  /** Begins to serve webhooks whose first delivery is due, as far as their account and pool have places. */
  async #serveDue(): Promise<void> {
    const { database, clock } = this.#options;
    // An ID that none has: `not in` an empty list matches nothing.
    const busy = ["", ...this.#served.keys()];
    const due = await dueWebhooks(database, clock(), busy, candidatesMax);
    for (const webhook of due) {
      const account = webhook.userId ?? "";
      const address = this.#addressOf(webhook);
      if (address === undefined) continue;
      const pool = webhook.failingSince === null ? this.#paces.of(address) : "failing";
      const places = this.#places[pool];
      if (places.take(account, 1, servedMax[pool])) continue;
      const round = this.#serveOne(webhook, address, pool)
        .catch((error) => this.#fault(error))
        .finally(() => {
          this.#served.delete(webhook.id);
          places.release(account, 1);
        });
      this.#served.set(webhook.id, round);
    }
  }

  /** Undefined if it cannot be opened, which is logged once: webhooks of others are served still. */
  #addressOf(webhook: Webhook): string | undefined {
    const { vault, log } = this.#options;
    try {
      return addressOf(webhook, vault);
    } catch (error) {
      if (!this.#unreadable.has(webhook.id))
        log.error("cannot open the address of a webhook, which gets no events; set it again", {
          webhook: webhook.id,
          ...errorFields(error),
        });
      this.#unreadable.add(webhook.id);
      return undefined;
    }
  }

  /** Serves a webhook until nothing is due, an attempt fails, its address is not known as quick, or others use its host. */
  async #serveOne(webhook: Webhook, address: string, pool: Pool): Promise<void> {
    const { database, clock } = this.#options;
    const isQuick = () => pool !== "failing" && this.#paces.of(address) === "quick";
    while (this.#receivers.begin(address)) {
      const most = isQuick() ? roundMax : 1;
      const due = await readDue(database, webhook.id, clock(), most).catch((error) => {
        this.#receivers.left(address);
        throw error;
      });
      const outcomes = await this.#send(webhook, address, due);
      if (this.#ended && outcomes.length === 0) return;
      await writeOutcomes(database, webhook, outcomes, clock(), this.#random);
      const failed = outcomes.some((one) => one.attempt.error !== null);
      if (failed || !isQuick() || due.length < most || !this.#lease.isHeld || this.#ended) return;
    }
  }

  /**
   * Attempts deliveries in their order, as many at a time as their host may have; the first one has begun there. After one
   * without a response, or a slow one, the others wait.
   */
  async #send(webhook: Webhook, address: string, due: readonly DueDelivery[]): Promise<Outcome[]> {
    const { vault, clock, guardOf, attemptMs } = this.#options;
    const guard = guardOf(webhook.userId);
    const outcomes: Outcome[] = [];
    const waiting = due.values();
    let silent = false;
    const isOver = () => silent || this.#ended || !this.#lease.isHeld;
    const sendNext = async (first: boolean): Promise<void> => {
      for (let begun = first; begun || this.#receivers.begin(address); begun = false) {
        const delivery = isOver() ? undefined : waiting.next().value;
        if (!delivery) return this.#receivers.left(address);
        const at = clock();
        const request = {
          url: address,
          eventId: delivery.eventId,
          body: payloadOf(delivery),
          secrets: validSecrets(webhook, vault, at),
          at,
        };
        const made = await attempt(guard, request, attemptMs);
        if (made.error === null) this.#delivered += 1;
        else this.#failed += 1;
        silent ||= made.status === null || made.durationMs > slowMs;
        this.#paces.add(address, made.durationMs);
        this.#receivers.ended(address, made);
        outcomes.push({ delivery, attempt: made, confirms: this.#confirms(webhook, delivery, made) });
      }
    };
    await Promise.all(Array.from({ length: webhookMax }, (_, line) => sendNext(line === 0)));
    return outcomes;
  }

  /** Whether a receiver returned the challenge of a test event. */
  #confirms(webhook: Webhook, { type }: DueDelivery, { error, response }: Attempt): boolean {
    if (!webhook.unconfirmed || type !== "webhook.test" || error !== null) return false;
    return response?.includes(challengeOf(webhook, this.#options.vault)) ?? false;
  }

  #fault(error: unknown): void {
    if (!this.#faulty && !this.#ended)
      this.#options.log.warn("cannot deliver webhooks; it will be retried", errorFields(error));
    this.#faulty = true;
  }
}
