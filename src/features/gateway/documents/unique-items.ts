import type { KeywordDefinition } from "ajv";

/**
 * `uniqueItems` in linear time: the validator's own compares each item with each other one, which takes seconds for some
 * kilobytes of objects.
 */
export const uniqueItems: KeywordDefinition = {
  keyword: "uniqueItems",
  type: "array",
  schemaType: "boolean",
  errors: true,
  compile: (isRequired: boolean) => {
    const check = Object.assign(
      (items: readonly unknown[]): boolean => {
        const twice = isRequired ? findTwice(items) : undefined;
        if (!twice) return true;
        const [j, i] = twice;
        const message = `must NOT have duplicate items (items ## ${j} and ${i} are identical)`;
        check.errors = [{ keyword: "uniqueItems", message, params: { i, j } }];
        return false;
      },
      { errors: [] as { keyword: string; message: string; params: object }[] },
    );
    return check;
  },
};

/** The place of an item that is equal to an earlier one, and the place of that. */
function findTwice(items: readonly unknown[]): [number, number] | undefined {
  const seen = new Map<string, number>();
  for (const [at, item] of items.entries()) {
    const text = canonical(item);
    const first = seen.get(text);
    if (first !== undefined) return [at, first];
    seen.set(text, at);
  }
  return undefined;
}

/** The same text for equal values of JSON: members in one order. */
function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`,
  );
  return `{${members.sort().join()}}`;
}
