import type { Timing } from "../../../src/base/timing.ts";
import { acquireCredits } from "../../../src/metering/credits/acquire.ts";
import { LeasedCredits, type WaitEnd } from "../../../src/metering/credits/leases/leased-credits.ts";
import { releaseCredits } from "../../../src/metering/credits/release.ts";
import { OwnedJournals } from "../../../src/metering/sharing/owned-journals.ts";
import type { CallRecord } from "../../../src/metering/usage/usage.ts";
import { type Interrupted, repeat } from "../../metering/interruptible-database.ts";

/** A clock that moves by a millisecond when it is read, and timers that never end. */
export function countingTiming(): Timing {
  let now = 1000;
  const read = () => {
    now += 1;
    return now;
  };
  return {
    wall: read,
    monotonic: read,
    after: () => () => undefined,
    soon: (work) => void setImmediate(work),
  };
}

/** A lease operation that is on its way. */
interface Wire {
  readonly kind: "acquire" | "release";
  readonly op: number;
  readonly amount: number;
  readonly free: number;
}

type Acquired = Exclude<Awaited<ReturnType<typeof acquireCredits>>, "fenced">[number];
type Released = Exclude<Awaited<ReturnType<typeof releaseCredits>>, "fenced">[number];

/** The credits of one subscription in a journal: the program's own memory of them, and what is on its way. */
export class RealLease {
  readonly memory: LeasedCredits;
  wire: Wire | undefined;
  acquired: Acquired | undefined;
  released: Released | undefined;
  /** How the last call ended that waited. */
  end: WaitEnd | undefined;

  constructor(subscriptionId: string, timing: Timing) {
    this.memory = new LeasedCredits(subscriptionId, timing);
  }
}

/** A journal and the memory of its process. */
export class RealJournal {
  readonly id: string;
  readonly records: CallRecord[] = [];
  readonly leases: readonly RealLease[];
  readonly owned: OwnedJournals;
  readonly unpaid = new Set<string>();
  readonly #timing: Timing;

  constructor(db: Interrupted, id: string, subscriptionIds: readonly string[], timing: Timing) {
    this.id = id;
    this.owned = new OwnedJournals(db);
    this.leases = subscriptionIds.map((each) => new RealLease(each, timing));
    this.#timing = timing;
  }

  arrive(lease: RealLease, cost: number): void {
    lease.end = undefined;
    const late = () => {
      throw new Error("no time passes here");
    };
    void lease.memory.waiting.add(1000, late, { cost }).then((end) => {
      lease.end = end;
    });
  }

  sendAcquisition(lease: RealLease, amount: number): void {
    const { memory } = lease;
    memory.op += 1;
    memory.pending = true;
    lease.wire = { kind: "acquire", op: memory.op, amount, free: memory.free };
  }

  sendRelease(lease: RealLease): void {
    const { op, amount } = lease.memory.release();
    lease.wire = { kind: "release", op, amount, free: 0 };
  }

  /** Resolves to `fenced`, or to the credits that an acquisition got; 0 for a release. */
  async deliver(lease: RealLease): Promise<number | "fenced"> {
    const { kind, op, amount, free } = lease.wire!;
    const { subscriptionId } = lease.memory;
    if (kind === "acquire") {
      const requests = [{ subscriptionId, op, need: amount, amount, free }];
      const got = await repeat(() => acquireCredits(this.owned, this.id, { requests, share: 1 }));
      if (got === "fenced") return got;
      lease.acquired = got[0]!;
      return lease.acquired.amount;
    }
    const got = await repeat(() => releaseCredits(this.owned, this.id, [{ subscriptionId, op, amount }]));
    if (got === "fenced") return got;
    lease.released = got[0]!;
    return 0;
  }

  receive(lease: RealLease): void {
    if (lease.wire!.kind === "acquire") lease.memory.update(lease.acquired!, this.#timing.monotonic());
    else lease.memory.released(lease.released!);
  }

  /** A waiting call requests what it lacks, and is refused if the answer allows that. Resolves to how it ended. */
  async requestMore(lease: RealLease): Promise<WaitEnd | undefined> {
    const { memory } = lease;
    this.sendAcquisition(lease, memory.need);
    if ((await this.deliver(lease)) === "fenced") throw new Error(`${this.id} is fenced`);
    this.receive(lease);
    memory.refuseUnaffordable(this.#timing.monotonic());
    await new Promise<void>((resolve) => setImmediate(resolve));
    return memory.waiting.length > 0 ? undefined : lease.end;
  }
}
