import { uuidv7 } from "../base/ids.ts";
import type { Database, Queries } from "../database/database.ts";
import { underNodeLock } from "../database/migrate.ts";
import { list, sql } from "../database/sql.ts";
import { causesOf, type LogRow, type ReadLog } from "./causes.ts";
import { Decisions, type Keeping, placeOf } from "./decisions.ts";
import { type Content, type Epoch, start } from "./entries.ts";
import { endHeld, type Held, readEpoch, readHeld, takeFormer, writeEpoch, writeHeld } from "./held.ts";
import type { DecisionKind } from "./kind.ts";
import { completeLogs, type LogCopy } from "./log-copy.ts";
import { appendTo, createLog, type LogFile, logIds, readLog, takeLog } from "./log-file.ts";
import { OpenLog } from "./open-log.ts";
import { type Replayed, replay } from "./replay.ts";
import { freeing, type Kinds, made, standingOf } from "./standing.ts";

/** A gap up to this length, after a failover, ends by itself. */
const shortGapMs = 60_000;

export interface Beginning extends Keeping {
  readonly database: Database;
  readonly kinds: readonly DecisionKind[];
  /** Ends what no entry names, such as sessions. */
  epochBegins(tx: Queries): Promise<void>;
  open(sealed: string, context: string): string;
  /** The journals of this data folder: their calls are applied again. */
  readonly journals: ReadonlySet<string>;
}

/** What a start found. */
export interface Begun {
  readonly decisions: Decisions;
  /** Undefined unless a new epoch began. */
  readonly causes: readonly string[] | undefined;
  readonly replayed: Readonly<Record<string, number>>;
}

/**
 * Compares the logs of this folder with the database, makes again what the database lacks, and continues one of them.
 * If the database went back, a new epoch begins. Throws `OperatorError` if a log is damaged.
 */
export async function beginDecisions(beginning: Beginning): Promise<Begun> {
  const { database, folder, copy } = beginning;
  const fetched = copy ? await complete(beginning, copy) : none;
  const files = logIds(folder).flatMap((id) => takeLog(folder, id) ?? []);
  try {
    const found = await underNodeLock(database, (tx) => new Start(beginning, tx, files, fetched).run());
    // The database has all entries, and lacks them later only if it goes back.
    const logs = await Promise.all(found.logs.map((log) => (log.isConfirmed ? log : confirm(log))));
    const [own, ...others] = files.length > 0 ? files : [createLog(folder)];
    for (const { lock } of others) lock.release();
    const last = logs.find(({ file }) => file === own);
    const isCopied = copy !== undefined;
    const log = OpenLog.open(own!, { place: placeOf(folder), isCopied, entries: last?.entries ?? [] });
    const decisions = new Decisions(beginning, found.epoch, log);
    await database.transaction(async (tx) => {
      await log.register(tx);
      decisions.attachTo(tx);
    });
    if (last?.epoch?.id !== found.epoch.id) await log.note({ epoch: found.epoch });
    return { decisions, causes: found.causes, replayed: found.replayed };
  } catch (error) {
    for (const { lock } of files) lock.release();
    throw error;
  }
}

const none: ReadonlySet<string> = new Set();

/** The logs that came whole from the copy. Without the copy's folder the service starts; the doctor reports it. */
async function complete({ database, folder }: Beginning, copy: LogCopy): Promise<ReadonlySet<string>> {
  const rows = await database.all<{ log_id: string }>(
    sql`select log_id from decision_log where place = ${placeOf(folder)}`,
  );
  const own = new Set(rows.map(({ log_id }) => log_id));
  try {
    // An SQLite database has one data folder, and so all logs.
    return completeLogs(folder, copy, (id) => database.dialect === "sqlite" || own.has(id));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return none;
  }
}

async function extended(log: ReadLog, contents: readonly Content[]): Promise<ReadLog> {
  const added = await appendTo(log.file, log.entries.at(-1), contents);
  return { ...log, entries: [...log.entries, ...added] };
}

const confirm = (log: ReadLog) => extended(log, [{ confirmed: log.entries.at(-1)!.number }]);

class Start {
  readonly #beginning: Beginning;
  readonly #tx: Queries;
  readonly #files: readonly LogFile[];
  readonly #fetched: ReadonlySet<string>;

