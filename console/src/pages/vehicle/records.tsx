import { counted, day, title } from "../../base/format.ts";
import { Facts } from "../../parts/facts.tsx";
import { State } from "../../parts/outcome.tsx";
import { type Column, Table } from "../../parts/table.tsx";

interface Recall {
  readonly nhtsa_campaign_number: string;
  readonly component: string;
  readonly summary: string;
  readonly consequence: string;
  readonly remedy: string;
  readonly park_it: boolean;
  readonly park_outside: boolean;
  readonly recall_status: string;
}

const recallsOf = (data: unknown) => [...((data as { recalls?: readonly Recall[] } | null)?.recalls ?? [])];

export function recallFinding(data: unknown): string {
  const recalls = recallsOf(data);
  if (recalls.length === 0) return "No recalls on record";
  const of = (state: string) => recalls.filter(({ recall_status }) => recall_status === state).length;
  const parts = [
    of("open") > 0 && `${of("open")} open`,
    of("completed") > 0 && `${of("completed")} done`,
    of("unknown") > 0 && `${of("unknown")} of unknown status`,
  ].filter(Boolean);
  return `${counted(recalls.length, "recall")}: ${parts.join(", ")}`;
}

const recallColumns: readonly Column<Recall>[] = [
  {
    head: "Component",
    cell: (recall) => (
      <>
        {title(recall.component)}
        <span className="sub mono">{recall.nhtsa_campaign_number}</span>
      </>
    ),
  },
  {
    head: "Risk and remedy",
    className: "muted",
    cell: (recall) => (
      <>
        {recall.consequence} {recall.remedy}
        {recall.park_it && " Do not drive the vehicle until then."}
        {recall.park_outside && " Park the vehicle outside until then."}
      </>
    ),
  },
  { head: "Status", cell: (recall) => <State state={recall.recall_status} /> },
];

/** Recalls with their risk, remedy and status. */
export function Recalls({ data }: { data: unknown }) {
  const recalls = recallsOf(data);
  if (recalls.length === 0)
    return <p className="muted">This does not prove that none exists. Ask NHTSA or the manufacturer.</p>;
  return (
    <Table
      caption="Recalls"
      items={recalls}
      keyOf={(recall) => recall.nhtsa_campaign_number}
      columns={recallColumns}
    />
  );
}

interface Lien {
  readonly lienholder: string;
  readonly state: string;
  readonly filed_at: string;
  readonly released_at: string;
  readonly status: string;
}

const liensOf = (data: unknown) => [...((data as { liens?: readonly Lien[] } | null)?.liens ?? [])];

export function lienFinding(data: unknown): string {
  const liens = liensOf(data);
  if (liens.length === 0) return "No liens on record";
  const open = liens.filter(({ status }) => status !== "released").length;
  const all = counted(liens.length, "lien");
  return open === 0 ? `${all}, released` : `${all}, ${open} not released`;
}

/** Liens of a vehicle. */
export function Liens({ data }: { data: unknown }) {
  const asOf = (data as { as_of?: string } | null)?.as_of;
  return (
    <>
      {liensOf(data).map((lien) => (
        <Facts
          key={`${lien.lienholder} ${lien.filed_at}`}
          facts={[
            ["Holder", lien.lienholder],
            ["Filed", [lien.filed_at && day(lien.filed_at), lien.state].filter(Boolean).join(", ")],
            [
              "Status",
              <span key="s">
                <State state={lien.status} /> {lien.released_at && day(lien.released_at)}
              </span>,
            ],
          ]}
        />
      ))}
      <p className="xs muted note">
        {asOf ? `As of ${day(asOf)}. ` : ""}This does not prove that the title is clear. Ask the state that
        issued it.
      </p>
    </>
  );
}
