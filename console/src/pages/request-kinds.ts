import type { RequestRecord } from "../api/client.ts";

/** Calls of one status and error code. */
interface Kind {
  readonly status: number;
  readonly code: string;
  readonly calls: number;
  readonly last: RequestRecord;
}

/** Calls that were not answered, by their status and error code, commonest first; `records` are newest first. */
export function kindsOf(records: readonly RequestRecord[]): Kind[] {
  const kinds = new Map<string, Kind>();
  for (const record of records) {
    if (record.response_code < 400) continue;
    const code = record.error_code ?? "";
    const name = `${record.response_code} ${code}`;
    const known = kinds.get(name);
    kinds.set(name, {
      status: record.response_code,
      code,
      calls: (known?.calls ?? 0) + 1,
      last: known?.last ?? record,
    });
  }
  return [...kinds.values()].sort((a, b) => b.calls - a.calls);
}
