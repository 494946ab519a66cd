import { t } from "../../base/language/language.ts";
import { rateFault, type Typed, typedOf, typedRate } from "../../base/typed-numbers.ts";
import { Button } from "../../parts/button.tsx";
import { CheckedField } from "../../parts/checked-field.tsx";
import { Select } from "../../parts/field.tsx";
import type { Declared } from "../../parts/fields.tsx";
import { RateField } from "../../parts/number-field.tsx";
import { Empty } from "../../parts/states.tsx";
import { accountRefusal, accountSpec } from "./account-number.ts";
import type { Accounts } from "./paper-queries.ts";
import { categoryOptions } from "./paper-words.ts";

type RevenueAccount = Accounts["revenue"][number];

interface Row {
  readonly key: number;
  readonly category: string;
  readonly rate: Typed;
  readonly account: string;
}

const accountsMax = 100;

let keys = 0;
const rowOf = (one?: RevenueAccount): Row => ({
  key: ++keys,
  category: one?.category ?? "S",
  rate: typedOf(one?.rate),
  account: one?.account ?? "",
});

/** The account of each category and rate of tax. */
export const revenueField = (
  initial: readonly RevenueAccount[] = [],
): Declared<readonly Row[], RevenueAccount[]> => ({
  initial: initial.map(rowOf),
  read: (rows) =>
    rows.map(({ category, rate, account }) => ({
      category: category as RevenueAccount["category"],
      rate: typedRate(rate) ?? Number.NaN,
      account: account.trim(),
    })),
  blocks: (rows) =>
    rows.some(({ rate, account }) => rateFault(rate) !== undefined || accountRefusal(account) !== undefined),
  draw: ({ value: rows, change }, problem) => (
    <>
      {rows.length === 0 && (
        <Empty title={t("No revenue accounts yet")}>
          {t("Each category and rate of tax on your invoices needs one.")}
        </Empty>
      )}
      {rows.map((row, index) => (
        <RowFields
          key={row.key}
          row={row}
          position={index + 1}
          faultOf={(member) => problem?.faultOf(`revenue.${index}.${member}`)}
          change={(next) => change(rows.map((one) => (one.key === row.key ? next : one)))}
          remove={() => change(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
      <p>
        <Button
          permission="papers.change"
          disabled={rows.length >= accountsMax}
          onPress={() => change([...rows, rowOf()])}
        >
          {t("Add revenue account")}
        </Button>
      </p>
    </>
  ),
});

interface RowFieldsProps {
  readonly row: Row;
  /** From 1. */
  readonly position: number;
  faultOf(member: keyof RevenueAccount): string | undefined;
  change(row: Row): void;
  remove(): void;
}

const RowFields = ({ row, position, faultOf, change, remove }: RowFieldsProps) => (
  <fieldset className="stackform tax-rule">
    <legend>{t("Revenue account {position}", { position })}</legend>
    <div className="row3">
      <RateField
        label={t("Rate (%)")}
        required
        value={row.rate}
        fault={faultOf("rate")}
        change={(rate) => change({ ...row, rate })}
      />
      <Select
        label={t("Category")}
        options={categoryOptions}
        value={row.category}
        fault={faultOf("category")}
        change={(category) => change({ ...row, category })}
      />
      <CheckedField
        {...accountSpec}
        label={t("Account")}
        required
        value={row.account}
        fault={faultOf("account")}
        change={(account) => change({ ...row, account })}
      />
    </div>
    <p>
      <Button permission="papers.change" onPress={remove}>
        {t("Remove revenue account {position}", { position })}
      </Button>
    </p>
  </fieldset>
);