  constructor(beginning: Beginning, tx: Queries, files: readonly LogFile[], fetched: ReadonlySet<string>) {
    this.#beginning = beginning;
    this.#tx = tx;
    this.#files = files;
    this.#fetched = fetched;
  }

  async run() {
    const { kinds } = this.#beginning;
    const stored = await readEpoch(this.#tx);
    const former = await takeFormer(this.#tx);
    const rows = await this.#tx.all<LogRow>(sql`select * from decision_log`);
    const byName = new Map(kinds.map((kind) => [kind.name, kind]));
    const logs: ReadLog[] = [];
    for (const file of this.#files) logs.push(await this.#free(await this.#read(file, rows), byName));
    const absent = this.#absent(rows);
    const callsLost = await this.#callsLost(logs);
    const causes = [
      ...(former === "lost" && this.#fetched.size === 0
        ? ["The database was restored from a backup, without the previous decision logs"]
        : []),
      ...(former === "without logs"
        ? ["The database was restored from a backup, and the previous installation had no decision logs"]
        : []),
      ...logs.flatMap((log) =>
        causesOf(log, rows, stored, former !== undefined || this.#fetched.has(log.file.id)),
      ),
      ...absent.map(({ log_id }) => `The decision log ${log_id} is missing`),
      ...(callsLost > 0 ? [`The database lacks ${callsLost} applied calls`] : []),
    ];
    const wentBack = causes.length > 0;
    const lacking = logs.flatMap((log) => made(log, byName));
    const replayed = await replay(this.#tx, lacking, byName, this.#beginning);
    await this.#settle(logs, absent);
    const epoch = wentBack || !stored ? nextEpoch(stored, logs, this.#beginning.clock()) : stored;
    if (epoch !== stored) await writeEpoch(this.#tx, epoch);
    const others = rows.filter((row) => !absent.includes(row));
    if (wentBack)
      await this.#hold({
        epoch,
        causes,
        logs,
        rows: others,
        replayed,
        callsLost,
        isRestored: former !== undefined,
      });
    else await this.#endHeld();
    return { logs, epoch, causes: wentBack ? causes : undefined, replayed: replayed.counts };
  }

  async #read(file: LogFile, rows: readonly LogRow[]): Promise<ReadLog> {
    const entries = readLog(file);
    const row = rows.find(({ log_id }) => log_id === file.id);
    const seen = await this.#tx.all<{ number: number }>(
      sql`select number from decision_seen where log_id = ${file.id}`,
    );
    const known = {
      through: row?.through ?? 0,
      head: row?.head ?? "",
      seen: new Set(seen.map(({ number }) => number)),
    };
    return { file, entries, ...standingOf(entries, known) };
  }

  /** Frees the numbers of entries that a killed process has left, unless a server commits their transactions now. */
  async #free(log: ReadLog, kinds: Kinds): Promise<ReadLog> {
    const committed = new Set<number>();
    for (const { number } of freeing(log, kinds)) {
      // Waits for a commit that is under way, whose row it then finds.
      const isFree = await this.#tx.run(sql`
        insert into decision_seen (log_id, number) values (${log.file.id}, ${number}) on conflict do nothing`);
      if (isFree === 0) committed.add(number);
    }
    const known = { ...log, lacking: log.lacking.filter(({ number }) => !committed.has(number)) };
    const freed = freeing(known, kinds).map(({ number }) => ({ freed: number }));
    return freed.length > 0 ? await extended(known, freed) : known;
  }

  /** Logs that the database knows and that should be in this folder. */
  #absent(rows: readonly LogRow[]): LogRow[] {
    const here = new Set(logIds(this.#beginning.folder));
    const place = placeOf(this.#beginning.folder);
    const isOwn = (row: LogRow) => this.#tx.dialect === "sqlite" || row.place === place;
    return rows.filter((row) => isOwn(row) && !here.has(row.log_id));
  }

  async #callsLost(logs: readonly ReadLog[]): Promise<number> {
    const applied = new Map<string, number>();
    for (const log of logs)
      for (const [id, seq] of log.applied)
        if (!this.#beginning.journals.has(id)) applied.set(id, Math.max(seq, applied.get(id) ?? 0));
    if (applied.size === 0) return 0;
    const rows = await this.#tx.all<{ journal_id: string; applied_seq: number }>(sql`
      select journal_id, applied_seq from journal where journal_id in (${list([...applied.keys()])})`);
    const known = new Map(rows.map(({ journal_id, applied_seq }) => [journal_id, applied_seq]));
    return [...applied].reduce((sum, [id, seq]) => sum + Math.max(0, seq - (known.get(id) ?? 0)), 0);
  }

  /** From here on the database has all entries of the logs. */
  async #settle(logs: readonly ReadLog[], absent: readonly LogRow[]): Promise<void> {
    const place = placeOf(this.#beginning.folder);
    for (const { file, entries } of logs) {
      const { number, head } = entries.at(-1) ?? start;
      await this.#tx.run(sql`
        insert into decision_log (log_id, place, file, through, head)
        values (${file.id}, ${place}, ${file.file}, ${number}, ${head})
        on conflict (log_id) do update set place = excluded.place, file = excluded.file, through = excluded.through,
          head = excluded.head`);
    }
    const gone = [...logs.map(({ file }) => file.id), ...absent.map(({ log_id }) => log_id)];
    if (gone.length > 0) await this.#tx.run(sql`delete from decision_seen where log_id in (${list(gone)})`);
    if (absent.length > 0)
      await this.#tx.run(
        sql`delete from decision_log where log_id in (${list(absent.map(({ log_id }) => log_id))})`,
      );
  }

  async #hold(found: {
    epoch: Epoch;
    causes: readonly string[];
    logs: readonly ReadLog[];
    rows: readonly LogRow[];
    replayed: Replayed;
    callsLost: number;
    isRestored: boolean;
  }): Promise<void> {
    const { epoch, causes, logs, rows, replayed, callsLost, isRestored } = found;
    await this.#beginning.epochBegins(this.#tx);
    const read = new Set(logIds(this.#beginning.folder));
    const gap = await this.#gap(logs);
    // What a log does not say can be lost as well: after a restore of any backup an operator looks.
    const isShort = !isRestored && gap !== null && gap.to - gap.from <= shortGapMs;
    const before = await readHeld(this.#tx);
    const held: Held = {
      epoch: epoch.number,
      since: this.#beginning.clock(),
      causes: [...(before?.causes ?? []), ...causes],
      gap,
      replayed: added(before?.replayed, replayed.counts),
      unknown: added(before?.unknown, replayed.unknown),
      callsLost: (before?.callsLost ?? 0) + callsLost,
      unread: rows.map(({ log_id }) => log_id).filter((id) => !read.has(id)),
      endsItself: isShort && (before?.endsItself ?? true) && logs.some(({ state }) => state === "went back"),
    };
    await writeHeld(this.#tx, held);
    await this.#endHeld();
  }

  /** A short gap ends by itself once all logs were read, this folder's too. */
  async #endHeld(): Promise<void> {
    const held = await readHeld(this.#tx);
    if (!held) return;
    const read = new Set(logIds(this.#beginning.folder));
    const unread = held.unread.filter((id) => !read.has(id));
    if (held.endsItself && unread.length === 0) await endHeld(this.#tx);
    else if (unread.length < held.unread.length) await writeHeld(this.#tx, { ...held, unread });
  }

  async #gap(logs: readonly ReadLog[]): Promise<Held["gap"]> {
    const times = logs.flatMap(({ entries }) =>
      entries.flatMap(({ content }) => ("at" in content ? content.at : [])),
    );
    if (times.length === 0) return null;
    const row = await this.#tx.get<{ clear: number | null; audited: number | null }>(sql`
      select (select max(clear_at) from journal) as clear, (select max(at) from audit_log) as audited`);
    const to = times.reduce((most, at) => Math.max(most, at));
    return { from: Math.min(to, Math.max(row?.clear ?? 0, row?.audited ?? 0)), to };
  }
}

function nextEpoch(stored: Epoch | undefined, logs: readonly ReadLog[], now: number): Epoch {
  const last = logs.reduce((most, { epoch }) => Math.max(most, epoch?.number ?? 0), stored?.number ?? 0);
  return { number: last + 1, id: uuidv7(now) };
}

function added(before: Readonly<Record<string, number>> = {}, more: Readonly<Record<string, number>>) {
  const sums = { ...before };
  for (const [name, count] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}
