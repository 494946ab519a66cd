/** What waits, by owner: the owners take turns. */
export class FairQueue<T> {
  /** In the order of their turns. */
  readonly #owners = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  sizeOf(owner: string): number {
    return this.#owners.get(owner)?.length ?? 0;
  }

  add(owner: string, item: T): void {
    const items = this.#owners.get(owner);
    if (items) items.push(item);
    else this.#owners.set(owner, [item]);
    this.#size += 1;
  }

  /** Removes the first item of the owner whose turn it is. */
  next(): T | undefined {
    for (const [owner, items] of this.#owners) {
      this.#owners.delete(owner);
      const item = items.shift();
      if (items.length > 0) this.#owners.set(owner, items);
      this.#size -= 1;
      return item;
    }
    return undefined;
  }
}
