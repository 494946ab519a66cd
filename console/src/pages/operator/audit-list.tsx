import { Link } from "@tanstack/react-router";
import type { AuditRecord } from "../../api/client.ts";
import { recently } from "../../base/format.ts";
import { auditWords } from "../../parts/audit-words.ts";
import { JsonView } from "../../parts/json-view.tsx";

function Actor({
  entry,
  names,
}: {
  readonly entry: AuditRecord;
  readonly names: ReadonlyMap<string, string>;
}) {
  const id = /^\/users\/(.+)$/.exec(entry.actor)?.[1];
  if (!id) return <b>{entry.actor === "client" ? "A visitor" : entry.actor}</b>;
  return (
    <b dir="auto">
      <Link to={`/users/${id}`}>{names.get(id) ?? id}</Link>
    </b>
  );
}

function ObjectLink({ path }: { readonly path: string }) {
  const open = /^\/(users|products)\/([^/]+)$/.exec(path);
  return open ? <Link to={`/${open[1]}/${open[2]}`}>{path}</Link> : path;
}

interface AuditListProps {
  readonly entries: readonly AuditRecord[];
  /** Users' names by id, where they are known. */
  readonly names?: ReadonlyMap<string, string>;
}

interface Run {
  /** The newest of entries that say the same. */
  readonly entry: AuditRecord;
  readonly times: number;
}

/** Entries that follow each other and say the same, as one. */
function runsOf(entries: readonly AuditRecord[]): Run[] {
  const runs: Run[] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    const same =
      last &&
      entry.before === null &&
      entry.after === null &&
      (["actor", "action", "object", "ip_address"] as const).every(
        (name) => last.entry[name] === entry[name],
      );
    if (same) runs[runs.length - 1] = { entry: last.entry, times: last.times + 1 };
    else runs.push({ entry, times: 1 });
  }
  return runs;
}

/** Who did what to what, from where, and what it was before. */
export function AuditList({ entries, names = new Map() }: AuditListProps) {
  return (
    <ol className="aud">
      {runsOf(entries).map(({ entry, times }) => (
        <li key={entry.id}>
          <time dateTime={entry.timestamp}>{recently(entry.timestamp)}</time>
          <div>
            <Actor entry={entry} names={names} /> <span dir="auto">{auditWords(entry)}</span>
            {times > 1 && `, ${times} times`}
            <span className="sub">
              <ObjectLink path={entry.object} />
              {entry.ip_address && (
                <>
                  , from <code>{entry.ip_address}</code>
                </>
              )}
            </span>
            {(entry.before !== null || entry.after !== null) && (
              <details className="datat">
                <summary>Details</summary>
                <div className="code">
                  <JsonView
                    label="What was changed"
                    value={{ request_id: entry.request_id, before: entry.before, after: entry.after }}
                  />
                </div>
              </details>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
