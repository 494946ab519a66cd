import { day, title } from "../../base/format.ts";
import { State } from "../../parts/outcome.tsx";

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
  if (recalls.length === 0) return "No recall is recorded";
  const of = (state: string) => recalls.filter(({ recall_status }) => recall_status === state).length;
  const parts = [
    of("open") > 0 && `${of("open")} open`,
    of("completed") > 0 && `${of("completed")} done`,
    of("unknown") > 0 && `${of("unknown")} of unknown state`,
  ].filter(Boolean);
  return `${recalls.length === 1 ? "1 recall" : `${recalls.length} recalls`}: ${parts.join(", ")}`;
}

/** Recalls of a vehicle, what may happen, what is done about it, and whether it was. */
export function Recalls({ data }: { readonly data: unknown }) {
  const recalls = recallsOf(data);
  if (recalls.length === 0)
    return (
      <p className="muted">
        No recall of it is recorded here. That is no proof that there is none; ask NHTSA or the maker.
      </p>
    );
  return (
    <table className="t stack">
      <caption className="vh">Recalls</caption>
      <thead>
        <tr>
          <th scope="col">Component</th>
          <th scope="col">Risk and remedy</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {recalls.map((recall) => (
          <tr key={recall.nhtsa_campaign_number}>
            <th scope="row">
              {title(recall.component)}
              <span className="sub mono">{recall.nhtsa_campaign_number}</span>
            </th>
            <td className="muted">
              {recall.consequence} {recall.remedy}
              {recall.park_it && " Do not drive it until then."}
              {recall.park_outside && " Park it outside until then."}
            </td>
            <td>
              <State state={recall.recall_status} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
  if (liens.length === 0) return "No lien is recorded";
  const open = liens.filter(({ status }) => status !== "released").length;
  const all = liens.length === 1 ? "1 lien" : `${liens.length} liens`;
  return open === 0 ? `${all}, released` : `${all}, ${open} not released`;
}

const dated = (text: string) => (text ? day(text) : <span className="unknown">unknown</span>);

/** Liens of a vehicle, and what their absence does not prove. */
export function Liens({ data }: { readonly data: unknown }) {
  const asOf = (data as { as_of?: string } | null)?.as_of;
  return (
    <>
      {liensOf(data).map((lien) => (
        <dl className="facts" key={`${lien.lienholder} ${lien.filed_at}`}>
          <dt>Holder</dt>
          <dd>{lien.lienholder}</dd>
          <dt>Filed</dt>
          <dd>
            {dated(lien.filed_at)}, {lien.state}
          </dd>
          <dt>Status</dt>
          <dd>
            <State state={lien.status} /> {lien.released_at && day(lien.released_at)}
          </dd>
        </dl>
      ))}
      <p className="xs muted note">
        {asOf ? `As of ${day(asOf)}. ` : ""}No record here is no proof that the title is clear: ask the state
        that issued it.
      </p>
    </>
  );
}
