import { useQuery } from "@tanstack/react-query";
import { changesOf, datasetOf, type Import } from "../../../api/datasets.ts";
import { t } from "../../../base/language/language.ts";
import { Loaded } from "../../../parts/states.tsx";
import { Changes } from "../dataset-changes.tsx";
import { familyNameWithin } from "../family-names.ts";
import { RollBack } from "../roll-back.tsx";

interface UndoImportProps {
  readonly done: Import;
  undone(): void;
}

/** What an import has changed, and how to undo it, as long as its dataset is the current one. */
export function UndoImport({ done: { id, family }, undone }: UndoImportProps) {
  const versions = useQuery(datasetOf(family)).data?.versions ?? [];
  const current = versions.find(({ state }) => state === "current");
  const previous = versions.find(({ state }) => state === "previous");
  const isCurrent = current?.import === id;
  const changes = useQuery({ ...changesOf(family), enabled: isCurrent && previous !== undefined });
  if (!isCurrent) return null;
  const words = previous
    ? t(
        "All nodes use the {rows, plural, one {# previous record} other {# previous records}} of version {version} again within two seconds. The imported ones become the previous version, so that you can return to them.",
        { rows: previous.rows, version: previous.version },
      )
    : t(
        "All nodes stop using the {rows, plural, one {# imported record} other {# imported records}} within two seconds, and lookups return 404. They become the previous version, so that you can return to them.",
        { rows: current.rows },
      );
  return (
    <>
      {previous && (
        <Loaded query={changes} what={t("Could not compare the versions")} rows={2}>
          {(found) => <Changes changes={found} />}
        </Loaded>
      )}
      <p className="muted note">{t("You can undo this. {words}", { words })}</p>
      <RollBack
        family={family}
        label={t("Undo this import")}
        done={t("Import of {familyNameWithin} undone", { familyNameWithin: familyNameWithin(family) })}
        after={undone}
      >
        {words}
      </RollBack>
    </>
  );
}
