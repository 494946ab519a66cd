import { t } from "../../base/language/language.ts";
import { Select } from "../../parts/field.tsx";
import { AddressFields, type CredentialProps } from "./address-fields.tsx";
import { NumberField, SourceField } from "./api-fields.tsx";
import type { ApiForm } from "./api-form.ts";

/** The upstream of a built-in API, and what becomes of its answers. */
export function UpstreamFields({ form, change, isNew, stored, faultOf }: CredentialProps) {
  const own = { form, change };
  return (
    <div className="form">
      <AddressFields
        {...own}
        isNew={isNew}
        stored={stored}
        faultOf={faultOf}
        label={t("Upstream")}
        hint={t("For example, https://auctions.example.com/v2. Leave empty to ask none.")}
      />
      {form.service_url !== "" && (
        <>
          <SourceField {...own} label={t("Source")} />
          <NumberField
            {...own}
            name="keepDays"
            label={t("Keep records (days)")}
            hint={t("Stored records are returned without another request. Leave empty to store none.")}
          />
          <Select
            label={t("If the upstream fails")}
            value={form.onFailure}
            change={(onFailure) => change({ ...form, onFailure: onFailure as ApiForm["onFailure"] })}
            options={[
              ["not_found", t("404, as without an upstream")],
              ["unavailable", t("503, free")],
            ]}
          />
          <NumberField
            {...own}
            name="timeout"
            label={t("Timeout (ms)")}
            hint={t("A lookup waits no longer for the upstream. Default: 30,000.")}
          />
          <NumberField
            {...own}
            name="concurrent"
            label={t("Concurrent calls per node")}
            hint={t("Further calls count as failed. Default: 100.")}
          />
        </>
      )}
    </div>
  );
}
