/** A bug to plant: `find` occurs once in the file and becomes `replace`; the named test must then fail. */
export interface Mutant {
  readonly bug: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** The test's file, and a pattern of the names of the tests to run. */
  readonly test: string;
  readonly named: string;
}

/** A flaw of a model, planted in the program and found by histories. */
export interface ModelFlaw extends Mutant {
  /** Its name in the model. */
  readonly flaw: string;
}

/** The sources with the bug. Throws if the place to edit does not occur exactly once. */
export function planted(source: string, { file, find, replace }: Mutant): string {
  const parts = source.split(find);
  if (parts.length !== 2) throw new Error(`${file} does not contain once: ${find}`);
  return parts.join(replace);
}
