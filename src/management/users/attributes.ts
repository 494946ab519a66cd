/** The largest `attributes` of a user, as JSON. */
export const attributesBytesMax = 16_384;
/** Depth of nested objects and lists; `attributes` itself is the first. */
export const attributesDepthMax = 5;

/** What is wrong with attributes, for the caller; undefined if they are valid. */
export function attributesFault(attributes: unknown): string | undefined {
  if (nestsDeeper(attributes, attributesDepthMax))
    return `attributes may be nested ${attributesDepthMax} levels deep, including themselves`;
  const bytes = Buffer.byteLength(JSON.stringify(attributes));
  if (bytes > attributesBytesMax)
    return `attributes may have ${attributesBytesMax} bytes as JSON; these have ${bytes}`;
  return undefined;
}

function nestsDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((member) => nestsDeeper(member, depth - 1));
}
