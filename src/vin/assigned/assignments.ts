import { ASIA } from "./asia.ts";
import { ABROAD, LISTED_MAKES, OTHER_HOLDERS } from "./besides.ts";
import { DISPUTED } from "./disputed.ts";
import { EASTERN_EUROPE } from "./eastern-europe.ts";
import { ELSEWHERE } from "./elsewhere.ts";
import { WESTERN_EUROPE } from "./western-europe.ts";

/**
 * Manufacturer codes of the world that vPIC does not have: who holds each, as public lists of codes name them. Facts
 * only; NOTICE has the lists and their licenses, docs/decisions/decoder.md the rules.
 *
 * The tables are entries `MAKE: CODE sources manufacturer;`. A make applies to the entries after it, up to the next:
 * `A|B` for a manufacturer of several makes, `A+B` for a make and others that some lists name beside it, `-` if no
 * list names a make. A code of six characters is a small manufacturer's, with characters 12 to 14 of the VIN.
 */
const TABLES = [ASIA, WESTERN_EUROPE, EASTERN_EUROPE, ELSEWHERE];

/** The lists, by the letter that the tables name them with. */
const LISTS: Readonly<Record<string, string>> = {
  u: "universal-vin-decoder",
  l: "vin-lite",
  i: "vininfo",
  o: "opencars",
  s: "sunrise/vin",
  z: "vin-decode",
  w: "vin-go",
};

/** Where assigned codes come from, as `x-data-source` and `derived` name it. */
export const ASSIGNMENTS = "wmi-assignments 2.1.0";

/** What the lists name a code's holder. */
export interface Claim {
  readonly holder: string;
  /** The lists, such as `vininfo, opencars`. */
  readonly lists: string;
}

/** Who a code is assigned to. */
export interface Assignment {
  /** `""` if it is open. */
  readonly make: string;
  /** `""` if the lists disagree. */
  readonly manufacturer: string;
  /** The lists that name the manufacturer; `""` if they disagree. */
  readonly lists: string;
  /** The makes of a manufacturer of several; empty if `make` is all that is known. */
  readonly makes: readonly string[];
  /** The claims of lists that disagree; else empty. */
  readonly claims: readonly Claim[];
}

const listsOf = (letters: string): string => [...letters].map((letter) => LISTS[letter]!).join(", ");

/** The entries of a table, each with the heading that applies to it. */
function* entriesOf(table: string): Generator<[heading: string, entry: string]> {
  let heading = "";
  for (const part of table.replaceAll("\n", " ").split(";")) {
    const [, title, entry] = /^(?:([^:]+): )?(.*)$/.exec(part.trim())!;
    heading = title ?? heading;
    if (entry) yield [heading, entry];
  }
}

/** The entries of a table of makes. */
function* holdersIn(table: string): Generator<[code: string, assignment: Assignment]> {
  for (const [heading, entry] of entriesOf(table)) {
    const [, code, letters, manufacturer] = /^(\w+) ([a-z]+) (.+)$/.exec(entry)!;
    const makes = heading === "-" ? [] : heading.split(/[|+]/);
    const make = heading.includes("|") ? "" : (makes[0] ?? "");
    const several = makes.length > 1 ? makes : [];
    const lists = listsOf(letters!);
    yield [code!, { make, manufacturer: manufacturer!, lists, makes: several, claims: [] }];
  }
}

/** The entries of a table of claims. */
function* claimsIn(table: string): Generator<[code: string, assignment: Assignment]> {
  for (const [code, entry] of entriesOf(table)) {
    const claims = entry.split(/, (?=[a-z]+ )/).map((claim) => {
      const [, letters, holder] = /^([a-z]+) (.+)$/.exec(claim)!;
      return { holder: holder!, lists: listsOf(letters!) };
    });
    yield [code, { make: "", manufacturer: "", lists: "", makes: [], claims }];
  }
}

/** Code → its assignment. */
export const assignments: ReadonlyMap<string, Assignment> = new Map([
  ...TABLES.flatMap((table) => [...holdersIn(table)]),
  ...claimsIn(DISPUTED),
]);

/** Code that vPIC has for imports alone → its holder elsewhere. */
export const abroad: ReadonlyMap<string, Assignment> = new Map(holdersIn(ABROAD));

/** Code that vPIC has → a make where vPIC leaves it open, claims of another holder, or its holder elsewhere. */
export const besides: ReadonlyMap<string, Assignment> = new Map([
  ...abroad,
  ...holdersIn(LISTED_MAKES),
  ...claimsIn(OTHER_HOLDERS),
]);
