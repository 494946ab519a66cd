import type { SystemNode } from "../../api/system.ts";
import { bytes, milliseconds } from "../../base/format.ts";
import { State } from "../../parts/outcome.tsx";
import { type Column, countColumn, hidden, Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { ForgetNode } from "./system-findings.tsx";

/** How far a clock is ahead of the database's. */
function clockSkew(skewMs: number | null): string {
  if (skewMs === null) return "Unknown";
  return `${skewMs < 0 ? "−" : "+"}${milliseconds(Math.abs(skewMs))}`;
}

const agoOf = (seconds: number): string =>
  seconds < 120 ? `${Math.round(seconds)} s ago` : `${Math.round(seconds / 60)} min ago`;

const columns = (ownInstance: string): readonly Column<SystemNode>[] => [
  {
    head: "Node",
    cell: (node) => (
      <>
        <code>{node.name}</code>
        <span className="sub">
          {node.role === "worker" ? "worker at " : ""}
          {node.address}, version {node.version}
          {node.instance === ownInstance && ", serves this page"}
        </span>
      </>
    ),
  },
  {
    head: "State",
    cell: ({ state, seconds_silent: silent }) => (
      <>
        <State state={state} />
        <span className="sub">Last seen {silent < 1 ? "just now" : agoOf(silent)}</span>
      </>
    ),
  },
  countColumn("Pending calls", (node) => node.waiting_calls),
  countColumn("Reserved credits", (node) => node.credits_held),
  { head: "Max. thread delay", cell: (node) => milliseconds(node.delay_ms), figures: true },
  { head: "Clock", cell: (node) => clockSkew(node.clock_skew_ms), figures: true },
  { head: "Memory", cell: (node) => bytes(node.memory_bytes), figures: true },
  { head: "Up since", cell: (node) => <Time at={node.started_at} show="recent" />, figures: true },
  {
    head: hidden("Actions"),
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
    <Table caption="Nodes" items={nodes} keyOf={({ instance }) => instance} columns={columns(ownInstance)} />
  );
}
