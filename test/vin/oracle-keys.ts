const VALID = "ABCDEFGHJKLMNPRSTUVWXYZ0123456789";

/** The key's own positions: a bracket with its content counts as one. */
const piecesOf = (key: string): string[] => key.match(/\[[^\]]*\]|./g) ?? [];

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** A bracket as a regular expression's class: only a leading caret and ranges are special. */
function classOf(piece: string): string {
  const negated = piece.startsWith("[^");
  const body = piece.slice(negated ? 2 : 1, -1);
  let inner = "";
  for (let i = 0; i < body.length; i++) {
    if (body[i + 1] === "-" && i + 2 < body.length) {
      inner += `${escaped(body[i]!)}-${escaped(body[i + 2]!)}`;
      i += 2;
    } else if (body[i] !== "_") inner += escaped(body[i]!);
  }
  return inner === "" ? "[^\\s\\S]" : `[${negated ? "^" : ""}${inner}]`;
}

const expressions = new Map<string, RegExp>();

/** Whether the key matches the start of the key string. In formulas only, `#` is a digit. */
export function matches(key: string, keyString: string): boolean {
  let expression = expressions.get(key);
  if (expression === undefined) {
    const source = piecesOf(key).map((piece) => {
      if (piece.startsWith("[") && piece.endsWith("]") && piece.length > 1) return classOf(piece);
      if (piece === "*" || piece === "_") return "[\\s\\S]";
      return piece === "#" ? "[0-9]" : escaped(piece);
    });
    expression = new RegExp(`^${source.join("")}`);
    expressions.set(key, expression);
  }
  return expression.test(keyString);
}

const named = new Map<string, ReadonlyMap<number, string>>();

/** The characters that a key names, by position in the VIN (from 1). */
export function namedCharacters(key: string): ReadonlyMap<number, string> {
  const known = named.get(key);
  if (known !== undefined) return known;
  const found = new Map<number, string>();
  piecesOf(key).forEach((piece, index) => {
    if (piece === "*" || piece === "|") return;
    let characters = piece;
    if (piece === "#") characters = "0123456789";
    else if (piece.startsWith("[") && piece.length > 1) {
      const ranged = piece.includes("-") || piece.includes("^");
      const expression = ranged ? new RegExp(classOf(piece)) : undefined;
      characters = ranged
        ? [...VALID].filter((character) => expression!.test(character)).join("")
        : piece.slice(1, -1).replace(/[*|]/g, "");
    }
    if (characters !== "") found.set(index + 4, characters);
  });
  named.set(key, found);
  return found;
}
