import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { taxIdRefusal } from "../../base/party-faults.ts";
import { optionalField } from "../../parts/fields.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { addressField, receivesData } from "./e-invoice-fields.tsx";
import { countryField, linesField } from "./paper-fields.tsx";
import { type BillingDetails, readDetails } from "./paper-queries.ts";
import { linesOf } from "./paper-words.ts";
import { printed } from "./printed-letters.tsx";

interface EditDetailsProps {
  readonly userId: string;
  readonly details: BillingDetails;
  close(): void;
}

/** Changes what papers print of an account. */
export function EditDetails({ userId, details, close }: EditDetailsProps) {
  const params = { path: { id: userId } };
  return (
    <FormDialog
      title={t("Billing details")}
      action={t("Save details")}
      busy={t("Saving")}
      close={close}
      changes={[["billing-details"]]}
      edit={{ before: details, read: () => readDetails(userId) }}
      fields={({ address = "", country = "" }) => ({
        company: optionalField(
          printed({
            label: t("Company"),
            initial: details.company,
            maxLength: 200,
            autoComplete: "organization",
          }),
        ),
        name: optionalField(
          printed({
            label: t("Name"),
            initial: details.name,
            maxLength: 200,
            autoComplete: "name",
          }),
        ),
        address: linesField(
          printed({
            label: t("Address"),
            initial: details.address,
            required: false,
            hint: t("Street and house, in up to four lines. Each invoice needs it."),
          }),
        ),
        postal_code: optionalField(
          printed({
            label: t("Postal code"),
            initial: details.postal_code,
            maxLength: 20,
            autoComplete: "postal-code",
          }),
        ),
        city: optionalField(
          printed({
            label: t("City"),
            initial: details.city,
            required: linesOf(address).length > 0,
            maxLength: 100,
            autoComplete: "address-level2",
          }),
        ),
        country: countryField({ label: t("Country"), initial: details.country }),
        tax_id: optionalField({
          label: t("VAT ID"),
          initial: details.tax_id,
          maxLength: 30,
          hint: t("Leave empty for none."),
          check: (text) => taxIdRefusal(text, country),
        }),
        order_reference: optionalField(
          printed({
            label: t("Order reference"),
            initial: details.order_reference,
            maxLength: 100,
            hint: t("Printed on invoices."),
          }),
        ),
        buyer_reference: optionalField({
          label: t("Buyer reference"),
          initial: details.buyer_reference,
          maxLength: 100,
          shown: receivesData(country) || details.buyer_reference !== null,
          hint: t(
            "By which your bookkeeping routes e-invoices. German authorities have a Leitweg-ID: 04011000-12345-03.",
          ),
        }),
        electronic_address: addressField({
          initial: details.electronic_address,
          country,
          shown: receivesData(country) || details.electronic_address !== null,
          hint: t("Where you receive e-invoices. Leave empty for none."),
        }),
        invoices_to: optionalField({
          label: t("Invoices to"),
          initial: details.invoices_to,
          type: "email",
          maxLength: 254,
          hint: t("Empty: your email."),
        }),
      })}
      send={async (body, headers) => {
        await dataOf(api.PUT("/users/{id}/billing-details", { params, body, headers }));
        return t("Billing details saved");
      }}
    />
  );
}
