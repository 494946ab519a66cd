import { makeKey, nameKey } from "../../families/names.ts";
import type { VehicleRow } from "../../families/record-family.ts";
import { ImportError, RecordError } from "../input/import-error.ts";
import type { Cells } from "../readers/csv.ts";
import type { Batches } from "../readers/row-batch.ts";
import type { Converted } from "./source.ts";

/** A row of a file: records of a campaign for some vehicles, why it is invalid, or why it has no use here. */
export type ReadRow = readonly VehicleRow[] | RecordError | string;

interface Joined {
  row: VehicleRow;
  readonly line: number;
}

/** The most records that are kept until a campaign ends; files of other kinds are refused. */
const heldMax = 20_000;
const keysMax = 2_000_000;

const scattered = "rows of a campaign that is listed before";

/**
 * The records of a file whose rows of one campaign follow one another; those of one vehicle become one record by
 * `join`. Only the current campaign is in memory, and a hash of every key. `file` ends the message of an error.
 */
export async function* joinCampaigns(
  batches: Batches<Cells>,
  read: (cells: Cells) => ReadRow,
  join: (a: VehicleRow, b: VehicleRow) => VehicleRow,
  file: string,
): AsyncGenerator<Converted<VehicleRow>> {
  const seen = new Set<number>();
  let held = new Map<string, Joined>();
  let campaign = "";
  const tooLarge = (what: string) => new ImportError(`this is not ${file}: it has ${what}`);
  for await (const { rows, faults, lineOf } of batches) {
    const made: (VehicleRow | RecordError)[] = [];
    const lines: number[] = [];
    const passedOver: Record<string, number> = {};
    const passOver = (reason: string) => {
      passedOver[reason] = (passedOver[reason] ?? 0) + 1;
    };
    const release = () => {
      for (const [key, { row, line }] of held) {
        const hash = hashOf(key);
        if (seen.has(hash)) passOver(scattered);
        else {
          seen.add(hash);
          made.push(row);
          lines.push(line);
        }
      }
      held = new Map();
      if (seen.size > keysMax) throw tooLarge(`more than ${keysMax} vehicles and campaigns`);
    };
    rows.forEach((cells, index) => {
      const fault = faults.get(index);
      const found = fault ?? read(cells);
      if (typeof found === "string") passOver(found);
      else if (found instanceof RecordError) {
        made.push(found);
        lines.push(lineOf(index));
      } else
        for (const row of found) {
          if (row.names[2] !== campaign) release();
          campaign = row.names[2]!;
          const key = keyOf(row);
          const known = held.get(key);
          if (known) known.row = join(known.row, row);
          else held.set(key, { row, line: lineOf(index) });
          if (held.size > heldMax) throw tooLarge(`a campaign of more than ${heldMax} vehicles`);
        }
    });
    yield { rows: made, lineOf: (index) => lines[index]!, passedOver };
  }
  const rest = [...held].filter(([key]) => !seen.has(hashOf(key))).map(([, one]) => one);
  yield { rows: rest.map(({ row }) => row), lineOf: (index) => rest[index]!.line };
}

const keyOf = ({ year, names: [make = "", model = "", campaign = ""] }: VehicleRow): string =>
  [year, makeKey(make), nameKey(model), nameKey(campaign)].join("\n");

/** 53 bits of a key. */
const hashOf = (key: string): number => Number(Bun.hash.wyhash(key) >> 11n);

/** The first record with the components of both, which their rows name one by one. */
export function withComponents(a: VehicleRow, b: VehicleRow): VehicleRow {
  const [known, other] = [a, b].map(({ record }) => (record as { component: string }).component) as [
    string,
    string,
  ];
  if (other === "" || `; ${known}; `.includes(`; ${other}; `)) return a;
  return { ...a, record: { ...a.record, component: known === "" ? other : `${known}; ${other}` } };
}
