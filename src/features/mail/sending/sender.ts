import { Ramp } from "../../../base/fair/ramp.ts";
import { errorFields } from "../../../base/log.ts";
import { withTimeout } from "../../../base/with-timeout.ts";
import type { Context } from "../../../calls/context.ts";
import { name, sql } from "../../../database/sql.ts";
import { emailKey } from "../../../management/common/user-resource.ts";
import { DelivererLease } from "../../../outbox/deliverer-lease.ts";
import { failingPauseMs } from "../../../outbox/retries.ts";
import type { ConfiguredMail } from "../settings.ts";
import { type DueMail, findOpen, type Mail, open, readDue, refusals } from "./mail-rows.ts";
import { makeMails } from "./make-mails.ts";
import { writeOutcome } from "./outcomes.ts";
import type { Attempt, Transport } from "./transport.ts";
import { writeLetter } from "./write-letter.ts";

const leaseTable = name("mail_lease");
const tickMs = 200;
const endMs = 1500;
const connectionsMax = 2;
const queueMax = 200;

/** Makes the mails of events and sends what is due while this process has the lease. */
export class Sender {
  readonly #context: Context;
  readonly #mail: ConfiguredMail;
  readonly #transport: Transport;
  readonly #lease: DelivererLease;
  readonly #random: () => number;
  #timer: Timer | undefined;
  #turn: Promise<void> = Promise.resolve();
  #queue: DueMail[] = [];
  /** The accounts of mails under way: one of each, so that no account takes all connections. */
  readonly #busy = new Set<string>();
  readonly #lines = new Set<Promise<void>>();
  readonly #connections = new Ramp(connectionsMax);
  #brokenSince: number | undefined;
  #pausedUntil = 0;
  #ended = false;
  #faulty = false;
  #sent = 0;
  #failed = 0;

  constructor(context: Context, mail: ConfiguredMail, transport: Transport, random = Math.random) {
    this.#context = context;
    this.#lease = new DelivererLease(context.database, leaseTable, context.process.instance, context.held);
    this.#mail = mail;
    this.#transport = transport;
    this.#random = random;
  }

  /** Attempts of this process. */
  get counts(): { readonly sent: number; readonly failed: number } {
    return { sent: this.#sent, failed: this.#failed };
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#turn = this.tick().finally(() => {
        if (!this.#ended) this.start();
      });
    }, tickMs);
  }

  /** One look at what is due. Never throws. */
  async tick(): Promise<void> {
    const { database, clock, mails, log } = this.#context;
    try {
      // Without work nothing is written: SQLite would sync each renewal to disk on the thread of requests.
      if (!(await this.#hasWork())) return;
      await this.#lease.renew();
      if (!this.#lease.isHeld) return;
      const operators = this.#mail.mailOperators;
      while ((await makeMails(database, clock(), mails, operators)) > 0 && this.#lease.isHeld);
      if (clock() < this.#pausedUntil) return;
      // What is queued may be of accounts whose server hangs: others' later mails do not wait for them.
      if (!this.#mayTake()) this.#queue = await readDue(database, clock(), [...this.#busy], queueMax);
      this.#fillLines();
      if (this.#faulty) log.info("sending mail again");
      this.#faulty = false;
    } catch (error) {
      this.#fault(error);
    }
  }

  /** Resolves when no mail is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#lines);
  }

  /** Lets mails under way end for a moment, and another node send. */
  async close(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#queue = [];
    const late = () => new Error("mails are under way");
    await withTimeout(Promise.all([this.#turn, ...this.#lines]), endMs, late).catch(() => undefined);
    this.#transport.close();
    await this.#lease.release();
  }

  async #hasWork(): Promise<boolean> {
    if (this.#lines.size > 0 || this.#queue.length > 0) return true;
    const { database, clock } = this.#context;
    const now = clock();
    const found = await database.get(sql`
      select 1 as found where exists (select 1 from outbox_event where mailed = 0 and due_at <= ${now})
        or exists (select 1 from mail where ${open} and due_at <= ${now})`);
    return found !== undefined;
  }

  #fillLines(): void {
    while (this.#lines.size < this.#connections.allowed && this.#mayTake()) {
      const line = this.#serve()
        .catch((error) => this.#fault(error))
        .finally(() => void this.#lines.delete(line));
      this.#lines.add(line);
    }
  }

  #mayTake(): boolean {
    return this.#queue.some(({ account }) => !this.#busy.has(account));
  }

  /** Sends one mail after another until none is left that it may take. */
  async #serve(): Promise<void> {
    for (;;) {
      const at = this.#queue.findIndex(({ account }) => !this.#busy.has(account));
      if (at < 0 || !this.#lease.isHeld || this.#ended) return;
      const [due] = this.#queue.splice(at, 1) as [DueMail];
      this.#busy.add(due.account);
      try {
        await this.#sendOne(due.id);
      } finally {
        this.#busy.delete(due.account);
      }
    }
  }

  async #sendOne(id: string): Promise<void> {
    const { database, clock } = this.#context;
    // Read again: its account can have been erased since.
    const row = await findOpen(database, id);
    if (!row || row.dueAt > clock()) return;
    const attempt = await this.#attempt(row);
    if (!attempt) {
      await database.run(sql`delete from mail where id = ${id}`);
      return;
    }
    if (attempt.result === "sent") this.#sent += 1;
    else this.#failed += 1;
    await writeOutcome(database, row, attempt, clock(), this.#random);
    if (attempt.result === "broken") this.#pause(attempt.response);
    if (attempt.result !== "sent") return;
    this.#brokenSince = undefined;
    this.#connections.succeeded();
  }

  /** Undefined if there is no longer a reason for the mail. */
  async #attempt(row: Mail): Promise<Attempt | undefined> {
    const { database, log } = this.#context;
    // A confirmation shows whether a marked address takes mail again.
    if (row.kind !== "confirm_address") {
      const refusal = await refusals.find(database, emailKey(row.address));
      if (refusal)
        return { result: "refused", response: `Not sent, the address is marked: ${refusal.response}` };
    }
    try {
      const letter = await writeLetter(this.#context, this.#mail, row);
      return letter && (await this.#transport.send(letter));
    } catch (error) {
      log.error("cannot write a mail", { mail: row.id, kind: row.kind, ...errorFields(error) });
      return { result: "later", response: "The mail could not be written; the log has the cause." };
    }
  }

  /** Without the server each attempt would fail: the others wait without one. */
  #pause(response: string): void {
    const { clock, log } = this.#context;
    const now = clock();
    if (this.#brokenSince === undefined)
      log.warn("cannot send mail; it will be retried", { error: response });
    this.#brokenSince ??= now;
    this.#pausedUntil = now + failingPauseMs(this.#brokenSince, now, this.#random);
    this.#connections.failed();
    this.#queue = [];
  }

  #fault(error: unknown): void {
    if (!this.#faulty && !this.#ended)
      this.#context.log.warn("cannot send mail; it will be retried", errorFields(error));
    this.#faulty = true;
  }
}
