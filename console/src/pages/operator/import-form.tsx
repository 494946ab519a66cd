import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type Import, importsOf, sendDataset, type UploadOptions } from "../../api/datasets.ts";
import { Button } from "../../parts/button.tsx";
import { Field, Select } from "../../parts/field.tsx";
import { Failure } from "../../parts/states.tsx";
import { ImportOutcome } from "./import-outcome.tsx";
import { ImportProgress } from "./import-progress.tsx";

const lookMs = 1000;

const blank = { mode: "replace", max_rejects: "", name: "", version: "", licence: "" } as const;

/** Sends a file, to be tried or imported, and shows what comes of it while it does. */
export function ImportForm({ family }: { readonly family: string }) {
  const queries = useQueryClient();
  const [file, setFile] = useState<File>();
  const [values, setValues] = useState<Omit<UploadOptions, "dry_run">>(blank);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const [sent, setSent] = useState<string>();
  const [done, setDone] = useState<Import>();
  // While the file is on its way its import is known to the service alone; others may run, too.
  const running = useQuery({
    ...importsOf({ family, state: "running" }),
    refetchInterval: sending ? lookMs : false,
  });
  const watched = done ? undefined : (sent ?? running.data?.items[0]?.id);
  const send = async (dryRun: boolean) => {
    if (!file || sending) return;
    setSending(true);
    setProblem(undefined);
    setDone(undefined);
    setSent(undefined);
    try {
      const begun = await sendDataset(family, file, { ...values, dry_run: dryRun });
      setSent(begun.id);
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
      onChange={(event) => setValues({ ...values, [name]: event.target.value })}
    />
  );
  return (
    <>
      <form className="policy" onSubmit={submit}>
        <fieldset disabled={busy}>
          <legend>File</legend>
          <Field
            label="File of records"
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
            label="Former records"
            value={values.mode}
            onChange={(event) => setValues({ ...values, mode: event.target.value as UploadOptions["mode"] })}
          >
            <option value="replace">are replaced by the file</option>
            <option value="merge">stay where the file has none</option>
          </Select>
        </fieldset>
        <fieldset disabled={busy}>
          <legend>About it</legend>
          {text("name", "Called", "What answers call the data; empty: own.")}
          {text("version", "Version", "Empty: the day.")}
          {text("licence", "Licence", "Under which terms the data may be used.")}
          {text("max_rejects", "Rows that may be rejected", "A number or a share; empty: 1%.")}
        </fieldset>
        <p className="actions">
          <Button type="submit" look="primary" disabled={busy}>
            {sending ? "Sending the file" : "Try it"}
          </Button>
          <Button onPress={() => send(false)} disabled={busy || !file}>
            Import it
          </Button>
        </p>
      </form>
      <div className="note">
        {problem !== undefined && <Failure error={problem} what="The file was not taken" />}
        {watched && <ImportProgress key={watched} id={watched} ended={ended} />}
        {done && <ImportOutcome done={done} />}
      </div>
    </>
  );
}
