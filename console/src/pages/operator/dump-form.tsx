import { type FormEvent, useState } from "react";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { FollowedImport } from "./followed-import.tsx";
import { useImport } from "./use-import.ts";

/** Validates or imports a dump of vPIC and shows the progress and the result. */
export function DumpForm() {
  const one = useImport("vpic");
  const { sending, busy } = one;
  const [file, setFile] = useState<File>();
  const [sha256, setSha256] = useState("");
  const send = async (dryRun: boolean) => {
    if (file && !busy) await one.send(file, { dry_run: dryRun, sha256: sha256.trim() });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(true);
  };
  return (
    <>
      <form className="policy" onSubmit={submit}>
        <fieldset disabled={busy}>
          <legend>{t("Dump")}</legend>
          <Field
            label={t("File")}
            hint={t("vPICList_lite_YYYY_MM.plain.zip, about 80 MB, published monthly.")}
            type="file"
            accept=".zip,.gz,.zst,.plain,.sql,.dump"
            required
            onChange={(event) => {
              setFile(event.target.files?.[0]);
              one.forget();
            }}
          />
          <Field
            label={t("SHA-256")}
            hint={t("Optional. Another file is refused.")}
            maxLength={64}
            value={sha256}
            change={setSha256}
          />
        </fieldset>
        <p className="muted">
          <T
            text="Download the dump from <link>vpic.nhtsa.dot.gov</link> and choose it above."
            link={(words) => <a href="https://vpic.nhtsa.dot.gov/api/">{words}</a>}
          />
        </p>
        <p className="actions">
          <Button type="submit" look="primary" unavailable={busy && t("An import is running.")}>
            {sending ? t("Uploading") : t("Validate file")}
          </Button>
          <Button
            onPress={() => send(false)}
            disabled={busy}
            unavailable={!busy && !file && t("Choose a file first.")}
          >
            {t("Import file")}
          </Button>
        </p>
      </form>
      <FollowedImport one={one} />
    </>
  );
}
