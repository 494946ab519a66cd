import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { changesOf, type Dataset, datasetOf, importsOf } from "../../api/datasets.ts";
import { downloadCsv } from "../../api/download.ts";
import { count, counted, moment } from "../../base/format.ts";
import { Button } from "../../parts/button.tsx";
import { Facts } from "../../parts/facts.tsx";
import { May } from "../../parts/may.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { Changes } from "./dataset-changes.tsx";
import { ageOf } from "./datasets.tsx";
import { familyName, familyNameWithin } from "./family-names.ts";
import { ImportForm } from "./import-form.tsx";
import { Doubtful, Reasons } from "./import-outcome.tsx";
import { Imports } from "./imports-table.tsx";
import { RollBack } from "./roll-back.tsx";

/** A dataset: current and previous version, import, roll back. */
export function DatasetPage({ params: { family = "" } }: { params: { readonly family?: string } }) {
  const name = familyName(family);
  usePageTitle(name);
  const query = useQuery(datasetOf(family));
  const imports = useQuery(importsOf({ family }));
  return (
    <Loaded query={query} what="Could not load the dataset" rows={8}>
      {({ versions }) => {
        const current = versions.find(({ state }) => state === "current");
        const previous = versions.find(({ state }) => state === "previous");
        return (
          <>
            <Head
              crumb={
                <>
                  <Link to="/datasets">Datasets</Link> / {family}
                </>
              }
              title={current ? `${name}: ${counted(current.rows, "record")}` : `${name}: no records`}
            >
              {current
                ? `${current.name === "demo" ? "Synthetic records" : `From ${current.name}`}, version ${current.version}, imported ${ageOf(current)}.`
                : "Lookups return 404 until you import records."}
            </Head>
            <div className="cols">
              <Section className="c6" title="Current version">
                {current ? <Details dataset={current} /> : <p className="muted">No records yet.</p>}
                {current && !previous && current.name !== "demo" && (
                  <RollBack
                    family={family}
                    label="Undo the import"
                    done={`Import of ${familyNameWithin(family)} undone`}
                  >
                    All nodes stop using its {counted(current.rows, "record")} within two seconds, and lookups
                    return 404. It becomes the previous version, so that you can return to it.
                  </RollBack>
                )}
              </Section>
              <Section className="c6" title="Previous version">
                {previous ? (
                  <Previous family={family} previous={previous} compared={current !== undefined} />
                ) : (
                  <p className="muted">No previous version yet. The next import keeps the current one.</p>
                )}
              </Section>
            </div>
            <May permission="data.change">
              <Section
                title="Import records"
                note="CSV with a header, or one JSON object per line; plain or compressed. Lookups use the current records until the import is complete. A failed import changes nothing."
              >
                <ImportForm family={family} />
              </Section>
            </May>
            <Imports query={imports} />
          </>
        );
      }}
    </Loaded>
  );
}

function Details({ dataset }: { dataset: Dataset }) {
  const { name, version, source, licence, rows, actor, loaded_at: at, checksum, rejects, doubtful } = dataset;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ["Source", name === "demo" ? "vingate demo" : `${name}, ${source}`],
    ["Version", version],
    ["License", licence],
    ["Records", count(rows)],
    ["Imported", `${moment(at)} UTC${actor ? ` by ${actor}` : ""}`],
    ["Checksum", <code key="c">{checksum}</code>],
  ];
  const download = () =>
    downloadCsv(`/imports/${dataset.import}/rejects`, `${dataset.family}.rejects.csv`, {});
  return (
    <>
      <Facts facts={facts} />
      <Doubtful byReason={doubtful} />
      {rejects !== null && rejects.rows > 0 && (
        <div className="note">
          <p>{counted(rejects.rows, "row")} of the file rejected.</p>
          <Reasons caption="Rejected rows by reason" byReason={rejects.by_reason} />
          <p className="actions note">
            <Button onPress={download}>Download rejected rows</Button>
          </p>
        </div>
      )}
    </>
  );
}

interface PreviousProps {
  readonly family: string;
  readonly previous: Dataset;
  /** Whether there is a current version to compare with. */
  readonly compared: boolean;
}

function Previous({ family, previous, compared }: PreviousProps) {
  const changes = useQuery({ ...changesOf(family), enabled: compared });
  return (
    <>
      <Details dataset={previous} />
      {compared && (
        <>
          <h3 className="note">Changes since</h3>
          <Loaded query={changes} what="Could not compare the versions" rows={2}>
            {(found) => <Changes changes={found} />}
          </Loaded>
        </>
      )}
      <RollBack
        family={family}
        label={`Roll back to ${previous.version}`}
        done={`${familyName(family)} rolled back to ${previous.version}`}
      >
        All nodes use its {counted(previous.rows, "record")} within two seconds.
        {compared && " The current version becomes the previous one, so that you can roll back again."}
      </RollBack>
    </>
  );
}
