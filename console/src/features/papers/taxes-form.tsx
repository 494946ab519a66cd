import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Field, Select } from "../../parts/field.tsx";
import { Fault, useForm } from "../../parts/use-form.tsx";
import type { Tax, Taxes } from "./paper-queries.ts";
import { categoryOptions, typedCountries, typedRate } from "./paper-words.ts";

interface TaxRow {
  readonly key: number;
  readonly countries: string;
  readonly buyers: string;
  readonly rate: string;
  readonly category: string;
  readonly reason: string;
}

const buyers = [
  ["", t("All buyers")],
  ["true", t("With a VAT ID")],
  ["false", t("Without a VAT ID")],
] as const;

let keys = 0;
const rowOf = (tax?: Tax, countries = "", withTaxId: boolean | null = null): TaxRow => ({
  key: ++keys,
  countries,
  buyers: withTaxId === null ? "" : String(withTaxId),
  rate: tax ? String(tax.rate / 100) : "",
  category: tax?.category ?? "S",
  reason: tax?.reason ?? "",
});

const rateFault = ({ rate }: TaxRow) =>
  rate === "" || typedRate(rate) !== undefined ? undefined : t("Enter a percentage, such as 19 or 5.5.");

const taxOf = ({ rate, category, reason }: TaxRow): Tax => ({
  rate: typedRate(rate) ?? 0,
  category: category as Tax["category"],
  reason,
});

/** Rules of tax, in the order in which they are tried; null before they are entered. */
export function TaxesForm({ before }: { before: Taxes | null }) {
  const queries = useQueryClient();
  const [rows, setRows] = useState<readonly TaxRow[]>(() =>
    (before?.rules ?? []).map(({ countries, with_tax_id, tax }) =>
      rowOf(tax, countries.join(", "), with_tax_id ?? null),
    ),
  );
  const [otherwise, setOtherwise] = useState(() => rowOf(before?.otherwise));
  const { problem, working, submit } = useForm(async () => {
    if ([...rows, otherwise].some(rateFault)) return;
    const rules = rows.map((row) => ({
      countries: typedCountries(row.countries),
      with_tax_id: row.buyers === "" ? null : row.buyers === "true",
      tax: taxOf(row),
    }));
    await dataOf(api.PUT("/papers/taxes", { body: { rules, otherwise: taxOf(otherwise) } }));
    await queries.invalidateQueries({ queryKey: ["papers"] });
    showToast(t("Taxes saved"));
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
          <Field
            label={t("Countries")}
            required
            value={row.countries}
            change={(countries) => change({ ...row, countries })}
            hint={t("Two letters each, such as CZ, DE.")}
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
      <Field
        label={t("Rate (%)")}
        required
        inputMode="decimal"
        value={row.rate}
        fault={rateFault(row)}
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
