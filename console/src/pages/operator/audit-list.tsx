import type { AuditRecord } from "../../api/client.ts";
import { recently } from "../../base/format.ts";
import { auditWords } from "../../parts/audit-words.ts";
import { JsonView } from "../../parts/json-view.tsx";
import { Link } from "../../parts/router.tsx";

function Actor({ entry, names }: { entry: AuditRecord; names: ReadonlyMap<string, string> }) {
  const id = /^\/users\/(.+)$/.exec(entry.actor)?.[1];
  if (!id) return <b>{entry.actor === "client" ? "A visitor" : entry.actor}</b>;
  return (
    <b dir="auto">
      <Link to={`/users/${id}`}>{names.get(id) ?? id}</Link>
    </b>
  );
}

function ObjectLink({ path }: { path: string }) {
  const open = /^\/(users|products)\/([^/]+)$/.exec(path);
  return open ? <Link to={`/${open[1]}/${open[2]}`}>{path}</Link> : path;
}

interface AuditListProps {
  readonly entries: readonly AuditRecord[];
  /** Users' names by ID. */
  readonly names?: ReadonlyMap<string, string>;
}

interface Repeated {
  /** The newest of equal entries. */
  readonly entry: AuditRecord;
  readonly times: number;
}

/** Consecutive equal entries as one. */
function withoutRepeats(entries: readonly AuditRecord[]): Repeated[] {
  const runs: Repeated[] = [];
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

/** Entries of the audit log: actor, action, object, IP address, changes. */
export function AuditList({ entries, names = new Map() }: AuditListProps) {
  return (
    <ol className="aud">
      {withoutRepeats(entries).map(({ entry, times }) => (
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
                    label="Changes"
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
