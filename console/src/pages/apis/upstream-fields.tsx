import { Field, Select } from "../../parts/field.tsx";
import { AddressFields, type FieldsProps, NumberField } from "./api-fields.tsx";
import type { ApiForm } from "./api-form.ts";

/** The upstream of a built-in API, and what becomes of its answers. */
export function UpstreamFields({ form, change, isNew }: FieldsProps & { readonly isNew: boolean }) {
  const own = { form, change };
  return (
    <div className="form">
      <AddressFields
        {...own}
        isNew={isNew}
        label="Upstream"
        hint="For example, https://auctions.example.com/v2. Leave empty to ask none."
      />
      {form.service_url !== "" && (
        <>
          <Field
            label="Source"
            required
            maxLength={80}
            pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
            hint="Its name in x-data-source: letters, digits, dots, hyphens."
            autoComplete="off"
            value={form.source}
            change={(source) => change({ ...form, source })}
          />
          <NumberField
            {...own}
            name="keepDays"
            label="Keep records (days)"
            hint="Stored records are returned without another request. Leave empty to store none."
          />
          <Select
            label="If the upstream fails"
            value={form.onFailure}
            change={(onFailure) => change({ ...form, onFailure: onFailure as ApiForm["onFailure"] })}
            options={[
              ["not_found", "404, as without an upstream"],
              ["unavailable", "503, free"],
            ]}
          />
          <NumberField
            {...own}
            name="timeout"
            label="Timeout (ms)"
            hint="A lookup waits no longer for the upstream. Default: 30,000."
          />
          <NumberField
            {...own}
            name="concurrent"
            label="Concurrent calls per node"
            hint="Further calls count as failed. Default: 100."
          />
        </>
      )}
    </div>
  );
}
