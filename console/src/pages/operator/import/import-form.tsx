import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { columnsOf, type Import, type UploadOptions } from "../../../api/datasets.ts";
import { saveText } from "../../../api/download.ts";
import { t } from "../../../base/language/language.ts";
import { shareFault, typedShare } from "../../../base/typed-numbers.ts";
import { Button } from "../../../parts/button.tsx";
import { FollowedImport } from "../followed-import.tsx";
import { ImportOutcome } from "../import-outcome.tsx";
import { useImport } from "../use-import.ts";
import { useFileDrop } from "./file-drop.ts";
import { FileFields, PublishedFile } from "./file-fields.tsx";
import { FileSettings, type Named, type Reading } from "./file-settings.tsx";
import { sourceOf } from "./file-source.ts";
import { Focused, Found, ImportButton } from "./found.tsx";
import { Preview } from "./preview.tsx";
import { RejectDownloads } from "./reject-downloads.tsx";
import { templateOf } from "./template.ts";
import { UndoImport } from "./undo-import.tsx";

/** What a file shows is not stated. */
const asShown = { encoding: "", sheet: "", mapping: "" };
const unnamed: Named = { name: "", version: "", licence: "", max_rejects: "" };

/** A validation counts all rejected rows: a person decides who has seen them. */
const allRows = "100%";

/** What an import sends: what its validation has read, and at most the rejected rows that it has shown. */
function optionsOf({ preview, rejects }: Import, reading: Reading, named: Named): UploadOptions {
  return {
    ...reading,
    ...named,
    sheet: preview && preview.sheets.length > 1 ? (preview.sheet ?? "") : reading.sheet,
    mapping: preview?.mapping?.text ?? reading.mapping,
    max_rejects: typedShare(named.max_rejects) || String(rejects?.rows ?? 0),
    dry_run: false,
  };
}

/** The file of a form, with how it is read. It is validated as soon as it is given, and when it is to be read otherwise. */
function useFile(one: ReturnType<typeof useImport>, described: Parameters<typeof sourceOf>[1]) {
  const [file, setFile] = useState<File>();
  const [left, setLeft] = useState(0);
  const [reading, setReading] = useState<Reading>({
    ...asShown,
    mode: "replace",
    names: "vin",
    source: "records",
  });
  const [validated, setValidated] = useState<Import>();
  const own = one.isOwn ? one.done : undefined;
  if (own?.dry_run && own !== validated) setValidated(own);
  const isImported = own !== undefined && !own.dry_run && own.state === "done";
  const validate = async (chosen: File, next: Reading) => {
    setFile(chosen);
    setReading(next);
    setValidated(undefined);
    await one.send(chosen, { ...unnamed, ...next, max_rejects: allRows, dry_run: true });
  };
  const take = async (files: FileList | null) => {
    const [chosen, ...others] = files ?? [];
    if (!chosen || one.busy) return;
    setLeft(others.length);
    const source = await sourceOf(chosen, described, reading.source);
    await validate(chosen, { ...reading, ...asShown, source });
  };
  const read = (change: Partial<Reading>) => {
    const next = { ...reading, ...change };
    if (file && !isImported) void validate(file, next);
    else setReading(next);
  };
  const forget = () => {
    setFile(undefined);
    setValidated(undefined);
    one.forget();
  };
  const shown = one.busy || isImported ? undefined : validated;
  return { file, left, reading, own, isImported, shown, validate, take, read, forget };
}

/** Validates a file as soon as it is given, shows what was found in it, and imports it. */
export function ImportForm({ family }: { readonly family: string }) {
  const one = useImport(family);
  const { busy, done } = one;
  const described = useQuery(columnsOf(family)).data;
  const { file, left, reading, own, isImported, shown, validate, take, read, forget } = useFile(
    one,
    described,
  );
  const [named, setNamed] = useState(unnamed);
  const input = useRef<HTMLInputElement>(null);
  const preview = shown?.state === "stopped" ? undefined : shown?.preview;
  const names = (described?.columns ?? []).map(({ name }) => name);
  const published = described?.sources.find(({ name }) => name === reading.source);

  const { isOver, handlers } = useFileDrop((files) => {
    // The field then shows the name of the file, as if it were chosen there.
    if (input.current && !busy) input.current.files = files;
    return take(files);
  });
  const empty = () => {
    forget();
    if (input.current) input.current.value = "";
  };
  const button = shown && (
    <ImportButton
      done={shown}
      fault={shareFault(named.max_rejects)}
      begin={() => file && one.send(file, optionsOf(shown, reading, named))}
    />
  );
  return (
    <section className={isOver ? "dropped over" : "dropped"} aria-label={t("File to import")} {...handlers}>
      <form className="policy" onSubmit={(event) => event.preventDefault()}>
        <fieldset disabled={busy}>
          <legend className="vh">{t("Records")}</legend>
          <FileFields
            input={input}
            reading={reading}
            sources={described?.sources ?? []}
            take={take}
            read={read}
          />
          <FileSettings
            reading={reading}
            named={named}
            hasVin={names.includes("vin")}
            read={read}
            rename={(change) => setNamed({ ...named, ...change })}
          />
        </fieldset>
        {published && <PublishedFile source={published} />}
        {left > 0 && <p className="fault">{t("Only the first file was taken. Drop one file at a time.")}</p>}
        {described && (
          <p className="actions">
            <Button look="text" onPress={() => saveText(`${family}-template.csv`, templateOf(described))}>
              {t("Download template")}
            </Button>
          </p>
        )}
      </form>
      <FollowedImport one={one}>
        {done && (
          <Focused key={done.id}>
            {!(own?.dry_run && preview) && <ImportOutcome done={done} />}
            {shown && preview && <Found done={shown} preview={preview} />}
          </Focused>
        )}
      </FollowedImport>
      {shown && preview ? (
        <Preview
          done={shown}
          preview={preview}
          names={names}
          map={(mapping) => read({ mapping: JSON.stringify(mapping) })}
          readSheet={(sheet) => read({ sheet, mapping: "" })}
          merge={() => read({ mode: "merge" })}
        >
          {button}
        </Preview>
      ) : (
        button
      )}
      {file && !busy && !isImported && !preview && shown?.state !== "done" && (
        <p className="actions">
          <Button onPress={() => validate(file, reading)}>{t("Validate file again")}</Button>
        </p>
      )}
      {isImported && own && (
        <>
          {own.rejects !== null && own.rejects.rows > 0 && <RejectDownloads id={own.id} family={family} />}
          <UndoImport done={own} undone={empty} />
        </>
      )}
    </section>
  );
}
