import { uuidv7 } from "../base/ids.ts";
import type { Database, Queries } from "../database/database.ts";
import { underNodeLock } from "../database/migrate.ts";
import { list, sql } from "../database/sql.ts";
import { causesOf, continued, isLack, type LogRow, lacks, type ReadLog } from "./causes.ts";
import { Decisions, type Keeping } from "./decisions.ts";
import { type Content, type Entry, type Epoch, type Position, start } from "./entries.ts";
import { readEpoch, takeFormer, writeEpoch } from "./held.ts";
import { hold, lastMomentOf, noteRead } from "./holding.ts";
import type { DecisionKind } from "./kind.ts";
import { type Completed, completeLogs, type LogCopy } from "./log-copy.ts";
import { appendTo, createLog, type LogFile, logIds, placeOf, readLog, takeLog } from "./log-file.ts";
import { OpenLog } from "./open-log.ts";
import { replay } from "./replay.ts";
import type { EpochBeginning } from "./restoring.ts";
import { freeing, type Kinds, made, standingOf } from "./standing.ts";

export interface Beginning extends Keeping {
  readonly database: Database;
  readonly kinds: readonly DecisionKind[];
  /** Ends what no entry names, such as sessions. */
  epochBegins(tx: Queries, beginning: Omit<EpochBeginning, "config">): Promise<void>;
  /** Called last: ends what was held for a short gap if nothing is left to read or decide. */
  endWhenDecided(tx: Queries): Promise<unknown>;
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
  const completed = copy ? await complete(beginning, copy) : none;
  const files = logIds(folder).flatMap((id) => takeLog(folder, id) ?? []);
  let decisions: Decisions | undefined;
  try {
    const found = await underNodeLock(database, (tx) => new Start(beginning, tx, files, completed).run());
    // The database has all entries, and lacks them later only if it goes back.
    const logs = await Promise.all(found.logs.map((log) => (log.isConfirmed ? log : confirm(log))));
    const [own, ...others] = files.length > 0 ? files : [createLog(folder)];
    for (const { lock } of others) lock.release();
    const last = logs.find(({ file }) => file === own);
    const isCopied = copy !== undefined;
    const log = OpenLog.open(own!, { place: placeOf(folder), isCopied, entries: last?.entries ?? [] });
    const kept = new Decisions(beginning, found.epoch, log);
    decisions = kept;
    await database.transaction(async (tx) => {
      await log.register(tx);
      kept.attachTo(tx);
    });
    if (last?.epoch?.id !== found.epoch.id) await log.note({ epoch: found.epoch });
    return { decisions: kept, causes: found.causes, replayed: found.replayed };
  } catch (error) {
    await decisions?.close();
    for (const { lock } of files) lock.release();
    throw error;
  }
}

/** What the copy has of logs. */
interface FromCopy extends Completed {
  /** Logs of other folders, which another process may continue. */
  readonly others: ReadonlyMap<string, readonly Entry[]>;
}

const none: FromCopy = { fetched: new Set(), forked: new Map(), others: new Map() };

