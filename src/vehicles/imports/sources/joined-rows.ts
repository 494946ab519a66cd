import { makeKey, nameKey } from "../../families/names.ts";
import type { VehicleRow } from "../../families/record-family.ts";
import { ImportError, RecordError } from "../input/import-error.ts";
import type { Cells } from "../readers/csv.ts";
import { Garbage } from "../readers/garbage.ts";
import type { Batches } from "../readers/row-batch.ts";
import { NumberSet } from "./number-set.ts";
import type { Converted } from "./source.ts";

/** A row of a file: records of a campaign, or of another number, for some vehicles, why it is invalid, or why it has no use here. */
export type ReadRow = readonly VehicleRow[] | RecordError | string;

interface Joined {
  row: VehicleRow;
  readonly line: number;
}

/** A file whose rows with the same number follow one another. */
export interface JoinedFile {
  /** For messages: `NHTSA's flat file of recalls`. */
  readonly title: string;
  /** What a number is of, for messages: `campaign`. */
  readonly subject: string;
  /** Why a row of a number that is listed before has no use. */
  readonly scattered: string;
}

export const campaignFile = (title: string): JoinedFile => ({
  title,
  subject: "campaign",
  scattered: "rows of a campaign that is listed before",
});

/** The most records that are kept until a number ends, and the most of a file; files of other kinds are refused. */
const heldMax = 20_000;
const keysMax = 4_000_000;
/** Characters after which unused texts are freed. */
const charactersPerCollection = 8 * 2 ** 20;

/**
 * The records of a file: the last name of each is its number, and those of one number and vehicle become one record by
 * `join`. Only the current number is in memory, and a hash of every key.
 */
export async function* joinRows(
  batches: Batches<Cells>,
  read: (cells: Cells) => ReadRow,
  join: (a: VehicleRow, b: VehicleRow) => VehicleRow,
  { title, subject, scattered }: JoinedFile,
): AsyncGenerator<Converted<VehicleRow>> {
  const seen = new NumberSet();
  let held = new Map<string, Joined>();
  let number = "";
  const garbage = new Garbage(charactersPerCollection);
  const tooLarge = (what: string) => new ImportError(`this is not ${title}: it has ${what}`);
  for await (const { rows, faults, lineOf } of batches) {
    const made: (VehicleRow | RecordError)[] = [];
    const lines: number[] = [];
    const passedOver: Record<string, number> = {};
    const passOver = (reason: string) => {
      passedOver[reason] = (passedOver[reason] ?? 0) + 1;
    };
    const release = () => {
      for (const [key, { row, line }] of held) {
        if (!seen.add(hashOf(key))) passOver(scattered);
        else {
          made.push(row);
          lines.push(line);
        }
      }
      held = new Map();
      if (seen.size > keysMax) throw tooLarge(`more than ${keysMax} vehicles and ${subject}s`);
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
          const own = row.names.at(-1)!;
          if (own !== number) release();
          number = own;
          const key = keyOf(row);
          const known = held.get(key);
          if (known) known.row = join(known.row, row);
          else held.set(key, { row, line: lineOf(index) });
          if (held.size > heldMax) throw tooLarge(`a ${subject} of more than ${heldMax} vehicles`);
        }
    });
    yield { rows: made, lineOf: (index) => lines[index]!, passedOver };
    garbage.add(rows.reduce((sum, cells) => cells.reduce((all, { length }) => all + length, sum), 0));
  }
  const rest = [...held].filter(([key]) => seen.add(hashOf(key))).map(([, one]) => one);
  yield { rows: rest.map(({ row }) => row), lineOf: (index) => rest[index]!.line };
}

const keyOf = ({ year, names: [make = "", ...others] }: VehicleRow): string =>
  [year, makeKey(make), ...others.map(nameKey)].join("\n");

/** 53 bits of a key, without the largest number. */
const hashOf = (key: string): number => Number(Bun.hash.wyhash(key) >> 12n);

/** The first record with the components of both, which their rows name one by one. */
export function withComponents(a: VehicleRow, b: VehicleRow): VehicleRow {
  const [known, other] = [a, b].map(({ record }) => (record as { component: string }).component) as [
    string,
    string,
  ];
  if (other === "" || `; ${known}; `.includes(`; ${other}; `)) return a;
  return { ...a, record: { ...a.record, component: known === "" ? other : `${known}; ${other}` } };
}
