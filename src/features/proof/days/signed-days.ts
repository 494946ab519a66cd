import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { syncPath } from "../../../base/data-folder.ts";
import { hourMs } from "../../../base/durations.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";

/** A day whose leaves are complete. */
interface DoneDay {
  readonly day: string;
  readonly digest: string;
}

/** One line of the file: an epoch, a day and its digest. */
interface SignedDay extends DoneDay {
  readonly epoch: number;
}

/**
 * The days that this node has signed, in a file of its data folder. Whoever has a signed day keeps it permanently, so a
 * database that lacks or contradicts one has gone back.
 */
export class SignedDays {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, "proof.log");
  }

  /** Read each time: other processes of this node write it too. */
  #signedIn(epoch: number): SignedDay[] {
    return readDays(this.#path).filter((one) => one.epoch === epoch);
  }

  /** The greatest epoch of which a day was signed; 0 before the first. */
  lastEpoch(): number {
    return readDays(this.#path).reduce((last, { epoch }) => Math.max(last, epoch), 0);
  }

  /** The first day of an epoch that the database has lost, or has with other calls. */
  async lostDay(db: Queries, epoch: number): Promise<string | undefined> {
    const signed = this.#signedIn(epoch);
    if (signed.length === 0) return undefined;
    const done = await db.all<DoneDay>(
      sql`select day, digest from proof_done where day >= ${signed[0]!.day}`,
    );
    const digests = new Map(done.map(({ day, digest }) => [day, digest]));
    return signed.find(({ day, digest }) => digests.get(day) !== digest)?.day;
  }

  /** The last day of an epoch that can be signed; it and those before it are in the file when this resolves. */
  async sign(db: Queries, epoch: number, now: number): Promise<string | undefined> {
    const last = this.#signedIn(epoch).at(-1)?.day ?? "";
    // A promoted replica may lack the last commits of its primary. It has those of an hour ago.
    const madeBefore = (await isDurable(db)) ? now : now - hourMs;
    const done = await db.all<DoneDay>(sql`
      select day, digest from proof_done where day > ${last} and made_at <= ${madeBefore} order by day`);
    if (done.length > 0) this.#append(done.map((one) => ({ ...one, epoch })));
    return done.at(-1)?.day ?? (last || undefined);
  }

  #append(days: readonly SignedDay[]): void {
    const isNew = !existsSync(this.#path);
    const file = openSync(this.#path, "a", 0o600);
    try {
      writeSync(file, days.map(({ epoch, day, digest }) => `${epoch} ${day} ${digest}\n`).join(""));
      fsyncSync(file);
      if (isNew) syncPath(dirname(this.#path));
    } finally {
      closeSync(file);
    }
  }
}

/** SQLite's commits are on the disk; those of PostgreSQL are elsewhere too if a standby confirms them. */
async function isDurable(db: Queries): Promise<boolean> {
  if (db.dialect === "sqlite") return true;
  const row = await db.get<{ names: string; waits: string }>(sql`
    select current_setting('synchronous_standby_names') as names, current_setting('synchronous_commit') as waits`);
  return row!.names !== "" && (row!.waits === "on" || row!.waits === "remote_apply");
}

/** A line that was written partly is no signed day: nothing was given out before its line was synced. */
function readDays(path: string): SignedDay[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  return [...text.matchAll(/^(\d+) (\d{4}-\d\d-\d\d) (\S+)\n/gm)].map(([, epoch, day, digest]) => ({
    epoch: Number(epoch),
    day: day!,
    digest: digest!,
  }));
}
