import { requireNamed, UsageError } from "../../cli/command.ts";
import type { Family } from "../../vehicles/families/family.ts";
import { lookupApis } from "../../vehicles/families/lookup-apis.ts";
import { namingForms, queryNames, stepForms } from "../../vehicles/lookups/forms.ts";

/** One operation as arguments: the values of its path in order, and the query as options. */
interface Form {
  readonly path: string;
  readonly params: readonly string[];
  readonly query: readonly string[];
}

/** A family as the command line names it. */
export interface NamedFamily {
  /** Its path without the first slash. */
  readonly name: string;
  readonly title: string;
  readonly forms: readonly Form[];
  /** What lists the next names: years, makes of a year, and so on. */
  readonly lists: readonly Form[];
}

const pathOf = (base: string, params: readonly string[]): string =>
  [base, ...params.map((name) => `{${name}}`)].join("/");

function namedFamily(family: Family): NamedFamily {
  const { base, title, namings, selector } = family;
  return {
    name: base.slice(1),
    title,
    forms: family.from
      ? namings.map((naming) => {
          const { params } = namingForms[naming];
          return { path: pathOf(base, params), params, query: queryNames(family, naming) };
        })
      : [],
    lists: (selector?.steps ?? []).map((step) => {
      const { params } = stepForms[step];
      return { path: pathOf(`${selector!.base}/${step}`, params), params, query: [] };
    }),
  };
}

/** Every family of lookups, in the order of the reference. */
export const namedFamilies: readonly NamedFamily[] = lookupApis.flatMap(({ families }) =>
  families.map(namedFamily),
);

const shown = (param: string): string =>
  param
    .replace("license_plate", "plate")
    .replace(/^license$/, "plate")
    .toUpperCase();

const argumentsOf = ({ params }: Form): string => params.map(shown).join(" ");

/** The lines of a help text: each family with its arguments. */
export function familiesHelp(): string {
  const width = Math.max(...namedFamilies.map(({ name }) => name.length)) + 2;
  return namedFamilies
    .filter(({ forms }) => forms.length > 0)
    .map(({ name, title, forms }) => {
      const rest = forms.map((form) => argumentsOf(form));
      return [
        `  ${name.padEnd(width)}${title}: ${rest[0]}`,
        ...rest.slice(1).map((text) => `  ${"".padEnd(width)}or ${text}`),
      ].join("\n");
    })
    .join("\n");
}

export const familyNamed = (name: string | undefined): NamedFamily =>
  requireNamed("family", name, namedFamilies);

/** The operation for so many values. */
export function formFor(
  { name, forms, lists }: NamedFamily,
  values: readonly string[],
  asList: boolean,
): Form {
  const possible = asList ? lists : forms;
  const form = possible.find(({ params }) => params.length === values.length);
  if (form) return form;
  if (possible.length === 0)
    throw new UsageError(
      asList ? `${name} has no lists of names` : `${name} has only lists of names: use --list`,
    );
  const texts = possible.map((one) => argumentsOf(one) || "nothing");
  throw new UsageError(
    `${name}${asList ? " --list" : ""} takes ${texts.join(", or ")}; quote a name that has spaces`,
  );
}
