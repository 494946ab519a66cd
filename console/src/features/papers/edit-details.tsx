import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { showToast } from "../../base/toast.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Area, Field } from "../../parts/field.tsx";
import { useEdit } from "../../parts/use-edit.tsx";
import { type BillingDetails, readDetails } from "./paper-queries.ts";
import { countryName, linesOf, orNull } from "./paper-words.ts";

const fields = [
  { name: "company", label: "Company", maxLength: 200, autoComplete: "organization" },
  { name: "name", label: "Name", maxLength: 200, autoComplete: "name" },
  { name: "postal_code", label: "Postal code", maxLength: 20, autoComplete: "postal-code" },
  { name: "city", label: "City", maxLength: 100, autoComplete: "address-level2" },
  { name: "tax_id", label: "VAT ID", maxLength: 30, hint: "Leave empty for none." },
  { name: "order_reference", label: "Order reference", maxLength: 100, hint: "Printed on invoices." },
  { name: "invoices_to", label: "Invoices to", type: "email", maxLength: 254, hint: "Empty: your email." },
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
      showToast("Billing details saved");
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
      country: country.trim().toUpperCase(),
    };
    const params = { path: { id: userId } };
    return save(body, (headers) => dataOf(api.PUT("/users/{id}/billing-details", { params, body, headers })));
  };
  if (dialog) return dialog;
  return (
    <Dialog title="Billing details" action="Save details" busy="Saving" act={act} close={close} stays>
      {fields.slice(0, 2).map(control)}
      <Area
        label="Address"
        rows={2}
        dir="auto"
        value={address}
        change={setAddress}
        hint="Street and house, in up to four lines."
      />
      {fields.slice(2, 4).map(control)}
      <Field
        label="Country"
        required
        maxLength={2}
        autoComplete="country"
        value={country}
        change={setCountry}
        hint={country.trim().length === 2 ? countryName(country.trim()) : "Two letters, such as DE."}
      />
      {fields.slice(4).map(control)}
    </Dialog>
  );

  function control({ name, ...field }: (typeof fields)[number]) {
    return (
      <Field
        key={name}
        {...field}
        dir="auto"
        value={values[name]}
        change={(value) => setValues({ ...values, [name]: value })}
      />
    );
  }
}
