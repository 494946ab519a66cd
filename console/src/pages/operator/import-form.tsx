import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type Import, importsOf, sendDataset, type UploadOptions } from "../../api/datasets.ts";
import { Button } from "../../parts/button.tsx";
import { Field, Select } from "../../parts/field.tsx";
import { Failure } from "../../parts/states.tsx";
import { ImportOutcome } from "./import-outcome.tsx";
import { ImportProgress } from "./import-progress.tsx";

const pollMs = 1000;

const blank = { mode: "replace", max_rejects: "", name: "", version: "", licence: "" } as const;

/** Validates or imports a file and shows the progress and the result. */
export function ImportForm({ family }: { readonly family: string }) {
  const queries = useQueryClient();
  const [file, setFile] = useState<File>();
  const [values, setValues] = useState<Omit<UploadOptions, "dry_run">>(blank);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const [sent, setSent] = useState<string>();
  const [done, setDone] = useState<Import>();
  // During the upload only the service knows the import's ID; other imports can run too.
  const running = useQuery({
    ...importsOf({ family, state: "running" }),
    refetchInterval: sending ? pollMs : false,
  });
  const watched = done ? undefined : (sent ?? running.data?.items[0]?.id);
  const send = async (dryRun: boolean) => {
    if (!file || sending) return;
    setSending(true);
    setProblem(undefined);
    setDone(undefined);
    setSent(undefined);
    try {
      const started = await sendDataset(family, file, { ...values, dry_run: dryRun });
      setSent(started.id);
    } catch (error) {
      setProblem(error);
    } finally {
      setSending(false);
    }
  };
  const ended = (one: Import) => {
    setDone(one);
    setSent(undefined);
    for (const key of ["datasets", "imports"]) void queries.invalidateQueries({ queryKey: [key] });
  };
  const busy = sending || watched !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(true);
  };
  const text = (name: "name" | "version" | "licence" | "max_rejects", label: string, hint: string) => (
    <Field
      label={label}
      hint={hint}
      maxLength={200}
      dir="auto"
      value={values[name]}
      change={(value) => setValues({ ...values, [name]: value })}
    />
  );
  return (
    <>
      <form className="policy" onSubmit={submit}>
        <fieldset disabled={busy}>
          <legend>Records</legend>
          <Field
            label="File"
            type="file"
            accept=".csv,.tsv,.txt,.ndjson,.jsonl,.gz,.zst,.zip"
            required
            onChange={(event) => {
              setFile(event.target.files?.[0]);
              setDone(undefined);
              setProblem(undefined);
            }}
          />
          <Select
            label="Mode"
            value={values.mode}
            change={(mode) => setValues({ ...values, mode: mode as UploadOptions["mode"] })}
            options={[
              ["replace", "Replace all"],
              ["merge", "Merge"],
            ]}
          />
        </fieldset>
        <fieldset disabled={busy}>
          <legend>Details</legend>
          {text("name", "Source name", "Returned in x-data-source. Default: own.")}
          {text("version", "Version", "Default: today's date.")}
          {text("licence", "License", "License of the data.")}
          {text("max_rejects", "Max. rejected rows", "A number or a percentage. Default: 1%.")}
        </fieldset>
        <p className="actions">
          <Button type="submit" look="primary" disabled={busy}>
            {sending ? "Uploading" : "Validate file"}
          </Button>
          <Button onPress={() => send(false)} disabled={busy || !file}>
            Import file
          </Button>
        </p>
      </form>
      <div className="note">
        {problem !== undefined && <Failure error={problem} what="Could not import the file" />}
        {watched && <ImportProgress key={watched} id={watched} ended={ended} />}
        {done && <ImportOutcome done={done} />}
      </div>
    </>
  );
}
