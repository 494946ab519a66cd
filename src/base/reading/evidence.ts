/** A text as it would be stored, if it is written in this form; else undefined. */
export type Read<Form extends string = string> = (text: string, form: Form) => string | undefined;

/** A text that two forms read differently, with what each of them reads. */
export interface Split {
  readonly line: number;
  readonly text: string;
  readonly readings: ReadonlyMap<string, string>;
}

/** A text with its line. */
export interface Place {
  readonly line: number;
  readonly text: string;
}

/** The form of a column, or why it has none. `rows` shows two texts that no form reads both. */
export type Verdict<Form extends string = string> =
  | { readonly form: Form }
  | { readonly fault: "ambiguous"; readonly at: Split }
  | { readonly fault: "mixed"; readonly rows: readonly Place[] };

/**
 * Finds the forms in which every text of a column can be read. One cell does not show its form, the column does. It keeps
 * a few texts of a column of any length.
 */
export class Evidence<Form extends string = string> {
  readonly #forms: readonly Form[];
  readonly #read: Read<Form>;
  #open: readonly Form[];
  /** For each form the first text that it does not read. */
  readonly #against = new Map<Form, Place>();
  /** For two forms the first text that they read differently. */
  readonly #splits = new Map<string, Split>();

  constructor(forms: readonly Form[], read: Read<Form>) {
    [this.#forms, this.#open, this.#read] = [forms, forms, read];
  }

  /** The forms that read every text so far. */
  get open(): readonly Form[] {
    return this.#open;
  }

  /** False for a text that no form reads: its row is refused, and shows nothing of the column. */
  add(text: string, line: number): boolean {
    const readings = new Map<Form, string>();
    for (const form of this.#open) {
      const value = this.#read(text, form);
      if (value !== undefined) readings.set(form, value);
    }
    if (readings.size === 0 && this.#forms.every((form) => this.#read(text, form) === undefined))
      return false;
    if (readings.size < this.#open.length) {
      const place = { line, text };
      for (const form of this.#open) if (!readings.has(form)) this.#against.set(form, place);
      this.#open = [...readings.keys()];
    }
    if (new Set(readings.values()).size > 1) this.#split(readings, { line, text, readings });
    return true;
  }

  #split(readings: ReadonlyMap<Form, string>, at: Split): void {
    for (const [a, left] of readings)
      for (const [b, right] of readings)
        if (a < b && left !== right && !this.#splits.has(`${a}\n${b}`)) this.#splits.set(`${a}\n${b}`, at);
  }

  verdict(): Verdict<Form> {
    const [form] = this.#open;
    if (form === undefined) return { fault: "mixed", rows: [...new Set(this.#against.values())].slice(-2) };
    for (const [pair, at] of this.#splits)
      if (pair.split("\n").every((one) => this.#open.includes(one as Form)))
        return { fault: "ambiguous", at };
    return { form };
  }
}
