import { useQueryClient } from "@tanstack/react-query";
import { type PlacedWatches, watchChanges } from "../../api/watches.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { sentText } from "../../base/language/sent.ts";
import { Button } from "../../parts/button.tsx";
import { Facts } from "../../parts/facts.tsx";
import { choiceField, fileField } from "../../parts/fields.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Section } from "../../parts/section.tsx";
import { type Column, Table } from "../../parts/table.tsx";

type Refusal = PlacedWatches["refusals"][number];

const refusalColumns: readonly Column<Refusal>[] = [
  { head: t("Line"), cell: ({ line }) => count(line) },
  { head: "VIN", cell: ({ vin }) => <bdi>{vin}</bdi> },
  { head: t("Reason"), cell: ({ reason }) => sentText(reason) },
];

interface UploadWatchesProps {
  readonly subscriptionId: string;
  done(placed: PlacedWatches): void;
  close(): void;
}

/** A dialog that watches the VINs of a file, or ends their watches. */
export function UploadWatches({ subscriptionId, done, close }: UploadWatchesProps) {
  const queries = useQueryClient();
  return (
    <FormDialog
      title={t("Upload VINs")}
      action={t("Upload VINs")}
      busy={t("Uploading")}
      close={close}
      className="form"
      fields={{
        file: fileField({
          label: t("File"),
          accept: ".csv,.txt,.tsv,.ndjson,.jsonl",
          missing: t("Choose a file."),
          hint: t("One VIN per line, or a VIN and its lookups, for example: VIN,auction lien"),
        }),
        mode: choiceField({
          label: t("Mode"),
          options: [
            ["merge", t("Add to the watched VINs")],
            ["remove", t("Remove from the watched VINs")],
          ],
        }),
      }}
      send={async ({ file, mode }) => done(await watchChanges(queries, subscriptionId).upload(file, mode))}
    />
  );
}

/** What an upload did, until it is closed. */
export function Uploaded({ placed, close }: { placed: PlacedWatches; close: () => void }) {
  const { lines, added, changed, removed, refused, refusals } = placed;
  return (
    <Section
      title={t("Upload")}
      note={t("{lines, plural, one {# line} other {# lines}} read.", { lines })}
      aside={<Button onPress={close}>{t("Close")}</Button>}
    >
      <div role="status">
        <Facts
          facts={[
            [t("Added"), count(added)],
            [t("Changed"), count(changed)],
            [t("Removed"), count(removed)],
            [t("Refused"), count(refused)],
          ]}
        />
        {refusals.length > 0 && (
          <Table
            caption={
              refused > refusals.length
                ? t("The first {refusals} refused lines", { refusals: refusals.length })
                : t("Refused lines")
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
