import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { rateFault, type Typed, typedOf, typedRate } from "../../base/typed-numbers.ts";
import { Button } from "../../parts/button.tsx";
import { CountriesField } from "../../parts/countries-field.tsx";
import { Field, Select } from "../../parts/field.tsx";
import { RateField } from "../../parts/number-field.tsx";
import { useChange } from "../../parts/use-change.ts";
import { Fault, useForm } from "../../parts/use-form.tsx";
import type { Tax, Taxes } from "./paper-queries.ts";
import { categoryOptions } from "./paper-words.ts";

interface TaxRow {
  readonly key: number;
  readonly countries: readonly string[];
  readonly buyers: string;
  readonly rate: Typed;
  readonly category: string;
  readonly reason: string;
}

const buyers = [
  ["", t("All buyers")],
  ["true", t("With a VAT ID")],
  ["false", t("Without a VAT ID")],
] as const;

let keys = 0;
const rowOf = (tax?: Tax, countries: readonly string[] = [], withTaxId: boolean | null = null): TaxRow => ({
  key: ++keys,
  countries,
  buyers: withTaxId === null ? "" : String(withTaxId),
  rate: typedOf(tax?.rate),
  category: tax?.category ?? "S",
  reason: tax?.reason ?? "",
});

const taxOf = ({ rate, category, reason }: TaxRow): Tax => ({
  rate: typedRate(rate) ?? 0,
  category: category as Tax["category"],
  reason,
});

/** Rules of tax, in the order in which they are tried; null before they are entered. */
export function TaxesForm({ before }: { before: Taxes | null }) {
  const save = useChange(["papers"]);
  const [rows, setRows] = useState<readonly TaxRow[]>(() =>
    (before?.rules ?? []).map(({ countries, with_tax_id, tax }) =>
      rowOf(tax, countries, with_tax_id ?? null),
    ),
  );
  const [otherwise, setOtherwise] = useState(() => rowOf(before?.otherwise));
  const isFaulty = [...rows, otherwise].some(({ rate }) => rateFault(rate));
  const { problem, working, submit } = useForm(async () => {
    if (isFaulty) return;
    const rules = rows.map((row) => ({
      countries: [...row.countries],
      with_tax_id: row.buyers === "" ? null : row.buyers === "true",
      tax: taxOf(row),
    }));
    const body = { rules, otherwise: taxOf(otherwise) };
    await save(dataOf(api.PUT("/papers/taxes", { body })), t("Taxes saved"));
  });
  const change = (changed: TaxRow) => setRows(rows.map((row) => (row.key === changed.key ? changed : row)));
  return (
    <form className="stackform" onSubmit={submit}>
      {rows.map((row, index) => (
        <TaxFields
          key={row.key}
          row={row}
          legend={t("Rule {index}", { index: index + 1 })}
          change={change}
          after={
            <p>
              <Button onPress={() => setRows(rows.filter(({ key }) => key !== row.key))}>
                {t("Remove rule {index}", { index: index + 1 })}
              </Button>
            </p>
          }
        >
          <CountriesField
            label={t("Countries")}
            value={row.countries}
            change={(countries) => change({ ...row, countries })}
          />
          <Select
            label={t("Buyers")}
            options={buyers}
            value={row.buyers}
            change={(value) => change({ ...row, buyers: value })}
          />
        </TaxFields>
      ))}
      <TaxFields row={otherwise} legend={t("All other buyers")} change={setOtherwise} />
      <Fault message={problem?.message} />
      <p className="actions">
        <Button permission="papers.change" type="submit" aria-disabled={working || undefined}>
          {working ? t("Saving") : t("Save taxes")}
        </Button>
        <Button permission="papers.change" onPress={() => setRows([...rows, rowOf()])}>
          {t("Add rule")}
        </Button>
      </p>
    </form>
  );
}

interface TaxFieldsProps {
  readonly row: TaxRow;
  readonly legend: string;
  readonly children?: React.ReactNode;
  readonly after?: React.ReactNode;
  change(row: TaxRow): void;
}

function TaxFields({ row, legend, children, after, change }: TaxFieldsProps) {
  return (
    <fieldset className="stackform tax-rule">
      <legend>{legend}</legend>
      {children}
      <RateField
        label={t("Rate (%)")}
        required
        value={row.rate}
        change={(rate) => change({ ...row, rate })}
      />
      <Select
        label={t("Category")}
        options={categoryOptions}
        value={row.category}
        change={(category) => change({ ...row, category })}
      />
      <Field
        label={t("Reason")}
        maxLength={300}
        value={row.reason}
        change={(reason) => change({ ...row, reason })}
        hint={t("Printed. Required unless the category is S or Z.")}
      />
      {after}
    </fieldset>
  );
}
