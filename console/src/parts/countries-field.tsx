import { useState } from "react";
import { countryName } from "../base/countries.ts";
import { t } from "../base/language/language.ts";
import { CountryField } from "./country-field.tsx";

interface CountriesFieldProps {
  readonly label: string;
  /** Codes of ISO 3166-1. */
  readonly value: readonly string[];
  readonly fault?: string | undefined;
  change(codes: readonly string[]): void;
}

/** Several countries: those that are chosen, each with a button that removes it, and a list that adds one. */
export function CountriesField({ label, value, fault, change }: CountriesFieldProps) {
  const [added, setAdded] = useState(0);
  const add = (code: string) => {
    if (code === "") return;
    if (!value.includes(code)) change([...value, code]);
    setAdded(added + 1);
  };
  return (
    <div className="stackform chosen">
      {value.length > 0 && (
        <ul className="chips" aria-label={label}>
          {value.map((code) => (
            <li className="chip" key={code}>
              <b dir="auto">{countryName(code)}</b>
              <button
                type="button"
                aria-label={t("Remove {name}", { name: countryName(code) })}
                onClick={() => change(value.filter((one) => one !== code))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {/* Empty again after each choice. */}
      <CountryField
        key={added}
        label={value.length === 0 ? label : t("Add a country")}
        required={value.length === 0}
        value=""
        fault={fault}
        change={add}
      />
    </div>
  );
}
