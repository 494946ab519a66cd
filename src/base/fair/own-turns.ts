/** Work of many owners, each of which does a few things at a time. The rest of an owner's waits in its own line. */
export class OwnTurns {
  readonly #atOnce: number;
  readonly #lines = new Map<string, { free: number; readonly waiting: (() => void)[] }>();

  /** `atOnce`: what one owner does at a time. */
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    let line = this.#lines.get(owner);
    if (!line) {
      line = { free: this.#atOnce, waiting: [] };
      this.#lines.set(owner, line);
    }
    const { waiting } = line;
    if (line.free > 0) line.free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else {
        line.free += 1;
        if (line.free === this.#atOnce) this.#lines.delete(owner);
      }
    }
  }
}
