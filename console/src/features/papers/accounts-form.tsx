import { api, dataOf } from "../../api/client.ts";
import { dayAndMonth, two } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { typedOf, wholeFault, wholeNumber } from "../../base/typed-numbers.ts";
import type { Option } from "../../parts/field.tsx";
import { choiceField, type Declared, textField } from "../../parts/fields.tsx";
import { FieldForm } from "../../parts/form-dialog.tsx";
import { accountRefusal, accountSpec } from "./account-number.ts";
import type { Accounts } from "./paper-queries.ts";
import { revenueField } from "./revenue-accounts.tsx";

interface IdSpec {
  readonly label: string;
  readonly initial: number | undefined;
  readonly least: number;
  readonly most: number;
  readonly hint: string;
}

/** A number that identifies something: it is shown without groups. */
function idField({ label, initial, least, most, hint }: IdSpec): Declared<string, number> {
  const check = (text: string) =>
    wholeFault(text, least, most) &&
    t("Enter a number from {least} to {most}.", { least: String(least), most: String(most) });
  return {
    ...textField({
      label,
      initial: String(typedOf(initial)),
      hint,
      check,
      inputMode: "numeric",
      autoComplete: "off",
    }),
    read: (typed) => wholeNumber(typed) ?? Number.NaN,
    blocks: (typed) => check(typed) !== undefined,
  };
}

const charts = [
  ["03", "SKR03"],
  ["04", "SKR04"],
] as const;
const lengths = ["4", "5", "6", "7", "8"].map((digits) => [digits, digits] as const);
const yearStarts = Array.from(
  { length: 12 },
  (_, index): Option<string> => [`${two(index + 1)}-01`, dayAndMonth(1, index + 1)],
);

const lengthField = (initial = 4): Declared<string, number> => ({
  ...choiceField({ label: t("Digits of general accounts"), initial: String(initial), options: lengths }),
  read: (digits) => wholeNumber(digits) ?? Number.NaN,
});

interface AccountSpec {
  readonly label: string;
  readonly initial: string | undefined;
  readonly hint: string;
}

/** An account that can be left out. */
const optionalAccount = (spec: AccountSpec): Declared<string, string | undefined> => ({
  ...textField({
    ...accountSpec,
    ...spec,
    required: false,
    check: (text) => (text.trim() === "" ? undefined : accountRefusal(text)),
  }),
  read: (typed) => typed.trim() || undefined,
});

const fieldsOf = (before: Accounts | null) => ({
  consultant: idField({
    label: t("Tax consultant's number"),
    initial: before?.consultant,
    least: 1001,
    most: 9_999_999,
    hint: t("Beraternummer in DATEV."),
  }),
  client: idField({
    label: t("Your number at the tax consultant"),
    initial: before?.client,
    least: 1,
    most: 99_999,
    hint: t("Mandantennummer in DATEV."),
  }),
  chart: {
    ...choiceField({ label: t("Chart of accounts"), initial: before?.chart, options: charts }),
    beside: true,
  },
  length: lengthField(before?.length),
  year_start: choiceField({
    label: t("First day of the business year"),
    initial: before?.year_start,
    options: yearStarts,
  }),
  debtors: textField({
    ...accountSpec,
    label: t("Customers"),
    initial: before?.debtors,
    hint: t("All customers are posted to it, for example 10000."),
  }),
  bank: textField({
    ...accountSpec,
    label: t("Bank"),
    initial: before?.bank,
    hint: t("For transfers: 1200 in SKR03, 1800 in SKR04."),
  }),
  card: textField({
    ...accountSpec,
    label: t("Payment provider"),
    initial: before?.card,
    hint: t("For cards: 1360 in SKR03, 1460 in SKR04."),
  }),
  fees: optionalAccount({
    label: t("Fees"),
    initial: before?.fees,
    hint: t("For what the provider keeps: 4970 in SKR03, 6855 in SKR04. A month with fees needs it."),
  }),
  transit: optionalAccount({
    label: t("Money on its way"),
    initial: before?.transit,
    hint: t("Between provider and bank: an account of your own. A month with adjustments needs it."),
  }),
  revenue: revenueField(before?.revenue),
});

/** The accounts of DATEV that a month is posted to; null before they are entered. */
export const AccountsForm = ({ before }: { before: Accounts | null }) => (
  <FieldForm
    className="stackform"
    look="primary"
    fields={fieldsOf(before)}
    action={t("Save accounts")}
    busy={t("Saving")}
    permission="papers.change"
    changes={[["papers", "accounts"]]}
    send={async (body) => {
      await dataOf(api.PUT("/papers/accounts", { body }));
      return t("Accounts saved");
    }}
  />
);
