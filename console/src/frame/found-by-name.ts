/** A page that a text leads to. */
export interface Found {
  /** What it is: a page, a user, a call. */
  readonly kind: string;
  readonly label: string;
  readonly detail?: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** Whether a word of the name, and what follows it, begins with the text. */
export const isNamed = (name: string, text: string) =>
  ` ${name}`.toLowerCase().includes(` ${text.toLowerCase()}`);
