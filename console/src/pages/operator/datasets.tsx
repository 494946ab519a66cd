import { useQuery } from "@tanstack/react-query";
import { type Dataset, datasets, importsOf } from "../../api/datasets.ts";
import { system } from "../../api/system.ts";
import { count, day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Facts } from "../../parts/facts.tsx";
import { ListPage } from "../../parts/list-page.tsx";
import { May } from "../../parts/may.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { type Column, Source, Unknown } from "../../parts/table.tsx";
import { familyName, familyNames, familyNameWithin } from "./family-names.ts";
import { Imports } from "./imports-table.tsx";

export const ageOf = ({ age_days: days }: Dataset): string =>
  days < 1 ? t("today") : t("{days, plural, one {# day} other {# days}} ago", { days });

/** What precedes the first comma: the rest of the demo set's version is the same thirteen times. */
const shortVersion = (version: string) => version.replace(/,.*/, "");

/** The long versions, each once. */
function Versions({ current }: { current: readonly Dataset[] }) {
  const long = current.filter(({ version }) => version !== shortVersion(version));
  const lines = new Set(long.map(({ name, version }) => `${name} ${version}`));
  return [...lines].map((line) => (
    <p key={line} className="sm muted">
      {line}
    </p>
  ));
}

const columns: readonly Column<Dataset>[] = [
  { head: t("Dataset"), cell: ({ family }) => <Link to={`/data/${family}`}>{familyName(family)}</Link> },
  { head: t("Records"), cell: ({ rows }) => count(rows), figures: true },
  {
    head: t("Source"),
    cell: ({ name, source }) => (
      <>
        <Source name={name} short /> {name !== "demo" && <span className="muted">{source}</span>}
      </>
    ),
  },
  { head: t("Version"), cell: ({ version }) => <span className="nowrap">{shortVersion(version)}</span> },
  {
    head: t("Imported"),
    cell: (one) => (
      <>
        <span className="nowrap">{day(one.loaded_at)}</span>
        <span className="sub">{ageOf(one)}</span>
        {one.older_reader && (
          <span className="sub">
            <Mark outcome="blocked">{t("Read by an older reader: import the file again")}</Mark>
          </span>
        )}
      </>
    ),
  },
  {
    head: t("Rejected"),
    cell: ({ rejects }) => (rejects ? count(rejects.rows) : <span className="soft">{t("none")}</span>),
    figures: true,
  },
  { head: t("License"), cell: ({ licence }) => licence || <Unknown /> },
];

/** The decoder's own data, which is no family of records. */
function VinData() {
  const data = useQuery(system).data?.versions.vin_data;
  return (
    <Section title={t("VIN decoder")}>
      <Facts
        facts={[
          [
            t("Source"),
            data &&
              (data.source === "vpic"
                ? t("NHTSA's whole vPIC")
                : t("{source}, packaged", { source: data.source })),
          ],
          [t("Version"), data?.version],
        ]}
      />
      <p className="muted note">
        <T
          text="<link>Import NHTSA's vPIC or roll back</link>, or run <code>vingate import vpic</code> on each machine."
          link={(words) => <Link to="/data/vpic">{words}</Link>}
        />
      </p>
    </Section>
  );
}

/** The datasets of lookups: versions, age and imports. */
export function Datasets() {
  const query = useQuery(datasets);
  const imports = useQuery(importsOf({}));
  const current = query.data?.filter(({ state }) => state === "current") ?? [];
  const synthetic = current.filter(({ name }) => name === "demo").length;
  const empty = Object.keys(familyNames).filter((name) => !current.some(({ family }) => family === name));
  const title = [
    query.data
      ? t("{current, plural, one {# dataset} other {# datasets}}", { current: current.length })
      : t("Datasets"),
    synthetic > 0 &&
      (synthetic === current.length ? t("all synthetic") : t("{synthetic} synthetic (demo)", { synthetic })),
  ];
  return (
    <>
      <ListPage
        title={title.filter(Boolean).join(", ")}
        note={t(
          "Lookups use these records; VIN decoding uses NHTSA's data too. Open a dataset to import, compare or roll back.",
        )}
        what={t("the datasets")}
        query={{ ...query, data: query.data && { items: current, total: current.length } }}
        empty={t("No datasets yet")}
        table={{ caption: t("Current datasets"), keyOf: ({ family }) => family, columns }}
      />
      <Versions current={current} />
      <VinData />
      {query.data && empty.length > 0 && (
        <May permission="data.change">
          <Section title={t("Empty datasets")} note={t("Their lookups return 404.")}>
            <p className="actions">
              {empty.map((family) => (
                <Link key={family} className="btn" to={`/data/${family}`}>
                  {t("Import {familyNameWithin}", { familyNameWithin: familyNameWithin(family) })}
                </Link>
              ))}
            </p>
          </Section>
        </May>
      )}
      <Imports
        query={imports}
        note={t(
          "From the console and the command line, newest first. vingate import imports public sources by name.",
        )}
      />
    </>
  );
}
