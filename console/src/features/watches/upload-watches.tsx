import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type PlacedWatches, watchChanges } from "../../api/watches.ts";
import { count, counted } from "../../base/format.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Field, Select } from "../../parts/field.tsx";
import { Section } from "../../parts/section.tsx";
import { type Column, Table } from "../../parts/table.tsx";

type Mode = "merge" | "remove";
type Refusal = PlacedWatches["refusals"][number];

const refusalColumns: readonly Column<Refusal>[] = [
  { head: "Line", cell: ({ line }) => count(line) },
  { head: "VIN", cell: ({ vin }) => <bdi>{vin}</bdi> },
  { head: "Reason", cell: ({ reason }) => reason },
];

interface UploadWatchesProps {
  readonly subscriptionId: string;
  done(placed: PlacedWatches): void;
  close(): void;
}

/** A dialog that watches the VINs of a file, or ends their watches. */
export function UploadWatches({ subscriptionId, done, close }: UploadWatchesProps) {
  const queries = useQueryClient();
  const [file, setFile] = useState<File>();
  const [mode, setMode] = useState<string>("merge");
  return (
    <Dialog
      title="Upload VINs"
      action="Upload VINs"
      busy="Uploading"
      unavailable={!file && "Choose a file."}
      act={async () => done(await watchChanges(queries, subscriptionId).upload(file!, mode as Mode))}
      close={close}
    >
      <div className="form">
        <Field
          label="File"
          type="file"
          accept=".csv,.txt,.tsv,.ndjson,.jsonl"
          required
          hint="One VIN per line, or a VIN and its lookups, for example: VIN,auction lien"
          onChange={({ target }) => setFile(target.files?.[0])}
        />
        <Select
          label="Mode"
          value={mode}
          change={setMode}
          options={[
            ["merge", "Add to the watched VINs"],
            ["remove", "Remove from the watched VINs"],
          ]}
        />
      </div>
    </Dialog>
  );
}

/** What an upload did, until it is closed. */
export function Uploaded({ placed, close }: { placed: PlacedWatches; close: () => void }) {
  const { lines, added, changed, removed, refused, refusals } = placed;
  return (
    <Section
      title="Upload"
      note={`${counted(lines, "line")} read.`}
      aside={<Button onPress={close}>Close</Button>}
    >
      <div role="status">
        <Facts
          facts={[
            ["Added", count(added)],
            ["Changed", count(changed)],
            ["Removed", count(removed)],
            ["Refused", count(refused)],
          ]}
        />
        {refusals.length > 0 && (
          <Table
            caption={
              refused > refusals.length ? `The first ${refusals.length} refused lines` : "Refused lines"
            }
            captionShown
            items={refusals}
            keyOf={({ line }) => line}
            columns={refusalColumns}
          />
        )}
      </div>
    </Section>
  );
}
