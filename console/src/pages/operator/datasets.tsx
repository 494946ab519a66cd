import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type Dataset, datasets, importsOf } from "../../api/datasets.ts";
import { count, counted, day } from "../../base/format.ts";
import { usePageTitle } from "../../parts/page-title.ts";
import { Head, Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { familyName, familyNames } from "./family-names.ts";
import { ImportsTable } from "./imports-table.tsx";

export const ageOf = ({ age_days: days }: Dataset): string =>
  days < 1 ? "today" : `${counted(days, "day")} ago`;

const columns: readonly Column<Dataset>[] = [
  { head: "Records of", cell: ({ family }) => <Link to={`/datasets/${family}`}>{familyName(family)}</Link> },
  { head: "Rows", cell: ({ rows }) => count(rows), figures: true, narrow: "rows" },
  {
    head: "Source",
    cell: ({ name, source }) => (
      <>
        <span className={name === "demo" ? "tag tag-syn" : "tag"}>
          {name === "demo" ? "synthetic" : name}
        </span>{" "}
        <span className="muted">{source}</span>
      </>
    ),
  },
  { head: "Version", cell: ({ version }) => version },
  {
    head: "Loaded",
    cell: (one) => (
      <>
        <span className="nowrap">{day(one.loaded_at)}</span>
        <span className="sub">{ageOf(one)}</span>
      </>
    ),
  },
  {
    head: "Rejected",
    cell: ({ rejects }) => (rejects ? count(rejects.rows) : <span className="soft">none</span>),
    figures: true,
    narrow: "rejected",
  },
  { head: "Licence", cell: ({ licence }) => licence || <span className="unknown">unknown</span> },
];

/** What the answers come from, how old it is, and where others are loaded. */
export function Datasets() {
  usePageTitle("Datasets");
  const query = useQuery(datasets);
  const imports = useQuery(importsOf({}));
  const current = query.data?.filter(({ state }) => state === "current") ?? [];
  const synthetic = current.filter(({ name }) => name === "demo").length;
  const empty = Object.keys(familyNames).filter((name) => !current.some(({ family }) => family === name));
  const title = !query.data
    ? "Datasets"
    : synthetic === 0
      ? counted(current.length, "dataset")
      : `${counted(current.length, "dataset")}, ${synthetic === current.length ? "all" : synthetic} synthetic`;
  return (
    <>
      <Head title={title}>
        What the answers come from; VIN decoding has NHTSA's data beside them. Open one to load other records,
        to compare them with those before, and to go back.
      </Head>
      {current.length > 0 && (
        <Section title="Answered from">
          <Table
            caption="Datasets that are answered from"
            items={current}
            keyOf={({ family }) => family}
            columns={columns}
          />
        </Section>
      )}
      <Loaded query={query} what="The datasets could not be read" rows={8}>
        {() =>
          empty.length > 0 && (
            <Section title="Without records" note="Lookups of these answer 404 until records are loaded.">
              <p className="actions">
                {empty.map((family) => (
                  <Link key={family} className="btn" to={`/datasets/${family}`}>
                    Load {familyName(family).toLowerCase()}
                  </Link>
                ))}
              </p>
            </Section>
          )
        }
      </Loaded>
      <Section
        title="Imports"
        note="What was loaded here or on the command line, the latest first. npx vingate import loads public sources by name."
      >
        <Loaded query={imports} what="The imports could not be read">
          {({ items }) => <ImportsTable items={items} />}
        </Loaded>
      </Section>
    </>
  );
}
