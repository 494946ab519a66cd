import { ASSIGNMENTS, type Assignment, assignments, besides } from "../assigned/assignments.ts";
import type { State } from "../decode/state.ts";
import { MAKE, MANUFACTURER } from "../elements.ts";
import { WMI, WMI_ABROAD, WMI_ASSIGNED, WMI_BESIDES, WMI_FLAGS, WMI_KEY } from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";
import { type Added, fieldOf, prepareFact } from "./added.ts";
import { type Piece, pieceOf } from "./bytes.ts";

/** Facts about a manufacturer code from lists of codes. */
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

function saidOf({ wmis }: Pack, { wmi, chosen }: State): Said {
  const flags = wmis[wmi * WMI + WMI_FLAGS]!;
  if ((flags & (WMI_ASSIGNED | WMI_BESIDES)) === 0) return nothing;
  const key = wmis[wmi * WMI + WMI_KEY]! >>> 0;
  const said = known.get(key) ?? read(key, flags);
  known.set(key, said);
  // vPIC's patterns can name the make of a code of several.
  return chosen.make >= 0 && said.facts.length > 0 ? nothing : said;
}

/** Make and manufacturer of a code that vPIC does not have or leaves open, by lists of codes; empty for others. */
export const assignedTo = (pack: Pack, state: State): readonly Added[] => saidOf(pack, state).facts;

/** What the lists of codes leave open of such a code, `""` if nothing. */
export const assignedWarning = (pack: Pack, state: State): string => saidOf(pack, state).warning;

/** The same as a member of a JSON array, of length 0 if nothing is open. */
export const assignedPiece = (pack: Pack, state: State): Piece => saidOf(pack, state).piece;

function read(key: number, flags: number): Said {
  // No code of the tables begins with 0.
  const code = key.toString(36).toUpperCase();
  const assigned = (flags & WMI_ASSIGNED) !== 0;
  const assignment = (assigned ? assignments : besides).get(code);
  // A pack can be older than the table.
  if (!assignment) return nothing;
  const { make, manufacturer, lists } = assignment;
  const elsewhere = (flags & WMI_ABROAD) !== 0;
  const why = assigned
    ? "The manufacturer code is not in vPIC: public lists of codes name its holder"
    : elsewhere
      ? "vPIC has the manufacturer code for imports alone: public lists of codes name its holder"
      : "vPIC names several makes with the manufacturer code: public lists of codes name this one";
  const rule = `${why} (${lists}).`;
  const fact = (element: number, source: number | "make", value: string) =>
    value === "" ? [] : prepareFact({ element, ...fieldOf(source), value, rule, source: ASSIGNMENTS });
  const warning = openIn(assignment, assigned);
  return {
    facts: [
      fact(MAKE, "make", make),
      fact(MANUFACTURER, MANUFACTURER, assigned || elsewhere ? manufacturer : ""),
    ].flat(),
    warning,
    piece: pieceOf(warning === "" ? "" : JSON.stringify(warning)),
  };
}

function openIn({ make, makes, claims }: Assignment, assigned: boolean): string {
  if (claims.length > 0) {
    const said = claims.map(({ holder, lists }) => `${holder} (${lists})`).join("; ");
    return assigned
      ? `The lists of codes disagree on the holder: ${said}.`
      : `Public lists name another holder of this manufacturer code than vPIC: ${said}.`;
  }
  const others = makes.slice(1).join(", ");
  if (make !== "" && others === "") return "";
  if (make !== "")
    return assigned
      ? `Some lists name other makes with this code: ${others}.`
      : `vPIC names other makes with this manufacturer code too: ${others}.`;
  return makes.length === 0
    ? "The lists of codes name no make with this code."
    : `The holder of this code builds several makes: ${makes.join(", ")}.`;
}
