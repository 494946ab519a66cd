import type { Queries } from "../../database/database.ts";
import { join, raw, rows, type Sql, sql } from "../../database/sql.ts";

/** Letters that Unicode does not take apart into a letter and an accent. */
const folded: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ı: "i",
};
const unfolded = new RegExp(`[${Object.keys(folded).join("")}]`, "g");

/** A text's words for comparison: lower case, without punctuation, accents and vowel signs; ø, ł and ß as o, l and ss. */
export function wordsOf(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(unfolded, (letter) => folded[letter]!)
    .split(/[^\p{L}\p{N}@._+-]+/u)
    .filter((word) => word !== "");
}

/** The words by which a name is found: those of a double name each, too. */
export function nameWords(name: string): string[] {
  const words = wordsOf(name);
  return [...words, ...words.flatMap((word) => (word.includes("-") ? word.split("-") : []))];
}

/** Whether each of some words is the start of a word of a text, or of a part of one: `payments` of `VINGATE_PAYMENTS`. */
export function beginWords(words: readonly string[], text: string): boolean {
  let own = titles.get(text);
  if (!own) {
    if (titles.size >= titlesMax) titles.clear();
    const whole = wordsOf(text);
    own = [...whole, ...whole.flatMap((word) => word.split(/[@._+-]+/))];
    titles.set(text, own);
  }
  return words.every((word) => own.some((one) => one.startsWith(word)));
}

/** The words of titles that were compared: those of settings, docs and operations are the same each time. */
const titles = new Map<string, readonly string[]>();
const titlesMax = 5000;

const wordsMax = 40;
export const matchesMax = 2000;

/** The owners whose words begin with some others. */
export interface Matching {
  /** A query for their IDs: at most `matchesMax`. */
  readonly ids: Sql;
  /** There are more. */
  readonly isBroad: boolean;
}

/** A table of words by which rows are found: its columns are `word` and that of the owner, which are its key. */
export class WordIndex {
  readonly #table: Sql;
  readonly #owner: Sql;

  constructor(table: string, owner: string) {
    this.#table = raw(table);
    this.#owner = raw(owner);
  }

  /** Replaces the words of an owner. */
  async write(tx: Queries, id: string, found: readonly string[]): Promise<void> {
    await this.remove(tx, id);
    const words = [...new Set(found)].filter((word) => word !== "").slice(0, wordsMax);
    if (words.length > 0)
      await tx.run(sql`
        insert into ${this.#table} (word, ${this.#owner}) values ${rows(words.map((word) => [word, id]))}`);
  }

  remove(tx: Queries, id: string): Promise<number> {
    return tx.run(sql`delete from ${this.#table} where ${this.#owner} = ${id}`);
  }

  /** Owners with a word that begins with each of a text's words; undefined for a text without words. */
  async matching(db: Queries, text: string): Promise<Matching | undefined> {
    const words = wordsOf(text).slice(0, wordsMax);
    if (words.length === 0) return undefined;
    const counted = await Promise.all(
      words.map(async (word) => {
        const row = await db.get<{ found: number }>(sql`
          select count(*) as found from (
            select ${this.#owner} from ${this.#table} w where ${begins("w", word)} limit ${matchesMax + 1}) matches`);
        return { word, found: row!.found };
      }),
    );
    const [rarest, ...others] = counted.sort((a, b) => a.found - b.found);
    const also = others.map(
      ({ word }) => sql`exists (select 1 from ${this.#table} o
        where o.${this.#owner} = w.${this.#owner} and ${begins("o", word)})`,
    );
    return {
      ids: sql`select w.${this.#owner} from ${this.#table} w
        where ${join([begins("w", rarest!.word), ...also], " and ")} limit ${matchesMax}`,
      isBroad: rarest!.found > matchesMax,
    };
  }
}

/** The range of words that begin with a text: no character sorts after the last one of Unicode. */
const begins = (table: "w" | "o", word: string): Sql => {
  const column = raw(`${table}.word`);
  return sql`${column} >= ${word} and ${column} < ${`${word}\u{10ffff}`}`;
};
