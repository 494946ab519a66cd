import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { taxIdRefusal } from "../../base/party-faults.ts";
import { showToast } from "../../base/toast.ts";
import { CheckedField } from "../../parts/checked-field.tsx";
import { CountryField } from "../../parts/country-field.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Area } from "../../parts/field.tsx";
import { useEdit } from "../../parts/use-edit.tsx";
import { type BillingDetails, readDetails } from "./paper-queries.ts";
import { linesOf, orNull } from "./paper-words.ts";

const fields = [
  { name: "company", label: t("Company"), maxLength: 200, autoComplete: "organization" },
  { name: "name", label: t("Name"), maxLength: 200, autoComplete: "name" },
  { name: "postal_code", label: t("Postal code"), maxLength: 20, autoComplete: "postal-code" },
  { name: "city", label: t("City"), maxLength: 100, autoComplete: "address-level2" },
  { name: "tax_id", label: t("VAT ID"), maxLength: 30, hint: t("Leave empty for none.") },
  { name: "order_reference", label: t("Order reference"), maxLength: 100, hint: t("Printed on invoices.") },
  {
    name: "invoices_to",
    label: t("Invoices to"),
    type: "email",
    maxLength: 254,
    hint: t("Empty: your email."),
  },
] as const;

type Name = (typeof fields)[number]["name"];

interface EditDetailsProps {
  readonly userId: string;
  readonly details: BillingDetails;
  close(): void;
}

/** Changes what papers print of an account. */
export function EditDetails({ userId, details, close }: EditDetailsProps) {
  const queries = useQueryClient();
  const [country, setCountry] = useState(details.country ?? "");
  const [address, setAddress] = useState((details.address ?? []).join("\n"));
  const [values, setValues] = useState(
    Object.fromEntries(fields.map(({ name }) => [name, details[name] ?? ""])) as Record<Name, string>,
  );
  const changed = () => queries.invalidateQueries({ queryKey: ["billing-details"] });
  const { save, dialog } = useEdit({
    before: details,
    read: () => readDetails(userId),
    saved: async () => {
      await changed();
      showToast(t("Billing details saved"));
      close();
    },
    discard: async () => {
      await changed();
      close();
    },
  });
  const act = () => {
    const texts = Object.fromEntries(fields.map(({ name }) => [name, orNull(values[name])]));
    const body = {
      ...(texts as Record<Name, string | null>),
      address: linesOf(address),
      country,
    };
    const params = { path: { id: userId } };
    return save(body, (headers) => dataOf(api.PUT("/users/{id}/billing-details", { params, body, headers })));
  };
  if (dialog) return dialog;
  return (
    <Dialog
      title={t("Billing details")}
      action={t("Save details")}
      busy={t("Saving")}
      act={act}
      close={close}
      stays
    >
      {fields.slice(0, 2).map(control)}
      <Area
        label={t("Address")}
        rows={2}
        dir="auto"
        value={address}
        change={setAddress}
        hint={t("Street and house, in up to four lines. Each invoice needs it.")}
      />
      {fields.slice(2, 4).map(control)}
      <CountryField label={t("Country")} required value={country} change={setCountry} />
      {fields.slice(4).map(control)}
    </Dialog>
  );

  function control({ name, ...field }: (typeof fields)[number]) {
    return (
      <CheckedField
        key={name}
        {...field}
        {...(name === "city" && linesOf(address).length > 0 && { required: true })}
        dir="auto"
        value={values[name]}
        change={(value) => setValues({ ...values, [name]: value })}
        check={(text) => (name === "tax_id" ? taxIdRefusal(text, country) : undefined)}
      />
    );
  }
}
