import { replaceDelimited } from "../../../../base/text/delimited.ts";

/** Spellings of one thing, as the file of recalls and vPIC write it. Applied in this order, to upper case. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/\b1\/2[ -]TONS?\b/g, " 1500 "],
  [/\b3\/4[ -]TONS?\b/g, " 2500 "],
  [/\b1[ -]TON\b/g, " 3500 "],
  [/\bSUPER ?DUTY\b/g, " SD "],
  [/\bDUAL REAR WHEELS?\b/g, "DRW"],
  [/\bSINGLE REAR WHEELS?\b/g, "SRW"],
  [/\bPLUG[ -]?IN( HYBRID| ELECTRIC)?( VEHICLE)?\b|\bENERGI\b|\b4XE\b/g, " PHEV "],
  [/\bHV\b|\bHEV\b/g, "HYBRID"],
  [/\bFUEL[ -]CELL\b|\bFCV\b/g, "FUELCELL"],
  [/\bELECTRIC( VEHICLE)?\b|\bBEV\b/g, "EV"],
  [/\bE-TRANSIT\b/g, "TRANSIT EV"],
  [/\bNATURAL GAS\b|\bNGV\b|(?<=\bCIVIC )GX\b/g, " CNG "],
  [/\b(TDI|CDI|BLUE ?TEC|TURBO ?DIESEL)\b/g, " DIESEL "],
  [/\b(\d{3}L?)XI\b/g, "$1I 4WD "],
  [/\b(4|FOUR)[ -]?(WD|MATIC|MOTION|X4|WHEEL DRIVE)\b|(?<=\d-?)4M(ATIC)?\b/g, " 4WD "],
  [/\b(AWD|QUATTRO|ALL WHEEL DRIVE)\b|\bXDRIVE/g, " 4WD "],
  [/\b(2|TWO)[ -]?(WD|X2|WHEEL DRIVE)\b|\b4X2\b|\b(FWD|RWD)\b|\bSDRIVE/g, " 2WD "],
  [/\bCROSS ?COUNTRY\b/g, "CC"],
  [/\bSPORT ?WAG[EO]N\b/g, "SPORTWAGEN"],
  [/\bPICK[ -]?UP\b/g, "PICKUP"],
  [/\bCUTAWAY VANS?\b/g, "CUTAWAY"],
  [/\b(CABRIO(LET)?|SPYDER|SPIDER|ROADSTER)\b/g, "CONVERTIBLE"],
  [/\b(DOOR|DR)S?\b/g, "DOOR"],
  [/\bLIMITED\b/g, "LTD"],
  [/\bEXTENDED\b/g, "EXT"],
  [/\bMX-?5 MIATA\b|\bMIATA\b/g, "MX5"],
  [/\bEVO\b/g, "EVOLUTION"],
  [/\bAND\b|&|\bN\/A\b|\bNEW\b(?! YORKER)|\bECONOLINE\b(?= E?-?\d)/g, " "],
];

function folded(text: string): string {
  const upper = text.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase();
  const plain = replaceDelimited(upper, ["(", ")"], (inside) => (/\bTON\b/.test(inside) ? " " : undefined));
  return spellings.reduce((rest, [from, to]) => rest.replace(from, to), plain);
}

/** Runs of letters and of digits, with decimals in one: `F-250 SD` is F, 250, SD; `X5 3.0I` is X, 5, 3.0, I. */
export function wordsOf(text: string): string[] {
  return folded(text).match(/\b[24]WD\b|\d+(?:\.\d+)?|[A-Z]+/g) ?? [];
}

/** Every run of up to `longest` neighboring words, joined. */
export function runsOf(words: readonly string[], longest = 5): string[] {
  return words.flatMap((_, from) =>
    Array.from({ length: Math.min(longest, words.length - from) }, (_, count) =>
      words.slice(from, from + count + 1).join(""),
    ),
  );
}

/** Neighboring words, by their indexes. */
export interface Run {
  readonly from: number;
  /** After the last. */
  readonly to: number;
}

/** Where a text is among words, of which it may join several. */
export function findRun(words: readonly string[], joined: string): Run | undefined {
  for (let from = 0; from < words.length; from++) {
    let run = "";
    for (let to = from; to < words.length && run.length < joined.length; to++) {
      run += words[to]!;
      if (run === joined) return { from, to: to + 1 };
    }
  }
  return undefined;
}
