/** How a call came: as a request of its own, or from a tool of MCP. */
export const callSources = ["http", "mcp"] as const;
export type CallSource = (typeof callSources)[number];

const mcp = "mcp";
const before = `${mcp}: `;

/** The text in which a record keeps its data's sources and how it came, so that all versions of records can. */
export function recordedSource(data: string | undefined, via: typeof mcp | undefined): string | undefined {
  if (via === undefined) return data;
  return data === undefined ? via : before + data;
}

/** What `recordedSource` kept. */
export function readSource(kept: string | null): {
  readonly source: CallSource;
  readonly dataSource: string | null;
} {
  if (kept === mcp) return { source: mcp, dataSource: null };
  if (kept?.startsWith(before)) return { source: mcp, dataSource: kept.slice(before.length) };
  return { source: "http", dataSource: kept };
}
