import { minuteMs } from "../../../base/durations.ts";
import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import type { CallLog } from "../../../metering/requests/call-log.ts";
import { dayAfter, dayBefore } from "./calendar.ts";
import { cutDay } from "./cut.ts";
import { beginEpoch } from "./epochs.ts";
import { makeLeaves } from "./leaves.ts";
import { openState, type ProofState } from "./proof-state.ts";
import type { SignedDays } from "./signed-days.ts";

interface ProvingOptions {
  readonly database: Database;
  readonly log: CallLog;
  /** Who claims the work. */
  readonly process: string;
  readonly clock: () => number;
  readonly signed: SignedDays;
}

/** The steps by which days are proved and signed. Each continues where an interruption ended it. */
export class Proving {
  readonly #options: ProvingOptions;

  constructor(options: ProvingOptions) {
    this.#options = options;
  }

  state(): Promise<ProofState> {
    return openState(this.#options.database, this.#options.clock());
  }

  /** Why a new epoch must begin; undefined if the database has all that was signed. */
  async whyEpoch({ epoch, restored }: ProofState): Promise<string | undefined> {
    if (restored !== null) return `restored from the backup ${restored}`;
    const lost = await this.#options.signed.lostDay(this.#options.database, epoch);
    return lost && `the database has lost the signed day ${lost}`;
  }

  /** Begins an epoch of all logs; resolves to its number. */
  async beginEpoch({ epoch: former, restored }: ProofState, reason: string): Promise<number> {
    const { database, process, clock, signed } = this.#options;
    // A database can go back twice, each time to another state of one epoch: no two logs have one number.
    const least = restored === null ? signed.lastEpoch() + 1 : Math.floor(clock() / minuteMs);
    const epoch = Math.max(former + 1, least);
    await beginEpoch(database, { process, now: clock, epoch, reason, restored });
    return epoch;
  }

  /** Cuts the day after the last one with leaves, if it is not cut. */
  async cut({ cutDay: cut, leafDay }: ProofState): Promise<void> {
    const { database, log, process, clock } = this.#options;
    const day = dayAfter(leafDay);
    if (cut < day) await cutDay(database, log, day, { process, now: clock });
  }

  /** Makes the leaves of the day that is cut, while `open` returns true. */
  makeLeaves({ leafDay }: ProofState, open: () => boolean): Promise<void> {
    const { database, log, process, clock } = this.#options;
    return makeLeaves(database, log, dayAfter(leafDay), { process, now: clock, open });
  }

  /**
   * Signs what can be signed; resolves to the last day that is, or before the first one to the day before it. Undefined
   * while a new epoch must begin: until then nothing is signed.
   */
  async signedDay(): Promise<string | undefined> {
    const { database, clock, signed } = this.#options;
    const state = await this.state();
    if ((await this.whyEpoch(state)) !== undefined) return undefined;
    const last = await signed.sign(database, state.epoch, clock());
    if (last !== undefined) return last;
    const first = await database.get<{ day: string | null }>(sql`select min(day) as day from proof_done`);
    return first?.day ? dayBefore(first.day) : state.leafDay;
  }
}
