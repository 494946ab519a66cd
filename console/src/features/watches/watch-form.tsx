import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { asProblem, type Problem } from "../../api/problem.ts";
import { type Watch, type WatchedFamily, watchChanges, watchedFamilies } from "../../api/watches.ts";
import { t } from "../../base/language/language.ts";
import { showToast } from "../../base/toast.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { VinPhoto } from "../../parts/vin-photo/vin-photo.tsx";
import { useApiNames } from "./use-api-names.ts";

interface WatchFormProps {
  readonly subscriptionId: string;
  /** The watch to change; without it a new one is added. */
  readonly watch?: Watch;
  close(): void;
}

/** A dialog that watches a VIN, or changes what is watched of it. */
export function WatchForm({ subscriptionId, watch, close }: WatchFormProps) {
  const queries = useQueryClient();
  const nameOf = useApiNames();
  const [vin, setVin] = useState(watch?.vin ?? "");
  const [families, setFamilies] = useState<ReadonlySet<WatchedFamily>>(new Set(watch?.families));
  const [problem, setProblem] = useState<Problem>();
  const toggle = (family: WatchedFamily) => {
    const next = new Set(families);
    if (!next.delete(family)) next.add(family);
    setFamilies(next);
  };
  const save = async () => {
    setProblem(undefined);
    await watchChanges(queries, subscriptionId)
      .place(vin.trim(), [...families])
      .catch((error: unknown) => {
        setProblem(asProblem(error));
        throw error;
      });
    showToast(watch ? t("Watch saved") : t("Watch added"));
  };
  return (
    <Dialog
      title={watch ? t("Edit watch") : t("Add watch")}
      action={watch ? t("Save watch") : t("Add watch")}
      busy={t("Saving")}
      act={save}
      close={close}
    >
      <div className="form">
        <Field
          label="VIN"
          className="mono"
          required
          readOnly={watch !== undefined}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          value={vin}
          change={setVin}
          fault={problem?.faultOf("vin")}
        />
        {!watch && <VinPhoto take={(scanned) => setVin(scanned.vin)} />}
        <fieldset className="event-types">
          <legend>{t("Lookups")}</legend>
          <p className="sm muted">{t("Without a choice, all that the plan includes are watched.")}</p>
          <ul>
            {watchedFamilies.map((family) => (
              <li key={family}>
                <label className="check">
                  <input type="checkbox" checked={families.has(family)} onChange={() => toggle(family)} />
                  {nameOf(family)}
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      </div>
    </Dialog>
  );
}
