import { until } from "../until.ts";
import { Connection } from "./connection.ts";

/** The target of a caller, and its key. */
export interface Target {
  /** The port of the node to call; it may change between calls. */
  readonly port: () => number;
  readonly key: string;
  /** Names the subscription, for the comparison. */
  readonly subscription: string;
  /** The credits of a call that is answered with 200; default 1. */
  readonly price?: number;
  /** In place of the callers' own. */
  readonly path?: () => string;
  readonly expected?: readonly number[];
}

export interface CallersOptions {
  readonly targets: readonly Target[];
  /** Calls per second of all callers together. */
  readonly perSecond: number;
  /** A response that takes longer counts as a hang. */
  readonly hangMs: number;
  /** The share of calls for an unknown vehicle. */
  readonly missing?: number;
  /** The path of the next call; lookups of known and unknown vehicles if absent. */
  readonly path?: () => string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses that are no fault. */
  readonly expected?: readonly number[];
  /** The status of a proxy that cannot determine whether the service received the call. */
  readonly unknownStatus?: number;
}

/** The sent calls by request ID, with their status; 0 if it is unknown whether they were answered. */
export interface Sent {
  readonly status: number;
  readonly subscription: string;
  readonly price: number;
  /** Whether the status is no fault. */
  readonly expected: boolean;
  /** Its receipt, if it was requested and arrived. */
  readonly receipt?: string | undefined;
}

/** A response's status, arrival and duration, in milliseconds. */
export interface Answer {
  readonly at: number;
  readonly status: number;
  readonly took: number;
}

/** What a lookup of the callers may answer. */
export const lookupStatuses = [200, 402, 404, 503];
const found = "/vin-decoder/1HGCM82633A004352";
const unknown = "/vin-decoder/0000M82633A004352";
let runs = 0;

/** Callers that continue until stopped, and record all calls and their results. */
export class Callers {
  readonly sent = new Map<string, Sent>();
  readonly answers: Answer[] = [];
  hung = 0;
  /** Failed connection attempts. */
  refused = 0;
  readonly #options: CallersOptions;
  readonly #run = ++runs;
  #stopped = false;
  #ended: Promise<unknown> = Promise.resolve();
  #count = 0;
  #answered = 0;
  readonly #lastAt = new Map<number, number>();

  constructor(options: CallersOptions) {
    this.#options = options;
  }

  start(): void {
    this.#ended = Promise.all(this.#options.targets.map((target, index) => this.#call(target, index)));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#ended;
  }

  /** Waits until this many calls in all have been answered with 200 or 404, on a slow machine too. */
  async untilAnswered(calls: number): Promise<void> {
    await until(() => this.#answered >= calls, `${calls} answered calls`);
  }

  /** Waits until a call was answered with this status since a moment of the monotonic clock. */
  async untilSeen(status: number, since: number): Promise<void> {
    await until(() => (this.#lastAt.get(status) ?? 0) >= since, `a call answered with ${status}`);
  }

  /** IDs of calls with this status; 0 for those of unknown result. */
  idsOf(...statuses: readonly number[]): string[] {
    return [...this.sent].filter(([, { status }]) => statuses.includes(status)).map(([id]) => id);
  }

  async #call(target: Target, index: number): Promise<void> {
    const { port, key, subscription, price = 1 } = target;
    const { targets, perSecond, hangMs, missing = 0.2, headers: sentToo, unknownStatus } = this.#options;
    const either = () => (Math.random() < missing ? unknown : found);
    const path = target.path ?? this.#options.path ?? either;
    const expected = [0, ...(target.expected ?? this.#options.expected ?? lookupStatuses)];
    const everyMs = (targets.length * 1000) / perSecond;
    const connection = new Connection();
    // Callers start at different times.
    let due = performance.now() + (everyMs * index) / targets.length;
    while (!this.#stopped) {
      const pause = due - performance.now();
      if (pause > 0) await Bun.sleep(pause);
      due = Math.max(due + everyMs, performance.now() - everyMs);
      const id = `torture-${this.#run}-${this.#count++}`;
      const headers = { ...sentToo, "x-AuthKey": key, "x-request-id": id };
      const from = performance.now();
      const outcome = await connection.ask(port(), path(), headers, hangMs);
      if (outcome.kind === "refused") {
        this.refused += 1;
        due += 20;
        continue;
      }
      const known = outcome.kind === "answered" && outcome.status !== unknownStatus;
      const status = known ? outcome.status : 0;
      const receipt = known ? outcome.receipt : undefined;
      this.sent.set(id, { status, subscription, price, expected: expected.includes(status), receipt });
      if (status === 200 || status === 404) this.#answered += 1;
      if (outcome.kind === "hung") this.hung += 1;
      else if (status > 0) {
        const at = performance.now();
        this.#lastAt.set(status, at);
        this.answers.push({ at, status, took: at - from });
      }
    }
    connection.close();
  }
}
