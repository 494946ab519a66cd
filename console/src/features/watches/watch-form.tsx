import { useQueryClient } from "@tanstack/react-query";
import { type Watch, type WatchedFamily, watchChanges, watchedFamilies } from "../../api/watches.ts";
import { t } from "../../base/language/language.ts";
import { CheckList, type Declared, textField } from "../../parts/fields.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
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
  const vin = textField({
    label: "VIN",
    className: "mono",
    initial: watch?.vin,
    readOnly: watch !== undefined,
    maxLength: 40,
    autoComplete: "off",
    spellCheck: false,
  });
  const families: Declared<ReadonlySet<string>, WatchedFamily[]> = {
    initial: new Set(watch?.families),
    read: (chosen) => [...chosen] as WatchedFamily[],
    draw: ({ value, change }) => (
      <fieldset className="event-types">
        <legend>{t("Lookups")}</legend>
        <p className="sm muted">{t("Without a choice, all that the plan includes are watched.")}</p>
        <CheckList
          items={watchedFamilies.map((family) => [family, nameOf(family)])}
          chosen={value}
          change={change}
        />
      </fieldset>
    ),
  };
  return (
    <FormDialog
      title={watch ? t("Edit watch") : t("Add watch")}
      action={watch ? t("Save watch") : t("Add watch")}
      busy={t("Saving")}
      close={close}
      className="form"
      fields={{ vin: watch ? vin : photographed(vin), families }}
      send={async (values) => {
        await watchChanges(queries, subscriptionId).place(values.vin.trim(), values.families);
        return watch ? t("Watch saved") : t("Watch added");
      }}
    />
  );
}

/** The field of a VIN with a way to read it from a photo. */
const photographed = (vin: Declared<string>): Declared<string> => ({
  ...vin,
  draw: (control, problem) => (
    <>
      {vin.draw(control, problem)}
      <VinPhoto take={(scanned) => control.change(scanned.vin)} />
    </>
  ),
});
