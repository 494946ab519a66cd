import type { MappedLookup, VendorRequest } from "./vendor-mapping.ts";

/** A part of a request: texts, with the names of placeholders at odd places. */
export type Template = readonly string[];

/** A vendor's request, as a mapping describes it. */
export interface RequestTemplate {
  readonly path: readonly Template[];
  readonly query: readonly (readonly [name: string, value: Template])[];
  readonly headers: readonly (readonly [name: string, value: Template])[];
}

/** `{name}` in a text; the text between them is encoded already. */
export const templateOf = (text: string): Template => text.split(/\{([a-z_]*)\}/);

export const placeholdersOf = (template: Template): readonly string[] =>
  template.filter((_, index) => index % 2 === 1);

/** Fills a request. Undefined if a value would be another path there. */
export function filledRequest(
  { path, query, headers }: RequestTemplate,
  lookup: MappedLookup,
): VendorRequest | undefined {
  const values = valuesOf(lookup);
  const segments: string[] = [];
  for (const template of path) {
    const segment = filled(template, values);
    if (segment === undefined || segment === "" || segment === "." || segment === "..") return undefined;
    segments.push(segment);
  }
  const parameters: string[] = [];
  for (const [name, template] of query) {
    const value = filled(template, values);
    if (value !== undefined) parameters.push(`${name}=${value}`);
  }
  const sent: Record<string, string> = {};
  for (const [name, template] of headers) {
    const value = filled(template, values);
    if (value !== undefined) sent[name] = value;
  }
  const search = parameters.length === 0 ? "" : `?${parameters.join("&")}`;
  return { path: `/${segments.join("/")}${search}`, headers: sent };
}

export type Values = Readonly<Record<string, string | undefined>>;

/** What a request of a lookup can name; the VIN's year is absent if the caller gave none. */
export const valuesOf = ({ params, year }: MappedLookup): Values => ({
  ...params,
  ...(params.year === undefined && year !== undefined && { year }),
});

/** The text with its values encoded, so that none adds a segment, a parameter or a header; undefined if one is absent. */
function filled(template: Template, values: Values): string | undefined {
  let text = template[0]!;
  for (let at = 1; at < template.length; at += 2) {
    const value = values[template[at]!];
    // Half of a character outside of the first plane cannot be encoded.
    if (value === undefined || value === "" || !value.isWellFormed()) return undefined;
    text += encodeURIComponent(value) + template[at + 1]!;
  }
  return text;
}
