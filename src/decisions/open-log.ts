import type { Queries } from "../database/database.ts";
import { CommitUnknown } from "../database/errors.ts";
import { sql } from "../database/sql.ts";
import type { LastAct } from "../database/transaction.ts";
import type { Content, Decided, Entry } from "./entries.ts";
import { LogContinued, type LogCopy } from "./log-copy.ts";
import { type LogFile, LogWriter, removeLog } from "./log-file.ts";

/** The decisions of an open transaction. */
export interface Deciding {
  readonly decisions: Decided[];
  /** Whether one is of a `free` kind. */
  hasFree: boolean;
}

interface Opening {
  readonly place: string;
  /** Whether its entries are copied. */
  readonly isCopied: boolean;
  /** All that it has. */
  readonly entries: readonly Entry[];
}

/** After a commit whose outcome is unknown, the server has decided by then. */
const unknownMs = 60_000;
const confirmMs = 100;

/** The log that a process appends to, and which of its entries are settled: committed, rolled back, or no decisions. */
export class OpenLog {
  readonly file: LogFile;
  readonly #place: string;
  readonly #isCopied: boolean;
  readonly #writer: LogWriter;
  /** Entries above `#through` that are settled; all up to it are. */
  readonly #settled = new Set<number>();
  readonly #heads = new Map<number, string>();
  readonly #unknown = new Map<number, number>();
  #through: number;
  /** Up to which entry the database has them summed up. */
  #folded: number;
  /** The committed entries after that. */
  #commits: number[] = [];
  /** The last entry with decisions up to there: later lines contain nothing that a database could lose. */
  #decided: number;
  /** The highest number that a line of the log confirms. */
  #confirmed: number;
  /** The last entry that the database is known to have. */
  #seen = 0;
  #registered = false;
  #timer: Timer | undefined;
  /** Entries that the copy has not. */
  #uncopied: Entry[];
  #knowsCopy = false;
  /** How many entries it had when it was opened. */
  readonly #openedAt: number;
  isBroken = false;
  /** Why it is broken. */
  fault: unknown;

  private constructor(file: LogFile, writer: LogWriter, { place, isCopied, entries }: Opening) {
    this.file = file;
    this.#place = place;
    this.#isCopied = isCopied;
    this.#openedAt = entries.length;
    this.#decided = entries.findLast(({ content }) => "decisions" in content)?.number ?? 0;
    this.#uncopied = isCopied ? [...entries] : [];
    this.#writer = writer;
    this.#through = writer.last.number;
    this.#folded = writer.last.number;
    this.#confirmed = writer.last.number;
    this.#heads.set(writer.last.number, writer.last.head);
  }

  /** Continues a log after its last entry. All its entries must be settled. */
  static open(file: LogFile, opening: Opening): OpenLog {
    return new OpenLog(file, LogWriter.open(file, opening.entries.at(-1)), opening);
  }

  /** Appends what is no decision: nothing has to be committed for it. */
  async note(content: Content): Promise<void> {
    const { number } = await this.#append(content);
    this.#settle(number);
  }

