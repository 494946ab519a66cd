import { ASSIGNMENTS, assignments } from "../assignments.ts";
import { ASCII_OF } from "../characters.ts";
import type { State } from "../decode/state.ts";
import { MAKE, MANUFACTURER } from "../elements.ts";
import { WMI, WMI_ASSIGNED, WMI_FLAGS } from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";
import { type Added, fieldOf, prepareFact } from "./added.ts";

const rule = "The manufacturer code is not in vPIC: this is whom the public assignments of codes name.";

const none: readonly Added[] = [];
const known = new Map<string, readonly Added[]>();

/** Make and manufacturer of a code that vPIC does not have, by the public assignments; empty for others. */
export function assignedTo(pack: Pack, { codes, wmi }: State): readonly Added[] {
  if ((pack.wmis[wmi * WMI + WMI_FLAGS]! & WMI_ASSIGNED) === 0) return none;
  const code = String.fromCharCode(...codes.subarray(0, 3).map((each) => ASCII_OF[each]!));
  const found = known.get(code) ?? read(code);
  known.set(code, found);
  return found;
}

function read(code: string): readonly Added[] {
  const assignment = assignments.get(code);
  // A pack can be older than the table.
  if (!assignment) return none;
  const { make, manufacturer } = assignment;
  const fact = (element: number, source: number | "make", value: string) =>
    prepareFact({ element, ...fieldOf(source), value, rule, source: ASSIGNMENTS });
  return [fact(MAKE, "make", make), fact(MANUFACTURER, MANUFACTURER, manufacturer)];
}
