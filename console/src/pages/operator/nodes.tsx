import type { SystemNode } from "../../api/system.ts";
import { bytes, milliseconds } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { State } from "../../parts/outcome.tsx";
import { type Column, countColumn, hidden, Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { ForgetNode } from "./system-findings.tsx";

/** How far a clock is ahead of the database's. */
function clockSkew(skewMs: number | null): string {
  if (skewMs === null) return t("Unknown");
  return `${skewMs < 0 ? "−" : "+"}${milliseconds(Math.abs(skewMs))}`;
}

const agoOf = (seconds: number): string =>
  seconds < 120
    ? t("{seconds} s ago", { seconds: Math.round(seconds) })
    : t("{minutes} min ago", { minutes: Math.round(seconds / 60) });

const columns = (ownInstance: string): readonly Column<SystemNode>[] => [
  {
    head: t("Node"),
    cell: (node) => (
      <>
        <code>{node.name}</code>
        <span className="sub">
          {t(
            "{role, select, yes {worker at } other {}}{address}, version {version}{instance, select, yes {, serves this page} other {}}",
            {
              role: node.role === "worker" ? "yes" : "no",
              address: node.address,
              version: node.version,
              instance: node.instance === ownInstance ? "yes" : "no",
            },
          )}
        </span>
      </>
    ),
  },
  {
    head: t("State"),
    cell: ({ state, seconds_silent: silent }) => (
      <>
        <State state={state} />
        <span className="sub">
          {t("Last seen {ago}", { ago: silent < 1 ? t("just now") : agoOf(silent) })}
        </span>
      </>
    ),
  },
  countColumn(t("Pending calls"), (node) => node.waiting_calls),
  countColumn(t("Reserved credits"), (node) => node.credits_held),
  { head: t("Max. thread delay"), cell: (node) => milliseconds(node.delay_ms), figures: true },
  { head: t("Clock"), cell: (node) => clockSkew(node.clock_skew_ms), figures: true },
  { head: t("Memory"), cell: (node) => bytes(node.memory_bytes), figures: true },
  { head: t("Up since"), cell: (node) => <Time at={node.started_at} show="recent" />, figures: true },
  {
    head: hidden(t("Actions")),
    cell: (node) => node.state === "silent" && <ForgetNode {...node} />,
    figures: true,
  },
];

interface NodesProps {
  readonly nodes: readonly SystemNode[];
  /** The instance that serves this page. */
  readonly ownInstance: string;
}

/** The nodes of the service. */
export function Nodes({ nodes, ownInstance }: NodesProps) {
  return (
    <Table
      caption={t("Nodes")}
      items={nodes}
      keyOf={({ instance }) => instance}
      columns={columns(ownInstance)}
    />
  );
}
