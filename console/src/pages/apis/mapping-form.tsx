import { useState } from "react";
import { type MappedSource, previewMapping, putMapping, type VendorMapping } from "../../api/api-mappings.ts";
import { asProblem, Problem } from "../../api/problem.ts";
import { bytes } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { Area, Field } from "../../parts/field.tsx";
import { useChange } from "../../parts/use-change.ts";
import { useUnsaved } from "../../parts/use-edit.tsx";
import { Fault } from "../../parts/use-form.tsx";
import { faultsOf } from "./mapping-faults.ts";
import { MappingSamples } from "./mapping-samples.tsx";

const bytesMost = 256 * 1024;

interface MappingFormProps {
  readonly apiId: string;
  readonly source: MappedSource;
  /** The text that is stored; "" without one. */
  readonly stored: string;
  close(): void;
}

/** The text of a mapping, what it makes of its samples, and its saving. */
export function MappingForm({ apiId, source, stored, close }: MappingFormProps) {
  const [text, setText] = useState(stored);
  const [read, setRead] = useState<VendorMapping>();
  const [problem, setProblem] = useState<Problem>();
  const change = useChange(["apis", apiId]);
  useUnsaved(text, stored);
  const rewrite = (now: string) => {
    setText(now);
    setRead(undefined);
    setProblem(undefined);
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size <= bytesMost) return rewrite(await file.text());
    const size = bytes(file.size);
    setProblem(new Problem(0, t("The file has {size}. A mapping can have 256 KiB.", { size })));
  };
  const attempt = (send: () => Promise<void>) => () => {
    setProblem(undefined);
    return send().catch((error: unknown) => setProblem(asProblem(error)));
  };
  const preview = attempt(async () => {
    setRead(undefined);
    setRead(await previewMapping(apiId, text));
  });
  const save = attempt(async () => {
    await change(putMapping(apiId, source, text), t("Mapping saved"));
    close();
  });
  const faults = faultsOf(problem);
  return (
    <form className="mapping" onSubmit={(event) => event.preventDefault()}>
      <div className="form">
        <Field
          label={t("Mapping file")}
          type="file"
          accept=".yaml,.yml,.json"
          hint={t("It is read into the field below.")}
          onChange={({ target }) => take(target.files?.[0])}
        />
      </div>
      <Area
        label={t("Mapping")}
        rows={14}
        spellCheck={false}
        // Lines that wrap would not have the numbers of faults.
        wrap="off"
        dir="ltr"
        hint={t("YAML or JSON, up to 256 KiB, with samples.")}
        fault={faults}
        value={text}
        change={rewrite}
      />
      <p className="actions">
        <Button permission="apis.change" onPress={preview} busy={t("Reading")}>
          {t("Preview mapping")}
        </Button>
        <Button permission="apis.change" look="primary" onPress={save} busy={t("Saving")}>
          {t("Save mapping")}
        </Button>
        <Button onPress={close}>{t("Cancel")}</Button>
      </p>
      <Fault message={faults === undefined ? problem?.message : undefined} />
      <div aria-live="polite">{read && <MappingSamples mapping={read} />}</div>
    </form>
  );
}
