import { api, dataOf } from "../../api/client.ts";
import { countryName } from "../../base/countries.ts";
import { t } from "../../base/language/language.ts";
import { bicRefusal, ibanRefusal, taxIdRefusal } from "../../base/party-faults.ts";
import { optionalField, textField, wholeField } from "../../parts/fields.tsx";
import { FieldForm } from "../../parts/form-dialog.tsx";
import { Section } from "../../parts/section.tsx";
import { addressField } from "./e-invoice-fields.tsx";
import { countryField, linesField } from "./paper-fields.tsx";
import type { Seller } from "./paper-queries.ts";
import { printed } from "./printed-letters.tsx";

/** Days to pay, before the seller has others. */
const usualDays = 14;
const daysMax = 365;

const fieldsOf = (before: Seller | null, country: string) => ({
  name: textField(printed({ label: t("Legal name"), initial: before?.name, maxLength: 200 })),
  address: linesField(printed({ label: t("Address"), initial: before?.address })),
  postal_code: optionalField(
    printed({
      label: t("Postal code"),
      initial: before?.postal_code,
      maxLength: 20,
      beside: true,
    }),
  ),
  city: textField(printed({ label: t("City"), initial: before?.city, maxLength: 100 })),
  country: countryField({ label: t("Country"), initial: before?.country }),
  tax_id: optionalField({
    label: t("VAT ID"),
    initial: before?.tax_id,
    maxLength: 30,
    check: (text) => taxIdRefusal(text, country),
  }),
  registration: optionalField(
    printed({
      label: t("Registration"),
      initial: before?.registration,
      maxLength: 200,
      hint: t("Register and number of the company."),
    }),
  ),
  email: optionalField({ label: t("Email"), initial: before?.email, type: "email", maxLength: 254 }),
  contact: optionalField({
    label: t("Contact"),
    initial: before?.contact,
    maxLength: 100,
    hint: t("Who answers questions about invoices. E-invoices to Germany need it, with phone and email."),
  }),
  phone: optionalField({ label: t("Phone"), initial: before?.phone, type: "tel", maxLength: 40 }),
  electronic_address: addressField({
    initial: before?.electronic_address,
    country,
    hint: t("Your own, as it is registered in Peppol or at your provider. E-invoices need it."),
  }),
  iban: optionalField({ label: t("IBAN"), initial: before?.iban, maxLength: 42, check: ibanRefusal }),
  bic: optionalField({ label: t("BIC"), initial: before?.bic, maxLength: 11, check: bicRefusal }),
  bank_text: optionalField(
    printed({
      label: t("Text below the account"),
      initial: before?.bank_text,
      maxLength: 500,
    }),
  ),
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
    className="two-form sec tight"
    look="primary"
    fields={({ country = before?.country ?? "" }) => fieldsOf(before, country)}
    action={t("Save seller")}
    busy={t("Saving")}
    permission="papers.change"
    changes={[["papers"], ["payments"], ["settings"]]}
    send={async (body) => {
      await dataOf(api.PUT("/papers/seller", { body }));
      return t("Seller saved");
    }}
    beside={<Beside before={before} />}
  />
);

/** What is printed now, and what a change does. */
const Beside = ({ before }: { before: Seller | null }) => (
  <aside>
    <Section title={t("As printed")}>
      {before === null ? (
        <p className="muted">{t("Nothing is printed yet. Save the seller first.")}</p>
      ) : (
        <Printed seller={before} />
      )}
      <p className="xs muted note">{t("As saved. Invoices already issued keep what they say.")}</p>
    </Section>
    <Section title={t("If you change the country")}>
      <ul className="words">
        <li>{t("VAT ID and IBAN are checked again.")}</li>
        <li>{t("Taxes stay as they are: check their rules.")}</li>
        <li>{t("Invoices issued until then do not change.")}</li>
      </ul>
    </Section>
  </aside>
);

function Printed({ seller }: { seller: Seller }) {
  const { name, address, postal_code, city, country, registration, email, bank_text } = seller;
  const place = [postal_code, city].filter(Boolean).join(" ");
  const numbers = [
    seller.tax_id && t("VAT ID {id}", { id: seller.tax_id }),
    registration,
    email,
    seller.iban && `IBAN ${seller.iban}`,
    seller.bic && `BIC ${seller.bic}`,
    bank_text,
  ].filter(Boolean);
  return (
    <address className="card-see" dir="auto">
      <b>{name}</b>
      {[...address, place, countryName(country)].map((line, index) => (
        <span key={`${index + 1}`}>{line}</span>
      ))}
      {numbers.map((line) => (
        <span key={line} className="muted">
          {line}
        </span>
      ))}
    </address>
  );
}
