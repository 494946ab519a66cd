/** How much all users of something may take together, and how much each of them. */
export interface ShareBounds {
  readonly all: number;
  readonly each: number;
}

/** Something that many use at the same time, such as bytes of memory, of which each has a share. */
export class Shares {
  #taken = 0;
  readonly #takenBy = new Map<string, number>();

  /** What all have taken. */
  get taken(): number {
    return this.#taken;
  }

  takenBy(user: string): number {
    return this.#takenBy.get(user) ?? 0;
  }

  /** Takes an amount for a user. Returns which bound refuses it; undefined if it was taken. */
  take(user: string, amount: number, { all, each }: ShareBounds): keyof ShareBounds | undefined {
    const own = this.takenBy(user);
    if (own + amount > each) return "each";
    if (this.#taken + amount > all) return "all";
    this.#taken += amount;
    this.#takenBy.set(user, own + amount);
    return undefined;
  }

  /** Returns what a user has taken. */
  release(user: string, amount: number): void {
    const left = this.takenBy(user) - amount;
    this.#taken -= amount;
    if (left > 0) this.#takenBy.set(user, left);
    else this.#takenBy.delete(user);
  }
}
