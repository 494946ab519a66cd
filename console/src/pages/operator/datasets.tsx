import { useQuery } from "@tanstack/react-query";
import { answerOf, api, type Schemas } from "../../api/client.ts";
import { usePageTitle } from "../../frame/page-title.ts";
import { count, counted, day } from "../../parts/format.ts";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";

type Dataset = Schemas["Dataset"];

const dayMs = 86_400_000;

function age(loadedAt: string): string {
  const days = Math.floor((Date.now() - Date.parse(loadedAt)) / dayMs);
  return days < 1 ? "today" : `${counted(days, "day")} ago`;
}

const columns: readonly Column<Dataset>[] = [
  { head: "Records of", cell: ({ family }) => family },
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
    cell: ({ loaded_at }) => (
      <>
        {day(loaded_at)}
        <span className="sub">{age(loaded_at)}</span>
      </>
    ),
  },
  { head: "Licence", cell: ({ licence }) => licence || <span className="unknown">unknown</span> },
];

const keyOf = ({ family, state }: Dataset) => `${family} ${state}`;

/** What the answers come from, and how old it is. */
export function Datasets() {
  usePageTitle("Datasets");
  const query = useQuery({ queryKey: ["datasets"], queryFn: () => answerOf(api.GET("/datasets")) });
  const current = query.data?.filter(({ state }) => state === "current") ?? [];
  const synthetic = current.filter(({ name }) => name === "demo").length;
  const title = !query.data
    ? "Datasets"
    : synthetic === 0
      ? counted(current.length, "dataset")
      : `${counted(current.length, "dataset")}, ${synthetic === current.length ? "all" : synthetic} synthetic`;
  return (
    <>
      <Head title={title}>
        What the answers come from; VIN decoding has NHTSA's data beside them. Records are loaded on the
        command line: a running service takes them up within two seconds.
      </Head>
      <Section title="Answered from">
        <Loaded query={query} what="The datasets could not be read" rows={8}>
          {() =>
            current.length === 0 ? (
              <Empty title="No family has records">
                VINs are decoded all the same. <code>npx vingate import</code> loads records.
              </Empty>
            ) : (
              <Table
                caption="Datasets that are answered from"
                items={current}
                keyOf={keyOf}
                columns={columns}
              />
            )
          }
        </Loaded>
      </Section>
      <Previous all={query.data ?? []} />
      <Section title="Load others">
        <div className="code">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <section className="scroll" tabIndex={0} aria-label="Commands">
            <pre>
              {
                "npx vingate import --help\nnpx vingate datasets diff lien\nnpx vingate datasets rollback lien"
              }
            </pre>
          </section>
        </div>
      </Section>
    </>
  );
}

function Previous({ all }: { readonly all: readonly Dataset[] }) {
  const previous = all.filter(({ state }) => state === "previous");
  if (previous.length === 0) return null;
  return (
    <Section title="Kept to go back to">
      <Table caption="Datasets that are kept" items={previous} keyOf={keyOf} columns={columns} />
    </Section>
  );
}