/** Without the copy's folder the service starts; the doctor reports it. */
async function complete({ database, folder }: Beginning, copy: LogCopy): Promise<FromCopy> {
  const rows = await database.all<Pick<LogRow, "log_id" | "place" | "through">>(
    sql`select log_id, place, through from decision_log`,
  );
  const place = placeOf(folder);
  const rowOf = (id: string) => rows.find(({ log_id }) => log_id === id);
  // An SQLite database has one data folder, and so all logs.
  const isOwn = (id: string) => database.dialect === "sqlite" || rowOf(id)?.place === place;
  try {
    const completed = completeLogs(folder, copy, isOwn);
    const here = new Set(logIds(folder));
    const elsewhere = copy.ids().filter((id) => !here.has(id) && !completed.forked.has(id));
    const behind = elsewhere.filter((id) => copy.lastPiece(id) > (rowOf(id)?.through ?? 0));
    return { ...completed, others: new Map(behind.map((id) => [id, copy.read(id)])) };
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
  readonly #fromCopy: FromCopy;

  constructor(beginning: Beginning, tx: Queries, files: readonly LogFile[], fromCopy: FromCopy) {
    this.#beginning = beginning;
    this.#tx = tx;
    this.#files = files;
    this.#fromCopy = fromCopy;
  }

  async run() {
    const { kinds } = this.#beginning;
    const stored = await readEpoch(this.#tx);
    const former = await takeFormer(this.#tx);
    await this.#renameForked();
    const rows = await this.#tx.all<LogRow>(sql`select * from decision_log`);
    const byName = new Map(kinds.map((kind) => [kind.name, kind]));
    const logs: ReadLog[] = [];
    for (const file of this.#files)
      logs.push(await this.#free({ file, ...(await this.#standing(file.id, readLog(file), rows)) }, byName));
    const lost = await this.#lostElsewhere(rows);
    const absent = this.#absent(rows);
    const callsLost = await this.#callsLost(logs);
    const { fetched, forked } = this.#fromCopy;
    const isLost = former === "lost" && fetched.size + lost.length === 0;
    const causes = [
      ...(isLost ? ["The database was restored from a backup, without the previous decision logs"] : []),
      ...(former === "without logs"
        ? ["The database was restored from a backup, and the previous installation had no decision logs"]
        : []),
      ...logs.flatMap((log) => causesOf(log, rows, stored, former !== undefined || fetched.has(log.file.id))),
      ...lost.map(({ id }) => lacks(id)),
      ...[...forked.keys()].map((id) => continued(id)),
      ...absent.map(({ log_id }) => `The decision log ${log_id} is missing`),
      ...(callsLost > 0 ? [`The database lacks ${callsLost} applied calls`] : []),
    ];
    const wentBack = causes.length > 0;
    const lacking = [...logs, ...lost].flatMap((log) => made(log, byName));
    const replayed = await replay(this.#tx, lacking, byName, this.#beginning);
    await this.#settle(logs, absent);
    for (const { id, entries } of lost) await this.#settleElsewhere(id, entries.at(-1)!);
    const epoch = wentBack || !stored ? nextEpoch(stored, logs, this.#beginning.clock()) : stored;
    if (epoch !== stored) await writeEpoch(this.#tx, epoch);
    const read = new Set([...logs.map(({ file }) => file.id), ...lost.map(({ id }) => id)]);
    if (wentBack) {
      const since = this.#beginning.clock();
      const first = lacking.reduce((least, { content }) => Math.min(least, content.at), since);
      await this.#beginning.epochBegins(this.#tx, {
        logsLost: isLost || former === "without logs",
        from: Math.min(await lastMomentOf(this.#tx), first),
        at: since,
      });
      const gone = new Set(absent.map(({ log_id }) => log_id));
      // Those that other processes have locked too: each reads its own when it starts again.
      const all = new Set([...rows.map(({ log_id }) => log_id), ...logIds(this.#beginning.folder)]);
      const unread = [...all].filter((id) => !read.has(id) && !gone.has(id));
      // Decisions that no log contains can be lost as well, so after a restore of any backup an operator must look.
      const endsItself = former === undefined && causes.every(isLack);
      const entries = [...logs, ...lost].flatMap((log) => log.entries);
      await hold(this.#tx, { epoch, since, causes, entries, unread, replayed, callsLost, endsItself });
    }
    await noteRead(this.#tx, read);
    await this.#beginning.endWhenDecided(this.#tx);
    return { logs, epoch, causes: wentBack ? causes : undefined, replayed: replayed.counts };
  }

  async #standing(id: string, entries: readonly Entry[], rows: readonly LogRow[]) {
    const row = rows.find(({ log_id }) => log_id === id);
    const seen = await this.#tx.all<{ number: number }>(
      sql`select number from decision_seen where log_id = ${id}`,
    );
    const known = {
      through: row?.through ?? 0,
      head: row?.head ?? "",
      seen: new Set(seen.map(({ number }) => number)),
    };
    return { entries, ...standingOf(entries, known) };
  }

  /** The logs of other folders, of which only the copy is here, and of which the database lacks transactions. */
  async #lostElsewhere(rows: readonly LogRow[]) {
    const found = [];
    for (const [id, entries] of this.#fromCopy.others) {
      const log = { id, ...(await this.#standing(id, entries, rows)) };
      if (log.state === "went back") found.push(log);
    }
    return found;
  }

  async #renameForked(): Promise<void> {
    for (const [id, next] of this.#fromCopy.forked) {
      await this.#tx.run(sql`update decision_log set log_id = ${next} where log_id = ${id}`);
      await this.#tx.run(sql`update decision_seen set log_id = ${next} where log_id = ${id}`);
    }
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

  /** Logs that the database lists and that should be in this folder. */
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

  /** A process that has the log can have continued it since. */
  async #settleElsewhere(id: string, { number, head }: Position): Promise<void> {
    await this.#tx.run(sql`
      insert into decision_log (log_id, place, file, through, head) values (${id}, '', '', ${number}, ${head})
      on conflict (log_id) do update set through = excluded.through, head = excluded.head`);
    await this.#tx.run(sql`delete from decision_seen where log_id = ${id} and number <= ${number}`);
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
}

function nextEpoch(stored: Epoch | undefined, logs: readonly ReadLog[], now: number): Epoch {
  const last = logs.reduce((most, { epoch }) => Math.max(most, epoch?.number ?? 0), stored?.number ?? 0);
  return { number: last + 1, id: uuidv7(now) };
}
