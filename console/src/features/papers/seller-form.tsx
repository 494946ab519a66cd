import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { bicRefusal, ibanRefusal, taxIdRefusal } from "../../base/party-faults.ts";
import { optionalField, textField, wholeField } from "../../parts/fields.tsx";
import { FieldForm } from "../../parts/form-dialog.tsx";
import { countryField, linesField } from "./paper-fields.tsx";
import type { Seller } from "./paper-queries.ts";

/** Days to pay, before the seller has others. */
const usualDays = 14;
const daysMax = 365;

const fieldsOf = (before: Seller | null, country: string) => ({
  name: textField({ label: t("Legal name"), initial: before?.name, maxLength: 200 }),
  address: linesField({ label: t("Address"), initial: before?.address }),
  postal_code: optionalField({ label: t("Postal code"), initial: before?.postal_code, maxLength: 20 }),
  city: textField({ label: t("City"), initial: before?.city, maxLength: 100 }),
  country: countryField({ label: t("Country"), initial: before?.country }),
  tax_id: optionalField({
    label: t("VAT ID"),
    initial: before?.tax_id,
    maxLength: 30,
    check: (text) => taxIdRefusal(text, country),
  }),
  registration: optionalField({
    label: t("Registration"),
    initial: before?.registration,
    maxLength: 200,
    hint: t("Register and number of the company."),
  }),
  email: optionalField({ label: t("Email"), initial: before?.email, type: "email", maxLength: 254 }),
  iban: optionalField({ label: t("IBAN"), initial: before?.iban, maxLength: 42, check: ibanRefusal }),
  bic: optionalField({ label: t("BIC"), initial: before?.bic, maxLength: 11, check: bicRefusal }),
  bank_text: optionalField({
    label: t("Text below the account"),
    initial: before?.bank_text,
    maxLength: 500,
  }),
  payment_days: wholeField({
    label: t("Days to pay"),
    required: true,
    initial: before?.payment_days ?? usualDays,
    most: daysMax,
  }),
});

/** What papers print of the seller; null before it is entered. */
export const SellerForm = ({ before }: { before: Seller | null }) => (
  <FieldForm
    className="stackform"
    fields={({ country = "" }) => fieldsOf(before, country)}
    action={t("Save seller")}
    busy={t("Saving")}
    permission="papers.change"
    changes={[["papers"]]}
    send={async (body) => {
      await dataOf(api.PUT("/papers/seller", { body }));
      return t("Seller saved");
    }}
  />
);
