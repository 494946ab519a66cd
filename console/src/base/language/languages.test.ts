import { expect, test } from "bun:test";
import { consoleFiles, namesOf, textsOf, translationFault } from "../../../texts.ts";
import de from "./de.json";
import declaredDe from "./declared/de.gen.json";
import declaredEs from "./declared/es.gen.json";
import es from "./es.json";
import { parsed } from "./message.ts";
import same from "./same.json";

type Catalogues = Readonly<Record<string, Readonly<Record<string, string>>>>;

const own: Catalogues = { de, es };
/** With the texts that the service's features declare. */
const catalogues: Catalogues = { de: { ...de, ...declaredDe }, es: { ...es, ...declaredEs } };
const found = consoleFiles().map(textsOf);
const uses = found.flatMap((one) => one.uses);
const texts = new Set(uses.map(({ text }) => text));

/** Literals that are shown as they are, or that only look like texts. */
const untranslated: Readonly<Record<string, RegExp>> = {
  "program code and commands": /^(?:import|from|for|const|claude mcp|npx)\b|\bprint\(|\n/,
  "the words of Python": /^(?:True|False|None)$/,
  "parts of requests": /^Bearer \{\}$|^\{\} TXT "\{\}"$/,
  "names of programs":
    /^(?:Vingate|Claude (?:Code|Desktop)|Cursor|Visual Studio Code|Windsurf|Gemini CLI|Python)$/,
  "names that are the same in each language": /^(?:VINs?|APIs?|ms|IBAN|BIC|OK|ID| ?UTC|\{\} UTC)$/,
  "file names and examples": /^(?:llms\.txt|ada byr|vingate demo|https:\/\/|#[0-9a-f]{6})$/,
  "names of barcodes, and of how they are read": /^(?:Code ?39(?:Std)?|Code ?128|Data Matrix|Plain)$/,
  "conditions of devices": /^\(pointer: coarse\)$/,
  "classes of elements": /^tag tag-syn$/,
  "names in data and paths, shown by other words":
    /^(?:Primary|Secondary|Test|Trade-In|Private Party|Dealer Retail|Api|User|Subscription|edit|remove)$/,
  "the order of headings": /^(?:Account|Billing|Organization|Customers|Business|Service)$/,
};

test("every text that is shown can be translated", () => {
  const bare = found
    .flatMap((one) => one.bare)
    .filter(({ text }) => !Object.values(untranslated).some((words) => words.test(text)));
  expect(bare.map(({ path, line, text }) => `${path}:${line}: ${text}`)).toEqual([]);
});

test("texts are literals, so that catalogues can be checked", () => {
  expect(found.flatMap((one) => one.computed)).toEqual([]);
});

test("every text is given the values that it names", () => {
  const builtIn = /^<(?:b|code|em|strong|i|kbd|small|span|bdi)>$/;
  const faults = uses.flatMap(({ text, path, line, given }) => {
    if (!given) return [];
    const named = [...namesOf(parsed(text))]
      .filter((name) => !builtIn.test(name))
      .map((name) => name.replace(/[<>]/g, ""));
    const lacks = named.filter((name) => !given.has(name));
    const extra = [...given].filter((name) => !named.includes(name));
    return lacks.length + extra.length === 0
      ? []
      : [`${path}:${line}: “${text}” lacks ${lacks.join(", ")}; is given ${extra.join(", ")}`];
  });
  expect(faults).toEqual([]);
});

test("texts are whole: none is the end of another, or continues in one", () => {
  const isPart = (text: string) => /^[\s,;.:!?)]|\s$|^and /.test(text);
  expect([", and {count}", " (you)", "Used since: "].every(isPart)).toBe(true);
  expect([...texts].filter(isPart)).toEqual([]);
  expect(Object.values(catalogues).flatMap((one) => Object.values(one).filter(isPart))).toEqual([]);
});

for (const [language, catalogue] of Object.entries(catalogues)) {
  test(`${language} has every text, and no other`, () => {
    const written = own[language]!;
    expect([...texts].filter((text) => written[text] === undefined)).toEqual([]);
    expect(Object.keys(written).filter((text) => !texts.has(text))).toEqual([]);
    // A declared text that the console has too would replace its translation.
    expect(Object.keys(written).filter((text) => catalogue[text] !== written[text])).toEqual([]);
  });

  test(`${language} keeps the values and elements of every text`, () => {
    const faults = Object.entries(catalogue).flatMap(([english, translation]) => {
      const fault = translationFault(english, translation);
      return fault === undefined ? [] : [`${english}: ${fault}`];
    });
    expect(faults).toEqual([]);
  });

  test(`${language} is not English`, () => {
    const equal = Object.entries(catalogue).filter(([english, translation]) => english === translation);
    // Terms, names and examples that are the same in both, in the order of code points.
    expect(equal.map(([english]) => english).sort()).toEqual(same[language as keyof typeof same]);
  });
}

test("a planted fault is found", () => {
  const planted = `
    const columns = [{ head: "Name" }, { head: t("State") }];
    const open = busy ? "Not yet" : name;
    export const View = () => (
      <p title="Words" className="two words">
        Hello <T text="Read <link>{count}</link>." count={count} link={(words) => <a>{words}</a>} />
        <code>vingate doctor</code> {open && "now and then"} {t(open)}
      </p>
    );`;
  const { uses: planted_, bare, computed } = textsOf({ path: "planted.tsx", text: planted });
  expect(bare.map(({ text }) => text)).toEqual(["Name", "Not yet", "Words", "Hello", "now and then"]);
  expect(planted_.map(({ text }) => text)).toEqual(["State", "Read <link>{count}</link>."]);
  expect(computed).toEqual(["planted.tsx:7"]);
  expect(translationFault("{count} keys", "{anzahl} Schlüssel")).toBe("has anzahl, not count");
  expect(translationFault("<b>now</b>", "jetzt")).toBe("has nothing, not <b>");
  expect(translationFault("now ", "jetzt")).toBe("begins or ends with other space");
  expect(translationFault("{n, plural, one {# key} other {# keys}}", "{n, plural, one {# a}}")).toStartWith(
    "the case “other” is missing",
  );
});
