import type { Queries } from "../database/database.ts";
import { type Held, readHeld } from "./held.ts";

/** Whether what charges, sends or gives waits, as this process last read it. */
export class HeldState {
  readonly #db: Queries;
  #held: Held | undefined;

  private constructor(db: Queries, held: Held | undefined) {
    this.#db = db;
    this.#held = held;
  }

  static async read(db: Queries): Promise<HeldState> {
    return new HeldState(db, await readHeld(db));
  }

  /** Undefined if nothing waits. */
  get current(): Held | undefined {
    return this.#held;
  }

  async refresh(): Promise<void> {
    this.#held = await readHeld(this.#db);
  }
}
