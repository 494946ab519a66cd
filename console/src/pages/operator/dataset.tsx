import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { answerOf, api } from "../../api/client.ts";
import { changesOf, type Dataset, datasetOf, importsOf } from "../../api/datasets.ts";
import { downloadCsv } from "../../api/download.ts";
import { count, counted, moment } from "../../base/format.ts";
import { newId } from "../../base/new-id.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Facts } from "../../parts/facts.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Head, Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { Changes } from "./dataset-changes.tsx";
import { ageOf } from "./datasets.tsx";
import { familyName } from "./family-names.ts";
import { ImportForm } from "./import-form.tsx";
import { Reasons } from "./import-outcome.tsx";
import { ImportsTable } from "./imports-table.tsx";

/** The records of one family: what is answered from, what was before, and loading others. */
export function DatasetPage() {
  const { family } = useParams({ strict: false }) as { family: string };
  const name = familyName(family);
  usePageTitle(name);
  const query = useQuery(datasetOf(family));
  const imports = useQuery(importsOf({ family }));
  return (
    <Loaded query={query} what="The dataset could not be read" rows={8}>
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
                ? `${current.name === "demo" ? "Synthetic records" : `From ${current.name}`}, version ${current.version}, loaded ${ageOf(current)}.`
                : "Lookups of it answer 404 until records are loaded."}
            </Head>
            <div className="cols">
              <Section className="c6" title="Answered from">
                {current ? <Origin dataset={current} /> : <p className="muted">Nothing.</p>}
              </Section>
              <Section className="c6" title="Kept to go back to">
                {previous ? (
                  <Before family={family} previous={previous} />
                ) : (
                  <p className="muted">
                    Nothing: the records that are replaced next are kept. Synthetic ones are not.
                  </p>
                )}
              </Section>
            </div>
            <Section
              title="Load records"
              note="CSV with a header or one JSON object a line, plain or compressed. Until an import is done, and whenever it fails, the records from before are answered."
            >
              <ImportForm family={family} />
            </Section>
            <Section title="Imports">
              <Loaded query={imports} what="The imports could not be read">
                {({ items }) => <ImportsTable items={items} />}
              </Loaded>
            </Section>
          </>
        );
      }}
    </Loaded>
  );
}

function Origin({ dataset }: { readonly dataset: Dataset }) {
  const { name, version, source, licence, rows, actor, loaded_at: at, checksum, rejects } = dataset;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ["Source", `${name === "demo" ? "synthetic" : name}, ${source}`],
    ["Version", version],
    ["Licence", licence || <span className="unknown">unknown</span>],
    ["Records", count(rows)],
    ["Loaded", `${moment(at)} UTC${actor ? ` by ${actor}` : ""}`],
    ["Checksum", <code key="c">{checksum}</code>],
  ];
  const rejected = () =>
    downloadCsv(`/imports/${dataset.import}/rejects`, `${dataset.family}.rejects.csv`, {});
  return (
    <>
      <Facts facts={facts} />
      {rejects !== null && rejects.rows > 0 && (
        <div className="note">
          <p>
            {counted(rejects.rows, "row")} of the file {rejects.rows === 1 ? "was" : "were"} rejected.
          </p>
          <Reasons byReason={rejects.by_reason} />
          <p className="actions note">
            <Button onPress={rejected}>Download rejected rows</Button>
          </p>
        </div>
      )}
    </>
  );
}

function Before({ family, previous }: { readonly family: string; readonly previous: Dataset }) {
  const queries = useQueryClient();
  const changes = useQuery(changesOf(family));
  const [asking, setAsking] = useState(false);
  const [idempotencyKey] = useState(() => newId("console"));
  const goBack = async () => {
    await answerOf(
      api.POST("/datasets/{family}/rollback", {
        params: { path: { family } },
        headers: { "idempotency-key": idempotencyKey },
      }),
    );
    await queries.invalidateQueries();
    showToast(`${familyName(family)} are answered from version ${previous.version}`);
  };
  return (
    <>
      <Origin dataset={previous} />
      <h3 className="note">What has changed since</h3>
      <Loaded query={changes} what="The two could not be compared" rows={2}>
        {(found) => <Changes changes={found} />}
      </Loaded>
      <p className="actions note">
        <Button onPress={() => setAsking(true)}>Go back to version {previous.version}</Button>
      </p>
      {asking && (
        <Dialog
          title={`Go back to version ${previous.version}?`}
          action="Go back"
          act={goBack}
          close={() => setAsking(false)}
        >
          <p>
            All nodes answer from its {counted(previous.rows, "record")} within two seconds. The present ones
            are kept, to come back to in the same way.
          </p>
        </Dialog>
      )}
    </>
  );
}
