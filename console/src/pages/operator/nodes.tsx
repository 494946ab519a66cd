import type { SystemNode } from "../../api/system.ts";
import { bytes, count, milliseconds, recently } from "../../base/format.ts";
import { Mark } from "../../parts/outcome.tsx";
import { type Column, Table } from "../../parts/table.tsx";

const columns = (answeredBy: string): readonly Column<SystemNode>[] => [
  {
    head: "Node",
    cell: (node) => (
      <>
        <code>{node.name}</code>
        <span className="sub">
          {node.role === "worker" ? "one of several at " : ""}
          {node.address}, version {node.version}
          {node.instance === answeredBy && ", answers this page"}
        </span>
      </>
    ),
  },
  {
    head: "State",
    cell: ({ state, seconds_silent: silent }) => (
      <>
        <Mark outcome={state === "alive" ? "ok" : "failed"}>{state}</Mark>
        <span className="sub">heard {silent < 1 ? "just now" : `${Math.round(silent)} s ago`}</span>
      </>
    ),
  },
  {
    head: "Calls waiting",
    cell: (node) => count(node.waiting_calls),
    figures: true,
    narrow: "calls waiting",
  },
  { head: "On lease", cell: (node) => count(node.credits_held), figures: true, narrow: "credits on lease" },
  {
    head: "Longest busy",
    cell: (node) => milliseconds(node.delay_ms),
    figures: true,
    narrow: "longest busy",
  },
  { head: "Memory", cell: (node) => bytes(node.memory_bytes), figures: true, narrow: "memory" },
  { head: "Up since (UTC)", cell: (node) => recently(node.started_at), figures: true, narrow: "up since" },
];

/** The processes that answer. */
export function Nodes({
  nodes,
  answeredBy,
}: {
  readonly nodes: readonly SystemNode[];
  readonly answeredBy: string;
}) {
  return (
    <Table caption="Nodes" items={nodes} keyOf={({ instance }) => instance} columns={columns(answeredBy)} />
  );
}
