/**
 * Messages in the part of ICU MessageFormat that the console needs: `{name}`,
 * `{count, plural, =0 {…} one {# key} other {# keys}}`, `{state, select, ok {…} other {…}}` and
 * `<link>words</link>`. An apostrophe before a brace or `<` quotes up to the next one.
 */
export type Message = readonly Piece[];

export type Piece =
  | string
  | { readonly kind: "value"; readonly name: string }
  | { readonly kind: "number" }
  | { readonly kind: "tag"; readonly name: string; readonly content: Message }
  | {
      readonly kind: "plural" | "select";
      readonly name: string;
      readonly cases: ReadonlyMap<string, Message>;
    };

const nameAt = /[\w=]+/y;
const openingAt = /<([a-zA-Z]\w*)>/y;

/** Reads a message; throws an Error that names the place of a fault. */
export function parsed(text: string): Message {
  let at = 0;
  const fault = (what: string) => new Error(`${what} at ${at} of “${text}”`);
  const expectNext = (sign: string) => {
    if (!text.startsWith(sign, at)) throw fault(`“${sign}” is missing`);
    at += sign.length;
  };
  const space = () => {
    while (/\s/.test(text[at] ?? "")) at += 1;
  };
  const name = () => {
    nameAt.lastIndex = at;
    const found = nameAt.exec(text)?.[0];
    if (!found) throw fault("a name is missing");
    at += found.length;
    return found;
  };
  const cases = () => {
    const found = new Map<string, Message>();
    for (space(); text[at] !== "}"; space()) {
      const word = name();
      space();
      expectNext("{");
      found.set(word, pieces("}"));
      expectNext("}");
    }
    if (!found.has("other")) throw fault("the case “other” is missing");
    return found;
  };
  const argument = (): Piece => {
    expectNext("{");
    space();
    const called = name();
    space();
    let piece: Piece = { kind: "value", name: called };
    if (text[at] === ",") {
      at += 1;
      space();
      const kind = name();
      if (kind !== "plural" && kind !== "select") throw fault(`“${kind}” is no kind of value`);
      space();
      expectNext(",");
      piece = { kind, name: called, cases: cases() };
    }
    expectNext("}");
    return piece;
  };
  const pieces = (end: string): Message => {
    const found: Piece[] = [];
    let words = "";
    const add = (piece: Piece) => {
      if (words) found.push(words);
      words = "";
      found.push(piece);
    };
    while (at < text.length && !(end && text.startsWith(end, at))) {
      openingAt.lastIndex = at;
      const tag = openingAt.exec(text)?.[1];
      if (text[at] === "{") add(argument());
      else if (text[at] === "}") throw fault("“}” closes nothing");
      else if (tag !== undefined) {
        at += tag.length + 2;
        const content = pieces(`</${tag}>`);
        expectNext(`</${tag}>`);
        add({ kind: "tag", name: tag, content });
      } else if (text[at] === "#" && end === "}") {
        add({ kind: "number" });
        at += 1;
      } else if (text[at] === "'" && /[{}<]/.test(text[at + 1] ?? "")) {
        const close = text.indexOf("'", at + 1);
        words += text.slice(at + 1, close < 0 ? undefined : close);
        at = close < 0 ? text.length : close + 1;
      } else {
        words += text[at];
        at += 1;
      }
    }
    if (words) found.push(words);
    return found;
  };
  const message = pieces("");
  if (at < text.length) throw fault("the text does not end");
  return message;
}

/** How values of a language are written. */
export interface Manner {
  readonly numbers: Intl.NumberFormat;
  readonly plurals: Intl.PluralRules;
}

/** What a message is made of with the values: `value` and `tag` make parts of what they are given. */
export function assembled<Part>(
  message: Message,
  values: Readonly<Record<string, unknown>>,
  manner: Manner,
  make: {
    words(text: string): Part;
    value(value: unknown, name: string): Part;
    tag(name: string, content: Part[]): Part;
  },
  amount?: number,
): Part[] {
  return message.flatMap((piece): Part[] => {
    if (typeof piece === "string") return [make.words(piece)];
    if (piece.kind === "number")
      return [make.words(amount === undefined ? "#" : manner.numbers.format(amount))];
    if (piece.kind === "value") return [make.value(values[piece.name], piece.name)];
    if (piece.kind === "tag")
      return [make.tag(piece.name, assembled(piece.content, values, manner, make, amount))];
    const value = values[piece.name];
    const other = piece.cases.get("other") ?? [];
    if (piece.kind === "select")
      return assembled(piece.cases.get(String(value)) ?? other, values, manner, make, amount);
    const number = Number(value);
    const chosen = piece.cases.get(`=${number}`) ?? piece.cases.get(manner.plurals.select(number)) ?? other;
    return assembled(chosen, values, manner, make, number);
  });
}
