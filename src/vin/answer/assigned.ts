import { ASSIGNMENTS, type Assignment, assignments } from "../assigned/assignments.ts";
import type { State } from "../decode/state.ts";
import { MAKE, MANUFACTURER } from "../elements.ts";
import { WMI, WMI_ASSIGNED, WMI_FLAGS, WMI_KEY, WMI_SIX } from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";
import { type Added, fieldOf, prepareFact } from "./added.ts";
import { type Piece, pieceOf } from "./bytes.ts";

/** What an answer says of a manufacturer code that vPIC does not have. */
interface Said {
  /** Its make and manufacturer, as far as the lists agree. */
  readonly facts: readonly Added[];
  /** What is open, in words; `""` if nothing is. */
  readonly warning: string;
  /** The same as a member of a JSON array. */
  readonly piece: Piece;
}

const nothing: Said = { facts: [], warning: "", piece: pieceOf("") };
const known = new Map<number, Said>();

function saidOf({ wmis }: Pack, { wmi }: State): Said {
  const flags = wmis[wmi * WMI + WMI_FLAGS]!;
  if ((flags & WMI_ASSIGNED) === 0) return nothing;
  const key = wmis[wmi * WMI + WMI_KEY]! >>> 0;
  const found =
    known.get(key) ??
    read(
      key
        .toString(36)
        .toUpperCase()
        .padStart(flags & WMI_SIX ? 6 : 3, "0"),
    );
  known.set(key, found);
  return found;
}

/** Make and manufacturer of a code that vPIC does not have, by public lists of codes; empty for others. */
export const assignedTo = (pack: Pack, state: State): readonly Added[] => saidOf(pack, state).facts;

/** What the lists of codes leave open of such a code, `""` if nothing. */
export const assignedWarning = (pack: Pack, state: State): string => saidOf(pack, state).warning;

/** The same as a member of a JSON array, of length 0 if nothing is open. */
export const assignedPiece = (pack: Pack, state: State): Piece => saidOf(pack, state).piece;

function read(code: string): Said {
  const assignment = assignments.get(code);
  // A pack can be older than the table.
  if (!assignment) return nothing;
  const { make, manufacturer, lists } = assignment;
  const rule = `The manufacturer code is not in vPIC: public lists of codes name its holder (${lists}).`;
  const fact = (element: number, source: number | "make", value: string) =>
    value === "" ? [] : prepareFact({ element, ...fieldOf(source), value, rule, source: ASSIGNMENTS });
  const warning = openIn(assignment);
  return {
    facts: [fact(MAKE, "make", make), fact(MANUFACTURER, MANUFACTURER, manufacturer)].flat(),
    warning,
    piece: pieceOf(warning === "" ? "" : JSON.stringify(warning)),
  };
}

function openIn({ make, makes, claims }: Assignment): string {
  if (claims.length > 0)
    return `The lists of codes disagree on the holder: ${claims.map(({ holder, lists }) => `${holder} (${lists})`).join("; ")}.`;
  if (make !== "")
    return makes.length === 0
      ? ""
      : `Some lists name other makes with this code: ${makes.slice(1).join(", ")}.`;
  return makes.length === 0
    ? "The lists of codes name no make with this code."
    : `The holder of this code builds several makes: ${makes.join(", ")}.`;
}
