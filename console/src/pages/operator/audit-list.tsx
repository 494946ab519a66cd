import { useQuery } from "@tanstack/react-query";
import type { AuditRecord } from "../../api/client.ts";
import { importsOf } from "../../api/datasets.ts";
import { capitalized } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { auditWords } from "../../parts/audit-words.ts";
import { Button } from "../../parts/button.tsx";
import { JsonView } from "../../parts/json-view.tsx";
import { Link } from "../../parts/router.tsx";
import { Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { familyName } from "./family-names.ts";

const others: Readonly<Record<string, string>> = {
  client: t("A visitor"),
  operator: t("The operator token"),
  cli: t("The command line"),
};

function Actor({ entry }: { entry: AuditRecord }) {
  const id = /^\/users\/(.+)$/.exec(entry.actor)?.[1];
  if (!id)
    return (
      <b>
        {others[entry.actor] ?? (entry.actor.startsWith("/subscriptions/") ? t("An API key") : entry.actor)}
      </b>
    );
  return (
    <b dir="auto">
      <Link to={`/customers/${id}`}>{entry.actor_name ?? t("A deleted user")}</Link>
    </b>
  );
}

/** The name of an entry's object, as a link to its page if it has one. */
function ObjectName({ entry }: { entry: AuditRecord }) {
  const { object, object_name: name, object_owner: owner, after } = entry;
  const [, kind = "", id = ""] = /^\/([a-z]+)\/([^/]+)/.exec(object) ?? [];
  if (kind === "users") return <Link to={`/customers/${id}`}>{name ?? t("deleted user")}</Link>;
  if (kind === "products") return <Link to={`/plans/${id}`}>{name ?? id}</Link>;
  if (kind === "webhooks") return <Link to={`/settings/webhooks/${id}`}>{t("Webhook")}</Link>;
  if (kind === "datasets") return <Link to={`/data/${id}`}>{familyName(id)}</Link>;
  if (kind === "imports")
    return t("Import of {familyName}", {
      familyName: familyName(String((after as { family?: string })?.family ?? id)),
    });
  if (owner && name) return <Link to={owner.replace("/users/", "/customers/")}>{name}</Link>;
  return name ?? object;
}

interface AuditListProps {
  readonly entries: readonly AuditRecord[];
  /** Narrows the list to a path; without it, entries do not offer that. */
  readonly narrow?: (filter: { readonly actor?: string; readonly object?: string }) => void;
}

const importOf = ({ action, after }: AuditRecord) =>
  action === "dataset.import" ? (after as { import?: string } | null)?.import : undefined;

/** The state of each import that the entries began. */
function useImportStates(entries: readonly AuditRecord[]): ReadonlyMap<string, string> {
  const began = entries.some((entry) => importOf(entry) !== undefined);
  const query = useQuery({ ...importsOf({ page_size: 1000 }), enabled: began });
  return new Map(query.data?.items.map(({ id, state }) => [id, state]));
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

/** Entries of the audit log: time, person, action, object, IP address; the changes on request. */
export function AuditList({ entries, narrow }: AuditListProps) {
  const imports = useImportStates(entries);
  return (
    <Table
      caption={t("Entries")}
      className="aud"
      items={withoutRepeats(entries)}
      keyOf={({ entry }) => entry.id}
      columns={[
        { head: t("Time"), cell: ({ entry }) => <Time at={entry.timestamp} show="recent" /> },
        { head: t("Person"), cell: ({ entry }) => <Actor entry={entry} /> },
        {
          head: t("Action"),
          cell: ({ entry, times }) => {
            const words = auditWords(entry, imports.get(importOf(entry) ?? ""));
            const action = <span dir="auto">{capitalized(words)}</span>;
            return (
              <>
                {times > 1 ? <T text="{action}, {times} times" action={action} times={times} /> : action}
                <Changes entry={entry} narrow={narrow} />
              </>
            );
          },
        },
        { head: t("Object"), cell: ({ entry }) => <ObjectName entry={entry} /> },
        { head: t("IP address"), cell: ({ entry }) => entry.ip_address && <code>{entry.ip_address}</code> },
      ]}
    />
  );
}

function Changes({ entry, narrow }: { entry: AuditRecord; narrow: AuditListProps["narrow"] }) {
  const { object, request_id, before, after, actor } = entry;
  return (
    <details className="datat">
      <summary>{t("Details")}</summary>
      <div className="code">
        <JsonView label={t("Changes")} value={{ actor, object, request_id, before, after }} />
      </div>
      {narrow && (
        <p className="actions note">
          <Button look="text" onPress={() => narrow({ actor })}>
            {t("Only this person")}
          </Button>
          <Button look="text" onPress={() => narrow({ object })}>
            {t("Only this object")}
          </Button>
        </p>
      )}
    </details>
  );
}
