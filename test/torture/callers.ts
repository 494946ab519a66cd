import { Connection } from "./connection.ts";

/** Whom a caller asks, and as whom. */
export interface Asked {
  /** The port of the node to be asked now; it may change from call to call. */
  readonly port: () => number;
  readonly key: string;
  /** Names the subscription, for the comparison. */
  readonly subscription: string;
}

export interface CallersOptions {
  readonly asked: readonly Asked[];
  /** Calls a second that all of them together aim at. */
  readonly perSecond: number;
  /** An answer that takes longer is a hang. */
  readonly hangMs: number;
  /** The part of calls for a vehicle that nobody knows. */
  readonly missing?: number;
}

/** What was sent, by request id: its status, 0 where it is not known whether it was answered. */
export interface Sent {
  readonly status: number;
  readonly subscription: string;
}

/** An answer's status, when it came, and how long it took. Milliseconds. */
export interface Answer {
  readonly at: number;
  readonly status: number;
  readonly took: number;
}

const found = "/vin-decoder/1HGCM82633A004352";
const unknown = "/vin-decoder/0000M82633A004352";
let runs = 0;

/** Callers that go on until they are told to stop, and remember all that they sent and what came of it. */
export class Callers {
  readonly sent = new Map<string, Sent>();
  readonly answers: Answer[] = [];
  hung = 0;
  /** Connections that could not be had. */
  refused = 0;
  readonly #options: CallersOptions;
  readonly #run = ++runs;
  #stopped = false;
  #ended: Promise<unknown> = Promise.resolve();
  #count = 0;

  constructor(options: CallersOptions) {
    this.#options = options;
  }

  start(): void {
    this.#ended = Promise.all(this.#options.asked.map((asked, index) => this.#call(asked, index)));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#ended;
  }

  /** Ids of calls that ended so; 0 for those of which nothing is known. */
  idsOf(...statuses: readonly number[]): string[] {
    return [...this.sent].filter(([, { status }]) => statuses.includes(status)).map(([id]) => id);
  }

  async #call({ port, key, subscription }: Asked, index: number): Promise<void> {
    const { asked, perSecond, hangMs, missing = 0.2 } = this.#options;
    const everyMs = (asked.length * 1000) / perSecond;
    const connection = new Connection();
    // Not all in one moment.
    let due = performance.now() + (everyMs * index) / asked.length;
    while (!this.#stopped) {
      const pause = due - performance.now();
      if (pause > 0) await Bun.sleep(pause);
      due = Math.max(due + everyMs, performance.now() - everyMs);
      const id = `torture-${this.#run}-${this.#count++}`;
      const headers = { "x-AuthKey": key, "x-request-id": id };
      const from = performance.now();
      const target = Math.random() < missing ? unknown : found;
      const outcome = await connection.ask(port(), target, headers, hangMs);
      if (outcome.kind === "refused") {
        this.refused += 1;
        due += 20;
        continue;
      }
      const status = outcome.kind === "answered" ? outcome.status : 0;
      this.sent.set(id, { status, subscription });
      if (outcome.kind === "hung") this.hung += 1;
      else if (status > 0)
        this.answers.push({ at: performance.now(), status, took: performance.now() - from });
    }
    connection.close();
  }
}
