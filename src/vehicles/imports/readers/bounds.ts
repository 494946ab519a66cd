/** The longest cell or text: characters of CSV, bytes of JSON. */
export const cellMax = 2 ** 20;
/** The longest row: characters of CSV, bytes of JSON. A longer one has an open quote, or the file no lines. */
export const rowMax = 4 * 2 ** 20;
/** The most members of a list or an object. */
export const membersMax = 10_000;
/** The deepest nesting of lists and objects. */
export const depthMax = 64;
/** The most values of a row of JSON: empty lists take forty times as much memory parsed. */
const valuesMax = 100_000;

export const cellFault = "has a value of more than 1 MiB";
export const membersFault = "has more than 10,000 members";
export const depthFault = "is nested deeper than 64 levels";

/** Shorter JSON takes little memory however it is nested. */
const scannedBytes = 65_536;

const codeOf = (character: string): number => character.charCodeAt(0);
const [quote, backslash, comma] = [codeOf('"'), codeOf("\\"), codeOf(",")];
const [openList, closeList, openObject, closeObject] = [codeOf("["), codeOf("]"), codeOf("{"), codeOf("}")];

/**
 * Which bound JSON of at least some bytes exceeds, before it is parsed; undefined for none. Invalid JSON can have one too.
 */
export function findFault(json: Buffer, fromBytes = scannedBytes): string | undefined {
  if (json.length < fromBytes) return undefined;
  const members = new Uint32Array(depthMax + 1);
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) {
      const begun = at;
      at = endOfText(json, at + 1);
      if (at - begun - 1 > cellMax) return cellFault;
    } else if (byte === openList || byte === openObject) {
      depth += 1;
      values += 1;
      if (depth > depthMax) return depthFault;
      members[depth] = 0;
    } else if (byte === closeList || byte === closeObject) depth = Math.max(0, depth - 1);
    else if (byte === comma) {
      members[depth]! += 1;
      values += 1;
      if (members[depth]! >= membersMax) return membersFault;
    }
    if (values > valuesMax) return "has more than 100,000 values";
  }
  return undefined;
}

/** The offset of a text's closing quote; the end of the JSON if it is not closed. */
function endOfText(json: Buffer, from: number): number {
  for (let at = from; ; ) {
    const end = json.indexOf(quote, at);
    if (end < 0) return json.length;
    let escapes = 0;
    while (json[end - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
    at = end + 1;
  }
}

/** Throws what `fault` makes if a parsed value has too many members or is nested too deeply. */
export function requireBounded(value: unknown, depth: number, fault: (reason: string) => unknown): void {
  if (typeof value !== "object" || value === null) return;
  if (depth >= depthMax) throw fault(depthFault);
  const members = Object.values(value);
  if (members.length > membersMax) throw fault(membersFault);
  for (const member of members) requireBounded(member, depth + 1, fault);
}