  /** The last act of a transaction that makes decisions; the list can still grow until then. */
  lastAct(at: number, deciding: Deciding, failed: (error: unknown) => Error): LastAct {
    let number: number | undefined;
    return {
      before: async (tx) => {
        const entry = await this.#append({ at, decisions: deciding.decisions }).catch((error) => {
          throw failed(error);
        });
        number = entry.number;
        if (!this.#registered) await this.register(tx);
        await tx.run(sql`insert into decision_seen (log_id, number) values (${this.file.id}, ${number})`);
      },
      after: (outcome) => {
        if (number === undefined) return;
        if (outcome === "unknown") this.#unknown.set(number, performance.now());
        else if (outcome === "rolled back") void this.#void(number);
        else {
          this.#committed(number);
          if (deciding.hasFree) return this.#confirmOne(number);
        }
      },
    };
  }

  /** Adds the log to the database. */
  async register(tx: Queries): Promise<void> {
    await tx.run(sql`
      insert into decision_log (log_id, place, file, through, head)
      values (${this.file.id}, ${this.#place}, ${this.file.file}, 0, '')
      on conflict (log_id) do update set place = excluded.place, file = excluded.file`);
  }

  /** Whether the database has lost a transaction of this log: any one, since a later one can have been committed after. */
  async isAhead(db: Queries): Promise<boolean> {
    // Before the statement: what is committed during it may be in neither.
    const [commits, decided, seen] = [[...this.#commits], this.#decided, this.#seen];
    const id = this.file.id;
    const row = await db.get<{ through: number; count: number }>(sql`
      select l.through, (select count(*) from decision_seen
        where log_id = ${id} and number > l.through and number <= ${seen}) as count
      from decision_log l where l.log_id = ${id}`);
    if (!row) return decided > 0 || commits.length > 0;
    return row.through < decided || row.count < commits.filter((number) => number > row.through).length;
  }

  /** Sums up in the database which entries it has, unless it has lost some. */
  async fold(db: Queries): Promise<void> {
    await this.#decideUnknown(db);
    const through = this.#through;
    const head = this.#heads.get(through);
    if (head === undefined || this.isBroken) return;
    const id = this.file.id;
    const isLater = (number: number) => number > through;
    const count = this.#commits.filter((number) => !isLater(number)).length;
    const folded = await db.run(sql`
      update decision_log set through = ${through}, head = ${head}
      where log_id = ${id} and through between ${this.#decided} and ${this.#folded} and (
        select count(*) from decision_seen
        where log_id = ${id} and number > ${this.#folded} and number <= ${through}) = ${count}`);
    if (folded === 0) return;
    this.#folded = through;
    this.#decided = Math.max(this.#decided, ...this.#commits.filter((number) => !isLater(number)));
    // More were committed during the statement.
    this.#commits = this.#commits.filter(isLater);
    await db.run(sql`delete from decision_seen where log_id = ${id} and number <= ${through}`);
    for (const number of this.#heads.keys()) if (number < through) this.#heads.delete(number);
  }

  /** Adds the latest entries to a copy; they are kept if that fails. */
  copyTo(copy: LogCopy): void {
    if (!this.#knowsCopy) {
      const has = copy.read(this.file.id).length;
      // The start has completed this log from it.
      if (has > this.#openedAt) throw new LogContinued(this.file.id);
      this.#uncopied = this.#uncopied.filter(({ number }) => number > has);
      this.#knowsCopy = true;
    }
    copy.add(this.file.id, this.#uncopied);
    this.#uncopied = [];
  }

  async close(): Promise<void> {
    await this.#confirm();
    clearTimeout(this.#timer);
    await this.#writer.close();
    // A disk that is full would get another file with each decision.
    if (this.isBroken && this.#writer.last.number === 0) removeLog(this.file);
    this.file.lock.release();
  }

  async #append(content: Content): Promise<Entry> {
    try {
      const entry = await this.#writer.append(content);
      this.#heads.set(entry.number, entry.head);
      if (this.#isCopied) this.#uncopied.push(entry);
      return entry;
    } catch (error) {
      this.isBroken = true;
      this.fault = error;
      throw error;
    }
  }

  #committed(number: number): void {
    this.#registered = true;
    this.#commits.push(number);
    this.#seen = Math.max(this.#seen, number);
    this.#settle(number);
    this.#timer ??= setTimeout(() => void this.#confirm(), confirmMs);
    this.#timer.unref();
  }

  /** Waits until the log confirms that an entry was committed: otherwise a kill would free what is shown next. */
  async #confirmOne(number: number): Promise<void> {
    await this.note({ committed: number }).catch((error) => {
      throw new CommitUnknown("the decision log cannot confirm what was committed", error);
    });
  }

  /** Without the line the entry would be repeated after a crash, which does no harm. */
  async #void(number: number): Promise<void> {
    await this.note({ void: number }).catch(() => undefined);
    this.#settle(number);
  }

  #settle(number: number): void {
    this.#settled.add(number);
    while (this.#settled.delete(this.#through + 1)) this.#through += 1;
  }

  async #confirm(): Promise<void> {
    this.#timer = undefined;
    if (this.#seen <= this.#confirmed || this.isBroken) return;
    const confirmed = Math.min(this.#through, this.#seen);
    if (confirmed <= this.#confirmed) return;
    this.#confirmed = confirmed;
    await this.note({ confirmed }).catch(() => undefined);
  }

  async #decideUnknown(db: Queries): Promise<void> {
    for (const [number, since] of [...this.#unknown]) {
      if (performance.now() - since < unknownMs) continue;
      const found = await db.get(sql`
        select number from decision_seen where log_id = ${this.file.id} and number = ${number}`);
      this.#unknown.delete(number);
      if (found) this.#committed(number);
      else await this.#void(number);
    }
  }
}
