import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { changesOf, type Dataset, datasetOf, importsOf } from "../../api/datasets.ts";
import { count, moment } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Facts } from "../../parts/facts.tsx";
import { May } from "../../parts/may.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { Changes } from "./dataset-changes.tsx";
import { ageOf } from "./datasets.tsx";
import { familyName, familyNameWithin } from "./family-names.ts";
import { ImportForm } from "./import/import-form.tsx";
import { RejectDownloads } from "./import/reject-downloads.tsx";
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
    <Loaded query={query} what={t("Could not load the dataset")} rows={8}>
      {({ versions }) => {
        const current = versions.find(({ state }) => state === "current");
        const previous = versions.find(({ state }) => state === "previous");
        return (
          <>
            <Head
              crumb={
                <>
                  <Link to="/data">{t("Datasets")}</Link> / {family}
                </>
              }
              title={
                current
                  ? `${name}: ${t("{rows, plural, one {# record} other {# records}}", { rows: current.rows })}`
                  : t("{name}: no records", { name })
              }
            >
              {current
                ? t("{source}, version {version}, imported {ageOf}.", {
                    source:
                      current.name === "demo"
                        ? t("Synthetic records")
                        : t("From {name}", { name: current.name }),
                    version: current.version,
                    ageOf: ageOf(current),
                  })
                : t("Lookups return 404 until you import records.")}
            </Head>
            <div className="cols">
              <Section className="c6" title={t("Current version")}>
                {current ? <Details dataset={current} /> : <p className="muted">{t("No records yet.")}</p>}
                {current && !previous && current.name !== "demo" && (
                  <RollBack
                    family={family}
                    label={t("Undo the import")}
                    done={t("Import of {familyNameWithin} undone", {
                      familyNameWithin: familyNameWithin(family),
                    })}
                  >
                    {t(
                      "All nodes stop using its {rows, plural, one {# record} other {# records}} within two seconds, and lookups return 404. It becomes the previous version, so that you can return to it.",
                      { rows: current.rows },
                    )}
                  </RollBack>
                )}
              </Section>
              <Section className="c6" title={t("Previous version")}>
                {previous ? (
                  <Previous family={family} previous={previous} compared={current !== undefined} />
                ) : (
                  <p className="muted">
                    {t("No previous version yet. The next import keeps the current one.")}
                  </p>
                )}
              </Section>
            </div>
            <May permission="data.change">
              <Section
                title={t("Import records")}
                note={t(
                  "Excel, CSV with a header, a JSON list, or one JSON object per line; plain or compressed. Lookups use the current records until the import is complete. A failed import changes nothing.",
                )}
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
  const isOlder = dataset.older_reader && dataset.state === "current";
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t("Source"), name === "demo" ? "vingate demo" : `${name}, ${source}`],
    [t("Version"), version],
    [t("License"), licence],
    [t("Records"), count(rows)],
    [
      t("Imported"),
      actor ? t("{moment} UTC by {actor}", { moment: moment(at), actor }) : `${moment(at)} UTC`,
    ],
    [t("Checksum"), <code key="c">{checksum}</code>],
  ];
  return (
    <>
      <Facts facts={facts} />
      {isOlder && (
        <p className="note">
          <Mark outcome="blocked">{t("Read by an older reader: import the file again")}</Mark>{" "}
          {t(
            "Until then its answers stay as they are. What only reads otherwise is no change of a watched VIN.",
          )}
        </p>
      )}
      <Doubtful byReason={doubtful} />
      {rejects !== null && rejects.rows > 0 && (
        <div className="note">
          <p>
            {t("{rows, plural, one {# row} other {# rows}} of the file rejected.", { rows: rejects.rows })}
          </p>
          <Reasons caption={t("Rejected rows by reason")} byReason={rejects.by_reason} />
          <RejectDownloads
            id={dataset.import ?? ""}
            family={dataset.family}
            isOwn={source === "the operator"}
          />
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
          <h3 className="note">{t("Changes since")}</h3>
          <Loaded query={changes} what={t("Could not compare the versions")} rows={2}>
            {(found) => <Changes changes={found} />}
          </Loaded>
        </>
      )}
      <RollBack
        family={family}
        label={t("Roll back to {version}", { version: previous.version })}
        done={t("{familyName} rolled back to {version}", {
          familyName: familyName(family),
          version: previous.version,
        })}
      >
        {t("All nodes use its {rows, plural, one {# record} other {# records}} within two seconds.", {
          rows: previous.rows,
        })}
        {compared && " "}
        {compared && t("The current version becomes the previous one, so that you can roll back again.")}
      </RollBack>
    </>
  );
}
