/** The words of a name: `vpicGetWMIsForManufacturer` has five. */
export function wordsOf(name: string): string[] {
  return name.match(/[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|\d+/g) ?? [];
}

/** A name as Python's client has it. */
export const snakeCase = (name: string): string => wordsOf(name).join("_").toLowerCase();
