/** Words of a text whose beginnings are compared. */
const wordsMost = 60;
const length = 11;

/** Finds references that differ from a part of a text by one character, or by two that changed places. */
export class NearReferences {
  readonly #exact: ReadonlySet<string>;
  /** By a reference with one character replaced or left out, the references. */
  readonly #changed = new Map<string, Set<string>>();

  constructor(references: Iterable<string>) {
    this.#exact = new Set(references);
    for (const reference of this.#exact)
      for (let at = 0; at < reference.length; at += 1)
        for (const key of [replacedAt(reference, at), without(reference, at)]) {
          const of = this.#changed.get(key) ?? new Set();
          this.#changed.set(key, of.add(reference));
        }
  }

  /** Those near to a part that begins with a word of the text; not those that are in it exactly. */
  in(text: string): ReadonlySet<string> {
    const found = new Set<string>();
    if (this.#exact.size === 0) return found;
    const words = text.toUpperCase().match(/[A-Z0-9]+/g) ?? [];
    for (let first = 0; first < Math.min(words.length, wordsMost); first += 1) {
      const rest = words.slice(first, first + length + 1).join("");
      this.#near(rest, found);
    }
    return found;
  }

  #near(text: string, found: Set<string>): void {
    const same = text.slice(0, length);
    if (same.length < length - 1 || this.#exact.has(same)) return;
    for (let at = 0; at < same.length; at += 1) {
      this.#add(this.#changed.get(replacedAt(same, at)), found);
      this.#addExact(swappedAt(same, at), found);
    }
    this.#add(this.#changed.get(text.slice(0, length - 1)), found);
    const longer = text.slice(0, length + 1);
    for (let at = 0; at < longer.length; at += 1) this.#addExact(without(longer, at), found);
  }

  #add(references: Iterable<string> | undefined, found: Set<string>): void {
    for (const reference of references ?? []) found.add(reference);
  }

  #addExact(reference: string, found: Set<string>): void {
    if (this.#exact.has(reference)) found.add(reference);
  }
}

const replacedAt = (text: string, at: number) => `${text.slice(0, at)}_${text.slice(at + 1)}`;
const without = (text: string, at: number) => text.slice(0, at) + text.slice(at + 1);
const swappedAt = (text: string, at: number) =>
  text.slice(0, at) + text.slice(at + 1, at + 2) + text.slice(at, at + 1) + text.slice(at + 2);
