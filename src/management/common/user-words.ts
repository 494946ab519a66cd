import type { Queries } from "../../database/database.ts";
import { join, rows, type Sql, sql } from "../../database/sql.ts";
import { InvalidRequest } from "../../http/errors.ts";

const wordsMax = 40;

/** A text's words for comparison: lower case, without punctuation, accents and vowel signs. */
function wordsOf(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}@._+-]+/u)
    .filter((word) => word !== "");
}

type Named = Readonly<Record<"id" | "email" | "firstName" | "lastName", string>> & {
  readonly emailKey: string | null;
};

/** Stores the words that find a user: its email, the email's domain, and the words of its names. */
export async function writeUserWords(tx: Queries, user: Named): Promise<void> {
  const email = user.emailKey ?? "";
  const found = [
    email,
    // As search reads it: its case is not folded.
    ...wordsOf(user.email),
    email.slice(email.indexOf("@") + 1),
    ...wordsOf(`${user.firstName} ${user.lastName}`),
  ];
  const words = [...new Set(found)].filter((word) => word !== "").slice(0, wordsMax);
  await tx.run(sql`delete from user_word where user_id = ${user.id}`);
  if (words.length === 0) return;
  await tx.run(
    sql`insert into user_word (word, user_id) values ${rows(words.map((word) => [word, user.id]))}`,
  );
}

const wordsForm = "user_words_form";

/** Writes the words of users again that an earlier version wrote with accents. Once for a database. */
export async function updateUserWords(tx: Queries): Promise<void> {
  if (await tx.get(sql`select name from setting where name = ${wordsForm}`)) return;
  const rows = await tx.all<Named>(sql`
    select id, email, email_key as "emailKey", first_name as "firstName", last_name as "lastName" from app_user
    where id in (select user_id from user_word where octet_length(word) <> length(word))`);
  for (const row of rows) await writeUserWords(tx, row);
  await tx.run(sql`insert into setting (name, value) values (${wordsForm}, '2')`);
}

const matchesMax = 2000;

/**
 * Users with a word that begins with each of a text's words; undefined for a text without words. 422 if every
 * word matches very many users: such a list would delay all other calls.
 */
export async function withWords(db: Queries, text: string): Promise<Sql | undefined> {
  const words = wordsOf(text).slice(0, wordsMax);
  if (words.length === 0) return undefined;
  const counted = await Promise.all(
    words.map(async (word) => {
      const row = await db.get<{ found: number }>(sql`
        select count(*) as found from (
          select user_id from user_word where ${begins(word)} limit ${matchesMax + 1}) matches`);
      return { word, found: row!.found };
    }),
  );
  const [rarest, ...others] = counted.sort((a, b) => a.found - b.found);
  if (rarest!.found > matchesMax)
    throw new InvalidRequest(
      ["query", "text"],
      `more than ${matchesMax} users match; write longer words`,
      text,
    );
  const alsoHas = others.map(
    ({ word }) =>
      sql`exists (select 1 from user_word where user_word.user_id = app_user.id and ${begins(word)})`,
  );
  return join(
    [sql`id in (select user_id from user_word where ${begins(rarest!.word)})`, ...alsoHas],
    " and ",
  );
}

/** The range of words that begin with a text: no character sorts after the last one of Unicode. */
const begins = (word: string): Sql => sql`word >= ${word} and word < ${`${word}\u{10ffff}`}`;
