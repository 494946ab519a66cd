import type { Part } from "../routed.ts";

/**
 * Calls of one request. None is settled before all have their answers: their records are one write, and the response
 * leaves right after it, so that hardly any call is charged whose answer is lost with its process. Only a call that
 * waits for credits is not waited for.
 */
export class Together {
  #working: number;
  #arrived: (() => void)[] = [];

  constructor(count: number) {
    this.#working = count;
  }

  /** Runs one of the calls. */
  async run<T>(work: (part: Part) => Promise<T>): Promise<T> {
    let works = true;
    const part: Part = {
      arrive: async () => {
        if (!works) return;
        works = false;
        const settled = new Promise<void>((resolve) => this.#arrived.push(resolve));
        this.#rest();
        await settled;
      },
      waiting: async (awaited) => {
        this.#rest();
        try {
          return await awaited;
        } finally {
          this.#working += 1;
        }
      },
    };
    try {
      return await work(part);
    } finally {
      if (works) this.#rest();
    }
  }

  #rest(): void {
    this.#working -= 1;
    // Calls that got their credits together all work again by then.
    if (this.#working === 0) setImmediate(() => this.#release());
  }

  #release(): void {
    if (this.#working > 0) return;
    const arrived = this.#arrived;
    this.#arrived = [];
    for (const settle of arrived) settle();
  }
}
