/** The media range of a list that a Content-Type belongs to, the narrowest first. */
export function rangeFor<T extends { readonly range: string }>(
  types: readonly T[],
  contentType: string | null,
): T | undefined {
  const type = (contentType ?? "").split(";")[0]!.trim().toLowerCase();
  const wanted = [type, `${type.split("/")[0]}/*`, "*/*", "*"];
  return wanted.flatMap((range) => types.find((one) => one.range === range) ?? [])[0];
}
