import { ApiError, ConnectionError, Vingate } from "../../../sdk/typescript/src/index.ts";
import { addCustomers, type Customer } from "../customers.ts";
import type { Cluster } from "./cluster.ts";

const vin = "1HGCM82633A004352";
const clientsMax = 6;
/** The share of answers that are lost on their way to the client, beside those that faults take. */
const lostShare = 0.1;
const pauseMs = 20;
const timeoutMs = 5000;

/** What a client has called, each call once, however often it was sent. */
interface Counts {
  answered: number;
  /** It gave up on a call that may have been charged. */
  unknown: number;
  refused: number;
  lost: number;
}

/** Our client in TypeScript, which repeats calls whose answers were lost: each may be charged once. */
export class RepeatingClients {
  readonly #service: Cluster["service"];
  readonly #customers: readonly Customer[];
  readonly #counts: readonly Counts[];
  readonly #calling: Promise<unknown>;
  #stopping = false;

  private constructor(cluster: Cluster, customers: readonly Customer[]) {
    this.#service = cluster.service;
    this.#customers = customers;
    this.#counts = customers.map(() => ({ answered: 0, unknown: 0, refused: 0, lost: 0 }));
    const port = () => cluster.haproxy.httpPort;
    this.#calling = Promise.all(customers.map(({ key }, at) => this.#call(port, key, this.#counts[at]!)));
  }

  static async start(cluster: Cluster): Promise<RepeatingClients> {
    return new RepeatingClients(cluster, await addCustomers(cluster.service, 10_000_000, clientsMax));
  }

  async #call(port: () => number, key: string, counts: Counts): Promise<void> {
    const losing = async (...request: Parameters<typeof fetch>) => {
      const answer = await fetch(...request);
      if (Math.random() > lostShare) return answer;
      counts.lost += 1;
      await answer.body?.cancel();
      throw new TypeError("the answer was lost");
    };
    while (!this.#stopping) {
      const client = new Vingate({
        url: `http://127.0.0.1:${port()}`,
        key,
        timeoutMs,
        fetch: losing as typeof fetch,
      });
      try {
        await client.decodeVin(vin);
        counts.answered += 1;
      } catch (error) {
        if (error instanceof ApiError) counts.refused += 1;
        else if (error instanceof ConnectionError) counts.unknown += 1;
        else throw error;
      }
      await Bun.sleep(pauseMs);
    }
  }

  /** Ends the calls, those under way included. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#calling;
  }

  get figures(): Record<string, number> {
    const sum = (name: keyof Counts) => this.#counts.reduce((all, counts) => all + counts[name], 0);
    return {
      "client: calls answered": sum("answered"),
      "client: answers lost on their way": sum("lost"),
      "client: calls that it gave up": sum("unknown"),
      "client: calls refused": sum("refused"),
    };
  }

  /** What was not charged once. To be called when all calls are applied. */
  async broken(): Promise<string[]> {
    const faults: string[] = [];
    for (const [at, { subscription }] of this.#customers.entries()) {
      const { answered, unknown } = this.#counts[at]!;
      const { credits } = await this.#service.operate<{ credits: { used: number } }>(
        "GET",
        `/subscriptions/${subscription}`,
      );
      if (credits.used < answered || credits.used > answered + unknown)
        faults.push(
          `${subscription}: ${credits.used} calls charged, ${answered} answered and ${unknown} given up`,
        );
    }
    return faults;
  }
}
