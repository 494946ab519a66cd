import { day, title } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
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
  if (recalls.length === 0) return t("No recalls on record");
  const of = (state: string) => recalls.filter(({ recall_status }) => recall_status === state).length;
  const parts = [
    of("open") > 0 && t("{of} open", { of: of("open") }),
    of("completed") > 0 && t("{of} done", { of: of("completed") }),
    of("unknown") > 0 && t("{of} of unknown status", { of: of("unknown") }),
  ].filter(Boolean);
  return `${t("{recalls, plural, one {# recall} other {# recalls}}", { recalls: recalls.length })}: ${parts.join(", ")}`;
}

const recallColumns: readonly Column<Recall>[] = [
  {
    head: t("Component"),
    cell: (recall) => (
      <>
        {title(recall.component)}
        <span className="sub mono">{recall.nhtsa_campaign_number}</span>
      </>
    ),
  },
  {
    head: t("Risk and remedy"),
    className: "muted",
    cell: (recall) => (
      <>
        {recall.consequence} {recall.remedy}
        {recall.park_it && <> {t("Do not drive the vehicle until then.")}</>}
        {recall.park_outside && <> {t("Park the vehicle outside until then.")}</>}
      </>
    ),
  },
  { head: t("Status"), cell: (recall) => <State state={recall.recall_status} /> },
];

/** Recalls with their risk, remedy and status. */
export function Recalls({ data }: { data: unknown }) {
  const recalls = recallsOf(data);
  if (recalls.length === 0)
    return (
      <p className="muted">{t("This does not prove that none exists. Ask NHTSA or the manufacturer.")}</p>
    );
  return (
    <Table
      caption={t("Recalls")}
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
  if (liens.length === 0) return t("No liens on record");
  const open = liens.filter(({ status }) => status !== "released").length;
  const all = t("{liens, plural, one {# lien} other {# liens}}", { liens: liens.length });
  return open === 0 ? `${all}, released` : t("{all}, {open} not released", { all, open });
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
            [t("Holder"), lien.lienholder],
            [t("Filed"), [lien.filed_at && day(lien.filed_at), lien.state].filter(Boolean).join(", ")],
            [
              t("Status"),
              <span key="s">
                <State state={lien.status} /> {lien.released_at && day(lien.released_at)}
              </span>,
            ],
          ]}
        />
      ))}
      <p className="xs muted note">
        {asOf && <>{t("As of {day}.", { day: day(asOf) })} </>}
        {t("This does not prove that the title is clear. Ask the state that issued it.")}
      </p>
    </>
  );
}
