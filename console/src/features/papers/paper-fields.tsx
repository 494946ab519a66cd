import type { ComponentProps } from "react";
import { CountryField } from "../../parts/country-field.tsx";
import { type Declared, textField } from "../../parts/fields.tsx";
import { linesOf } from "./paper-words.ts";

type LinesSpec = Omit<Parameters<typeof textField>[0], "initial"> & {
  readonly initial: readonly string[] | null | undefined;
};

/** An address, one line each. */
export const linesField = ({ initial, ...spec }: LinesSpec): Declared<string, string[]> => ({
  ...textField({ ...spec, initial: initial?.join("\n"), rows: 2 }),
  read: linesOf,
});

interface CountrySpec extends Pick<ComponentProps<typeof CountryField>, "label"> {
  readonly initial: string | null | undefined;
}

export const countryField = ({ label, initial }: CountrySpec): Declared<string> => ({
  initial: initial ?? "",
  read: (code) => code,
  draw: ({ value, fault, change }) => (
    <CountryField label={label} required value={value} fault={fault} change={change} />
  ),
});
